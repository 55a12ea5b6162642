#pragma once

#include "render/image/image.h"

// effects/metrics: measures of images and blurs, pure arithmetic on images of doubles
// (IMAGE_TYPE_F64). They know nothing of chains or files.
//
//   two images      difference, PSNR, SSIM and FLIP, for --compare, audits and the window's A/B
//   a point         moments and rings of the image that a blur makes of one lit texel, and the
//                   exact Gaussian to compare with; spread.h averages such images
//   moving images   moving an image by fractions of a texel, and how much frames change
//   bands           the visible steps of a ramp

// ---- two images of the same size

// Differences of red, green and blue, and of alpha.
struct metrics_difference {
    double most, mean, rms; // of absolute differences of red, green and blue
    double rms_of_alpha;
};

struct metrics_difference metrics_difference(const struct image *a, const struct image *b);

// Returns the peak signal-to-noise ratio in dB, for values 0..peak; infinity if there is no
// difference.
double metrics_psnr(const struct metrics_difference *difference, double peak);

// The structural similarity of display values 0..1: the mean over all positions of a window of
// 11x11 texels inside the image, weighted by a Gaussian of sigma 1.5, with K1 = 0.01 and K2 = 0.03.
// It compares one value per texel, the sum of the channels with the weights of luminance. If a side
// is shorter than 11, the window is cut. Z. Wang, A. C. Bovik, H. R. Sheikh, E. P. Simoncelli,
// Image quality assessment: from error visibility to structural similarity, IEEE Transactions on
// Image Processing 13(4), 2004.
struct metrics_similarity {
    double ssim; // 1 for equal images
    // SSIM without its luminance factor, so that it compares contrast and structure only. By the
    // ratio of luminances, a difference of 1/255 next to black weighs more than it is visible (J.
    // Nilsson, T. Akenine-Moller, Understanding SSIM, 2020).
    double structure;
};

struct metrics_similarity metrics_similarity(const struct image *a, const struct image *b);

// Returns the mean of FLIP, 0..1: the difference that a viewer notices when two pictures alternate
// at 67 pixels per degree (a screen of 3840 pixels and 0.7 m, from 0.7 m). For display values 0..1:
// P. Andersson, J. Nilsson, T. Akenine-Moller, M. Oskarsson, K. Astrom, M. D. Fairchild, FLIP: A
// Difference Evaluator for Alternating Images, Proceedings of the ACM on Computer Graphics and
// Interactive Techniques 3(2), 2020. For scene-linear light (`is_light`) it is HDR-FLIP: in each
// texel the largest FLIP over all metrics_exposures of `a`. P. Andersson, J. Nilsson, P. Shirley,
// T. Akenine-Moller, Visualizing Errors in Rendered High Dynamic Range Images, Eurographics short
// papers, 2021.
double metrics_flip(const struct image *a, const struct image *b, bool is_light);

// Returns the map whose mean is metrics_flip: a value for each texel, row by row. The caller frees
// it.
float *metrics_flip_map(const struct image *a, const struct image *b, bool is_light);

// Exposures in stops, evenly spaced: about one per stop, at least two. The first shows the
// brightest texel as 0.85 of white, the last shows the median texel so.
struct metrics_exposures {
    double first, last;
    int count;
};

struct metrics_exposures metrics_exposures(const struct image *reference);

// Applies an exposure in stops and the ACES curve of K. Narkowicz to light; `shown` is linear,
// 0..1. Negative light counts as 0.
void metrics_expose(const double light[3], double stops, double shown[3]);

// Returns the k-th smallest value, from 0; reorders the values.
double metrics_select(double *values, size_t count, size_t k);

// Converts light to display values, clipped to 0..1 and not rounded.
void metrics_encode_clipped(struct image *image);

// ---- the image of a point in the middle texel, in channel 0

// Moments around the point. Lengths are in texels.
struct metrics_moments {
    double energy;           // sum of all values
    double sigma_x, sigma_y; // standard deviations from the point along each axis
    double elongation;       // largest sigma of any direction / the smallest - 1
    // Four-fold moment: mean of r^4 cos 4a / mean of r^4, where r and a are polar coordinates. It
    // is 0 for anything rotationally symmetric, -0.43 for an axis-aligned square, and above 0 for a
    // shape that extends further along the axes.
    double squareness;
};

struct metrics_moments metrics_moments(const struct image *image);

// Writes means over rings around the point: ring i contains the distances from (i - 0.5) * step to
// (i + 0.5) * step texels. A ring without texels has NaN.
void metrics_radial_profile(const struct image *image, double step, int count, double profile[]);

// Writes samples of a Gaussian around sample `middle`, divided by their sum.
void metrics_gaussian(double samples[], int count, double middle, double sigma);

// Fills channel 0 of `image`, which the caller has initialised, with samples of a Gaussian around
// (x, y), divided by their sum.
void metrics_fill_gaussian(struct image *image, double x, double y, double sigma);

// Initialises `to` with the exact blur of `from`: samples of a Gaussian up to 6 sigma, along rows
// and then columns. Border texels are repeated outside the image.
void metrics_blur(const struct image *from, double sigma, struct image *to);

// ---- moving images

// Initialises `to` with `from` moved by (x, y) texels: cubic convolution, R. G. Keys 1981. Border
// texels are repeated outside the image.
void metrics_move(const struct image *from, double x, double y, struct image *to);

// The changes between frames of one size, in channel 0. The frames are expected to show the same
// content at the same position.
struct metrics_motion {
    double rms;  // RMS of the differences from the mean frame / RMS of the mean frame
    double peak; // (largest - smallest) / mean of the maxima of all frames
    // RMS of the differences from the previous frame / RMS of all frames
    double from_frame_to_frame;
};

// Sums over successive frames, for metrics_motion. A zeroed struct has no frames.
struct metrics_motion_sum {
    // Sums of channel 0, of its squares and of the squares of its differences; then the last frame.
    struct image sums;
    int count;
    double low, high, peaks; // smallest, largest and sum of the maxima of the frames
};
void metrics_motion_add(struct metrics_motion_sum *sum, const struct image *frame);
struct metrics_motion metrics_motion_end(struct metrics_motion_sum *sum); // frees the sum

// ---- bands

// Returns the lightness L*, 0..100, of a display value (sRGB). CIE 1976.
double metrics_lightness(double display);

// Bands in channel 0 of display values.
struct metrics_bands {
    int levels;      // number of different values
    int longest_run; // largest number of adjacent texels of a row with equal values
    int widest_band; // largest number of adjacent columns that all have one value
    double step;     // largest difference of lightness between successive levels, in L*
    // Largest difference of the means of 16x16 texels of `image` and `smooth`, in L*.
    double deviation;
};

struct metrics_bands metrics_bands(const struct image *image, const struct image *smooth);
