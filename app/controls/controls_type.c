#include "app/controls/controls_type.h"

#include "app/edit/edit.h"

static bool is_typed(const struct edit_line *line)
{
    return line->param->type != PARAM_TYPE_CHOICE && line->param->type != PARAM_TYPE_COLOUR;
}

// Shows the field of the selected value, or its list.
static void open_field(struct workbench *workbench)
{
    workbench->types = workbench->panel_shown = true;
    workbench->on_page = false;
    workbench->sheet = PANEL_NO_SHEET;
}

void controls_type(struct workbench *workbench, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    struct edit_line line;
    char label[64];
    if (!edit_line(&workbench->chain, workbench->step, workbench->param, &line)) {
        workbench_say(workbench, "no value is selected that could be typed");
        return;
    }
    edit_label(&line, label, sizeof(label));
    if (line.param->type != PARAM_TYPE_COLOUR)
        open_field(workbench);
    else
        workbench_say(workbench, "%s is not typed; Left and Right turn it", label);
}

void controls_type_next(struct workbench *workbench, int by)
{
    struct edit_line line;
    const int count = edit_line_count(&workbench->chain, workbench->step);
    int param = workbench->param;
    for (int i = 0; i < count; i++) {
        param = (param + by + count) % count;
        if (edit_line(&workbench->chain, workbench->step, param, &line) && is_typed(&line))
            break;
    }
    workbench->param = param;
    if (count > 0)
        open_field(workbench);
}
