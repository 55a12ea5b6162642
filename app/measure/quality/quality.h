#pragma once

#include "app/renderer/renderer.h"
#include "effects/metrics/spread.h"

// app/measure/quality: how near a blur comes to the exact Gaussian of its width, and how calm it
// stays while something moves. Audits hold blurs to it, suites put it beside their time.
//
//   drawing_*  runs a chain on images of the CPU, all of them IMAGE_TYPE_F64
//   width_*    how wide a blur is, from the image of a point
//   shimmer_*  how much the blur of a point changes while the point moves
//   quality_*  both of them, and the difference to the exact blur

// Settings for running chains on CPU images.
struct drawing {
    struct renderer *renderer;
    enum texture_format format; // of the source and the images between the steps
    enum plan_fuse fuse;
};

// Runs a chain on an image. `linear`: the output is light; otherwise it is display values for an
// 8-bit target, not yet rounded. Creates `output` in the size of the source. Returns false with the
// reason if the chain does not fit.
bool drawing_run(const struct drawing *drawing, const struct chain *chain, bool linear,
                 const struct image *source, struct image *output, struct error *error);

// Draws the next picture of a spread that has fewer than SPREAD_PICTURES, and adds it.
bool drawing_add_spread(const struct drawing *drawing, const struct chain *chain,
                        struct spread *spread, struct error *error);

// Starts to compile the programs of these pictures. Returns true if all are compiled; until then,
// call it again after the next frame.
bool drawing_prepare_spread(const struct drawing *drawing, const struct chain *chain,
                            const struct spread *spread);

// Draws the renderer's scene at a time, in RGBA32F.
void drawing_scene(struct renderer *renderer, double time, int width, int height,
                   struct image *image);

// Creates `to`: the image rounded to the format.
void drawing_round(struct gpu *gpu, enum texture_format format, const struct image *from,
                   struct image *to);

// Draws another scene, given by its name, with its defaults; the renderer's own scene stays.
void drawing_other_scene(struct renderer *renderer, const char *name, double time, int width,
                         int height, struct image *image);

// Converts every length of a chain to pixels, for a picture of that height, and repeats border
// texels, so that the chain does the same to pictures of other sizes.
void drawing_settle(struct chain *chain, int height);

// Measures the moments of the image of a point along one axis (sigma_x), as the mean over points at
// 64 positions. `sigma` is the approximate width in px: light farther away than seven times that is
// ignored. Returns false with the reason if the chain does not fit.
bool width_moments(const struct drawing *drawing, const struct chain *chain, double sigma,
                   bool down, struct metrics_moments *moments, struct error *error);

// Moves a point along the diagonal through each eighth of a pixel and over the texels of the
// coarsest level, moves the blurred images back and compares them. `sigma` is the width of the blur
// in px: light farther away than 2.5 times that is ignored. Returns false with the reason if the
// chain does not fit.
bool shimmer_motion(const struct drawing *drawing, const struct chain *chain, double sigma,
                    struct metrics_motion *motion, struct error *error);

// Scenes for judging blurs: small lights in the dark, a picture like a photograph, and one very
// bright texel.
enum { QUALITY_SCENES = 3 };
extern const char *const quality_scenes[QUALITY_SCENES];

// Blurs within these limits do not swim, and a viewer finds no difference unless pictures are shown
// alternately. They are limits of audits, and benchmarks recommend blurs within them.
#define QUALITY_MIN_PSNR    40 // dB, in the worst scene
#define QUALITY_MAX_SHIMMER 5  // per cent
#define QUALITY_MAX_OFF     2  // per cent of sigma, of the measured width

// Returns the height at which the scenes are drawn to judge a blur of that sigma (px) for pictures
// of that height. It is 360 rows, since blurs in double precision are slow and larger pictures give
// the same result, or more for blurs so wide that the borders would matter; at most `height`.
int quality_height(int height, double sigma);

// An image blurred by the exact Gaussian, as a display shows it.
struct quality_exact {
    double sigma; // px
    struct image image;
};

// Blurs light in double precision. Call quality_exact_finish afterwards.
void quality_exact_init(struct quality_exact *exact, const struct image *light, double sigma);
void quality_exact_finish(struct quality_exact *exact);

// The visible difference to the exact blur, in display values 0..1.
struct quality_nearness {
    double decibels;   // PSNR of red, green and blue; infinite if they are equal
    double similarity; // SSIM
    double largest;    // largest difference of a value
};

// Compares the light that a chain outputs, and converts it to display values.
struct quality_nearness quality_nearness(struct image *light, const struct quality_exact *exact);

// Return the shimmer of a blur of that sigma (px), of itself, and its measured sigma horizontally;
// NaN if it could not be measured. The image of a point is measured in RGBA32F if the format cannot
// store it (quality_has_room).
double quality_shimmer(const struct drawing *drawing, const struct chain *chain, double sigma);
double quality_width(const struct drawing *drawing, const struct chain *chain, double sigma);

// Returns true if an image format can store the blur of a point of light: it has alpha, and small
// values.
bool quality_has_room(enum texture_format format);
