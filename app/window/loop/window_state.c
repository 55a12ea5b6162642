#define LOG_MODULE "state"
#include "app/window/loop/window_state.h"

#include "app/lab/edit/edit.h"
#include "app/lab/edit/preset.h"
#include "app/window/controls/controls.h"
#include "effects/palette/palette.h"
#include "render/file/file_path.h"
#include "render/text/log.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char kind[] = "window of halation";
static const double most_time = 1e6; // as of --time

static const char *const switches[] = { "off", "on", NULL };
static const char *const side_names[] = { "A", "B", NULL };
static const char *const ways[] = { "one", "split", "sides", "difference", NULL };
static const char *const pages[] = { "times", "light", "spread", "sides", NULL };
_Static_assert(sizeof(pages) / sizeof(pages[0]) == PAGES + 1, "each page has a name");

enum { MOST_PIXELS = 8192, MOST_PLACE = 1 << 20 };

#define ROW(TYPE, FIELD, ...) PARAM_##TYPE(struct window_look, FIELD, __VA_ARGS__)

// clang-format off
static const struct param rows[] = {
    ROW(INT, width, .def = 1280, .min = 1, .max = MOST_PIXELS),
    ROW(INT, height, .def = 720, .min = 1, .max = MOST_PIXELS),
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
    ROW(CHOICE, panel, .def = 1, .choices = switches),
    ROW(CHOICE, page, .choices = pages),
    ROW(CHOICE, on_page, .choices = switches),
    ROW(INT, letters, .def = 100, .min = CONTROLS_LEAST_LETTERS, .max = CONTROLS_MOST_LETTERS),
    ROW(INT, step, .max = CHAIN_MAX_STEPS),
    ROW(INT, param, .max = 1000),
    ROW(CHOICE, viewing, .choices = switches),
    { 0 },
};
// clang-format on

// ---- from and to a workbench

static void make_absolute(const struct param *row, void *values)
{
    char folder[PARAM_TEXT_SIZE], *text = param_field(row, values);
    if (!text[0] || text[0] == '/' || !getcwd(folder, sizeof(folder)) || strchr(folder, '"'))
        return;
    char *path = file_path_join(folder, text);
    if (strlen(path) < PARAM_TEXT_SIZE)
        memcpy(text, path, strlen(path) + 1);
    free(path);
}

// Texts of a scene are files, those of effects palettes.
static void make_files_absolute(struct window_state *state)
{
    for (const struct param *row = state->scene.scene->params; row && row->key; row++)
        if (row->type == PARAM_TYPE_TEXT)
            make_absolute(row, state->scene.params);
    struct chain *chains[] = { &state->chain, state->has_other ? &state->other : &state->chain };
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < chains[i]->count; k++) {
            struct chain_step *step = &chains[i]->steps[k];
            for (const struct param *row = step->effect->params; row && row->key; row++)
                if (row->type == PARAM_TYPE_TEXT &&
                    palette_is_file(param_const_field(row, step->params)))
                    make_absolute(row, step->params);
        }
}

void window_state_take(struct window_state *state, const struct workbench *workbench, int width,
                       int height)
{
    const struct look *look = &workbench->look;
    *state = (struct window_state){
        .chain = workbench->chain,
        .has_other = workbench->has_other,
        .scene = workbench->scene,
        .time = workbench->time,
        .preset = workbench->preset,
        .look = { width, height, workbench->side, (int) look->way, look->zoom, look->x, look->y,
                  look->divider, look->gain, look->stops, look->loupe, workbench->paused,
                  workbench->panel_shown, (int) workbench->page, workbench->on_page,
                  workbench->letters, workbench->step, workbench->param, workbench->viewing_step },
    };
    if (state->has_other)
        state->other = workbench->other;
    make_files_absolute(state);
}

static void give_look(const struct window_look *from, struct workbench *workbench)
{
    struct look *look = &workbench->look;
    const enum present_way way = (enum present_way) from->way;
    look->way = workbench->has_other ? way : PRESENT_ONE;
    look->zoom = from->zoom;
    look->x = from->x;
    look->y = from->y;
    look->divider = from->divider;
    look->gain = from->gain;
    look->stops = from->stops;
    look->loupe = from->loupe;
    workbench->paused = from->paused;
    workbench->panel_shown = from->panel;
    workbench->page = (enum workbench_page) from->page;
    workbench->on_page = from->on_page;
    workbench->letters = from->letters;
}

