#define LOG_MODULE "restore"
#include "app/window/loop/restore.h"

#include "app/lab/edit/edit.h"
#include "app/lab/text/shell.h"
#include "app/window/controls/controls.h"
#include "render/file/file_path.h"
#include "render/file/output_file.h"
#include "render/file/text_file.h"
#include "render/file/user_folder.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/step_text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 1024, MOST_BYTES = 256 * 1024, MOST_WORDS = 256, MOST_PLACE = 1 << 20 };

static const char *const switches[] = { "off", "on", NULL };
static const char *const side_names[] = { "A", "B", NULL };
static const char *const ways[] = { "one", "split", "sides", "difference", NULL };
static const char *const pages[] = { "times", "light", "spread", "sides", NULL };
_Static_assert(sizeof(pages) / sizeof(pages[0]) == PAGES + 1, "each page has a name");

#define ROW(TYPE, FIELD, ...) PARAM_##TYPE(struct window_look, FIELD, __VA_ARGS__)

// clang-format off
static const struct param rows[] = {
    ROW(TEXT, preset, .def_text = ""),
    ROW(CHOICE, side, .choices = side_names),
    ROW(CHOICE, way, .choices = ways),
    ROW(FLOAT, zoom, .max = LOOK_MOST_ZOOM),
    ROW(FLOAT, x, .min = -MOST_PLACE, .max = MOST_PLACE),
    ROW(FLOAT, y, .min = -MOST_PLACE, .max = MOST_PLACE),
    ROW(FLOAT, divider, .def = 0.5f, .max = 1),
    ROW(FLOAT, gain, .def = 4, .min = 1, .max = 256),
    ROW(INT, stops, .min = -10, .max = 10),
    ROW(CHOICE, loupe, .choices = switches),
    ROW(CHOICE, paused, .choices = switches),
    ROW(INT, window_width, .max = MOST_PLACE),
    ROW(INT, window_height, .max = MOST_PLACE),
    ROW(CHOICE, follows, .choices = switches),
    ROW(INT, sheets, .def = 1, .max = 2),
    ROW(CHOICE, page, .choices = pages),
    ROW(CHOICE, on_page, .choices = switches),
    ROW(INT, letters, .def = 100, .min = CONTROLS_LEAST_LETTERS, .max = CONTROLS_MOST_LETTERS),
    ROW(INT, step, .max = CHAIN_MAX_STEPS),
    ROW(INT, param, .max = 1000),
    ROW(CHOICE, viewing, .choices = switches),
    { 0 },
};
// clang-format on

static const char step_name[] = "window"; // and that of the file

// ---- from and to a workbench

void window_state_take(struct window_state *state, const struct workbench *workbench, int frame)
{
    const struct look *look = &workbench->look;
    *state = (struct window_state){
        .chain = workbench->chain,
        .has_other = workbench->has_other,
        .scene = workbench->scene,
        .time = workbench->scene.scene->animated ? workbench->time : 0,
        .look = { .side = workbench->side,
                  .way = (int) look->way,
                  .zoom = look->zoom,
                  .x = look->x,
                  .y = look->y,
                  .divider = look->divider,
                  .gain = look->gain,
                  .stops = look->stops,
                  .loupe = look->loupe,
                  .paused = workbench->paused,
                  .sheets = workbench->sheets,
                  .page = (int) workbench->page,
                  .on_page = workbench->on_page,
                  .letters = workbench->letters,
                  .step = workbench->step,
                  .param = workbench->param,
                  .viewing = workbench->viewing_step },
    };
    if (state->has_other)
        state->other = workbench->other;
    if (chain_is_animated(&state->chain) || (state->has_other && chain_is_animated(&state->other)))
        state->frame = frame;
    if (workbench->preset >= 0)
        snprintf(state->look.preset, PARAM_TEXT_SIZE, "%s", preset_name(workbench->preset));
}

