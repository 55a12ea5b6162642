#include "app/panel/sheets/panel_sides.h"

#include "app/panel/widgets/panel_button.h"

#include <string.h>

// Heights of the text: on a line of that length sides are rows, else columns.
static const float wide = 26;

static void show_buttons(struct panel_view *view)
{
    static const struct {
        const char *label, *action;
    } buttons[] = {
        { "copy", "copy side" },
        { "swap", "swap" },
        { "edit the other", "turn side" },
        { "flip", "flip" },
        { "gain", "gain" },
        { "loupe", "loupe" },
        { "one side again", "one side" },
    };
    widgets_buttons_begin();
    for (size_t i = 0; i < sizeof(buttons) / sizeof(buttons[0]); i++)
        panel_button(view, buttons[i].label, buttons[i].action);
}

// The light that enters, and two columns for each side. Where there is little room only the side
// that the pointer is over is shown.
static void show_pixel(const struct panel_sides *sides, bool is_wide)
{
    enum { COMMON = 2, EACH = 2 };
    struct widgets_table table = sides->pixel;
    if (!is_wide && table.columns > COMMON + EACH) {
        const int first = COMMON + EACH * sides->pixel_side;
        for (int i = 0; i < EACH; i++) {
            table.heads[COMMON + i] = sides->pixel.heads[first + i];
            for (int row = 0; row < table.rows; row++)
                memcpy(table.cells[row][COMMON + i], sides->pixel.cells[row][first + i],
                       WIDGETS_CELL_SIZE);
        }
        table.columns = COMMON + EACH;
    }
    widgets_show_table(&table, is_wide);
}

void panel_sides_show(struct panel_view *view)
{
    struct panel_sides *sides = view->sides;
    const bool is_wide = widgets_line_width() >= wide;
    int count = 0;
    while (sides->ways[count])
        count++;
    if (sides->way >= 0)
        widgets_tabs(sides->ways, count, &sides->way);
    if (sides->way >= 0 && is_wide)
        show_buttons(view);
    show_pixel(sides, is_wide);
    if (sides->pixel.rows > 0 && sides->numbers.rows > 0)
        widgets_gap();
    widgets_show_table(&sides->numbers, is_wide);
    for (int i = 0; i < sides->line_count; i++)
        widgets_text(sides->lines[i], WIDGETS_PLAIN);
    if (sides->way >= 0 && !is_wide) // numbers come first where there is little room
        show_buttons(view);
}
