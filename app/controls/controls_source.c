#include "app/controls/controls_source.h"

#include "app/input/window_keys.h"

void controls_source(struct workbench *workbench, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    workbench_toggle_sheet(workbench, PANEL_SOURCE);
}

static bool is_open(struct workbench *workbench)
{
    if (workbench->sheet != PANEL_SOURCE)
        workbench_say(workbench, "U shows the GLSL of the selected step first");
    return workbench->sheet == PANEL_SOURCE;
}

void controls_next_source(struct workbench *workbench, int key, unsigned modifiers)
{
    (void) key;
    if (is_open(workbench))
        workbench->source_text += modifiers & WINDOW_SHIFT ? -1 : 1;
}

void controls_copy_source(struct workbench *workbench, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    if (is_open(workbench))
        workbench_wish(workbench, WORKBENCH_COPY_SOURCE);
}
