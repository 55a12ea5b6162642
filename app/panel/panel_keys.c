#include "app/panel/panel_keys.h"

#include "app/panel/panel_button.h"
#include "app/panel/panel_widgets.h"

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
        widgets_pair(name, help);
    widgets_gap();
    widgets_text(
        "A click on a number types another; double or right click on a slider sets its default.",
        WIDGETS_DIM);
    widgets_scroll_end();
}
