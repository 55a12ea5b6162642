#include "render/paint/font_file.h"

#include "render/file/input_file.h"

#include <unistd.h>

enum { FOLDERS = 5 };

// Paths of a font file in the folders of several distributions, Debian's first.
#define FILE_IN_FOLDERS(NAME) \
    { \
        "/usr/share/fonts/truetype/dejavu/" NAME, "/usr/share/fonts/dejavu-sans-fonts/" NAME, \
            "/usr/share/fonts/dejavu-sans-mono-fonts/" NAME, "/usr/share/fonts/dejavu/" NAME, \
            "/usr/share/fonts/TTF/" NAME \
    }

static const char *find_readable(const char *const paths[FOLDERS])
{
    for (int i = 0; i < FOLDERS; i++)
        if (access(paths[i], R_OK) == 0)
            return paths[i];
    return NULL;
}

const char *font_file_path(void)
{
    static const char *const paths[FOLDERS] = FILE_IN_FOLDERS("DejaVuSans.ttf");
    return find_readable(paths);
}

const char *font_file_mono_path(void)
{
    static const char *const paths[FOLDERS] = FILE_IN_FOLDERS("DejaVuSansMono.ttf");
    return find_readable(paths);
}

void *font_file_read(const char *path, size_t *size, struct error *error)
{
    enum { MAX_BYTES = 32 << 20 };
    return input_file_read_all(path, MAX_BYTES, size, error);
}
