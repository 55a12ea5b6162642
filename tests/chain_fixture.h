#pragma once

#include "effects/plan.h"
#include "tests/gpu_fixture.h"

// Test images (IMAGE_TYPE_F64, row 0 on top) and chains run on them.

enum test_image {
    TEST_IMAGE_RANDOM,   // values 0..2 with a few of 50, alpha 0..1, premultiplied
    TEST_IMAGE_CONSTANT, // 0.25 0.5 0.75, alpha 1
    TEST_IMAGE_IMPULSE,  // one texel of 1 in the middle, alpha too
    TEST_IMAGE_RAMP,     // 0..1 from left to right
    TEST_IMAGE_COUNT,
};

void make_test_image(struct image *image, enum test_image kind, int width, int height);

// Pseudo-random numbers 0..1, the same in every run.
double test_random(uint64_t *seed);

// Parsed, or the test fails with the message.
struct chain parse_chain(const char *text);

// Uploads the source as `options->format`, runs the chain, reads what comes out as doubles.
// `options` needs no size. The output is made here, RGBA32F, so that nothing is rounded at the end.
void run_chain(const struct chain *chain, const struct plan_options *options,
               const struct image *source, struct image *output);

// The same with a plan, which has the source's size.
void run_plan(const struct plan *plan, const struct image *source, struct image *output);

// The same as that frame of many, for what is animated.
void run_frame_of_plan(const struct plan *plan, const struct image *source, int frame,
                       struct image *output);

// The largest difference of any channel, and where.
struct difference {
    double most;
    int x, y, channel;
};
struct difference compare_images(const struct image *a, const struct image *b);

// The same as shares of the largest texel of `source` within `reach` across and down, which takes
// `reach` times as long; of all texels if that is negative. `slack` of the largest of all does not
// count.
struct difference compare_under(const struct image *a, const struct image *b,
                                const struct image *source, int reach, double slack);
