#pragma once

#include "app/lab/lab.h"
#include "app/measure/pass_stats.h"
#include "app/measure/trials.h"
#include "app/picture/look.h"
#include "app/window/stage/background/light.h"
#include "app/window/stage/background/point_spread.h"
#include "app/window/stage/background/previews.h"
#include "app/window/stage/background/scene_sync.h"
#include "app/window/stage/background/sides.h"
#include "app/window/stage/background/source_texts.h"
#include "app/window/state/workbench.h"

// app/window/stage: everything that runs in the window: the lab, the view of one of its steps or
// passes, and the times of its passes. Outside GPU frames it is updated to the workbench. If it
// cannot run the workbench's chain or scene, it prints the error there and restores the last one.

enum { STAGE_MEDIAN_FRAMES = 120 }; // frames from which `stats` takes medians

struct stage {
    struct lab lab;
    struct scene_sync scene; // replaces the scene when the workbench has another
    struct step_view step_view;
    struct pass_view pass_view;
    struct sides sides;
    struct light light;
    struct loupe loupe;
    struct trials trials; // of implementations
    struct previews previews;
    struct point_spread spread;
    bool spreads; // the page was shown in the last frame
    struct source_texts texts;
    struct pass_stats stats;
    struct pass_history history;
    bool has_shader_dir; // otherwise the shaders are those compiled into the program
    // Frames are drawn continuously, so a chain may wait for its programs while the last one is
    // shown.
    bool may_wait;
    int waits_for;        // number of programs that are still being compiled
    bool is_reloading;    // the shaders are being compiled again
    bool is_resizing;     // programs for another size are being compiled
    bool redraws;         // every frame, also if nothing moves
    double frame_seconds; // wall-clock time of a frame, smoothed; 0: not known
};

// Creates the stage on the current context. Returns false with the reason; must be finished in
// either case.
bool stage_init(struct stage *stage, const struct draw_options *request, struct error *error);
void stage_finish(struct stage *stage);

// Sets the size, in pixels, of the picture with the shape of its scene (lab_resize). If that is
// larger than a texture can be, the old size stays and the workbench shows an error until it fits.
// Returns false if programs for that size are still being compiled; call it again after the next
// frame.
bool stage_resize(struct stage *stage, struct workbench *workbench, int width, int height);

// Takes scene and chain of the workbench. If programs of the chain are not compiled yet, a later
// call takes it, if it is still the workbench's chain.
void stage_update(struct stage *stage, struct workbench *workbench);

// Views the step or pass that the workbench has selected for it, if any.
void stage_update_view(struct stage *stage, struct workbench *workbench);

// Resets the state that the selected step holds between frames, and lets it find its colours in the
// picture of this frame.
void stage_restart(struct stage *stage, struct workbench *workbench);

// Reads the shaders of --shader-dir again, and prints a message when all are compiled. If one does
// not compile, its old program stays.
void stage_reload(struct stage *stage, struct workbench *workbench);

// Starts to time the implementations of the selected step on this GPU, or stops that, and prints a
// message. The next frames continue the measurement.
void stage_measure(struct stage *stage, struct workbench *workbench);

// Returns true if time is paused, so that a frame is drawn only when something changes.
bool stage_is_still(const struct stage *stage, const struct workbench *workbench);

// Draws one GPU frame at the workbench's time; if time is paused, only what has changed. Collects
// the times of frames that the GPU has finished.
void stage_draw(struct stage *stage, struct workbench *workbench);

// Returns the edited side as it is shown: display values, in the picture's size.
const struct side *stage_seen(const struct stage *stage);

// Writes which pass is viewed, and its size: "dual/up 640x360: light of 640x360, enlarged 2 times".
void stage_describe_pass(const struct pass_view *view, char *out, size_t size);

// Returns true if more frames are to be drawn although nothing moves.
bool stage_is_due(const struct stage *stage);

// Returns the seconds after which to call stage_is_due again.
double stage_pause(const struct stage *stage);
