#define LOG_MODULE "restore"
#include "app/text/shell.h"
#include "app/window/loop/viewer.h"
#include "render/file/file_path.h"
#include "render/file/output_file.h"
#include "render/file/text_file.h"
#include "render/file/user_folder.h"
#include "render/text/log.h"
#include "render/text/memory.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 1024, MAX_BYTES = 8 * CHAIN_TEXT_SIZE, MAX_WORDS = 256 };

static const char file_name[] = "window";

// ---- as text

// `from` is where in the value of the row its path begins.
static void make_absolute(const struct param *row, void *values, const char *from)
{
    char folder[PARAM_TEXT_SIZE], *value = param_field(row, values);
    const size_t before = (size_t) (from - value);
    char *text = value + before;
    if (!text[0] || text[0] == '/' || !getcwd(folder, sizeof(folder)) || strchr(folder, '"'))
        return;
    char *path = file_path_join(folder, text);
    if (before + strlen(path) < PARAM_TEXT_SIZE)
        memcpy(text, path, strlen(path) + 1);
    free(path);
}

// Texts of a scene are files, those of effects may be.
static void make_files_absolute(struct scene_choice *scene, struct chain *chains, int count)
{
    param_for_each(row, scene->scene->params)
        if (row->type == PARAM_TYPE_TEXT)
            make_absolute(row, scene->params, param_const_field(row, scene->params));
    for (int i = 0; i < count; i++)
        for (int k = 0; k < chains[i].count; k++) {
            struct chain_step *step = &chains[i].steps[k];
            param_for_each(row, step->effect->params)
                if (effect_path(row, step->params))
                    make_absolute(row, step->params, effect_path(row, step->params));
        }
}

int restore_print_command(const struct ui_state *ui, int frame, bool is_absolute,
                          const struct options *options, const struct command_line *command,
                          char *out, size_t size)
{
    const int count = ui->has_other ? 2 : 1, edited = ui->has_other ? ui->side : 0;
    struct chain chains[2];
    char texts[2][CHAIN_TEXT_SIZE];
    struct options now = *options;
    chains[edited] = ui->chain;
    chains[1 - edited] = ui->other;
    now.draw.chain_count = count;
    now.draw.scene = ui->scene;
    now.draw.time = ui->scene.scene->animated ? ui->time : 0;
    now.draw.frame = 0;
    if (is_absolute)
        make_files_absolute(&now.draw.scene, chains, count);
    for (int i = 0; i < count; i++) {
        if (chain_is_animated(&chains[i]))
            now.draw.frame = frame;
        chain_print_in(&chains[i], is_absolute ? "/" : NULL, texts[i], CHAIN_TEXT_SIZE);
        now.draw.chain_texts[i] = texts[i];
    }
    return command->print(&now, out, size);
}

void restore_print(const struct ui_state *ui, int frame, const int window_size[2],
                   const struct options *options, const struct command_line *command, FILE *out)
{
    char *text = memory_new(MAX_BYTES, 1);
    restore_print_command(ui, frame, true, options, command, text, MAX_BYTES);
    fprintf(out, "%s\nwindow %dx%d\n", text, window_size[0], window_size[1]);
    free(text);
}

// ---- reading

bool restore_parse(struct restore *restore, const char *text, const struct command_line *command,
                   struct error *error)
{
    const char *words[MAX_WORDS];
    char end = '\0';
    const size_t length = strcspn(text, "\n");
    char *first = memory_copy(text);
    first[length] = '\0';
    free(restore->words);
    restore->words = memory_copy(first);
    const int count = shell_split(first, restore->words, words, MAX_WORDS);
    int *size = restore->window_size;
    const bool is_state =
        count > 0 && strcmp(words[0], "halation") == 0 && text[length] &&
        sscanf(text + length + 1, "window %6dx%6d%c", &size[0], &size[1], &end) == 3 &&
        end == '\n' && size[0] > 0 && size[1] > 0;
    free(first);
    if (is_state && !command->parse(&restore->options, count, (char **) words, error))
        return false;
    return (is_state && restore->options.mode == MODE_WINDOW &&
            restore->options.draw.chain_given) ||
           error_set(error, "it is no state of a window");
}

// ---- the file

static bool find_path(const char *name, char path[static PATH_SIZE])
{
    return user_folder_path(USER_FOLDER_STATE, name, path, PATH_SIZE);
}

void restore_read(struct restore *restore, struct options *options,
                  const struct command_line *command)
{
    char path[PATH_SIZE];
    const struct draw_options *from = &restore->options.draw;
    struct draw_options *draw = &options->draw;
    *restore = (struct restore){ 0 };
    if (!options->window.restore)
        return;
    restore->found = RESTORE_NONE;
    if (!find_path(file_name, path) || access(path, F_OK) != 0)
        return;
    char *text = text_file_read(path, "state of a window", MAX_BYTES, &restore->error);
    const bool good = text && (restore_parse(restore, text, command, &restore->error) ||
                               error_prefix(&restore->error, "%s: ", path));
    free(text);
    restore->found = good ? RESTORE_READ : RESTORE_BROKEN;
    if (!good)
        return;
    if (!draw->chain_given) {
        draw->chain = from->chain;
        draw->chain_name = from->chain_name;
        draw->chain_count = from->chain_count;
        memcpy(draw->chain_texts, from->chain_texts, sizeof(draw->chain_texts));
    }
    if (!draw->scene_given)
        draw->scene = from->scene;
    if (!draw->time_given)
        draw->time = from->time;
    if (draw->frame == 0)
        draw->frame = from->frame;
    if (!draw->size_given && draw->width == 0) {
        draw->width = from->width;
        draw->height = from->height;
    }
}

void restore_show_message(const struct restore *restore, struct ui_state *ui)
{
    struct error error = restore->error;
    switch (restore->found) {
    case RESTORE_NOT_REQUESTED:
        break;
    case RESTORE_NONE:
        ui_message(ui, "there is no earlier window to restore");
        log_note("--restore: there is no earlier window to restore");
        break;
    case RESTORE_BROKEN:
        error_prefix(&error, "--restore ignores the saved state: ");
        ui_error(ui, &error);
        break;
    case RESTORE_READ:
        ui_message(ui, "restored the window that was closed last");
        break;
    }
}

void restore_write(const struct ui_state *ui, int frame, const int window_size[2],
                   const struct options *options, const struct command_line *command)
{
    struct output_file file;
    char path[PATH_SIZE];
    struct error error = { "neither XDG_STATE_HOME nor HOME names a folder" };
    if (find_path(file_name, path) && user_folder_make(path, &error) &&
        output_file_open(&file, path, &error)) {
        restore_print(ui, frame, window_size, options, command, file.stream);
        if (output_file_close(&file, &error))
            return;
    }
    log_note("the state of the window cannot be saved for --restore: %s", error.text);
}

// ---- the first help

static const char welcomed_name[] = "welcomed";

bool restore_shows_welcome(void)
{
    char path[PATH_SIZE];
    return !find_path(welcomed_name, path) || access(path, F_OK) != 0;
}

void restore_store_welcome(void)
{
    struct output_file file;
    char path[PATH_SIZE];
    struct error error = { "neither XDG_STATE_HOME nor HOME names a folder" };
    if (!find_path(welcomed_name, path) || !user_folder_make(path, &error) ||
        !output_file_open(&file, path, &error) || !output_file_close(&file, &error))
        log_debug("the first help will come again: %s", error.text);
}
