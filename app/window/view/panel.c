#include "app/window/view/panel.h"

#include "app/edit/preset.h"
#include "app/window/controls/controls.h"
#include "app/window/view/layout.h"
#include "app/window/view/panel_parts.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Message in the frame that is being built, and in the last one that was drawn.
static struct {
    char words[MESSAGE_SIZE], drawn[MESSAGE_SIZE];
    bool is_error;
    const struct chain_place *place; // place in chain text that it refers to; NULL: none
} message;

// ---- shared functions

enum { LONGEST_WORDS = 1024 };

// Ring buffer of texts, which restarts at the beginning when the end is near. It holds more than
// the texts of one frame.
static struct {
    char bytes[64 * LONGEST_WORDS];
    size_t end;
} ring;

const char *panel_words(const char *format, ...)
{
    va_list arguments;
    if (ring.end + LONGEST_WORDS > sizeof(ring.bytes))
        ring.end = 0;
    char *words = ring.bytes + ring.end;
    va_start(arguments, format);
    vsnprintf(words, LONGEST_WORDS, format, arguments);
    va_end(arguments);
    ring.end += strlen(words) + 1;
    return words;
}

void panel_buttons(struct ui_state *ui, const struct panel_button *buttons)
{
    widgets_buttons_begin();
    for (; buttons->label; buttons++) {
        const struct control *control = controls_find(buttons->action);
        if (widgets_button(buttons->label, panel_words("%s: %s", control->name, control->help)))
            ui->clicked = control;
    }
}

// ---- scene and chain

static const char *name_of_scene(const void *data, int value)
{
    (void) data;
    return scenes[value]->name;
}

static void choose_scene(struct scene_choice *choice)
{
    int count = 0, current = 0;
    for (; scenes[count]; count++)
        if (scenes[count] == choice->scene)
            current = count;
    const struct widgets_row row = { .label = "scene", .help = choice->scene->summary };
    const struct widgets_choices choices = { .count = count, .name = name_of_scene };
    if (widgets_choice(&row, &current, &choices) != WIDGETS_CHANGED)
        return;
    choice->scene = scenes[current];
    if (choice->scene->params)
        param_set_defaults(choice->scene->params, choice->params);
}

// Shows the origin of the chain, its cost, and the buttons to change it.
static void show_head(struct ui_state *ui)
{
    static const struct panel_button buttons[] = { { "keys", "keys" },       { "GLSL", "source" },
                                                   { "presets", "presets" }, { "undo", "undo" },
                                                   { "redo", "redo" },       { 0 } };
    char label[64] = "no value is selected";
    struct edit_line line;
    bool is_file, changed = false;
    const char *origin = ui_origin(ui, &is_file, &changed), *cost = panel_times_cost();
    widgets_labelled(
        is_file  ? "file"
        : origin ? "preset"
                 : "chain",
        panel_words("%s%s", origin ? origin : "of your own", changed ? ", changed" : ""),
        cost[0] ? panel_words("GPU %s", cost) : "");
    if (edit_line(&ui->chain, ui->step, ui->param, &line))
        edit_label(&line, label, sizeof(label));
    widgets_line(panel_words("Left, Right: %s", label), WIDGETS_PLAIN);
    panel_buttons(ui, buttons);
}

static void show_steps(const struct session *session, struct ui_state *ui)
{
    struct scene_choice *scene = &ui->scene;
    widgets_scroll_begin("steps");
    panel_steps_show(session, ui);
    widgets_gap();
    if (widgets_fold("Scene", scene->scene->name)) {
        choose_scene(scene);
        for (const struct param *param = scene->scene->params; param && param->key; param++)
            panel_row(param, scene->params);
    }
    widgets_scroll_end();
}

// ---- pages

typedef void show_part(const struct session *session, struct ui_state *ui);

static void show_sides(const struct session *session, struct ui_state *ui)
{
    widgets_scroll_begin("sides");
    panel_sides_show(session, ui);
    widgets_scroll_end();
}

static show_part *const pages[PAGES] = {
    [PAGE_TIMES] = panel_times_show,
    [PAGE_LIGHT] = panel_light_show,
    [PAGE_SPREAD] = panel_spread_show,
    [PAGE_SIDES] = show_sides,
};

// Returns the page to be shown: the first one if the selected page does not exist now.
static enum ui_page page_now(const struct ui_state *ui)
{
    return ui_page_name(ui, ui->page) ? ui->page : PAGE_TIMES;
}

// Shows the tabs of all pages; with one sheet, the tab of the chain comes first.
static void choose_page(struct ui_state *ui, bool has_chain)
{
    const char *names[PAGES + 1] = { "Chain" };
    enum ui_page of[PAGES + 1];
    int count = has_chain, chosen = 0;
    for (int i = 0; i < PAGES; i++) {
        const char *name = ui_page_name(ui, (enum ui_page) i);
        if (!name)
            continue;
        if (i == (int) page_now(ui) && (ui->on_page || !has_chain))
            chosen = count;
        names[count] = name;
        of[count++] = (enum ui_page) i;
    }
    if (!widgets_tabs(names, count, &chosen))
        return;
    ui->on_page = !has_chain || chosen > 0;
    if (ui->on_page)
        ui->page = of[chosen];
}

static void show_page(const struct session *session, struct ui_state *ui)
{
    choose_page(ui, false);
    pages[page_now(ui)](session, ui);
}

