#pragma once

#include "render/image/image.h"

// effects/metrics: measures of images and blurs, pure arithmetic on images of doubles
// (IMAGE_TYPE_F64). They take what was drawn or read, and know nothing of chains or files.
//
//   two images    difference, PSNR, SSIM, FLIP: how far --compare, audits and sides are apart
//   a point       moments and rings of what a blur makes of it; the exact Gaussian beside it;
//                 spread.h its mean image
//   what moves    an image moved by parts of a texel, and how much frames change
//   bands         steps in a ramp

// ---- two images of the same size

// Differences over red, green and blue, and of alpha.
struct metrics_difference {
    double most, mean, rms; // absolute
    double rms_of_alpha;
};

struct metrics_difference metrics_difference(const struct image *a, const struct image *b);

// Returns the peak signal to noise ratio in dB, for values 0..peak. Infinite where there is no
// difference.
double metrics_psnr(const struct metrics_difference *difference, double peak);

// The structural similarity: the mean over every place of a window of 11x11 texels that lies
// inside, weighed by a Gaussian of sigma 1.5, with K1 = 0.01 and K2 = 0.03. It compares the sums of
// display values 0..1 with the weights of luminance. Where a side is shorter than 11 the window is
// cut. Z. Wang, A. C. Bovik, H. R. Sheikh, E. P. Simoncelli, Image quality assessment: from error
// visibility to structural similarity, IEEE Transactions on Image Processing 13(4), 2004.
struct metrics_similarity {
    double ssim; // 1 for equal images
    // Without the factor that compares luminances by their ratio: there 1/255 beside black counts
    // for more than an eye sees (J. Nilsson, T. Akenine-Moller, Understanding SSIM, 2020). What is
    // left compares contrast and structure.
    double structure;
};

struct metrics_similarity metrics_similarity(const struct image *a, const struct image *b);

// Returns the mean of FLIP, 0..1: what a viewer notices who sees two pictures in turn at 67 pixels
// per degree (a screen of 3840 pixels and 0.7 m, from 0.7 m). For display values 0..1: P.
// Andersson, J. Nilsson, T. Akenine-Moller, M. Oskarsson, K. Astrom, M. D. Fairchild, FLIP: A
// Difference Evaluator for Alternating Images, Proceedings of the ACM on Computer Graphics and
// Interactive Techniques 3(2), 2020. For light, HDR-FLIP: the largest, in each texel, of all that
// is noticed at metrics_exposures of the first picture. P. Andersson, J. Nilsson, P. Shirley, T.
// Akenine-Moller, Visualizing Errors in Rendered High Dynamic Range Images, Eurographics short
// papers, 2021.
double metrics_flip(const struct image *a, const struct image *b, bool is_light);

// Makes the map of which metrics_flip is the mean: a value for each texel, row after row, for the
// caller to free.
float *metrics_flip_map(const struct image *a, const struct image *b, bool is_light);

// Exposures in stops, evenly from the first to the last: at the first the brightest texel is shown
// as 0.85 of white, at the last the median one. One a stop, and at least two.
struct metrics_exposures {
    double first, last;
    int count;
};

struct metrics_exposures metrics_exposures(const struct image *reference);

// Shows light at an exposure: values 0..1, still linear, by the ACES curve of K. Narkowicz. Light
// below 0 is dark.
void metrics_expose(const double light[3], double stops, double shown[3]);

// Returns the k-th smallest of values, and puts them in another order.
double metrics_select(double *values, size_t count, size_t k);

// Turns light into display values 0..1, as the screen would show it but not rounded.
void metrics_encode_clipped(struct image *image);

// ---- the image of a point, in channel 0

// Moments around the texel (x, y) where the point lies. Lengths in texels.
struct metrics_moments {
    double energy;           // sum
    double sigma_x, sigma_y; // roots of the mean squares of the distances along each axis
    double elongation;       // sigma along the longest direction over that along the shortest - 1
    // Four-fold moment: mean of r^4 cos 4a over mean of r^4. 0 for anything round, -0.43 for a
    // square with the texels' sides, above 0 where it reaches further along the axes.
    double squareness;
};

struct metrics_moments metrics_moments(const struct image *image, int x, int y);

// Writes means over rings: ring i lies from (i - 0.5) to (i + 0.5) times `step` texels from (x, y).
// NaN for a ring without texels.
void metrics_radial_profile(const struct image *image, int x, int y, double step, int count,
                            double profile[]);

// Fills channel 0 with normalised samples of a Gaussian around (x, y). `image` has its size.
void metrics_fill_gaussian(struct image *image, double x, double y, double sigma);

// Makes `to`, the exact blur: samples of a Gaussian up to 6 sigma, along rows and then columns. The
// border texels go on forever.
void metrics_blur(const struct image *from, double sigma, struct image *to);

// ---- something that moves

// Makes `to`, which is `from` moved by (x, y) texels: cubic convolution, R. G. Keys 1981, with the
// border texels going on forever.
void metrics_move(const struct image *from, double x, double y, struct image *to);

// The change between frames of one size that each show the same thing in the same place, in channel
// 0.
struct metrics_motion {
    double rms;  // of the differences to the mean frame, over the root mean square of that
    double peak; // largest minus smallest maximum, over the mean maximum
    // The root mean square of the differences to the frame before, over that of all frames.
    double from_frame_to_frame;
};

// Adds up frames that come one after the other. A zeroed sum has none.
struct metrics_motion_sum {
    struct image sums; // of channel 0, its squares, the squares of its differences; and the last
    int count;
    double low, high, peaks; // maxima: the smallest, the largest, their sum
};
void metrics_motion_add(struct metrics_motion_sum *sum, const struct image *frame);
struct metrics_motion metrics_motion_end(struct metrics_motion_sum *sum); // frees it

// ---- bands

// Returns the lightness L*, 0..100, of a display value (sRGB). CIE 1976.
double metrics_lightness(double display);

// Bands in channel 0 of display values.
struct metrics_bands {
    int levels;       // how many different values there are
    int longest_run;  // of equal values side by side along a row, in texels
    int widest_band;  // of columns side by side that hold one value from top to bottom, in texels
    double step;      // the largest difference in lightness from one level to the next
    double deviation; // of the mean over 16x16 texels from that of `smooth`, the largest, in L*
};

struct metrics_bands metrics_bands(const struct image *image, const struct image *smooth);
