#pragma once

#include <stdbool.h>

// Computes the one-dimensional point spread of a blur that consists of passes, along one axis and
// without a GPU. A two-dimensional filter counts with its weights summed along the other axis,
// which is exact for images that are constant along that axis. Pure arithmetic; rounding between
// passes is left out.

enum { LINE_MAX_PASSES = 20, LINE_MAX_TAPS = 4096 };

struct line_tap {
    double at; // position relative to the output texel, in texels of the input line
    double weight;
};

// Interpolation between texels: of two of them, or of four by a cubic B-spline.
enum line_filter { LINE_LINEAR, LINE_CUBIC };

struct line_pass {
    double step; // width of an output texel in input texels: 2 down, 1/2 up
    enum line_filter filter;
    bool mirrors;       // the taps of every other texel are mirrored
    int first, count;   // its taps in line_blur.taps
    double feedback[3]; // used if there are no taps: weights of the last three results, of a
                        // recursive filter that runs forward and then backward
};

struct line_blur {
    int count, tap_count;
    struct line_pass passes[LINE_MAX_PASSES];
    struct line_tap taps[LINE_MAX_TAPS];
};

// Appends a pass. The caller may set its other fields.
struct line_pass *line_blur_add(struct line_blur *blur, double step, int count,
                                const struct line_tap taps[]);

// Appends a pass with the weights of `radius` texels on each side; weights[0] is that of the
// middle.
void line_blur_add_weights(struct line_blur *blur, int radius, const double weights[]);

// Appends a pass with samples of a Gaussian, divided by their sum. An infinite sigma gives a box.
void line_blur_add_gaussian(struct line_blur *blur, int radius, double sigma);

// Returns the standard deviation of the point spread, in texels of the first line, averaged over
// all positions of the point. The variances of the passes add.
double line_blur_sigma(const struct line_blur *blur);

// The point spread, averaged over up to 32 positions of the point.
struct line_profile {
    int reach;
    double *values; // 2 * reach + 1, the point in the middle; owned
    double mean;    // centre of gravity, in texels from the point
};

void line_profile_init(struct line_profile *profile, const struct line_blur *blur);
void line_profile_finish(struct line_profile *profile);
double line_profile_at(const struct line_profile *profile, int x); // 0 beyond

// line_profile_fit returns the sigma of the Gaussian around the mean that is nearest by least
// squares; line_profile_squares returns the sum of squared differences from the Gaussian of a given
// sigma.
double line_profile_fit(const struct line_profile *profile);
double line_profile_squares(const struct line_profile *profile, double sigma);

// These return the largest difference as a share of the peak of the first argument: from another
// profile, and from a Gaussian around its mean.
double line_profile_difference(const struct line_profile *one, const struct line_profile *other);
double line_profile_residual(const struct line_profile *profile, double sigma);
