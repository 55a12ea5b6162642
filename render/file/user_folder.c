#include "render/file/user_folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const struct {
    const char *variable, *below_home;
} folders[] = {
    [USER_FOLDER_CACHE] = { "XDG_CACHE_HOME", ".cache" },
    [USER_FOLDER_STATE] = { "XDG_STATE_HOME", ".local/state" },
    [USER_FOLDER_DATA] = { "XDG_DATA_HOME", ".local/share" },
};

// The specification requires that relative paths in these variables are ignored.
bool user_folder_path(enum user_folder folder, const char *name, char *out, size_t size)
{
    const char *base = getenv(folders[folder].variable), *home = getenv("HOME");
    int length = -1;
    if (base && base[0] == '/')
        length = snprintf(out, size, "%s/halation/%s", base, name);
    else if (home && home[0] == '/')
        length = snprintf(out, size, "%s/%s/halation/%s", home, folders[folder].below_home, name);
    return length > 0 && (size_t) length < size;
}

bool user_folder_make(const char *path, struct error *error)
{
    char part[1024];
    snprintf(part, sizeof(part), "%s", path);
    for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return error_set(error, "%s: the folder cannot be made: %s", part, strerror(errno));
        *slash = '/';
    }
    return true;
}
