#pragma once

#include "app/lab.h"
#include "app/measure/pass_stats.h"
#include "app/picture/step_view.h"
#include "app/window/workbench.h"

// What runs in the window: the lab, a look at one of its steps, and the times of its passes. It
// follows what the workbench wants, outside a GPU frame; what it cannot run it says there and takes
// back.

struct stage {
    struct lab lab;
    struct step_view step_view;
    struct pass_stats stats;
    bool has_shader_dir; // else the shaders are those in the program
};

// With a current context. False with the reason; to be finished in either case.
bool stage_init(struct stage *stage, const struct options *options, struct error *error);
void stage_finish(struct stage *stage);

// Whether the implementation that the step names fits here: for workbench.impl_fits, with the stage
// as its data.
bool stage_impl_fits(void *stage, const struct chain *chain, int step);

// The picture's size, in pixels. Where it is larger than a picture can be, the old one stays and
// the workbench says so until it fits again.
void stage_resize(struct stage *stage, struct workbench *workbench, int width, int height);

// Scene and chain.
void stage_follow(struct stage *stage, struct workbench *workbench);

// Whether a step is looked at, and which.
void stage_follow_view(struct stage *stage, struct workbench *workbench);

// Reads the shaders of --shader-dir again. Where one does not compile, its old code stays.
void stage_reload(struct stage *stage, struct workbench *workbench);

// One GPU frame at the workbench's time, and the times of those that are done.
void stage_draw(struct stage *stage, struct workbench *workbench);

// What is seen: of display values, in the picture's size.
const struct side *stage_seen(const struct stage *stage);
