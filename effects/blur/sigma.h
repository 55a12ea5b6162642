#pragma once

#include "effects/blur/sigma_scatter.h"

#include <stdbool.h>

// Computes the width of a blur in closed form, and finds the construction (levels, offsets, shares)
// of a blur with a given width. Pure arithmetic.
//
//   struct sigma_dual_knobs knobs = { .sigma = 16, .scatter = 1 };
//   struct sigma_dual dual = sigma_dual_solve(&knobs);
//   double width = sigma_dual_width(&dual);           // 16, or the nearest possible width
//
// A width is the standard deviation along one axis, in pixels of the full-size image, of the image
// of a point averaged over all positions of the point (decimating filters treat even and odd pixels
// differently). The variances of passes that run one after the other add.
//
// Each solver defines a sequence of constructions with a continuous parameter, in which the width
// grows and the picture never changes visibly from one construction to the next. It finds the
// parameter whose variance is the requested one.

enum {
    SIGMA_MAX_ON_LEVELS = 1000, // px, for dual and pyramid: 6 %h of 16384 rows
    SIGMA_DUAL_LEVELS = 14,     // enough for that with any scatter
    SIGMA_PYRAMID_LEVELS = 14,
    SIGMA_MIPS_LEVELS = 9,
    SIGMA_KAWASE_PASSES = 9,
    SIGMA_KAWASE_HALVINGS = 3,
};

// The sum of bells that a blur on levels approximates: the variance of each bell, and its share of
// the light.
struct sigma_bells {
    int count;
    double variances[SIGMA_PYRAMID_LEVELS + 1], lights[SIGMA_PYRAMID_LEVELS + 1];
};

// Returns the width of all light together.
double sigma_bells_width(const struct sigma_bells *bells);

// Returns the width of the core at half of its height: the standard deviation of a single bell that
// falls to half of its height at the same distance. Returns 0 if some of the picture itself is
// kept. Levels count as bells; those with texels as large as the core are flatter, so that their
// half height is up to a quarter further out.
double sigma_bells_core(const struct sigma_bells *bells);

// A blur with n levels has n steps down and n up. Light may turn round at any level.
struct sigma_dual {
    int levels;                       // 0: a copy
    double shares[SIGMA_DUAL_LEVELS]; // 0..1, part of the output of level i that comes from below
                                      // it
    double down, up;                  // offsets
    double deepest;                   // offset of the first step up, out of the last level
};

// Values set by the user; 0 leaves a value to the solver.
struct sigma_dual_knobs {
    double sigma;   // 0: no blur
    int levels;     // up to SIGMA_DUAL_LEVELS; the solver then stays at that many
    double offset;  // of both directions; with `levels` too, sigma is ignored
    double scatter; // share of light that every level but the picture itself passes on; 1: all
    double down;    // offset on the way down over that on the way up; 0: 1, as published
};

double sigma_dual_width(const struct sigma_dual *dual);
struct sigma_bells sigma_dual_bells(const struct sigma_dual *dual);

// Returns the construction whose width is nearest to knobs->sigma.
struct sigma_dual sigma_dual_solve(const struct sigma_dual_knobs *knobs);

struct sigma_kawase_passes {
    int count;
    double distances[SIGMA_KAWASE_PASSES]; // texels of the image that the passes work on
};

// Steps down at offset 1, then passes at the working resolution, then the same steps up. While one
// resolution fades into the next, passes also blur the image before the last step down, `finer`,
// and the first step up is mixed with it.
struct sigma_kawase {
    int halvings; // 0: full resolution, 3: an eighth
    struct sigma_kawase_passes passes;
    struct sigma_kawase_passes finer; // passes at twice the resolution; count is 0 if share is 1
    double share; // 0..1, of the working resolution; if it is below 1, halvings are 2 or more
};

// Values set by the user; 0 leaves a value to the solver.
struct sigma_kawase_knobs {
    double sigma;  // 0: no blur
    int passes;    // up to SIGMA_KAWASE_PASSES of 0, 1, 2, 3, 4, 4, 5, 6, 7 half a texel further
    int scale;     // 1 + the halvings
    double factor; // of all distances; with `passes` and `scale` too, sigma is ignored
};

double sigma_kawase_width(const struct sigma_kawase *kawase);
bool sigma_kawase_fades(const struct sigma_kawase *kawase);

// Returns the construction whose width is nearest to knobs->sigma.
struct sigma_kawase sigma_kawase_solve(const struct sigma_kawase_knobs *knobs);

// A step down and the step up again at each level (Jimenez, "Next generation post processing in
// Call of Duty: Advanced Warfare", SIGGRAPH 2014). Every level mixes the light that comes up from
// below with its own. A step up smooths the coarse image and then interpolates it; the step out of
// the deepest level may smooth less than the others. Variances are in squared texels of the level.
struct sigma_pyramid {
    int levels;                          // 0: no step
    double shares[SIGMA_PYRAMID_LEVELS]; // 0..1, part of the output of level i that comes from
                                         // below it
    int smoothed;  // the deepest level, or the one above it while the deepest fades in
    double turn;   // variance of the smoothing in the step up out of the deepest level
    double smooth; // variance of five taps over the light that `smoothed` keeps
    bool gauss5;   // the kernel; otherwise 13 taps down and a tent up
};

// Weights of smoothing along one axis, with a variance up to 1.25, at the distances 0, 1 and 2.
struct sigma_pyramid_taps {
    double weights[3];
};

struct sigma_pyramid_taps sigma_pyramid_smooth_taps(const struct sigma_pyramid *pyramid);

// Returns the weights in the step up into `level`.
struct sigma_pyramid_taps sigma_pyramid_up_taps(const struct sigma_pyramid *pyramid, int level);

// Values set by the user; 0 leaves a value to the solver.
struct sigma_pyramid_knobs {
    double sigma;   // 0: no blur
    int levels;     // up to SIGMA_PYRAMID_LEVELS; the solver then stays at that many whole ones
    double scatter; // share of light that every level but the full-size one passes on; 1: all. The
                    // full-size level passes on all light
    bool gauss5;
};

struct sigma_bells sigma_pyramid_bells(const struct sigma_pyramid *pyramid);

// Returns the construction whose width is nearest to knobs->sigma.
struct sigma_pyramid sigma_pyramid_solve(const struct sigma_pyramid_knobs *knobs);

// A chain of 2x2 averages. Two levels are read with a linear filter and mixed, as a trilinear
// sampler does.
struct sigma_mips {
    int level;    // the finer of the two; 0 is the picture
    double share; // 0..1, weight of the next level
};

// Values set by the user; 0 leaves a value to the solver.
struct sigma_mips_knobs {
    double sigma; // 0: no blur
    double level; // up to SIGMA_MIPS_LEVELS; sigma is then ignored
};

double sigma_mips_width(const struct sigma_mips *mips);

// Returns the construction whose width is nearest to knobs->sigma.
struct sigma_mips sigma_mips_solve(const struct sigma_mips_knobs *knobs);
