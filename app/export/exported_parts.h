#pragma once

#include "app/export/export_data.h"

// Parts of exported_make, in the order in which they are made.

// ---- recordings (recording.c)

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

// ---- what recordings say

// A number that a recording has, and what the export says of it: a form of the picture's size, or a
// number of a uniform. The size of a buffer is the product of two forms.
struct making_item {
    double value;
    struct form *form;              // of a number of a uniform its own
    struct exported_number *number; // of a uniform; NULL: it is a size
    struct exported_buffer *buffer; // NULL: it is none
    int pass;                       // that has it, or makes it
    const char *name;               // of the uniform
};

// One that is being made.
struct making {
    struct exported *exported;
    struct gpu *gpu;
    struct plan_options options;
    struct recording base;     // of exported->chain at the options' size
    int item_count;            // the same in all recordings with the same passes
    struct making_item *items; // of the base; owned
};

// Records the chain once more, with other values, at another size or moment, and lists that. NULL
// where it cannot run so, or has other passes: `where` names the first, and may be NULL.
struct making_item *making_record(const struct making *making, const struct chain *chain, int width,
                                  int height, int number, char where[128]);

// The number in a recording that is the n-th of a uniform of a pass; and of a pass's extent.
double recorded_number(const struct recording *recording, int pass,
                       const struct exported_uniform *uniform, int n);
int recorded_extent(const struct record_pass *pass, int i);

// Shaders, and what passes bind and set: uniforms hold what was recorded, as constants.
bool exported_make_passes(struct making *making, struct error *error);

// Find the numbers that depend on the picture's size, and those that depend on the frame's number.
void exported_fit_sizes(struct making *making);
bool exported_fit_frames(struct making *making, struct error *error);

// Finds the numbers that depend on the parameters of the chain. `given` is the chain as it was
// written.
void exported_fit_params(struct making *making, const struct chain *given);

// Lets textures share memory that are not needed at once; then says before which passes stores must
// be waited for, and which need run only once.
void exported_order(struct exported *exported);
