#include "app/edit/edit.h"
#include "app/window/controls/controls.h"
#include "app/window/session/session.h"
#include "app/window/view/panel_parts.h"

#include <string.h>

// ---- the first start

const struct panel_welcome_line panel_welcome_lines[PANEL_WELCOME_LINES] = {
    { "H", "lists all keys" },
    { "Left, Right", "turn the marked value; / compares two chains" },
    { "drop a file", "a picture, chain, palette or shader file" },
};

void panel_welcome_show(const struct session *session, struct ui_state *ui)
{
    (void) session, (void) ui;
    widgets_heading("halation", "any key continues");
    for (int i = 0; i < PANEL_WELCOME_LINES; i++)
        widgets_pair(panel_welcome_lines[i].keys, panel_welcome_lines[i].help);
}

// Text in the filter field of a sheet, and the chosen item of the list below it.
static struct {
    char filter[64];
    int chosen; // index in the filtered list; -1: none
    bool reveal;
} list;

void panel_lists_forget(void)
{
    list.filter[0] = '\0';
    list.chosen = -1;
}

// ---- keys

static bool is_found(const struct control *control, const char *group)
{
    return edit_words_are_in(list.filter, panel_words("%s %s", control->name, group),
                             control->help);
}

// Shows the filtered keys by group; a row for several keys cannot be pressed. Returns the chosen
// one, NULL: none.
static const struct control *show_found(struct ui_state *ui)
{
    const struct control *chosen = NULL;
    const char *group = "", *shown = "";
    int count = 0;
    for (const struct control *control = controls; control->name; control++) {
        group = control->group ? control->group : group;
        if (!is_found(control, group))
            continue;
        if (strcmp(shown, group) != 0) {
            widgets_flow_block();
            widgets_heading(shown = group, "");
        }
        if (control->last) {
            widgets_pair(control->name, control->help);
            continue;
        }
        if (count == list.chosen)
            chosen = control;
        if (widgets_press_pair(control->name, control->help, count++ == list.chosen))
            ui->clicked = control; // does what the key does
    }
    if (!shown[0])
        widgets_text("no key has these words", WIDGETS_DIM);
    list.chosen = list.chosen < count ? list.chosen : count - 1;
    return chosen;
}

void panel_keys_show(const struct session *session, struct ui_state *ui)
{
    enum widgets_filter_key key;
    (void) session;
    widgets_heading("Keyboard shortcuts (click one to run it)", "Esc: close");
    if (widgets_filter("type to search", list.filter, sizeof(list.filter), &key))
        list.chosen = list.filter[0] ? 0 : -1;
    list.chosen += key == WIDGETS_FILTER_DOWN;
    list.chosen -= key == WIDGETS_FILTER_UP && list.chosen > 0;
    widgets_scroll_begin("keys");
    widgets_flow_begin(17);
    const struct control *chosen = show_found(ui);
    widgets_flow_end();
    widgets_text("A click on a number types another; a double or right click on a slider sets its "
                 "default.",
                 WIDGETS_DIM);
    widgets_scroll_end();
    if (key == WIDGETS_FILTER_ESCAPE || (key == WIDGETS_FILTER_RETURN && chosen))
        ui->sheet = SHEET_NONE;
    if (key == WIDGETS_FILTER_RETURN && chosen)
        ui->clicked = chosen;
}

// ---- effects to add

// Shows the place of the new step, or the reason why it cannot be added. Returns true if the effect
// was chosen.
static bool show_effect(const struct ui_state *ui, const struct effect *effect, int number)
{
    struct error error;
    const bool is_chosen = number == list.chosen;
    struct chain chain = ui->chain;
    int at = ui->step;
    const int requested = chain.count == 0 ? 0 : at + 1;
    const bool fits = effect->file.path || edit_steps_add(&chain, effect, &at, &error);
    const bool is_there = effect->file.path || at == requested; // a file is read when it is chosen
    const struct widgets_item item = {
        .number = number,
        .name = effect->name,
        .text = effect->about.summary,
        .note = !fits      ? "no place"
                : is_there ? ""
                           : panel_words("as step %d", at + 1),
        .help = effect->file.path ? effect->file.path
                : !fits           ? panel_words("%s\n%s", effect->about.summary, error.text)
                        : panel_words("%s\nIt becomes step %d%s", effect->about.summary, at + 1,
                                      is_there ? "" : ", the nearest place where it can stand"),
        .chosen = is_chosen,
        .reveal = is_chosen && list.reveal,
        .dim = !fits,
    };
    return widgets_choose(&item);
}

