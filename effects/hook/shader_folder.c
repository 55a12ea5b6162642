#define LOG_MODULE "effects"
#include "effects/hook/shader_folder.h"

#include "effects/chain.h"
#include "render/file/file_path.h"
#include "render/file/user_folder.h"
#include "render/text/log.h"
#include "render/text/memory.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *used_folder; // path of the folder of --effects; NULL: none
static struct effect *listed;
static int count, used_count; // number of listed files; of those in the first folder

bool shader_folder_use(const char *path, struct error *error)
{
    DIR *directory = opendir(path);
    if (!directory)
        return error_set(error, "'%s' is no folder that can be read: %s", path, strerror(errno));
    closedir(directory);
    used_folder = path;
    return true;
}

// Writes the path of folder 0, that of --effects, or folder 1, the user's own. "": there is none.
static void find_folder(int number, char out[CHAIN_FILE_NAME_SIZE])
{
    if (number == 0)
        snprintf(out, CHAIN_FILE_NAME_SIZE, "%s", used_folder ? used_folder : "");
    else if (!user_folder_path(USER_FOLDER_DATA, "effects", out, CHAIN_FILE_NAME_SIZE))
        out[0] = '\0';
}

// Writes the path of a file in a folder. False if it is too long.
static bool join(const char *folder, const char *name, size_t length,
                 char out[CHAIN_FILE_NAME_SIZE])
{
    return snprintf(out, CHAIN_FILE_NAME_SIZE, "%s%s%.*s", folder, folder[0] ? "/" : "",
                    (int) length, name) < CHAIN_FILE_NAME_SIZE;
}

const struct effect *effect_of_name(const char *folder, const char *name, size_t length,
                                    struct error *error)
{
    char path[CHAIN_FILE_NAME_SIZE], other[CHAIN_FILE_NAME_SIZE], in[CHAIN_FILE_NAME_SIZE];
    if (!join(folder && name[0] != '/' ? folder : "", name, length, path)) {
        error_set(error, "the name of a shader file has at most %d bytes",
                  CHAIN_FILE_NAME_SIZE - 1);
        return NULL;
    }
    const bool is_here = memchr(name, '/', length) || file_path_is_file(path);
    for (int i = 0; i < 2 && !is_here; i++) {
        find_folder(i, in);
        if (in[0] && join(in, name, length, other) && file_path_is_file(other))
            return effect_of_file(other, error);
    }
    return effect_of_file(path, error);
}

// ---- the list

static int is_shader_file(const struct dirent *entry)
{
    return effect_is_file_name(entry->d_name, strlen(entry->d_name));
}

void shader_folder_scan(void)
{
    char folder[CHAIN_FILE_NAME_SIZE];
    while (count > 0)
        free((char *) listed[--count].file.path);
    for (int i = 0; i < 2; i++) {
        struct dirent **entries = NULL;
        const int before = count;
        find_folder(i, folder);
        const int found = scandir(folder, &entries, is_shader_file, alphasort);
        for (int n = 0; n < found; n++) {
            char *path = file_path_join(folder, entries[n]->d_name);
            bool is_listed = false;
            for (int k = 0; k < before; k++)
                is_listed |= strcmp(listed[k].name, entries[n]->d_name) == 0;
            if (is_listed || !file_path_is_file(path)) {
                free(path);
            } else {
                listed = memory_room(listed, count, sizeof(*listed));
                listed[count++] = (struct effect){ .name = strrchr(path, '/') + 1,
                                                   .file.path = path,
                                                   .about.summary = path };
            }
            free(entries[n]);
        }
        free(entries);
        used_count = i == 0 ? count : used_count;
    }
}

const struct effect *shader_folder_at(int i)
{
    return i < count ? &listed[i] : NULL;
}

const struct effect *shader_folder_blur(int i)
{
    static const struct effect **blurs; // of the first folder
    static int blur_count;
    struct error error;
    for (int n = 0; effects[n]; n++)
        if (effects[n]->blur && i-- == 0)
            return effects[n];
    if (!blurs) {
        shader_folder_scan();
        blurs = memory_new((size_t) used_count + 1, sizeof(*blurs));
        for (int n = 0; n < used_count; n++) {
            const struct effect *effect = effect_of_file(listed[n].file.path, &error);
            if (!effect)
                log_note("left out: %s", error.text);
            else if (effect->blur)
                blurs[blur_count++] = effect;
        }
    }
    return i < blur_count ? blurs[i] : NULL;
}
