#pragma once

#include "effects/gaussian/gaussian.h"

// Images between passes as buffers of packed texels in strips, and passes over them in which an
// invocation computes several texels (shaders/gaussian/gaussian_blocked.comp). Reads of a buffer do
// not use the texture units.

// An image blurred by a kernel of class `radius`. The caller sets the first group of fields;
// gaussian_strips_lay_out computes the second, and gaussian_strips_acquire sets the buffer, from
// the pool.
struct gaussian_strips {
    int width, height, radius;
    int outputs;                // texels that an invocation computes
    bool is_long;               // a loop walks along the kernel in blocks; otherwise the taps are
                                // unrolled
    enum texture_format format; // of the image; packed texels hold its values

    int margin; // rows that a strip has above and below the image
    int rows;   // of a strip, with its margins
    int lines;  // that a group blurs in a pass along rows
    int span;   // texels that a group reads of each line
    int slots;  // places of these texels in shared memory
    int taps;   // weights of a long kernel with zeros around them; 0 for others
    size_t bytes;

    struct buffer *buffer;
};
void gaussian_strips_lay_out(struct gaussian_strips *strips);
void gaussian_strips_acquire(const struct effect_call *call, struct gaussian_strips *strips);
void gaussian_strips_release(const struct effect_call *call, const struct gaussian_strips *strips);

// Returns the strips between the two passes of a blur of the whole picture.
struct gaussian_strips gaussian_strips_between(const struct effect_site *site);

// Returns true if a storage buffer may be as large as the strips need. Otherwise `why` has the
// reason.
bool gaussian_strips_fit(const struct effect_site *site, const struct gaussian_strips *strips,
                         struct error *why);

// Returns the bytes of shared memory of a group that blurs along rows.
double gaussian_strips_shared_bytes(const struct gaussian_strips *strips);

// For `vary`: writes the defines of the programs.
void gaussian_strips_defines(const struct effect_site *site, const struct gaussian_strips *strips,
                             struct step_writer *defines);

// Runs one direction, inside a frame. If `from` or `to` is NULL, the pass reads or writes the image
// in `ends` instead. `ends` has the work of those reads.
void gaussian_strips_pass(const struct effect_call *call, int direction,
                          const struct kernel *kernel, const struct gaussian_strips *from,
                          const struct gaussian_strips *to, const struct pass *ends);

// Returns the texels that a group which blurs along rows reads for each that it makes.
double gaussian_strips_span(const struct kernel *kernel, const struct gaussian_strips *strips);

// Runs rows, then columns, with strips between them.
void gaussian_strips_run(const struct effect_call *call);
