#include "app/window/view/widgets/panel_button.h"

#include "app/window/view/widgets/panel_widgets.h"

#include <stdio.h>

void panel_button(struct workbench *workbench, const char *label, const char *action)
{
    char tip[160];
    const struct control *control = controls_find(action);
    snprintf(tip, sizeof(tip), "%s: %s", control->name, control->help);
    if (widgets_button(label, tip))
        workbench->clicked = control;
}
