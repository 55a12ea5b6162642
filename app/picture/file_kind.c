#include "app/picture/file_kind.h"

#include "app/lab/edit/preset.h"
#include "effects/palette/palette.h"
#include "render/image/image.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static bool is_picture(const char *path, struct error *error)
{
    struct image_texts texts = { 0 };
    const char *slash = strrchr(path, '/');
    const bool is_read = image_read_texts(&texts, path, error);
    image_texts_finish(&texts);
    return is_read || image_has_ending(slash ? slash + 1 : path);
}

bool file_kind_find(const char *path, enum file_kind *kind, struct error *error)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return error_set(error, "%s: %s", path, strerror(errno));
    if (!S_ISREG(status.st_mode))
        return error_set(error,
                         S_ISDIR(status.st_mode) ? "%s: a folder; open files of it"
                                                 : "%s: no file that can be read",
                         path);
    *kind = preset_has_ending(path)    ? FILE_CHAIN
            : palette_has_ending(path) ? FILE_PALETTE
                                       : FILE_PICTURE;
    return *kind != FILE_PICTURE || is_picture(path, error);
}
