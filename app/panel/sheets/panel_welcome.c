#include "app/panel/sheets/panel_welcome.h"

#include "app/panel/widgets/panel_widgets.h"

const struct panel_welcome_line panel_welcome_lines[PANEL_WELCOME_LINES] = {
    { "H", "lists all keys" },
    { "Left, Right", "turn the marked value; / compares two chains" },
    { "drop a file", "a picture, a chain or a palette" },
};

void panel_welcome_show(void)
{
    widgets_heading("halation", "any key: go on");
    for (int i = 0; i < PANEL_WELCOME_LINES; i++)
        widgets_pair(panel_welcome_lines[i].keys, panel_welcome_lines[i].help);
}
