#include "render/file/embedded.h"
#include "render/file/text_file.h"
#include "render/shader_source.h"
#include "render/text/hash.h"
#include "render/text/step_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_NAMES = 4, MOST_PATH = 1024 };

// Returns true, and adds the text to the hash, if the folder has that shader with a different text.
static bool is_changed(const char *folder, const char *name, const char *own, uint64_t *hash)
{
    char path[MOST_PATH];
    struct stat status;
    struct error error; // ignored; compiling the shader reports it
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    if (stat(path, &status) != 0)
        return false;
    char *text = text_file_read(path, "shader", SHADER_SOURCE_MAX_BYTES, &error);
    const bool is_other = text && strcmp(text, own) != 0;
    if (is_other) {
        *hash = hash_bytes(*hash, name, strlen(name) + 1);
        *hash = hash_bytes(*hash, text, strlen(text) + 1);
    }
    free(text);
    return is_other;
}

bool shader_source_print_changes(const char *folder, char *out, size_t size)
{
    static const char root[] = "shaders/";
    const size_t length = strlen(root);
    char names[MOST_NAMES * 64];
    struct step_writer writer = { .out = names, .size = sizeof(names) };
    uint64_t hash = HASH_BEGIN;
    int count = 0;
    *out = *names = '\0';
    for (const struct embedded_file *file = embedded_files; folder && file->path; file++) {
        const char *name = file->path + length;
        if (strncmp(file->path, root, length) != 0 || !is_changed(folder, name, file->text, &hash))
            continue;
        if (count++ < MOST_NAMES)
            step_writef(&writer, "%s%s", count > 1 ? ", " : "", name);
    }
    if (count > MOST_NAMES)
        snprintf(out, size, "%016" PRIx64 " %s and %d more", hash, names, count - MOST_NAMES);
    else if (count > 0)
        snprintf(out, size, "%016" PRIx64 " %s", hash, names);
    return count > 0;
}
