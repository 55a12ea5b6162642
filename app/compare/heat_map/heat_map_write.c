#define _XOPEN_SOURCE 700 // realpath
#define LOG_MODULE    "compare"
#include "app/compare/heat_map/heat_map_write.h"

#include "app/compare/heat_map/heat_map.h"
#include "app/compare/heat_map/heat_map_legend.h"
#include "render/file/output_file.h"
#include "render/text/log.h"
#include "render/text/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool heat_map_write(const struct compare_case *one, const char *path, struct error *error)
{
    struct heat_map map;
    struct image image;
    if (!heat_map_make(&map, one, error))
        return false;
    const bool written =
        heat_map_legend_draw(&map, one, &image, error) && image_write(&image, NULL, path, error);
    image_finish(&image);
    heat_map_finish(&map);
    return written;
}

// ---- where to

static char *whole_path(const char *path)
{
    char *whole = realpath(path, NULL);
    if (!whole)
        log_fatal("%s: %s", path, strerror(errno));
    return whole;
}

static bool lies_in(const char *path, const char *folder)
{
    char *inner = whole_path(path), *outer = whole_path(folder);
    const size_t length = strlen(outer);
    const bool lies = strncmp(inner, outer, length) == 0 &&
                      (inner[length] == '\0' || inner[length] == '/' || length == 1);
    free(inner);
    free(outer);
    return lies;
}

// Returns whether it has made the folder, or it was there.
static bool make_folder(const char *folder, bool *made, struct error *error)
{
    struct stat status;
    *made = mkdir(folder, 0777) == 0;
    if (*made || (errno == EEXIST && stat(folder, &status) == 0 && S_ISDIR(status.st_mode)))
        return true;
    return error_set(error, "%s: %s", folder, errno == EEXIST ? "no folder" : strerror(errno));
}

bool heat_map_check_folder(const char *folder, const char *const kept[], int count,
                           struct error *error)
{
    bool made;
    if (!make_folder(folder, &made, error))
        return false;
    for (int i = 0; i < count; i++)
        if (lies_in(folder, kept[i])) {
            if (made)
                rmdir(folder);
            return error_set(error, "%s lies in %s, which is compared; give a folder elsewhere",
                             folder, kept[i]);
        }
    if (access(folder, W_OK | X_OK) == 0)
        return true;
    return error_set(error, "%s: %s", folder, strerror(errno));
}

bool heat_map_check_path(const char *path, const char *const pictures[2], struct error *error)
{
    struct stat here, other;
    if (!output_file_check_ending(path, ".png", error))
        return false;
    for (int i = 0; i < 2; i++)
        if (stat(path, &here) == 0 && stat(pictures[i], &other) == 0 &&
            here.st_dev == other.st_dev && here.st_ino == other.st_ino)
            return error_set(error, "%s is compared; give another name", path);
    return output_file_check(path, error);
}

// ---- many

static bool has_map(const struct compare_case *one)
{
    return one->state == CASE_COMPARED && !one->comparison.is_faulty &&
           !compare_case_is_within(one);
}

static bool write_one(const struct compare_case *one, const char *path, struct error *error)
{
    if (has_map(one))
        return heat_map_write(one, path, error);
    return unlink(path) == 0 || errno == ENOENT ||
           error_set(error, "%s: %s", path, strerror(errno));
}

bool heat_map_write_all(const struct compare_cases *cases, const char *folder, int *count,
                        struct error *error)
{
    bool written = true;
    *count = 0;
    for (int i = 0; i < cases->count && written; i++) {
        const struct compare_case *one = &cases->all[i];
        const size_t size = strlen(folder) + strlen(one->name) + sizeof("/.diff.png");
        char *path = memory_grow(NULL, size, 1);
        snprintf(path, size, "%s/%s.diff.png", folder, one->name);
        written = write_one(one, path, error);
        *count += has_map(one);
        free(path);
    }
    return written;
}
