#pragma once

#include "effects/gaussian/gaussian.h"

// Images between passes as buffers of packed texels in strips, and passes over them in which an
// invocation computes several texels (shaders/gaussian/gaussian_blocked.comp): reading a buffer
// does not go through the texture units.

// An image blurred by a kernel of class `radius`. lay_out fills in the rest from the second group
// on, acquire the buffer, on loan from the pool.
struct gaussian_strips {
    int width, height, radius;
    int outputs;                // that an invocation computes
    bool is_long;               // the kernel is walked along in blocks, not written out
    enum texture_format format; // of the image, whose values packed texels hold

    int margin; // rows that a strip has above and below the image
    int rows;   // of a strip, with its margins
    int lines;  // that a group blurs along rows
    int span;   // texels of each that it reads
    int slots;  // that they take in shared memory
    int taps;   // weights of a long kernel with zeros around them; 0 for others
    size_t bytes;

    struct buffer *buffer;
};
void gaussian_strips_lay_out(struct gaussian_strips *strips);
void gaussian_strips_acquire(const struct effect_call *call, struct gaussian_strips *strips);
void gaussian_strips_release(const struct effect_call *call, const struct gaussian_strips *strips);

// What lies between the passes of a blur of the whole picture.
struct gaussian_strips gaussian_strips_between(const struct effect_site *site);

// Whether a storage buffer may be as large as the strips need.
bool gaussian_strips_fit(const struct effect_site *site, const struct gaussian_strips *strips,
                         char why[EFFECT_WHY_SIZE]);

// Bytes of shared memory in a group that blurs along rows.
double gaussian_strips_shared_bytes(const struct gaussian_strips *strips);

// For `vary`: writes the defines of the programs and returns their length.
int gaussian_strips_vary(const struct effect_site *site, const struct gaussian_strips *strips,
                         char defines[EFFECT_DEFINES_SIZE]);

// Runs one direction, inside a frame. `ends` are the images that it reads and writes, where `from`
// and `to` are NULL.
void gaussian_strips_pass(const struct effect_call *call, int direction,
                          const struct kernel *kernel, const struct gaussian_strips *from,
                          const struct gaussian_strips *to, const struct pass *ends);

// Runs rows, then columns, with strips between them.
void gaussian_strips_run(const struct effect_call *call);
