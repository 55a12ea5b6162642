#pragma once

struct effect_call;
struct effect_site;

// effects/blur: code that several blurs share: levels, kernels, margins, widths and passes.

// The levels of a blur: level 0 is the picture, and each further level has half the width and
// height, rounded up, so that texel i of a level covers texels 2i and 2i + 1 of the level above.

// The row `edge` (PARAM_EDGE) of a blur on levels, which needs a margin (effects/blur/margin.h).
#define PARAM_EDGE_OF_LEVELS(S) \
    PARAM_CHOICE(S, edge, .choices = effect_edges, \
                 .help = \
                     "What lies beyond the border: its texels, the picture mirrored, nothing; " \
                     "mirror and zero are right to 0.01 of the largest value; clamp goes on with " \
                     "the border of each smaller image, which is up to 0.5 off where light " \
                     "changes beside the border")

// The row `scatter` of a blur whose levels may retain a share of the light: sigma_scatter_shares.
#define PARAM_SCATTER(S) \
    PARAM_FLOAT(S, scatter, .def = 1, .min = 0.1f, .max = 1, .step = 0.05f, \
                .help = "Share of a level's light that goes on to a wider one; less than 1 keeps " \
                        "a bright core in a haze so wide that all together is as wide as sigma")

// Returns a size after halving it `times` times, rounded up each time.
int levels_halved(int size, int times);

// Returns the number of texels of a level of the site's picture.
double levels_texels(const struct effect_site *site, int level);

// Return an image from the pool, in the call's format: of the size of a level, or of half the size
// of `from`. The caller releases it.
struct texture *levels_acquire(const struct effect_call *call, int level);
struct texture *levels_acquire_half(const struct effect_call *call, const struct texture *from);

// Releases an image to the pool. Does nothing for NULL and for the call's input, so that loops over
// levels need no special case.
void levels_release(const struct effect_call *call, const struct texture *texture);

// Returns the sizes of both images, for the uniform u_sizes.
struct uniform levels_sizes(const struct texture *from, const struct texture *to);