static void give_chains(const struct window_state *state, struct workbench *workbench)
{
    const struct window_look *look = &state->look;
    const struct history_state first = {
        .chain = state->chain,
        .scene = workbench->scene,
        .preset = preset_find(look->preset),
        .has_other = state->has_other,
        .other = state->other,
        .side = state->has_other ? look->side : 0,
    };
    workbench->first = state->chain;
    workbench_set(workbench, &first);
    history_init(&workbench->history, &first);
    if (look->step >= state->chain.count)
        return;
    workbench->step = look->step;
    workbench->param =
        look->param < edit_line_count(&workbench->chain, look->step) ? look->param : 0;
    workbench->viewing_step = look->viewing;
}

void window_state_give(const struct window_state *state, struct workbench *workbench, bool chains)
{
    const struct window_look *from = &state->look;
    if (chains)
        give_chains(state, workbench);
    const enum present_way way = workbench->has_other ? (enum present_way) from->way : PRESENT_ONE;
    workbench->look = (struct look){ way,         from->zoom,    from->x,
                                     from->y,     from->divider, from->gain,
                                     from->stops, from->loupe,   workbench->look.copied };
    workbench->paused = from->paused;
    workbench->sheets = from->sheets;
    workbench->page = (enum workbench_page) from->page;
    workbench->on_page = from->on_page;
    workbench->letters = from->letters;
}

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
static void make_files_absolute(struct window_state *state)
{
    for (const struct param *row = state->scene.scene->params; row && row->key; row++)
        if (row->type == PARAM_TYPE_TEXT)
            make_absolute(row, state->scene.params, param_const_field(row, state->scene.params));
    struct chain *chains[] = { &state->chain, state->has_other ? &state->other : &state->chain };
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < chains[i]->count; k++) {
            struct chain_step *step = &chains[i]->steps[k];
            for (const struct param *row = step->effect->params; row && row->key; row++)
                if (effect_path(row, step->params))
                    make_absolute(row, step->params, effect_path(row, step->params));
        }
}

int window_state_command(const struct window_state *state, const char *folder,
                         const struct options *options, const struct command_line *command,
                         char *out, size_t size)
{
    char texts[2][CHAIN_TEXT_SIZE];
    struct options now = *options;
    const bool is_b = state->has_other && state->look.side == 1;
    chain_print_in(is_b ? &state->other : &state->chain, folder, texts[0], CHAIN_TEXT_SIZE);
    if (state->has_other)
        chain_print_in(is_b ? &state->chain : &state->other, folder, texts[1], CHAIN_TEXT_SIZE);
    now.draw.chain_count = state->has_other ? 2 : 1;
    for (int i = 0; i < now.draw.chain_count; i++)
        now.draw.chain_texts[i] = texts[i];
    now.draw.scene = state->scene;
    now.draw.width = state->look.width;
    now.draw.height = state->look.height;
    now.draw.time = state->time;
    now.draw.frame = state->frame;
    return command->print(&now, out, size);
}

void window_state_print(const struct window_state *state, const struct options *options,
                        const struct command_line *command, FILE *out)
{
    enum { TEXT_SIZE = 8 * CHAIN_TEXT_SIZE };
    struct window_state whole = *state;
    char *text = memory_new(TEXT_SIZE, 1);
    struct step_writer writer = { .out = text, .size = TEXT_SIZE };
    make_files_absolute(&whole);
    window_state_command(&whole, "/", options, command, text, TEXT_SIZE);
    fprintf(out, "%s\n", text);
    step_write(&writer, step_name);
    step_write_options(&writer, rows, &state->look);
    fprintf(out, "%s\n", text);
    free(text);
}

// ---- reading

static bool no_state(struct error *error)
{
    return error_set(error, "it is no state of a window");
}

static const struct param *look_row(void *of, int i, void **values)
{
    *values = of;
    return rows[i].key ? &rows[i] : NULL;
}

static bool read_look(struct window_look *look, const char *line, struct error *error)
{
    struct step_text reader = { .text = line };
    struct step_target target = { .name = step_name, .row = look_row, .of = look };
    struct step_token token;
    param_set_defaults(rows, look);
    if (!step_text_next(&reader, &token, error) || token.kind != STEP_NAME ||
        token.word.length != strlen(step_name) ||
        memcmp(token.word.text, step_name, token.word.length) != 0)
        return no_state(error);
    while (step_text_next(&reader, &token, error)) {
        if (token.kind == STEP_END)
            return true;
        if (token.kind == STEP_NAME)
            return no_state(error);
        if (!step_text_set(&reader, &target, &token, error))
            return false;
    }
    return false;
}

