#include "app/window/state/workbench.h"

#include "app/lab/edit/edit.h"
#include "effects/hook/shader_folder.h"
#include "render/file/file_path.h"
#include "render/text/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct history_state requested_state(const struct workbench *workbench)
{
    struct history_state state = {
        .chain = workbench->chain,
        .scene = workbench->scene,
        .preset = workbench->preset,
        .has_other = workbench->has_other,
        .side = workbench->side,
    };
    if (state.has_other)
        state.other = workbench->other;
    memcpy(state.files, workbench->files, sizeof(state.files));
    return state;
}

void workbench_init(struct workbench *workbench, const struct chain *chain,
                    const struct scene_choice *scene, int preset)
{
    *workbench = (struct workbench){
        .chain = *chain,
        .scene = *scene,
        .first = *chain,
        .preset = preset,
        .sheets = 1,
        .letters = 100,
    };
    look_init(&workbench->look);
    const struct history_state state = requested_state(workbench);
    history_init(&workbench->history, &state);
    edit_find_line(&workbench->chain, "sigma", &workbench->step, &workbench->param);
}

// A name that is too long is not kept: the chain is then saved as one of its own.
void workbench_take(struct workbench *workbench, const struct chain *chain, int preset,
                    const char *file)
{
    char *name = workbench->files[0];
    workbench->chain = *chain;
    workbench->preset = preset;
    workbench->step = workbench->param = 0;
    if (!file || strlen(file) >= WORKBENCH_PATH_SIZE)
        name[0] = '\0';
    else if (file != name)
        snprintf(name, WORKBENCH_PATH_SIZE, "%s", file);
}

void workbench_request(struct workbench *workbench, enum workbench_request request)
{
    workbench->requests |= 1u << request;
}

bool workbench_shows_page(const struct workbench *workbench, enum workbench_page page)
{
    const bool has_two = workbench->sheets > 1 && workbench->has_two_sheets;
    return workbench->page == page && workbench->sheets > 0 && (workbench->on_page || has_two);
}

// The sides have a page only if their text has no room below a sheet.
const char *workbench_page_name(const struct workbench *workbench, enum workbench_page page)
{
    static const char *const names[PAGES] = { "Times", "Light", "Spread", "Sides" };
    return page == PAGE_SIDES && !workbench->has_sides_page ? NULL : names[page];
}

void workbench_toggle_sheet(struct workbench *workbench, enum workbench_sheet sheet)
{
    workbench->sheet = workbench->sheet == sheet ? SHEET_NONE : sheet;
    if (workbench->sheet == SHEET_ADD)
        shader_folder_scan();
}

bool workbench_take_request(struct workbench *workbench, enum workbench_request request)
{
    const bool was_requested = workbench->requests >> request & 1;
    workbench->requests &= ~(1u << request);
    return was_requested;
}

// ---- words

void workbench_say(struct workbench *workbench, const char *format, ...)
{
    char words[MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof(words), format, arguments);
    va_end(arguments);
    message_say(&workbench->message, words);
}

bool workbench_has_steps(struct workbench *workbench)
{
    if (workbench->chain.count == 0)
        workbench_say(workbench, "the chain has no steps; Insert adds one, [ and ] take a preset");
    return workbench->chain.count > 0;
}

void workbench_complain(struct workbench *workbench, const struct error *error)
{
    workbench_complain_at(workbench, error, &(struct chain_place){ 0 });
}

void workbench_complain_at(struct workbench *workbench, const struct error *error,
                           const struct chain_place *place)
{
    message_complain_at(&workbench->message, error->text, place);
    complain(EXIT_USAGE, error);
}

void workbench_say_written(struct workbench *workbench, const char *path, const char *what)
{
    char folder[MESSAGE_SIZE - 128];
    const bool needs_folder = path[0] != '/' && getcwd(folder, sizeof(folder)) != NULL;
    workbench_say(workbench, "wrote %s%s%s%s", needs_folder ? folder : "", needs_folder ? "/" : "",
                  path, what);
    puts(path);
    fflush(stdout);
}

// ---- states

bool workbench_has_changed(const struct workbench *workbench)
{
    const struct history_state state = requested_state(workbench);
    return !history_state_equal(&state, history_current(&workbench->history));
}

// Files may be other ones though the chain is the same.
void workbench_remember(struct workbench *workbench, bool goes_on)
{
    const struct history_state state = requested_state(workbench);
    const bool has_changed = workbench_has_changed(workbench);
    if (has_changed) {
        workbench->refused = 0;
        workbench->leaving = false;
    }
    if (goes_on || !has_changed)
        history_replace(&workbench->history, &state);
    else
        history_push(&workbench->history, &state);
}

// Returns the index of the selected step in another state of the chain: the nearest equal step,
// else the nearest of the same effect, else the one before it. A step that was selected when it was
// removed is selected again when it comes back.
static int find_selected(const struct workbench *workbench, const struct chain *chain)
{
    const struct chain *before = &workbench->chain;
    const int selected = workbench->step;
    int best = selected - 1, least = 4 * CHAIN_MAX_STEPS;
    if (chain->count == before->count + 1) {
        int returned = 0; // the first difference of the two chains
        while (returned < before->count &&
               chain_step_equal(&before->steps[returned], &chain->steps[returned]))
            returned++;
        if (returned == selected || (returned == selected + 1 && returned == chain->count - 1))
            return returned;
    }
    for (int i = 0; i < chain->count && selected < before->count; i++) {
        const bool is_same = chain_step_equal(&chain->steps[i], &before->steps[selected]);
        const int far = abs(i - selected) + (is_same ? 0 : CHAIN_MAX_STEPS);
        if (effect_is_same(chain->steps[i].effect, before->steps[selected].effect) && far < least) {
            best = i;
            least = far;
        }
    }
    best = best < chain->count ? best : chain->count - 1;
    return best > 0 ? best : 0;
}

