#pragma once

#include "app/panel_widgets.h"
#include "app/pass_stats.h"
#include "effects/chain.h"
#include "render/scene.h"

// What lies over the picture: the tree of GPU times, the scene and the chain with a slider for each
// parameter, all made from the parameter rows; the help and messages.

struct panel_view {
    // Changed in place.
    struct chain *chain;
    struct scene_choice *scene;
    int *step, *param; // selected

    const struct pass_stats *stats;
    const char *renderer;
    int width, height;    // of the picture
    double frame_seconds; // of the clock on the wall; 0: not known
    bool paused, viewing_step;
    bool panel_shown, help_shown;
    const char *message; // NULL: none
    bool message_is_error;
};

// `window` is window.handle, or NULL for input from panel_input. `scale` enlarges everything.
void panel_init(void *window, float scale);
void panel_finish(void);

// Draws into the framebuffer that is bound. Changes what the view points to. `input` is NULL with a
// window.
void panel_draw(struct panel_view *view, const struct panel_input *input);

bool panel_wants_keys(void); // text is being typed into it
bool panel_is_held(void);    // the mouse holds a slider or the like
