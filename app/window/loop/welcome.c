#include "app/window/loop/welcome.h"

#include "render/file/output_file.h"
#include "render/file/user_folder.h"

#include <unistd.h>

#define LOG_MODULE "window"
#include "render/text/log.h"

static bool find_file(char *path, size_t size)
{
    return user_folder_path(USER_FOLDER_STATE, "welcomed", path, size);
}

bool welcome_is_due(void)
{
    char path[1024];
    return !find_file(path, sizeof(path)) || access(path, F_OK) != 0;
}

void welcome_is_seen(void)
{
    char path[1024];
    struct error error = { "no folder; XDG_STATE_HOME or HOME must name one" };
    struct output_file file;
    if (!find_file(path, sizeof(path)) || !user_folder_make(path, &error) ||
        !output_file_open(&file, path, &error) || !output_file_close(&file, &error))
        log_debug("the first help will come again: %s", error.text);
}
