#pragma once

#include "app/export/export_data.h"

// The parts of exported_make, in the order in which they run.

// ---- recordings (recording.c)

// A frame of a chain at a size, recorded without running or compiling anything.

struct recording {
    int width, height, number; // number: of the frame
    struct chain chain;
    struct plan plan; // points into `chain`, so a recording is never moved
    struct frame_record frame;
};

// Records a frame on the current context, outside a frame. Returns false if the chain cannot run at
// that size; there is nothing to finish then.
bool recording_make(struct recording *recording, struct gpu *gpu, const struct chain *chain,
                    const struct plan_options *options, int number, struct error *error);
void recording_finish(struct recording *recording);

// Returns true if both have the same passes: programs, bindings, textures and buffers except for
// sizes, and uniforms except for values. `where`, which may be NULL, gets the path of the first
// pass that differs or has no counterpart.
bool recording_equals(const struct recording *a, const struct recording *b, char where[128]);

// Return true if the texture of a record represents the source or the output.
bool recording_is_source(const struct record_texture *texture);
bool recording_is_output(const struct record_texture *texture);

// ---- numbers of recordings

// A number of a recording, and its description in the export: a form of the picture's size, or a
// number of a uniform. The size of a buffer is the product of two forms.
struct making_item {
    double value;
    struct form *form;              // of a uniform's number: its own form
    struct exported_number *number; // of a uniform; NULL: the item is a size
    struct exported_buffer *buffer; // NULL: the item is not the size of a buffer
    int pass;         // pass that has the number, or that writes the texture or buffer
    const char *name; // of the uniform
};

// The state of exported_make.
struct making {
    struct exported *exported;
    struct gpu *gpu;
    struct plan_options options;
    struct recording base;     // of exported->chain at the options' size
    int item_count;            // the same in all recordings with the same passes
    struct making_item *items; // of the base; owned
};

// Records the chain with other values, at another size or time, and lists the numbers. Returns NULL
// if it cannot run, or if its passes differ; `where` (may be NULL) becomes the first such pass.
struct making_item *making_record(const struct making *making, const struct chain *chain, int width,
                                  int height, int number, char where[128]);

// Return a number of a recording: the n-th number of a uniform of a pass, and of the pass's extent.
double recorded_number(const struct recording *recording, int pass,
                       const struct exported_uniform *uniform, int n);
int recorded_extent(const struct record_pass *pass, int i);

// Fills in the shaders, bindings and uniforms of the passes; the uniforms are constants at first.
bool exported_make_passes(struct making *making, struct error *error);

// Returns the index of the shader of a recorded pass, which is added if it is new; EXPORTED_NONE
// with an error if it cannot be parsed.
int exported_shader(struct making *making, const struct record_pass *pass, struct error *error);

// Returns true for an implementation that can travel as code: its programs depend on neither the
// size nor the numbers of a step, and its sources are built into this program.
bool exported_impl_travels(const struct effect *effect, const struct effect_impl *impl);

// Finds the steps that travel as code, with all programs that they need at other values.
bool exported_find_steps(struct making *making, struct error *error);

// Returns true for rows of numbers that may become parameters.
bool exported_is_number(const struct param *row);

// Find the numbers that depend on the picture's size, and those that depend on the frame's number.
void exported_fit_sizes(struct making *making);
bool exported_fit_frames(struct making *making, struct error *error);

// Finds the numbers that depend on the parameters of the chain. `given` is the chain as it was
// written.
void exported_fit_params(struct making *making, const struct chain *given);

// Marks the passes that need to run only once: none of their inputs depends on the picture, a
// parameter or the frame.
void exported_find_once(struct exported *exported);

// Gives the textures that no shader reads the role EXPORTED_UNUSED.
void exported_find_unused(struct exported *exported);
