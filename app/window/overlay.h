#pragma once

#include "app/panel/widgets/panel_view.h"
#include "app/panel/widgets/panel_widgets.h"
#include "app/stage/stage.h"
#include "app/window/panel_cost.h"

// The panel over the picture: shows what the workbench wants and how the stage runs it.

struct overlay {
    struct panel_sides strip; // what it says: strip.h
    bool wants_light;         // the last frame shows how light is spread
    struct panel_presets presets;
    enum panel_pace pace;
    struct panel_cost cost;           // of the panel itself
    float scale;                      // of the screen: window_input.h; 0: not known
    double frame_seconds;             // of the clock on the wall, smoothed; 0: not known
    struct layout_rect free;          // of the last picture, what no sheet covers
    char drawn_message[MESSAGE_SIZE]; // the one that the last frame showed
};

// Draws into the bound framebuffer, outside a GPU frame, and changes what is wanted.
void overlay_draw(struct overlay *overlay, struct workbench *workbench, const struct stage *stage,
                  const struct panel_input *input);

// Follows input without drawing: several frames' worth may have come since the last one.
void overlay_follow(const struct overlay *overlay, struct workbench *workbench,
                    const struct stage *stage, const struct panel_input *input);

// Returns whether the message that is due is the one that the last frame shows.
bool overlay_shows_message(const struct overlay *overlay, const struct message *message);
