#pragma once

#include "app/renderer/renderer.h"
#include "render/frame_record.h"

// One frame of a chain, as it would run at a size: noted, not run, and without compiling anything.

struct recording {
    int width, height, number; // of the picture, texels; and of the frame
    struct chain chain;
    struct plan plan; // points into `chain`: a recording stays where it is
    struct frame_record frame;
};

// Records a frame on the current context, outside a frame. False, with nothing to be finished,
// where the chain cannot run so.
bool recording_make(struct recording *recording, struct gpu *gpu, const struct chain *chain,
                    const struct plan_options *options, int number, struct error *error);
void recording_finish(struct recording *recording);

// Returns true if both have the same passes: programs, bindings, textures and buffers except for
// sizes, and uniforms except for values. `where`, which may be NULL, gets the path of the first
// pass that differs or has no counterpart.
bool recording_is_alike(const struct recording *a, const struct recording *b, char where[128]);

// Makes a texture of the record that stands for the source or the output.
bool recording_is_source(const struct record_texture *texture);
bool recording_is_output(const struct record_texture *texture);
