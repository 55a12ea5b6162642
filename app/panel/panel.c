#include "app/panel/panel.h"

#include "app/edit/edit.h"
#include "app/panel/chain/panel_rows.h"
#include "app/panel/chain/panel_steps.h"
#include "app/panel/chain/panel_words.h"
#include "app/panel/light/panel_light.h"
#include "app/panel/sheets/panel_add.h"
#include "app/panel/sheets/panel_keys.h"
#include "app/panel/sheets/panel_presets.h"
#include "app/panel/sheets/panel_sides.h"
#include "app/panel/sheets/panel_source.h"
#include "app/panel/sheets/panel_spread.h"
#include "app/panel/sheets/panel_times.h"
#include "app/panel/sheets/panel_welcome.h"
#include "app/panel/widgets/panel_button.h"

#include <math.h>
#include <stdio.h>

static float screen_scale = 1, letter_scale = 1; // as the screen wants all, and as text was chosen
static bool has_sides_page;                      // in the last frame

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
    const struct widgets_row row = { .id = "scene",
                                     .label = "scene",
                                     .help = choice->scene->summary };
    const struct widgets_choices choices = { .count = count, .name = name_of_scene };
    if (widgets_choice(&row, &current, &choices, NULL) != WIDGETS_CHANGED)
        return;
    choice->scene = scenes[current];
    if (choice->scene->params)
        param_set_defaults(choice->scene->params, choice->params);
}

static void show_scene(struct scene_choice *choice)
{
    if (!widgets_fold("Scene", choice->scene->name))
        return;
    choose_scene(choice);
    for (const struct param *param = choice->scene->params; param && param->key; param++)
        panel_row(param, choice->params);
}

// Shows where the chain is from, and what it costs.
static void show_origin(const struct panel_view *view)
{
    char name[256], cost[48] = "";
    const char *from = view->file ? view->file : view->preset ? view->preset : "of your own";
    const bool changed = view->file ? view->file_changed : view->preset && view->preset_changed;
    snprintf(name, sizeof(name), "%s%s", from, changed ? ", changed" : "");
    if (panel_times_cost()[0])
        snprintf(cost, sizeof(cost), "GPU %s", panel_times_cost());
    widgets_labelled(view->file ? "file" : view->preset ? "preset" : "chain", name, cost);
}

// And how to change it.
static void show_head(struct panel_view *view)
{
    char label[64] = "no value is selected", hint[96];
    struct edit_line line;
    show_origin(view);
    if (edit_line(view->chain, *view->step, *view->param, &line))
        edit_label(&line, label, sizeof(label));
    snprintf(hint, sizeof(hint), "Left, Right: %s", label);
    widgets_line(hint, WIDGETS_PLAIN);
    widgets_buttons_begin();
    panel_button(view, "keys", "keys");
    panel_button(view, "GLSL", "source");
    panel_button(view, "presets", "presets");
    panel_button(view, "undo", "undo");
    panel_button(view, "redo", "redo");
}

static void show_body(struct panel_view *view)
{
    widgets_scroll_begin("steps");
    panel_steps_show(view);
    widgets_gap();
    show_scene(view->scene);
    widgets_scroll_end();
}

// ---- pages

static void show_sides(struct panel_view *view)
{
    widgets_scroll_begin("sides");
    panel_sides_show(view);
    widgets_scroll_end();
}

// Those of enum panel_page.
static const struct page {
    const char *name;
    void (*show)(struct panel_view *view);
} pages[PANEL_PAGES] = {
    [PANEL_TIMES] = { "Times", panel_times_show },
    [PANEL_LIGHT] = { "Light", panel_light_show },
    [PANEL_SPREAD] = { "Spread", panel_spread_show },
    [PANEL_SIDES] = { "Sides", show_sides },
};

// What is said of two sides is a page only where it has no room over the picture.
const char *panel_page_name(enum panel_page page)
{
    return page == PANEL_SIDES && !has_sides_page ? NULL : pages[page].name;
}

// Returns the page to be shown: the first where the one that was chosen is not there now.
static enum panel_page page_now(const struct panel_view *view)
{
    return panel_page_name(*view->page) ? *view->page : PANEL_TIMES;
}

// Shows the tabs of all pages, after the chain's where there is but one sheet.
static void choose_page(const struct panel_view *view, bool has_chain)
{
    const char *names[PANEL_PAGES + 1] = { "Chain" };
    enum panel_page of[PANEL_PAGES + 1];
    int count = has_chain, chosen = 0;
    for (int i = 0; i < PANEL_PAGES; i++) {
        if (!panel_page_name((enum panel_page) i))
            continue;
        if (i == (int) page_now(view) && (*view->on_page || !has_chain))
            chosen = count;
        names[count] = pages[i].name;
        of[count++] = (enum panel_page) i;
    }
    if (!widgets_tabs(names, count, &chosen))
        return;
    *view->on_page = !has_chain || chosen > 0;
    if (*view->on_page)
        *view->page = of[chosen];
}

// Shows the chain beside the sheet of pages, or, in a narrow window, instead of it.
static void show_chain(struct panel_view *view, const struct layout *layout)
{
    widgets_sheet_begin("chain", &layout->chain);
    show_head(view);
    if (layout->tabs)
        choose_page(view, true);
    else
        widgets_heading("Chain", "");
    if (layout->tabs && *view->on_page)
        pages[page_now(view)].show(view);
    else
        show_body(view);
    widgets_sheet_end();
}