void panel_add_show(const struct session *session, struct ui_state *ui)
{
    (void) session;
    const struct chain *chain = &ui->chain;
    const int step = ui->step;
    const struct effect *found[EDIT_EFFECTS_MOST];
    enum widgets_filter_key key;
    widgets_heading(chain->count > 0 ? panel_words("Add a step after %d, %s", step + 1,
                                                   chain->steps[step].effect->name)
                                     : "Add a step",
                    panel_words("%d of %d steps", chain->count, CHAIN_MAX_STEPS));
    const bool has_changed = widgets_filter("type to filter; Up, Down, Return; Esc closes",
                                            list.filter, sizeof(list.filter), &key);
    const int count = edit_effects_find(list.filter, found);
    if (has_changed)
        list.chosen = edit_effects_best(list.filter, found, count);
    const int by = key == WIDGETS_FILTER_UP ? -1 : key == WIDGETS_FILTER_DOWN;
    list.reveal = by != 0;
    if (count > 0)
        list.chosen = ((list.chosen > 0 ? list.chosen : 0) + by + count) % count;
    widgets_scroll_begin("effects");
    const struct effect *added = NULL;
    const char *kind = "";
    for (int i = 0; i < count; i++) {
        if (strcmp(kind, edit_effects_kind(found[i])) != 0)
            widgets_heading(kind = edit_effects_kind(found[i]), "");
        if (show_effect(ui, found[i], i))
            added = found[i];
    }
    if (count == 0)
        widgets_text("no effect has these words", WIDGETS_DIM);
    widgets_scroll_end();
    if (key == WIDGETS_FILTER_RETURN && count > 0)
        added = found[list.chosen];
    if (added || key == WIDGETS_FILTER_ESCAPE)
        ui->sheet = SHEET_NONE;
    if (added)
        controls_add_effect(ui, added);
}

// ---- presets

// Gives a picture the aspect ratio of the window.
static void fit_pictures(struct ui_state *ui, int width, int height)
{
    static const float least = 10; // letters
    const float wide = widgets_grid(least, &ui->choice_columns);
    const float high = wide * (float) height / (float) (width > 0 ? width : 1);
    ui->choice_width = (int) wide;
    ui->choice_height = high < 1 ? 1 : high > wide ? (int) wide : (int) high;
    if (high > wide) // an upright window
        ui->choice_width = (int) (wide * wide / high) > 0 ? (int) (wide * wide / high) : 1;
}

void panel_presets_show(const struct session *session, struct ui_state *ui)
{
    static struct {
        int chosen, width;
    } shown = { -1, 0 }; // scrolls once to what is chosen
    static const struct panel_button buttons[] = { { "save chain", "save" },
                                                   { "copy", "copy" },
                                                   { "copy as command", "copy command" },
                                                   { "paste", "paste" },
                                                   { 0 } };
    const struct plan_options *picture = &session->renderer.plan_options;
    panel_buttons(ui, buttons);
    widgets_heading("Presets, and the chains of this folder", "Esc: hide");
    widgets_text("A click or Return opens one; Ctrl+Z brings back what was there.", WIDGETS_DIM);
    widgets_gap();
    widgets_scroll_begin("presets");
    fit_pictures(ui, picture->width, picture->height);
    const bool moved = shown.chosen != ui->chosen || shown.width != picture->width;
    for (int i = 0; i < session->previews.count; i++) {
        const struct preview *preview = &session->previews.all[i];
        const struct widgets_tile tile = {
            .name = chain_choice_name(&ui->choice, i),
            .texture = preview->picture.id,
            .width = (float) ui->choice_width,
            .height = (float) ui->choice_height,
            .wrong = preview->error[0] ? preview->error : NULL,
            .selected = i == ui->chosen,
            .reveal = i == ui->chosen && moved,
        };
        if (!widgets_picture(&tile, i))
            continue;
        ui->chosen = i;
        ui->clicked = controls_find("open");
    }
    shown.chosen = ui->chosen;
    shown.width = picture->width;
    widgets_scroll_end();
}

// ---- GLSL

static void choose_text(const struct source_shown *source, int *chosen)
{
    static int last; // chosen by a key since: it may lie where the list is not scrolled to
    const bool reveals = last != *chosen;
    last = *chosen;
    for (int i = 0; i < source->count; i++) {
        const struct source_text *text = &source->texts[i];
        const struct widgets_item item = {
            .number = i,
            .name = text->name,
            .text = text->notes,
            .help = panel_words("%s\n%s", text->name, text->notes),
            .chosen = i == *chosen,
            .indent = text->is_part,
            .reveal = reveals && i == *chosen,
        };
        if (widgets_pick(&item))
            *chosen = i;
    }
}

static void show_text(struct ui_state *ui, const struct source_text *text)
{
    static const struct panel_button buttons[] = { { "copy", "copy_source" }, { 0 } };
    widgets_split_line(text->place[0] ? text->place : "made by the program of the chain's steps",
                       WIDGETS_STRONG, panel_words("%d lines", text->line_count));
    widgets_line(text->notes, WIDGETS_DIM);
    if (text->is_built_in)
        widgets_line(
            panel_words("in the program; with --shader-dir DIR, DIR/%s instead", text->name),
            WIDGETS_DIM);
    panel_buttons(ui, buttons);
    widgets_code(text);
}

void panel_source_show(const struct session *session, struct ui_state *ui)
{
    const struct source_shown *source = &session->texts.shown;
    int *chosen = &ui->source_text;
    widgets_heading(source->title, "U: hide");
    if (source->why[0]) {
        widgets_text(source->why, WIDGETS_DIM);
        return;
    }
    if (source->count == 0)
        return;
    // The keys count on beyond either end.
    *chosen = (*chosen % source->count + source->count) % source->count;
    widgets_columns_begin("texts", 18);
    choose_text(source, chosen);
    widgets_columns_next();
    show_text(ui, &source->texts[*chosen]);
    widgets_columns_end();
}
