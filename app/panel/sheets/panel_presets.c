#include "app/panel/sheets/panel_presets.h"

#include "app/panel/widgets/panel_button.h"
#include "app/panel/widgets/panel_widgets.h"

static void show_preset(struct panel_view *view, int i, bool reveal)
{
    struct panel_presets *presets = view->presets;
    const struct panel_preset *preset = &presets->all[i];
    const struct widgets_tile picture = {
        .name = preset->name,
        .texture = preset->picture,
        .width = (float) presets->width,
        .height = (float) presets->height,
        .wrong = preset->error,
        .selected = i == *presets->chosen,
        .reveal = reveal,
    };
    if (!widgets_picture(&picture, i))
        return;
    *presets->chosen = i;
    view->action = "open";
}

// Gives a picture the shape of the window's.
static void fit_pictures(struct panel_presets *presets, int width, int height)
{
    static const float least = 10; // letters
    const float wide = widgets_grid(least, &presets->columns);
    const float high = wide * (float) height / (float) (width > 0 ? width : 1);
    presets->width = (int) wide;
    presets->height = high < 1 ? 1 : high > wide ? presets->width : (int) high;
    if (high > wide) // an upright window
        presets->width = (int) (wide * wide / high) > 0 ? (int) (wide * wide / high) : 1;
}

void panel_presets_show(struct panel_view *view)
{
    static struct {
        int chosen, width;
    } shown = { -1, 0 }; // scrolls once to what is chosen
    struct panel_presets *presets = view->presets;
    widgets_buttons_begin();
    panel_button(view, "save the chain", "save");
    panel_button(view, "copy", "copy");
    panel_button(view, "copy as command", "copy command");
    panel_button(view, "paste", "paste");
    widgets_heading("Presets, and the chains of this folder", "Esc: hide");
    widgets_text("A click or Return opens one; Ctrl+Z brings back what was there.", WIDGETS_DIM);
    widgets_gap();
    widgets_scroll_begin("presets");
    fit_pictures(presets, view->width, view->height);
    const bool moved = shown.chosen != *presets->chosen || shown.width != view->width;
    for (int i = 0; i < presets->count; i++)
        show_preset(view, i, i == *presets->chosen && moved);
    shown.chosen = *presets->chosen;
    shown.width = view->width;
    widgets_scroll_end();
}
