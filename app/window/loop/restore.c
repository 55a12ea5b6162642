#define LOG_MODULE "restore"
#include "app/window/loop/restore.h"

#include "render/file/output_file.h"
#include "render/file/text_file.h"
#include "render/file/user_folder.h"
#include "render/text/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { PATH_SIZE = 1024 };

static bool find_path(char path[static PATH_SIZE])
{
    return user_folder_path(USER_FOLDER_STATE, "window.json", path, PATH_SIZE);
}

// ---- reading

static bool read_state(struct window_state *state, const char *path, struct error *error)
{
    char *text = text_file_read(path, "state of a window", WINDOW_STATE_MOST_BYTES, error);
    const bool good =
        text && (window_state_parse(state, text, error) || error_prefix(error, "%s: ", path));
    free(text);
    return good;
}

static void use(const struct window_state *state, struct options *options)
{
    if (!options->draw.chain_given) {
        options->draw.chain = state->chain;
        options->draw.chain_name = NULL;
    }
    if (!options->draw.scene_given)
        options->draw.scene = state->scene;
    if (!options->draw.time_given)
        options->draw.time = state->time;
    if (!options->draw.size_given && options->draw.width == 0) {
        options->draw.width = state->look.width;
        options->draw.height = state->look.height;
    }
}

void restore_read(struct restore *restore, struct options *options)
{
    char path[PATH_SIZE];
    *restore = (struct restore){ 0 };
    if (!options->window.restore)
        return;
    restore->found = RESTORE_NONE;
    if (!find_path(path) || access(path, F_OK) != 0)
        return;
    restore->found = RESTORE_BROKEN;
    if (!read_state(&restore->state, path, &restore->error))
        return;
    restore->found = RESTORE_READ;
    use(&restore->state, options);
}

void restore_give(const struct restore *restore, const struct options *options,
                  struct workbench *workbench)
{
    struct error error = restore->error;
    switch (restore->found) {
    case RESTORE_NOT_ASKED:
        break;
    case RESTORE_NONE:
        workbench_say(workbench, "no window was closed yet, so there is none to bring back");
        log_note("--restore: no window was closed yet, so there is none to bring back");
        break;
    case RESTORE_BROKEN:
        error_prefix(&error, "--restore begins anew: ");
        workbench_complain(workbench, &error);
        break;
    case RESTORE_READ:
        window_state_give(&restore->state, workbench, !options->draw.chain_given);
        workbench_say(workbench, "as the window was closed last");
        break;
    }
}

// ---- writing

static bool write_state(const struct window_state *state, const char *path, struct error *error)
{
    struct output_file file;
    if (!user_folder_make(path, error) || !output_file_open(&file, path, error))
        return false;
    char *text = window_state_print(state);
    fprintf(file.stream, "%s\n", text);
    free(text);
    return output_file_close(&file, error);
}

void restore_write(const struct workbench *workbench, int width, int height)
{
    static struct window_state state;
    char path[PATH_SIZE];
    struct error error = { "neither XDG_STATE_HOME nor HOME names a folder" };
    window_state_take(&state, workbench, width, height);
    if (!find_path(path) || !write_state(&state, path, &error))
        log_note("the window cannot be brought back by --restore: %s", error.text);
}
