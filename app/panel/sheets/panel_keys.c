#include "app/panel/sheets/panel_keys.h"

#include "app/panel/widgets/panel_button.h"
#include "app/panel/widgets/panel_widgets.h"

// A click on its line does what the key does.
static void show_key(struct panel_view *view, int i, const char *name, const char *help)
{
    if (!view->key_is_one || !view->key_is_one(i))
        widgets_pair(name, help);
    else if (widgets_press_pair(name, help))
        view->clicked = i;
}

void panel_keys_show(struct panel_view *view)
{
    const char *name, *help;
    widgets_heading("Keys", "H: hide");
    widgets_scroll_begin("keys");
    widgets_buttons_begin();
    panel_button(view, "letters +", "larger");
    panel_button(view, "letters -", "smaller");
    panel_button(view, "100 %", "first size");
    for (int i = 0; (name = view->key(i, &help)); i++)
        show_key(view, i, name, help);
    widgets_gap();
    widgets_text("A click on a line here does what its key does. A click on a number types "
                 "another; double or right click on a slider sets its default.",
                 WIDGETS_DIM);
    widgets_scroll_end();
}