static void give_chains(const struct window_state *state, struct workbench *workbench)
{
    const struct window_look *look = &state->look;
    const struct history_state first = {
        .chain = state->chain,
        .scene = workbench->scene,
        .preset = state->preset,
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
    if (chains)
        give_chains(state, workbench);
    give_look(&state->look, workbench);
}

// ---- as text

static json_t *print_look(const struct window_look *look)
{
    char text[PARAM_PRINTED_SIZE];
    json_t *json = json_object();
    for (const struct param *row = rows; row->key; row++) {
        param_print(row, look, text, sizeof(text));
        json_object_set_new(json, row->key, json_string(text));
    }
    return json;
}

static void put_chain(json_t *json, const char *key, const struct chain *chain)
{
    char text[CHAIN_TEXT_SIZE];
    chain_print(chain, text, sizeof(text));
    json_object_set_new(json, key, json_string(text));
}

char *window_state_print(const struct window_state *state)
{
    char text[CHAIN_TEXT_SIZE];
    json_t *json = json_object();
    json_object_set_new(json, "kind", json_string(kind));
    json_object_set_new(json, "version", json_integer(WINDOW_STATE_VERSION));
    put_chain(json, "chain", &state->chain);
    if (state->has_other)
        put_chain(json, "other", &state->other);
    if (state->preset >= 0)
        json_object_set_new(json, "preset", json_string(preset_name(state->preset)));
    scene_print(&state->scene, text, sizeof(text));
    json_object_set_new(json, "scene", json_string(text));
    json_object_set_new(json, "time", json_real(state->time));
    json_object_set_new(json, "look", print_look(&state->look));
    char *printed = json_dumps(json, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
    json_decref(json);
    if (!printed)
        log_fatal("no memory for the state of the window");
    return printed;
}

// ---- reading

static bool read_look(struct window_look *look, const json_t *json, struct error *error)
{
    param_set_defaults(rows, look);
    for (const struct param *row = rows; row->key; row++) {
        const char *text = json_string_value(json_object_get(json, row->key));
        if (text && !param_parse(row, look, text, strlen(text), error))
            return error_prefix(error, "its %s: ", row->key);
    }
    return true;
}

static bool read_subject(struct window_state *state, const char *chain, const char *other,
                         const char *scene, struct error *error)
{
    state->has_other = other;
    return (chain_parse(&state->chain, chain, NULL, error) || error_prefix(error, "its chain: ")) &&
           (!other || chain_parse(&state->other, other, NULL, error) ||
            error_prefix(error, "its other chain: ")) &&
           (scene_parse(&state->scene, scene, error) || error_prefix(error, "its scene: "));
}

static bool read_members(struct window_state *state, json_t *json, struct error *error)
{
    const char *is, *chain, *scene, *other = NULL, *preset = NULL;
    json_t *look;
    int version = 0;
    if (json_unpack(json, "{s:s, s:i}", "kind", &is, "version", &version) != 0 ||
        strcmp(is, kind) != 0)
        return error_set(error, "it is no state of a window");
    if (version != WINDOW_STATE_VERSION)
        return error_set(error, "it is of version %d, and this program reads version %d", version,
                         WINDOW_STATE_VERSION);
    if (json_unpack(json, "{s:s, s?s, s?s, s:s, s:F, s:o}", "chain", &chain, "other", &other,
                    "preset", &preset, "scene", &scene, "time", &state->time, "look", &look) != 0 ||
        !json_is_object(look))
        return error_set(error, "it needs chain, scene, time and look");
    if (!(state->time >= 0 && state->time <= most_time))
        return error_set(error, "its time must be from 0 to %g seconds", most_time);
    state->preset = preset ? preset_find(preset) : -1;
    return read_subject(state, chain, other, scene, error) && read_look(&state->look, look, error);
}

bool window_state_parse(struct window_state *state, const char *text, struct error *error)
{
    json_error_t why;
    struct window_state read = { 0 };
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &why);
    if (!json)
        return error_set(error, "line %d: %s", why.line, why.text);
    const bool good = read_members(&read, json, error);
    json_decref(json);
    if (good)
        *state = read;
    return good;
}
