#include "app/panel/panel_sides.h"

// Heights of the text: on a line of that length sides are rows, else columns.
static const float wide = 26;

void panel_sides_show(struct panel_sides *sides)
{
    const bool is_wide = widgets_line_width() >= wide;
    int count = 0;
    while (sides->ways[count])
        count++;
    if (sides->way >= 0)
        widgets_tabs(sides->ways, count, &sides->way);
    widgets_show_table(&sides->pixel, is_wide);
    if (sides->pixel.rows > 0 && sides->numbers.rows > 0)
        widgets_gap();
    widgets_show_table(&sides->numbers, is_wide);
    for (int i = 0; i < sides->line_count; i++)
        widgets_text(sides->lines[i], WIDGETS_PLAIN);
}