static void show_page(struct panel_view *view, const struct layout_rect *rect)
{
    widgets_sheet_begin("page", rect);
    choose_page(view, false);
    pages[page_now(view)].show(view);
    widgets_sheet_end();
}

// ---- the large sheet and messages

// Those of enum panel_sheet.
static void (*const sheets[])(struct panel_view *view) = {
    [PANEL_KEYS] = panel_keys_show,
    [PANEL_ADD] = panel_add_show,
    [PANEL_PRESETS] = panel_presets_show,
    [PANEL_SOURCE] = panel_source_show,
};

static void show_sheet(struct panel_view *view, const struct layout_rect *rect)
{
    widgets_sheet_begin("sheet", rect);
    sheets[*view->sheet](view);
    widgets_sheet_end();
}

// With the line of chain text that it is about, and a mark below the place.
static float message_height(const struct panel_view *view, float width)
{
    return widgets_text_height(view->message, width) + (view->place ? widgets_place_height() : 0);
}

static void show_message(const struct panel_view *view, const struct layout_rect *rect)
{
    char line[PRESET_SHOWN_SIZE], before[PRESET_SHOWN_SIZE];
    widgets_message_begin(rect, message_height(view, rect->width) > rect->height + 1);
    widgets_text(view->message, view->message_is_error ? WIDGETS_ALARM : WIDGETS_PLAIN);
    if (view->place) {
        preset_show_place(view->place, line, before);
        widgets_place(line, before);
    }
    widgets_sheet_end();
}

static void show_strip(struct panel_view *view, const struct layout_rect *rect)
{
    widgets_sheet_begin("sides", rect);
    panel_sides_show(view);
    widgets_sheet_end();
}

// In the place of the strip: at the first start there is none yet.
static void show_welcome(const struct layout_rect *rect)
{
    widgets_sheet_begin("welcome", rect);
    panel_welcome_show();
    widgets_sheet_end();
}

static void lay_out_sheets(const struct panel_view *view, struct layout *layout)
{
    struct layout_wish wish = {
        .panel = view->panel_shown,
        .sheet = *view->sheet != PANEL_NO_SHEET,
        .strip = view->welcome || (view->sides && view->sides->shown),
        .is_wide = *view->sheet == PANEL_SOURCE,
    };
    widgets_screen(&wish.width, &wish.height, &wish.em);
    if (view->message) {
        wish.message_width = widgets_text_width(view->message);
        if (view->place)
            wish.message_width = fmaxf(wish.message_width, widgets_text_width(view->place->line));
        wish.message = message_height(view, layout_message_width(&wish));
    }
    layout_make(&wish, layout);
    if (view->welcome && layout->strip_is_page) { // it has all the window until it is seen
        wish.panel = false;
        layout_make(&wish, layout);
    }
}

static bool is_shown(const struct layout_rect *rect)
{
    return rect->width > 0;
}

// ---- the whole

void panel_init(const struct panel_clipboard *clipboard, float scale)
{
    widgets_init(clipboard);
    panel_steps_init();
    panel_follow_screen(scale, 1);
}

void panel_follow_screen(float scale, float letters)
{
    screen_scale = scale;
    letter_scale = letters;
}

void panel_finish(void)
{
    widgets_finish();
}

static void build_sheets(struct panel_view *view, const struct panel_input *input)
{
    struct layout layout;
    view->action = NULL;
    view->light->wanted = false;
    view->clicked = -1;
    view->added = NULL;
    view->dragged = -1;
    view->words_refused = panel_words_follow(view->chain, view->scene);
    widgets_begin(input, screen_scale, letter_scale);
    if (view->panel_shown)
        panel_times_update(view);
    lay_out_sheets(view, &layout);
    if (*view->sheet != PANEL_ADD)
        panel_add_forget();
    has_sides_page = layout.strip_is_page;
    if (is_shown(&layout.page))
        show_page(view, &layout.page);
    if (is_shown(&layout.chain))
        show_chain(view, &layout);
    if (is_shown(&layout.strip))
        view->welcome ? show_welcome(&layout.strip) : show_strip(view, &layout.strip);
    if (is_shown(&layout.sheet))
        show_sheet(view, &layout.sheet);
    if (is_shown(&layout.message))
        show_message(view, &layout.message);
    view->free = layout.free;
}

void panel_build(struct panel_view *view, const struct panel_input *input)
{
    build_sheets(view, input);
    widgets_end();
}

void panel_show(void)
{
    widgets_draw();
}

void panel_draw(struct panel_view *view, const struct panel_input *input)
{
    panel_build(view, input);
    panel_show();
}

void panel_follow(struct panel_view *view, const struct panel_input *input)
{
    build_sheets(view, input);
    widgets_skip();
}

void panel_copy(const char *text)
{
    widgets_copy(text);
}

bool panel_wants_keys(void)
{
    return widgets_want_keys();
}

bool panel_covers(float x, float y)
{
    return widgets_cover(x, y);
}

bool panel_is_held(void)
{
    return widgets_are_held();
}

bool panel_is_double_click(void)
{
    return widgets_are_double_clicked();
}

bool panel_is_open(void)
{
    return widgets_are_open();
}

bool panel_settles(void)
{
    return widgets_settle();
}

void panel_close(void)
{
    widgets_close();
}

bool panel_refused(struct error *error)
{
    return panel_row_refused(error);
}
