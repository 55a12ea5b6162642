#pragma once

#include "app/lab/lab.h"
#include "app/picture/frame.h"

// What of a frame a picture shows: what the chain puts out, or with --at what it is after a step or
// a pass.

struct capture_view {
    const char *at;   // of the options; NULL: the end of the chain
    const char *path; // of scopes, "dual/up 640x360"; NULL: the chain's output
    struct frame_format format;
};

// Switches off all steps after the one that --at names.
bool capture_view_cut(struct options *options, struct error *error);

// The view of options that were cut. `path` names the files. The lab is watched where it must be.
void capture_view_init(struct capture_view *view, const struct options *options, struct lab *lab);

// Whether the lab makes scene-linear light of its chain for these options.
bool capture_view_is_linear(const struct options *options);

// Finds what is shown in the frame that was drawn first; false where there is no such pass, or it
// has display values where light is wanted.
bool capture_view_find(struct capture_view *view, const struct lab *lab,
                       const struct gpu_frame *frame, struct error *error);

// What to read after each frame, and as values of which type, for frame_convert.
const struct texture *capture_view_texture(const struct capture_view *view, const struct lab *lab);
enum image_type capture_view_type(const struct capture_view *view);

// Adds what the file of a picture says about how it was made.
void capture_view_describe(const struct capture_view *view, const struct lab *lab, double time,
                           struct image_texts *texts);
