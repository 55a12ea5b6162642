#include "app/window/state/ui_state.h"

#include "app/edit/edit.h"
#include "effects/hook/shader_folder.h"
#include "render/file/file_path.h"
#include "render/shader_source.h"
#include "render/text/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct history_state requested_state(const struct ui_state *ui)
{
    struct history_state state = {
        .chain = ui->chain,
        .scene = ui->scene,
        .preset = ui->preset,
        .has_other = ui->has_other,
        .side = ui->side,
    };
    if (state.has_other)
        state.other = ui->other;
    memcpy(state.files, ui->files, sizeof(state.files));
    return state;
}

void ui_init(struct ui_state *ui, const struct chain *chain, const struct scene_choice *scene,
             int preset)
{
    *ui = (struct ui_state){
        .chain = *chain,
        .scene = *scene,
        .first = *chain,
        .preset = preset,
        .panels = 1,
        .text_size = 100,
    };
    view_init(&ui->view);
    const struct history_state state = requested_state(ui);
    history_init(&ui->history, &state);
    edit_find_line(&ui->chain, "sigma", &ui->step, &ui->param);
}

// A path that is too long is not stored: the chain is then saved as a new file.
void ui_set_chain(struct ui_state *ui, const struct chain *chain, int preset, const char *file)
{
    char *name = ui->files[0];
    ui->chain = *chain;
    ui->preset = preset;
    ui->step = ui->param = 0;
    if (!file || strlen(file) >= UI_PATH_SIZE)
        name[0] = '\0';
    else if (file != name)
        snprintf(name, UI_PATH_SIZE, "%s", file);
}

void ui_request(struct ui_state *ui, enum ui_request request)
{
    ui->requests |= 1u << request;
}

bool ui_has_two_panels(const struct ui_state *ui)
{
    return ui->panels > 1 && ui->has_room_for_two;
}

bool ui_shows_page(const struct ui_state *ui, enum ui_page page)
{
    return ui->page == page && ui->panels > 0 && (ui->on_page || ui_has_two_panels(ui));
}

// The sides have a page if there are two.
const char *ui_page_name(const struct ui_state *ui, enum ui_page page)
{
    static const char *const names[PAGES] = { "Times", "Passes", "Light", "Spread", "Sides" };
    return page == PAGE_SIDES && !ui->has_other ? NULL : names[page];
}

void ui_toggle_dialog(struct ui_state *ui, enum ui_dialog dialog)
{
    ui->dialog = ui->dialog == dialog ? DIALOG_NONE : dialog;
    if (ui->dialog == DIALOG_ADD)
        shader_folder_scan();
}

bool ui_take_request(struct ui_state *ui, enum ui_request request)
{
    const bool was_requested = ui->requests >> request & 1;
    ui->requests &= ~(1u << request);
    return was_requested;
}

// ---- words

void ui_message(struct ui_state *ui, const char *format, ...)
{
    char words[MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof(words), format, arguments);
    va_end(arguments);
    message_show(&ui->message, words);
}

bool ui_has_steps(struct ui_state *ui)
{
    if (ui->chain.count == 0)
        ui_message(ui, "the chain has no steps; Insert adds one, [ and ] take a preset");
    return ui->chain.count > 0;
}

void ui_error(struct ui_state *ui, const struct error *error)
{
    ui_error_at(ui, error, &(struct chain_place){ 0 });
}

void ui_error_at(struct ui_state *ui, const struct error *error, const struct chain_place *place)
{
    message_show_error_at(&ui->message, error->text, place);
    report_error(EXIT_USAGE, error);
}

void ui_message_written(struct ui_state *ui, const char *path, const char *what)
{
    char folder[MESSAGE_SIZE - 128];
    const bool needs_folder = path[0] != '/' && getcwd(folder, sizeof(folder)) != NULL;
    ui_message(ui, "wrote %s%s%s%s", needs_folder ? folder : "", needs_folder ? "/" : "", path,
               what);
    puts(path);
    fflush(stdout);
}

// ---- states

