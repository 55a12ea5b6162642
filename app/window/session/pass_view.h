#pragma once

#include "app/measure/pass_stats.h"
#include "app/renderer/renderer.h"
#include "render/gpu.h"

// Shows one pass: the renderer's chain runs once more, in a GPU frame of its own, and the output of
// the pass is copied. So the times remain those of the chain alone.

struct pass_view { // zeroed: shows no pass
    struct pass_place place;
    bool is_valid;     // the picture of the last frame is still valid
    bool is_light;     // the pass outputs light; otherwise display values
    int width, height; // px, of the pass's output
    struct side side;  // the chain and the picture; it has no plan
};

// Returns true if a pass is shown.
bool pass_view_is_shown(const struct pass_view *view);

// Returns true if it is a pass inside a step, which --at names by its path. The output of a step is
// shown by cutting the chain after it.
bool pass_view_is_inner(const struct pass_view *view);

// Shows that pass from the next frame on; path "" shows none.
void pass_view_set(struct pass_view *view, struct renderer *renderer,
                   const struct pass_place *place);

// Draws the pass's image scaled to the size of the picture, texel by texel, after the renderer was
// drawn. `changed`: something has changed since the last frame. Returns false, and shows no pass
// any more, if the chain has no such pass or the pass outputs no image.
bool pass_view_draw(struct pass_view *view, struct renderer *renderer, bool changed);

// Returns the last output of the pass, in its own size and format.
const struct texture *pass_view_image(const struct pass_view *view,
                                      const struct renderer *renderer);

void pass_view_finish(struct pass_view *view); // with a current context

// Shows small pictures of all passes of a step, one a frame: the pass is watched while the chain
// runs or, where nothing has to run again, the chain runs once more for each.

enum { PASS_STRIP_MOST = 64 };

struct pass_strip { // zeroed: has no pictures
    int count;
    struct strip_pass {
        struct pass_place place;
        int scope;              // in the tree of times
        bool is_valid;          // the picture shows the output of the pass
        struct texture picture; // id 0: not drawn yet
    } passes[PASS_STRIP_MOST];
    int next;               // the pass that was watched last
    int frames;             // since then
    bool is_watching;       // in this frame
    struct gpu_watch watch; // exchanged with gpu.watch from pass_strip_begin to pass_strip_end
};

// To be called before and after the renderer is drawn, outside a GPU frame. `is_still`: only what
// has changed runs. `ran`: something did.
void pass_strip_begin(struct pass_strip *strip, struct renderer *renderer,
                      const struct pass_stats *stats, int step);
void pass_strip_end(struct pass_strip *strip, struct renderer *renderer, bool is_still, bool ran);

// Returns true if a picture is still to be drawn although nothing moves.
bool pass_strip_is_due(const struct pass_strip *strip);

void pass_strip_finish(struct pass_strip *strip); // with a current context
