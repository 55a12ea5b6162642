#pragma once

#include "app/lab/lab.h"
#include "app/measure/pass_stats.h"
#include "app/measure/trials.h"
#include "app/picture/look.h"
#include "app/window/stage/background/light.h"
#include "app/window/stage/background/point_spread.h"
#include "app/window/stage/background/previews.h"
#include "app/window/stage/background/scene_follow.h"
#include "app/window/stage/background/sides.h"
#include "app/window/stage/background/source_texts.h"
#include "app/window/state/workbench.h"

// app/window/stage: what runs in the window: the lab, a look at one of its steps or passes, and the
// times of its passes. Outside GPU frames it follows what the workbench wants; what it cannot run
// it says there and takes back.

enum { STAGE_MEDIAN_FRAMES = 120 }; // of which `stats` has medians

struct stage {
    struct lab lab;
    struct scene_follow scene; // towards the one that is wanted
    struct step_view step_view;
    struct pass_view pass_view;
    struct sides sides;
    struct light light;
    struct loupe loupe;
    struct trials trials; // of implementations
    struct previews previews;
    struct point_spread spread;
    bool spreads; // its page was shown in the last frame
    struct source_texts texts;
    struct pass_stats stats;
    struct pass_history history;
    bool has_shader_dir; // else the shaders are those in the program
    // Whether frames follow one another, so that a chain may wait for its programs while the last
    // one is shown.
    bool may_wait;
    int waits_for;        // programs
    bool is_reloading;    // shaders
    bool is_resizing;     // waits for programs of another size
    bool redraws;         // each frame, also where nothing moves
    double frame_seconds; // of the clock on the wall, smoothed; 0: not known
};

// Makes the stage on the current context. Returns false with the reason; to be finished in either
// case.
bool stage_init(struct stage *stage, const struct draw_wish *wish, struct error *error);
void stage_finish(struct stage *stage);

// Takes the size, in pixels, in which the picture has the shape of its scene (lab_resize). Where
// that is larger than a picture can be, the old one stays and the workbench says so until it fits
// again. Returns false where programs for that size are still to be compiled: to be called again
// after the next frame.
bool stage_resize(struct stage *stage, struct workbench *workbench, int width, int height);

// Takes scene and chain of the workbench; a chain whose programs are not compiled yet later, when
// it is still wanted.
void stage_follow(struct stage *stage, struct workbench *workbench);

// Looks at the step or pass that the workbench wants to look at, if any.
void stage_follow_view(struct stage *stage, struct workbench *workbench);

// Lets the selected step forget what it keeps from frame to frame, and find the colours that it
// wants of the picture in this one.
void stage_begin_anew(struct stage *stage, struct workbench *workbench);

// Reads the shaders of --shader-dir again, and says so when all are compiled. Where one does not
// compile, its old code stays.
void stage_reload(struct stage *stage, struct workbench *workbench);

// Begins to measure what the implementations of the selected step take here, or stops where that is
// going on, and says so. The frames that follow go on with it.
void stage_measure(struct stage *stage, struct workbench *workbench);

// Returns whether time stands still, so that a frame is drawn only when something changes.
bool stage_is_still(const struct stage *stage, const struct workbench *workbench);

// Draws one GPU frame at the workbench's time, only what has changed where time stands still, and
// collects the times of the frames that are done.
void stage_draw(struct stage *stage, struct workbench *workbench);

// Returns what is seen of the edited side: display values, in the picture's size.
const struct side *stage_seen(const struct stage *stage);

// Says which pass is seen, of what size: "dual/up 640x360: light of 640x360, enlarged 2 times".
void stage_describe_pass(const struct pass_view *view, char *out, size_t size);

// Returns whether more frames are to be drawn although nothing moves.
bool stage_is_due(const struct stage *stage);

// Seconds after which to ask that again.
double stage_pause(const struct stage *stage);