// Shows the chain on its own sheet, beside the page.
static void show_chain(const struct session *session, struct ui_state *ui)
{
    show_head(ui);
    widgets_heading("Chain", "");
    show_steps(session, ui);
}

// Shows the chain or a page on the only sheet.
static void show_chain_or_page(const struct session *session, struct ui_state *ui)
{
    show_head(ui);
    choose_page(ui, true);
    if (ui->on_page)
        pages[page_now(ui)](session, ui);
    else
        show_steps(session, ui);
}

// ---- messages

// Shows the message with the line of chain text that it refers to, and a mark below the place.
static float message_height(float width)
{
    return widgets_text_height(message.words, width) + (message.place ? widgets_place_height() : 0);
}

// ---- the whole

// Indexed by enum ui_sheet.
static show_part *const sheets[] = {
    [SHEET_KEYS] = panel_keys_show,
    [SHEET_ADD] = panel_add_show,
    [SHEET_PRESETS] = panel_presets_show,
    [SHEET_SOURCE] = panel_source_show,
};

static void lay_out_sheets(struct ui_state *ui, bool has_strip, struct layout *layout)
{
    struct layout_request request = {
        .sheets = ui->sheets,
        .sheet = ui->sheet != SHEET_NONE,
        .strip = has_strip,
        .welcome = ui->welcome,
        .is_wide = ui->sheet == SHEET_SOURCE || ui->sheet == SHEET_KEYS,
    };
    widgets_screen(&request.width, &request.height, &request.em);
    if (message.words[0]) {
        request.message_width = widgets_text_width(message.words);
        if (message.place)
            request.message_width =
                fmaxf(request.message_width, widgets_text_width(message.place->line));
        request.message = message_height(layout_message_width(&request));
    }
    layout_make(&request, layout);
    if (ui->welcome && layout->welcome.width <= 0) { // it has all the window until it is seen
        request.sheets = 0;
        layout_make(&request, layout);
    }
    ui->has_two_sheets = layout_has_two(request.width, request.em);
    ui->has_sides_page = layout->strip_is_page;
}

static void show_on(const char *id, const struct layout_rect *rect, show_part *show,
                    const struct session *session, struct ui_state *ui)
{
    if (rect->width <= 0)
        return;
    widgets_sheet_begin(id, rect);
    show(session, ui);
    widgets_sheet_end();
}

static void show_sheets(const struct session *session, struct ui_state *ui,
                        const struct layout *layout)
{
    const struct layout_rect *rect = &layout->message;
    char line[PRESET_SHOWN_SIZE], before[PRESET_SHOWN_SIZE];
    show_on("page", &layout->page, show_page, session, ui);
    show_on("chain", &layout->chain, layout->tabs ? show_chain_or_page : show_chain, session, ui);
    show_on("sides", &layout->strip, panel_sides_show, session, ui);
    show_on("welcome", &layout->welcome, panel_welcome_show, session, ui);
    show_on("sheet", &layout->sheet, sheets[ui->sheet], session, ui);
    if (rect->width <= 0)
        return;
    widgets_message_begin(rect, message_height(rect->width) > rect->height + 1);
    widgets_text(message.words, message.is_error ? WIDGETS_ALARM : WIDGETS_PLAIN);
    if (message.place) {
        preset_show_place(message.place, line, before);
        widgets_place(line, before);
    }
    widgets_sheet_end();
}

static void build(const struct session *session, struct ui_state *ui,
                  const struct input_state *input)
{
    struct layout layout;
    if (!ui->list_open)
        widgets_close();
    // An error in a field is shown until it is fixed.
    if (panel_rows_update(&ui->chain, &ui->scene))
        message_stays(&ui->message, MESSAGE_WORDS);
    else
        message_mended(&ui->message, MESSAGE_WORDS);
    const char *words = message_shown(&ui->message, &message.is_error);
    snprintf(message.words, sizeof(message.words), "%s", words ? words : "");
    message.place = message_place(&ui->message);
    widgets_begin(input, (float) ui->letters / 100);
    if (ui->sheets > 0)
        panel_times_update(session, ui);
    lay_out_sheets(ui, panel_strip()->shown, &layout);
    if (ui->sheet != SHEET_ADD && ui->sheet != SHEET_KEYS)
        panel_lists_forget();
    ui->needs_light = false;
    show_sheets(session, ui, &layout);
    panel_labels_show(session, ui);
    panel_loupe_show(session, ui, input);
    ui->types = false;
}

void panel_init(const struct input_clipboard *clipboard)
{
    widgets_init(clipboard);
    panel_steps_init();
}

void panel_finish(void)
{
    widgets_finish();
}

void panel_draw(const struct session *session, struct ui_state *ui, const struct input_state *input)
{
    panel_cost_begin();
    build(session, ui, input);
    widgets_end();
    panel_cost_built();
    widgets_draw();
    panel_cost_end();
    ui->list_open = widgets_are_open();
    memcpy(message.drawn, message.words, sizeof(message.drawn));
}

void panel_update(const struct session *session, struct ui_state *ui,
                  const struct input_state *input)
{
    build(session, ui, input);
    widgets_skip();
    ui->list_open = widgets_are_open();
}

bool panel_shows(const struct message *due)
{
    bool is_error;
    const char *words = message_shown(due, &is_error);
    return strcmp(words ? words : "", message.drawn) == 0;
}
