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
//
//   struct drawing drawing = { .renderer = renderer, .format = FORMAT_RGBA16F };
//   struct quality_exact exact;
//   quality_exact_init(&exact, &light, 20);
//   struct quality quality = quality_measure(&drawing, &chain_of_a_blur, &light, &exact);
//   quality_exact_finish(&exact);

// Settings for running chains on CPU images.
struct drawing {
    struct renderer *renderer;
    enum texture_format format; // of the source and the images between the steps
    enum plan_fuse fuse;
};

// Runs a chain on an image. `linear`: what comes out is light; otherwise display values, for a
// target of 8 bits but not yet rounded to it. Makes `output`, as large as the source. False with
// the reason where the chain does not fit.
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

// Makes `to`: what the format leaves of an image.
void drawing_round(struct gpu *gpu, enum texture_format format, const struct image *from,
                   struct image *to);

// Draws a scene by its name, with its defaults; the renderer keeps its own.
void drawing_other_scene(struct renderer *renderer, const char *name, double time, int width,
                         int height, struct image *image);

// Gives every length of a chain in pixels of a picture of that height, and lets border texels go on
// forever, so that it does the same to pictures of other sizes.
void drawing_settle(struct chain *chain, int height);

// Measures the moments of the image of a point along one axis (sigma_x), the mean over points in 64
// places. `sigma` is how wide it is about, px: what lies beyond seven times that is not seen. False
// with the reason where the chain does not fit.
bool width_moments(const struct drawing *drawing, const struct chain *chain, double sigma,
                   bool down, struct metrics_moments *moments, struct error *error);

// Moves a point along the diagonal through every eighth of a pixel and over the texels of the
// coarsest level, and says how its blur changes, moved back and compared with itself. `sigma` is
// how wide the blur is, px: what lies beyond 2.5 times that is not seen. False with the reason
// where the chain does not fit.
bool shimmer_motion(const struct drawing *drawing, const struct chain *chain, double sigma,
                    struct metrics_motion *motion, struct error *error);

// Scenes for judging blurs: small lights before the dark, a picture like a photograph, and one very
// bright texel.
enum { QUALITY_SCENES = 3 };
extern const char *const quality_scenes[QUALITY_SCENES];

// From these values on a viewer finds no difference unless pictures are shown in turn, and no
// swimming. Audits promise them, and benchmarks recommend what is within them.
#define QUALITY_LEAST_PSNR   40 // dB, in the worst scene
#define QUALITY_MOST_SHIMMER 5  // per cent
#define QUALITY_MOST_OFF     2  // per cent of sigma, of the measured width

// Returns how high they are drawn to judge a blur of that sigma (px) for pictures of that height:
// blurs in double precision are slow, and larger pictures say the same. 360 rows, or more where the
// blur is so wide that borders would count.
int quality_height(int height, double sigma);

// An image after the exact Gaussian, as a display shows it.
struct quality_exact {
    double sigma; // px
    struct image image;
};

// Blurs light in double precision. To be finished.
void quality_exact_init(struct quality_exact *exact, const struct image *light, double sigma);
void quality_exact_finish(struct quality_exact *exact);

// The visible difference to the exact blur, in display values 0..1.
struct quality_nearness {
    double decibels;   // PSNR, of red, green and blue; infinite where there is no difference
    double similarity; // SSIM
    double largest;    // difference of a value
};

// Compares what came out of a chain: light, which becomes display values.
struct quality_nearness quality_nearness(struct image *light, const struct quality_exact *exact);

// All of it. What could not be measured is NaN.
struct quality {
    struct quality_nearness nearness;
    double sigma;   // measured across, px
    double shimmer; // share of itself that the blur of a point changes by while it moves
};

// Measures a blur that was asked for the width of `exact`, which was made of `light`. The image of
// a point is measured in RGBA32F where the format has no room for it.
struct quality quality_measure(const struct drawing *drawing, const struct chain *chain,
                               const struct image *light, const struct quality_exact *exact);

// Returns the shimmer alone, of a blur of that sigma; NaN where it could not be measured.
double quality_shimmer(const struct drawing *drawing, const struct chain *chain, double sigma);

// Returns true if an image format can store the blur of a point of light: it has alpha, and small
// values.
bool quality_has_room(enum texture_format format);
