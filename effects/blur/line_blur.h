#pragma once

#include <stdbool.h>

// What a blur made of passes does along one axis: the image of a point on a line of texels, without
// a GPU. Taps of two dimensions count with their weights added up along the other axis, which is
// exact for what is the same along that axis. Pure arithmetic; rounding in between is left out.

enum { LINE_MAX_PASSES = 20, LINE_MAX_TAPS = 4096 };

struct line_tap {
    double at; // from the place that is written, in texels of the line that is read
    double weight;
};

// Between texels: two of them, or four by a cubic B-spline.
enum line_filter { LINE_LINEAR, LINE_CUBIC };

struct line_pass {
    double step; // width of what is written in texels of what is read: 2 down, 1/2 up
    enum line_filter filter;
    bool mirrors;       // every other texel has its taps the other way round
    int first, count;   // of its taps
    double feedback[3]; // without taps: shares of the last three results, there and back again
};

struct line_blur {
    int count, tap_count;
    struct line_pass passes[LINE_MAX_PASSES];
    struct line_tap taps[LINE_MAX_TAPS];
};

// Appends a pass, for the caller to say more of.
struct line_pass *line_blur_add(struct line_blur *blur, double step, int count,
                                const struct line_tap taps[]);

// Appends a pass with the weights of `radius` texels on each side: weights[0] is the middle's.
void line_blur_add_weights(struct line_blur *blur, int radius, const double weights[]);

// The same with samples of a Gaussian, over their sum; of an infinite sigma a box.
void line_blur_add_gaussian(struct line_blur *blur, int radius, double sigma);

// The standard deviation of the image of a point, in texels of the first line, over all the places
// where the point can lie: variances of passes add.
double line_blur_sigma(const struct line_blur *blur);

// The image of a point, averaged over up to 32 of these places.
struct line_profile {
    int reach;
    double *values; // 2 * reach + 1, the point in the middle; owned
    double mean;    // where the light has its centre, in texels from the point
};

void line_profile_init(struct line_profile *profile, const struct line_blur *blur);
void line_profile_finish(struct line_profile *profile);
double line_profile_at(const struct line_profile *profile, int x); // 0 beyond

// The sigma of the Gaussian around the mean that is the nearest by least squares, and the sum of
// the squares that are left with any.
double line_profile_fit(const struct line_profile *profile);
double line_profile_squares(const struct line_profile *profile, double sigma);

// The largest difference as a share of the first one's peak: from another, and from a Gaussian
// around its mean.
double line_profile_difference(const struct line_profile *one, const struct line_profile *other);
double line_profile_residual(const struct line_profile *profile, double sigma);
