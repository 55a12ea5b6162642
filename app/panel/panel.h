#pragma once

#include "app/measure/pass_stats.h"
#include "app/panel/panel_widgets.h"
#include "effects/chain.h"
#include "render/scene/scene.h"

// What lies over the picture: the tree of GPU times, the scene and the chain with a slider for each
// parameter, all made from the parameter rows; the help and messages.

enum { PANEL_PLOTTED_FRAMES = 120 };

enum panel_pace { PANEL_PLAYS, PANEL_PAUSED, PANEL_STILL }; // still: drawn when something changes

struct panel_view {
    // Changed in place.
    struct chain *chain;
    struct scene_choice *scene;
    int *step, *param; // selected

    const struct pass_stats *stats; // of up to PANEL_PLOTTED_FRAMES frames
    const char *renderer;
    const char *preset;   // NULL: a chain of one's own
    bool preset_changed;  // since it was chosen
    int width, height;    // of the picture
    double frame_seconds; // of the clock on the wall, from one to the next; 0: not known
    enum panel_pace pace;
    bool viewing_step;
    bool panel_shown, help_shown;
    const char *(*key)(int i, const char **help); // of the help: the key's name, NULL past the last
    const char *message;                          // NULL: none
    bool message_is_error;

    // Out.
    bool words_refused;      // a field shows text that was entered and is not the chain's
    struct layout_rect free; // what no sheet covers
};

// `clipboard` may be NULL. `scale`: of text, as the screen wants it.
void panel_init(const struct panel_clipboard *clipboard, float scale);
void panel_finish(void);

// Draws into the framebuffer that is bound. Changes what the view points to.
void panel_draw(struct panel_view *view, const struct panel_input *input);

// The same without drawing, for input of which several frames' worth has come since the last one.
void panel_follow(struct panel_view *view, const struct panel_input *input);

bool panel_wants_keys(void);      // text is being typed into it
bool panel_is_held(void);         // the mouse holds a slider or the like
bool panel_is_double_click(void); // the last frame had the second press of one
bool panel_is_open(void);         // a list or the like of it
void panel_close(void);           // what is open, if anything

// Gives once why text that was typed since is no value, and left the old one; false: nothing was.
bool panel_refused(struct error *error);