void workbench_set(struct workbench *workbench, const struct history_state *state)
{
    const struct chain *chain = &state->chain;
    const int step = find_selected(workbench, chain);
    const bool is_effect =
        step < chain->count && workbench->step < workbench->chain.count &&
        effect_is_same(chain->steps[step].effect, workbench->chain.steps[workbench->step].effect);
    workbench->param = is_effect ? workbench->param : 0;
    workbench->step = step;
    workbench->chain = *chain;
    workbench->scene = state->scene;
    workbench->preset = state->preset;
    workbench->has_other = state->has_other;
    workbench->side = state->side;
    if (state->has_other)
        workbench->other = state->other;
    else
        workbench->look.way = PRESENT_ONE;
    memcpy(workbench->files, state->files, sizeof(workbench->files));
}

// The preset becomes the one of the state that has this chain and scene.
void workbench_take_back(struct workbench *workbench, const struct chain *chain,
                         const struct scene_choice *scene)
{
    struct history_state runs = requested_state(workbench);
    runs.chain = *chain;
    runs.scene = *scene;
    history_return(&workbench->history, &runs);
    workbench_set(workbench, history_current(&workbench->history));
    workbench->refused = workbench->walked;
}

void workbench_lose_scene(struct workbench *workbench, const struct scene_choice *runs)
{
    const struct scene_choice lost = workbench->scene;
    history_replace_scene(&workbench->history, &lost, runs);
    workbench->scene = *runs;
}

static bool is_kept(const struct workbench *workbench, const struct chain *chain)
{
    const struct history_state *first = history_first(&workbench->history);
    return chain_equal(chain, &first->chain) ||
           (first->has_other && chain_equal(chain, &first->other)) ||
           (workbench->has_saved && chain_equal(chain, &workbench->saved));
}

bool workbench_has_unsaved(struct workbench *workbench)
{
    bool is_file, changed;
    if (workbench->has_other && !is_kept(workbench, &workbench->other) &&
        !chain_equal(&workbench->other, &workbench->chain))
        return true;
    if (is_kept(workbench, &workbench->chain) || preset_of(&workbench->chain) >= 0)
        return false;
    return !workbench_origin(workbench, &is_file, &changed) || changed;
}

bool workbench_shows_both(const struct workbench *workbench)
{
    return workbench->has_other && (workbench->look.way != PRESENT_ONE || workbench->flips);
}

static void swap_files(struct workbench *workbench)
{
    char name[WORKBENCH_PATH_SIZE];
    memcpy(name, workbench->files[0], sizeof(name));
    memcpy(workbench->files[0], workbench->files[1], sizeof(name));
    memcpy(workbench->files[1], name, sizeof(name));
}

void workbench_add_side(struct workbench *workbench, const struct chain *chain)
{
    workbench->other = workbench->chain;
    workbench->has_other = true;
    workbench->first = *chain;
    swap_files(workbench);
    workbench_take(workbench, chain, -1, NULL);
    const struct history_state state = requested_state(workbench);
    history_init(&workbench->history, &state);
    edit_find_line(&workbench->chain, "sigma", &workbench->step, &workbench->param);
}

void workbench_turn(struct workbench *workbench)
{
    const struct chain chain = workbench->chain;
    workbench->chain = workbench->other;
    workbench->other = chain;
    swap_files(workbench);
    workbench->side = 1 - workbench->side;
    workbench->preset = -1;
    if (workbench->step >= workbench->chain.count)
        workbench->step = workbench->param = 0;
}

const char *workbench_side(struct workbench *workbench, int side)
{
    struct side_names *names = &workbench->names;
    const struct chain *a = workbench->side ? &workbench->other : &workbench->chain;
    const struct chain *b = workbench->side ? &workbench->chain : &workbench->other;
    if (!names->names[0][0] || !chain_equal(a, &names->chains[0]) ||
        !chain_equal(b, &names->chains[1]))
        side_names_make(names, a, b);
    return names->names[side];
}

const char *workbench_origin(struct workbench *workbench, bool *is_file, bool *changed)
{
    char text[sizeof(workbench->origin)];
    struct error error;
    const char *path = workbench->files[0];
    *is_file = path[0];
    if (!*is_file && workbench->preset < 0)
        return NULL;
    const char *preset = *is_file ? NULL : preset_name(workbench->preset);
    snprintf(text, sizeof(text), "%s%s", preset ? "" : "@", preset ? preset : path);
    if (strcmp(workbench->origin, text) != 0) {
        memcpy(workbench->origin, text, sizeof(text));
        workbench->origin_holds_chain =
            preset_read_chain(&workbench->origin_chain, text, NULL, NULL, &error);
    }
    *changed =
        !workbench->origin_holds_chain || !chain_equal(&workbench->chain, &workbench->origin_chain);
    return preset ? preset : file_path_name(path);
}
