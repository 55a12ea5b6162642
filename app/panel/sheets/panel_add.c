#include "app/panel/sheets/panel_add.h"

#include "app/edit/edit_effects.h"
#include "app/edit/edit_steps.h"
#include "app/panel/widgets/panel_widgets.h"

#include <stdio.h>
#include <string.h>

static struct {
    char filter[64];
    int chosen; // of those found
    bool reveal;
} list;

void panel_add_forget(void)
{
    list.filter[0] = '\0';
    list.chosen = 0;
}

// Says where the effect would go, or why it cannot.
static void describe_place(const struct panel_view *view, const struct effect *effect,
                           struct widgets_item *item, char note[32], char help[640])
{
    struct error error;
    struct chain chain = *view->chain;
    int at = *view->step;
    const int wanted = chain.count == 0 ? 0 : at + 1;
    item->dim = !edit_steps_add(&chain, effect, &at, &error);
    snprintf(note, 32, "%s", "");
    if (item->dim)
        snprintf(note, 32, "no place");
    else if (at != wanted)
        snprintf(note, 32, "as step %d", at + 1);
    if (item->dim)
        snprintf(help, 640, "%s\n%s", effect->summary, error.text);
    else
        snprintf(help, 640, "%s\nIt becomes step %d%s", effect->summary, at + 1,
                 at == wanted ? "" : ", the nearest place where it can stand");
}

static void show_effect(struct panel_view *view, const struct effect *effect, bool is_chosen)
{
    char note[32], help[640];
    struct widgets_item item = {
        .name = effect->name,
        .text = effect->summary,
        .chosen = is_chosen,
        .reveal = is_chosen && list.reveal,
        .note = note,
        .help = help,
    };
    describe_place(view, effect, &item, note, help);
    if (widgets_choose(&item))
        view->added = effect;
}

static void show_found(struct panel_view *view, const struct effect *const found[], int count)
{
    const char *kind = "";
    for (int i = 0; i < count; i++) {
        if (strcmp(kind, edit_effects_kind(found[i])) != 0)
            widgets_heading(kind = edit_effects_kind(found[i]), "");
        show_effect(view, found[i], i == list.chosen);
    }
    if (count == 0)
        widgets_text("no effect has these words", WIDGETS_DIM);
}

static void choose(enum widgets_filter_key key, int count)
{
    const int by = key == WIDGETS_FILTER_UP ? -1 : key == WIDGETS_FILTER_DOWN ? 1 : 0;
    list.reveal = by != 0;
    if (count > 0)
        list.chosen = (list.chosen + by + count) % count;
}

static void show_title(const struct panel_view *view)
{
    char after[64] = "Add a step", steps[48];
    if (view->chain->count > 0)
        snprintf(after, sizeof(after), "Add a step after %d, %s", *view->step + 1,
                 view->chain->steps[*view->step].effect->name);
    snprintf(steps, sizeof(steps), "%d of %d steps", view->chain->count, CHAIN_MAX_STEPS);
    widgets_heading(after, steps);
}

void panel_add_show(struct panel_view *view)
{
    const struct effect *found[EDIT_EFFECTS_MOST];
    enum widgets_filter_key key;
    show_title(view);
    const bool has_changed = widgets_filter("type to filter; Up, Down, Return; Esc closes",
                                            list.filter, sizeof(list.filter), &key);
    const int count = edit_effects_find(list.filter, found);
    if (has_changed)
        list.chosen = edit_effects_best(list.filter, found, count);
    choose(key, count);
    widgets_scroll_begin("effects");
    show_found(view, found, count);
    widgets_scroll_end();
    if (key == WIDGETS_FILTER_RETURN && count > 0)
        view->added = found[list.chosen];
    if (view->added || key == WIDGETS_FILTER_ESCAPE)
        *view->sheet = PANEL_NO_SHEET;
}
