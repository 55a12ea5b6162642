#include "render/file/embedded.h"
#include "render/file/text_file.h"
#include "render/shader_source.h"
#include "render/text/hash.h"
#include "render/text/memory.h"
#include "render/text/step_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_NAMES = 4, MAX_PATH = 1024 };

bool shader_source_print_changes(const char *folder, char *out, size_t size)
{
    static const char root[] = "shaders/";
    const size_t length = strlen(root);
    char names[MAX_NAMES * 64];
    struct step_writer writer = { .out = names, .size = sizeof(names) };
    uint64_t hash = HASH_BEGIN;
    int count = 0;
    *out = *names = '\0';
    for (const struct embedded_file *file = embedded_files; file->path; file++) {
        const char *name = file->path + length;
        char path[MAX_PATH];
        struct stat status;
        struct error error; // ignored; compiling the shader reports it
        const char *edited = shader_source_edited(name, false);
        snprintf(path, sizeof(path), "%s/%s", folder ? folder : "", name);
        if (strncmp(file->path, root, length) != 0 ||
            (!edited && (!folder || stat(path, &status) != 0)))
            continue;
        char *text = edited ? memory_copy(edited)
                            : text_file_read(path, "shader", SHADER_SOURCE_MAX_BYTES, &error);
        if (text && strcmp(text, file->text) != 0) {
            hash = hash_bytes(hash, name, strlen(name) + 1);
            hash = hash_bytes(hash, text, strlen(text) + 1);
            if (count++ < MAX_NAMES)
                step_writef(&writer, "%s%s", count > 1 ? ", " : "", name);
        }
        free(text);
    }
    if (count > MAX_NAMES)
        snprintf(out, size, "%016" PRIx64 " %s and %d more", hash, names, count - MAX_NAMES);
    else if (count > 0)
        snprintf(out, size, "%016" PRIx64 " %s", hash, names);
    return count > 0;
}