bool ui_has_changed(const struct ui_state *ui)
{
    const struct history_state state = requested_state(ui);
    return !history_state_equal(&state, history_current(&ui->history));
}

// Files may be other ones though the chain is the same.
void ui_push_history(struct ui_state *ui, bool replaces_last)
{
    const struct history_state state = requested_state(ui);
    const bool has_changed = ui_has_changed(ui);
    if (has_changed) {
        ui->impls_refused = 0;
        ui->leaving = false;
    }
    if (replaces_last || !has_changed)
        history_replace(&ui->history, &state);
    else
        history_push(&ui->history, &state);
}

// Returns the index of the selected step in another state of the chain: the nearest equal step,
// else the nearest of the same effect, else the one at its place, or before it in a shorter chain.
// A step that was selected when it was removed is selected again when it comes back.
static int find_selected(const struct ui_state *ui, const struct chain *chain)
{
    const struct chain *before = &ui->chain;
    const int selected = ui->step;
    int best = selected - (chain->count < before->count), least = 4 * CHAIN_MAX_STEPS;
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

void ui_set_state(struct ui_state *ui, const struct history_state *state)
{
    const struct chain *chain = &state->chain;
    const int step = find_selected(ui, chain);
    const bool is_effect =
        step < chain->count && ui->step < ui->chain.count &&
        effect_is_same(chain->steps[step].effect, ui->chain.steps[ui->step].effect);
    ui->param = is_effect ? ui->param : 0;
    ui->step = step;
    ui->chain = *chain;
    ui->scene = state->scene;
    ui->preset = state->preset;
    ui->has_other = state->has_other;
    ui->side = state->side;
    if (state->has_other)
        ui->other = state->other;
    else
        ui->view.mode = PRESENT_ONE;
    memcpy(ui->files, state->files, sizeof(ui->files));
}

// The preset becomes the one of the state that has this chain and scene.
void ui_restore_running(struct ui_state *ui, const struct chain *chain,
                        const struct scene_choice *scene)
{
    struct history_state runs = requested_state(ui);
    runs.chain = *chain;
    runs.scene = *scene;
    history_return(&ui->history, &runs);
    ui_set_state(ui, history_current(&ui->history));
    ui->impls_refused = ui->impls_tried;
}

bool ui_replace_file(struct ui_state *ui, const struct effect *effect)
{
    const bool is_edited = edit_replace_file(&ui->chain, effect);
    const bool is_other = edit_replace_file(&ui->other, effect);
    ui->origins[0].text[0] = ui->origins[1].text[0] = '\0';
    return history_replace_file(&ui->history, effect) || is_edited || is_other;
}

bool ui_replace_files(struct ui_state *ui, struct error *error)
{
    const struct chain *chains[] = { &ui->chain, &ui->other };
    for (int i = 0; i <= ui->has_other; i++)
        chain_for_each(step, chains[i]) {
            const char *path = step->effect->file.path;
            const struct effect *effect = path ? effect_of_file(path, error) : NULL;
            if (effect)
                ui_replace_file(ui, effect);
            else if (path && shader_source_edited(path, true))
                return false;
            else if (path)
                ui_error(ui, error);
        }
    return true;
}

void ui_reject_scene(struct ui_state *ui, const struct scene_choice *runs)
{
    const struct scene_choice lost = ui->scene;
    history_replace_scene(&ui->history, &lost, runs);
    ui->scene = *runs;
}

// Returns true if the edited chain (0) or the other one (1) is nowhere else.
static bool is_unsaved(struct ui_state *ui, int other)
{
    const struct history_state *first = history_first(&ui->history);
    const struct chain *chain = other ? &ui->other : &ui->chain;
    bool is_file, changed;
    return !chain_equal(chain, &first->chain) &&
           !(first->has_other && chain_equal(chain, &first->other)) && preset_of(chain) < 0 &&
           (!ui_origin(ui, other, &is_file, &changed) || changed);
}

const char *ui_unsaved(struct ui_state *ui)
{
    static const char *const names[] = { "side A", "side B" };
    const bool is_other =
        ui->has_other && !chain_equal(&ui->other, &ui->chain) && is_unsaved(ui, 1);
    const bool is_edited = is_unsaved(ui, 0);
    if (is_other)
        return is_edited ? "both sides" : names[1 - ui->side];
    return !is_edited ? NULL : ui->has_other ? names[ui->side] : "the chain";
}

void ui_title(struct ui_state *ui, char *out, size_t size)
{
    bool is_file, changed = false;
    const char *origin = ui_origin(ui, 0, &is_file, &changed);
    const char *file = scene_choice_file(&ui->scene);
    snprintf(out, size, "halation: %s%s%s%s", origin ? origin : "a chain of your own",
             changed ? ", changed" : "", file[0] ? ", " : "", file_path_name(file));
}

bool ui_shows_both(const struct ui_state *ui)
{
    return ui->has_other && (ui->view.mode != PRESENT_ONE || ui->shows_other);
}

void ui_add_side(struct ui_state *ui, const struct chain *chain)
{
    ui->other = *chain;
    ui->has_other = true;
    ui->side = 1;
    const struct history_state state = requested_state(ui);
    history_init(&ui->history, &state);
}

void ui_edit_other_side(struct ui_state *ui)
{
    const struct chain chain = ui->chain;
    char file[UI_PATH_SIZE];
    ui->chain = ui->other;
    ui->other = chain;
    memcpy(file, ui->files[0], sizeof(file));
    memcpy(ui->files[0], ui->files[1], sizeof(file));
    memcpy(ui->files[1], file, sizeof(file));
    const struct ui_origin origin = ui->origins[0];
    ui->origins[0] = ui->origins[1];
    ui->origins[1] = origin;
    ui->side = 1 - ui->side;
    ui->preset = -1;
    if (ui->step >= ui->chain.count)
        ui->step = ui->param = 0;
}

const char *ui_side_name(struct ui_state *ui, int side)
{
    struct ui_side_names *names = &ui->names;
    const struct chain *a = ui->side ? &ui->other : &ui->chain;
    const struct chain *b = ui->side ? &ui->chain : &ui->other;
    if (names->names[0][0] && chain_equal(a, &names->chains[0]) &&
        chain_equal(b, &names->chains[1]))
        return names->names[side];
    names->chains[0] = *a;
    names->chains[1] = *b;
    for (int i = 0; i < 2; i++) {
        char words[CHAIN_WORDS_SIZE];
        chain_words_print(&names->chains[i], &names->chains[1 - i], words);
        snprintf(names->names[i], UI_SIDE_NAME_SIZE, "%c%s%s", 'A' + i, words[0] ? ": " : "",
                 words);
    }
    return names->names[side];
}

const char *ui_origin(struct ui_state *ui, int other, bool *is_file, bool *changed)
{
    struct ui_origin *origin = &ui->origins[other];
    char text[sizeof(origin->text)];
    struct error error;
    const char *path = ui->files[other];
    const char *preset = path[0] || other || ui->preset < 0 ? NULL : preset_name(ui->preset);
    *is_file = path[0];
    if (!*is_file && !preset)
        return NULL;
    snprintf(text, sizeof(text), "%s%s", preset ? "" : "@", preset ? preset : path);
    if (strcmp(origin->text, text) != 0) {
        memcpy(origin->text, text, sizeof(text));
        origin->is_read = preset_read_chain(&origin->chain, text, NULL, NULL, &error);
    }
    *changed = !origin->is_read || !chain_equal(other ? &ui->other : &ui->chain, &origin->chain);
    return preset ? preset : file_path_name(path);
}

void ui_set_file(struct ui_state *ui, const char *path)
{
    struct ui_origin *origin = &ui->origins[0];
    ui_push_history(ui, false);
    history_save(&ui->history, ui->side, path);
    snprintf(ui->files[0], UI_PATH_SIZE, "%s", path);
    snprintf(origin->text, sizeof(origin->text), "@%s", path);
    origin->chain = ui->chain;
    origin->is_read = true;
}
