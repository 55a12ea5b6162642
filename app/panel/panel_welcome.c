#include "app/panel/panel_welcome.h"

#include "app/panel/panel_widgets.h"

const struct panel_welcome_line panel_welcome_lines[PANEL_WELCOME_LINES] = {
    { "H",
      "all keys. Here are a picture, the chain of steps that makes it, and what each pass takes "
      "of the GPU" },
    { "Left, Right",
      "turn the marked value; Up and Down take another, Tab the next step, / compares "
      "two chains" },
    { "drop a file", "a picture, a chain, a palette, or a screenshot of this program" },
};

void panel_welcome_show(void)
{
    widgets_heading("halation", "any key: go on");
    for (int i = 0; i < PANEL_WELCOME_LINES; i++)
        widgets_pair(panel_welcome_lines[i].keys, panel_welcome_lines[i].help);
}