// The command line is read as any other, so with the same limits. Two chains are A and B.
static bool read_command(struct window_state *state, const struct options *options,
                         struct error *error)
{
    const struct draw_options *draw = &options->draw;
    struct chain first = draw->chain;
    if (options->mode != MODE_WINDOW || !draw->chain_given)
        return no_state(error);
    state->has_other = draw->chain_count == 2;
    if (state->has_other && !preset_read_chain(&first, draw->chain_texts[0], NULL, NULL, error))
        return false;
    const bool is_b = state->has_other && state->look.side == 1;
    state->chain = is_b ? draw->chain : first;
    if (state->has_other)
        state->other = is_b ? first : draw->chain;
    state->scene = draw->scene;
    state->time = draw->time;
    state->frame = draw->frame;
    state->look.width = draw->width;
    state->look.height = draw->height;
    return true;
}

bool window_state_parse(struct window_state *state, const char *text,
                        const struct command_line *command, struct error *error)
{
    const char *words[MOST_WORDS];
    struct options options;
    struct window_state read = { 0 };
    const size_t length = strcspn(text, "\n");
    if (!text[length])
        return no_state(error);
    char *first = memory_copy(text), *copy = memory_copy(text);
    first[length] = '\0';
    const int count = shell_split(first, copy, words, MOST_WORDS);
    const bool good = count > 0 && strcmp(words[0], "halation") == 0
                          ? read_look(&read.look, text + length + 1, error) &&
                                command->parse(&options, count, (char **) words, error) &&
                                read_command(&read, &options, error)
                          : no_state(error);
    free(first);
    free(copy);
    if (good)
        *state = read;
    return good;
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
    const struct window_state *state = &restore->state;
    struct draw_options *draw = &options->draw;
    *restore = (struct restore){ 0 };
    if (!options->window.restore)
        return;
    restore->found = RESTORE_NONE;
    if (!find_path(step_name, path) || access(path, F_OK) != 0)
        return;
    char *text = text_file_read(path, "state of a window", MOST_BYTES, &restore->error);
    const bool good =
        text && (window_state_parse(&restore->state, text, command, &restore->error) ||
                 error_prefix(&restore->error, "%s: ", path));
    free(text);
    restore->found = good ? RESTORE_READ : RESTORE_BROKEN;
    if (!good)
        return;
    if (!draw->chain_given) {
        draw->chain = state->chain;
        draw->chain_name = NULL;
    }
    if (!draw->scene_given)
        draw->scene = state->scene;
    if (!draw->time_given)
        draw->time = state->time;
    if (draw->frame == 0)
        draw->frame = state->frame;
    if (!draw->size_given && draw->width == 0) {
        draw->width = state->look.width;
        draw->height = state->look.height;
    }
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

void restore_write(const struct window_state *state, const struct options *options,
                   const struct command_line *command)
{
    struct output_file file;
    char path[PATH_SIZE];
    struct error error = { "neither XDG_STATE_HOME nor HOME names a folder" };
    if (find_path(step_name, path) && user_folder_make(path, &error) &&
        output_file_open(&file, path, &error)) {
        window_state_print(state, options, command, file.stream);
        if (output_file_close(&file, &error))
            return;
    }
    log_note("the window cannot be brought back by --restore: %s", error.text);
}

// ---- the first help

static const char welcomed_name[] = "welcomed";

bool restore_shows_welcome(void)
{
    char path[PATH_SIZE];
    return !find_path(welcomed_name, path) || access(path, F_OK) != 0;
}

void restore_note_welcome(void)
{
    struct output_file file;
    char path[PATH_SIZE];
    struct error error = { "neither XDG_STATE_HOME nor HOME names a folder" };
    if (!find_path(welcomed_name, path) || !user_folder_make(path, &error) ||
        !output_file_open(&file, path, &error) || !output_file_close(&file, &error))
        log_debug("the first help will come again: %s", error.text);
}
