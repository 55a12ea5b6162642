#include "effects/dither/dither_palette.h"
#include "effects/dither/noise.h"
#include "effects/palette/palette.h"
#include "render/gpu.h"

#include <math.h>

static const char *const matrices[] = { "bayer2",     "bayer4", "bayer8", "bayer16",    "halftone",
                                        "blue_noise", "ign",    "white",  "triangular", NULL };
const char *const dither_distances[] = { "rgb", "luma", "lab", "oklab", NULL };
const char *const dither_spaces[] = { "encoded", "linear", NULL };
static const char *const switches[] = { "off", "on", NULL };

static const struct param params[] = {
    PARAM_CHOICE(struct dither_params, matrix, .def = DITHER_BAYER8, .choices = matrices,
                 .help =
                     "Pattern of the thresholds; halftone has round dots at 45 degrees, 5.7 cells "
                     "apart; ign is interleaved gradient noise"),
    PARAM_INT(struct dither_params, bits, .min = 1, .max = 10, .zero = "auto", .unit = "bits",
              .help = "Bits a channel to reduce to; auto takes those of the picture's target"),
    PARAM_PALETTE(struct dither_params),
    PARAM_FLOAT(struct dither_params, strength, .def = 1, .max = 4, .slider_max = 2, .step = 0.05f,
                .help =
                    "Width of the noise; 1 is one step of the target, the most a palette takes; "
                    "0 only rounds"),
    PARAM_DISTANCE(struct dither_params),
    PARAM_CHOICE(struct dither_params, animate, .choices = switches,
                 .help = "Whether the pattern changes with every frame"),
    PARAM_CELL(struct dither_params, .zero = "auto", .min = 1,
               .help = "Side of the squares that share a threshold, rounded to whole pixels; auto "
                       "takes that of a pixelate before it, or 1"),
    { 0 },
};

static bool read_palette(const void *values, const void **file, struct error *error)
{
    const struct dither_params *p = values;
    return palette_read(p->palette, p->colors, file, error);
}

// Sets the palette, and blue noise as thresholds of 0..1. A half is added to each rank, so that
// their mean is 0.5. It has a single texel for patterns that the shader computes.
static void get_textures(struct gpu *gpu, const void *values, const void *file,
                         const struct texture *textures[2])
{
    const struct dither_params *p = values;
    const int side = p->matrix == DITHER_BLUE_NOISE ? NOISE_SIDE : 1;
    float texels[NOISE_COUNT] = { 0 };
    for (int i = 0; i < NOISE_COUNT && side > 1; i++)
        texels[i] = ((float) noise_blue()[i] + 0.5f) / NOISE_COUNT;
    textures[0] = dither_palette_table(gpu, p, file);
    textures[1] = texture_cache_table(&gpu->cache, texels, side, side, FORMAT_R32F);
}

static int find_constants(const void *values, const void *file, int depth,
                          float constants[EFFECT_MAX_CONSTANTS][4])
{
    const struct dither_params *p = values;
    if (file)
        return dither_palette_constants(p, file, constants);
    const float steps = ldexpf(1, p->bits > 0 ? p->bits : depth);
    constants[0][0] = steps - 1; // struct DitherLevels of dither.glsl
    constants[0][1] = 1 / (steps - 1);
    constants[0][2] = steps + 0.5f;
    constants[0][3] = steps * constants[0][1];
    return 1;
}

// Returns the variant: the flags of dither.glsl and dither_palette.glsl.
static int find_variant(const void *values, const void *file)
{
    const struct dither_params *p = values;
    const bool is_wide = p->strength > 1 || p->matrix == DITHER_TRIANGULAR;
    return is_wide + 2 * (p->bits > 0) + dither_palette_variant(p, file);
}

static bool uses_row(const void *values, const struct param *row)
{
    const struct dither_params *p = values;
    if (!palette_lets_matter(p->palette, row))
        return false;
    return p->strength > 0 || !(PARAM_ROW_IS(row, struct dither_params, matrix) ||
                                PARAM_ROW_IS(row, struct dither_params, animate));
}

const struct effect effect_dither = {
    .name = "dither",
    .about.summary =
        "Reduces display values to few levels or colours, hiding the steps in a pattern",
    .about.origin =
        "B. E. Bayer 1973; R. Ulichney, Digital Halftoning, 1987, and void and cluster, "
        "1993; J. Jimenez, interleaved gradient noise, 2014",
    .params = params,
    .colour = COLOUR_DISPLAY,
    .pointwise = true,
    .quantises = true,
    .read = read_palette,
    .textures = get_textures,
    .variant = find_variant,
    .constants = find_constants,
    .about.uses_row = uses_row,
};
