#include "app/panel/widgets/panel_button.h"

#include "app/panel/widgets/panel_widgets.h"

#include <stdio.h>

void panel_button(struct panel_view *view, const char *label, const char *action)
{
    char tip[160];
    const char *help, *key = view->action_key(action, &help);
    snprintf(tip, sizeof(tip), "%s: %s", key, help);
    if (widgets_button(label, tip))
        view->action = action;
}
