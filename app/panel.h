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

// `clipboard` may be NULL. `scale` enlarges everything.
void panel_init(const struct panel_clipboard *clipboard, float scale);
void panel_finish(void);

// Draws into the framebuffer that is bound. Changes what the view points to.
void panel_draw(struct panel_view *view, const struct panel_input *input);

// The same without drawing, for input of which several frames' worth has come since the last one.
void panel_follow(struct panel_view *view, const struct panel_input *input);

bool panel_wants_keys(void); // text is being typed into it
bool panel_is_held(void);    // the mouse holds a slider or the like
bool panel_close(void);      // a list or the like that is open; false: none is

// Gives once why text that was typed since is no value, and left the old one; false: nothing was.
bool panel_refused(struct error *error);
