#pragma once

#include "effects/effect_impl.h"

// effects/box: the box blur, its parameters, and the box and width that result from them.

// BOX_MAX_RADIUS is the most for a radius given by the user, and for implementations by sums and
// taps. Wider boxes are only possible with cs_fft.
enum { BOX_MAX_RADIUS = 127, BOX_MAX_ITERATIONS = 3, BOX_MAX_BATCH = 32, BOX_MAX_SIGMA = 250 };

struct box_params {
    struct length sigma;
    int radius;     // 0: auto
    int iterations; // 1 .. BOX_MAX_ITERATIONS
    int via;        // format between the passes; 0: auto (effect_via)
    int edge;       // enum edge
    float error;    // most error that `auto` may choose, per cent
    int batch;      // texels that cs_running reads at once; 0: auto
    int impl;
};

// One box: 2 radius + 1 texels of weight 1 and, on either side of them, one of weight `end`,
// divided by their sum (the extended box of P. Gwosdek, S. Grewenig, A. Bruhn, J. Weickert,
// Theoretical Foundations of Gaussian Convolution by Extended Box Filtering, SSVM 2011). It is
// applied `iterations` times along each axis, to a picture that continues beyond its border as
// `edge` states: the passes work on that endless picture, which is cut at the end and not in
// between.
struct box {
    int radius;
    double end; // 0 .. 1, less than 1
    int iterations;
};

// Returns the box of the parameters in a picture of that height, for the shaders and the reference
// alike. A sigma above BOX_MAX_SIGMA gives the widest box.
struct box box_solve(const struct box_params *params, int height);

// Returns the standard deviation of all iterations together, in texels.
double box_width(const struct box *box);

// Returns the box whose width is `sigma` texels, BOX_MAX_SIGMA at most. With several iterations and
// a radius of 1 or more, `end` is a multiple of 1/256, so the width is right within 0.4 %;
// otherwise it is exact.
struct box box_of_width(double sigma, int iterations);

// Returns the largest sigma, in texels, that a number of iterations reaches with a radius up to
// BOX_MAX_RADIUS.
double box_max_sigma(int iterations);

// Returns the sum of one iteration's weights.
double box_total(const struct box *box);

// Returns the distance, in texels, of the furthest texel that an output texel depends on through
// all iterations.
int box_reach(const struct box *box);

// Returns the number of texels after which a running sum is computed again from the top or left,
// since sums of floats drift: from there on no error of the texels before remains. Until then one
// iteration leaves 1e-7 of a bright texel behind it; two or three, which are sums of sums, leave
// 2.5e-7 and are off by up to 5e-6 of the largest texel.
int box_restart(const struct box *box);

// Writes the weights of all iterations together, for neighbours -reach .. reach, whose sum is 1.
// Returns the number of weights.
enum { BOX_MAX_REACH = 3 * BOX_MAX_SIGMA, BOX_MAX_WEIGHTS = 2 * BOX_MAX_REACH + 1 };
int box_weights(const struct box *box, double weights[BOX_MAX_WEIGHTS]);
