#include "effects/colour.h"
#include "effects/noise.h"
#include "effects/palette.h"
#include "effects/pointwise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const matrices[] = { "bayer2", "bayer4", "bayer8",     "bayer16", "blue_noise",
                                        "ign",    "white",  "triangular", NULL };
static const char *const distances[] = { "rgb", "luma", "lab", "oklab", NULL };
static const char *const spaces[] = { "encoded", "linear", NULL };
static const char *const switches[] = { "off", "on", NULL };

static const struct param params[] = {
    PARAM_CHOICE(struct dither_params, matrix, .def = DITHER_BAYER8, .choices = matrices,
                 .help = "Pattern of the thresholds; ign is interleaved gradient noise"),
    PARAM_INT(struct dither_params, bits, .min = 1, .max = 10, .zero = "auto", .unit = "bits",
              .help = "Bits a channel to reduce to; auto takes those of the picture's target"),
    PARAM_TEXT(struct dither_params, palette, .def_text = "none",
               .help = "Colours to reduce to: none, a name, or a file .gpl, .hex, .pal, .txt; "
                       "goes before bits"),
    PARAM_FLOAT(struct dither_params, strength, .def = 1, .max = 4, .slider_max = 2, .step = 0.05f,
                .help =
                    "Width of the noise; 1 is one step of the target, the most a palette takes; "
                    "0 only rounds"),
    PARAM_CHOICE(struct dither_params, distance, .choices = distances,
                 .help = "How the nearest colour of a palette is found"),
    PARAM_CHOICE(struct dither_params, space, .choices = spaces,
                 .help = "Whether areas keep the mean of display values or of light"),
    PARAM_CHOICE(struct dither_params, animate, .choices = switches,
                 .help = "Whether the pattern changes with every frame"),
    { 0 },
};

static bool has_palette(const struct dither_params *p)
{
    return p->palette[0] != '\0' && strcmp(p->palette, "none") != 0;
}

static bool check(const void *values, struct error *error)
{
    const struct dither_params *p = values;
    struct palette palette;
    if (!has_palette(p))
        return true;
    palette_forget(p->palette);
    return palette_load(&palette, p->palette, error);
}

static void find_place(const double encoded[3], const double light[3], int distance,
                       double place[3])
{
    static const double weights[] = { 0.299, 0.587, 0.114 }; // ITU-R BT.601
    switch (distance) {
    case DITHER_LAB:
        colour_lab(light, place);
        break;
    case DITHER_OKLAB:
        colour_oklab(light, place);
        break;
    default:
        for (int i = 0; i < 3; i++)
            place[i] = distance == DITHER_LUMA ? sqrt(weights[i]) * encoded[i] : encoded[i];
    }
}

struct entry {
    int order; // in the palette
    double encoded[3], light[3], luminance;
};

// From dark to bright; of equals the first of the palette first.
static int compare_entries(const void *a, const void *b)
{
    const struct entry *p = a, *q = b;
    if (p->luminance != q->luminance)
        return p->luminance < q->luminance ? -1 : 1;
    return p->order - q->order;
}

static void list_entries(const struct palette *palette, struct entry *entries)
{
    for (int i = 0; i < palette->count; i++) {
        entries[i].order = i;
        for (int c = 0; c < 3; c++)
            entries[i].encoded[c] = palette->colours[i][c] / 255.0;
        colour_decode(entries[i].encoded, entries[i].light);
        entries[i].luminance = colour_luminance(entries[i].light);
    }
    qsort(entries, (size_t) palette->count, sizeof(entries[0]), compare_entries);
}

static void write_texel(float *texel, const double values[3])
{
    for (int i = 0; i < 3; i++)
        texel[i] = (float) values[i];
}

// What the shader wants to know of each colour, in rows: its display value, where it lies in the
// space of the distance, and what is mixed.
static void describe_palette(const struct palette *palette, const struct dither_params *p,
                             float *texels)
{
    struct entry entries[PALETTE_MAX_COLOURS];
    list_entries(palette, entries);
    for (int i = 0; i < palette->count; i++) {
        const struct entry *entry = &entries[i];
        double place[3];
        find_place(entry->encoded, entry->light, p->distance, place);
        write_texel(texels + 4 * i, entry->encoded);
        write_texel(texels + 4 * (palette->count + i), place);
        write_texel(texels + 4 * (2 * palette->count + i),
                    p->space == DITHER_LINEAR ? entry->light : entry->encoded);
    }
}

// One texel says that there is no palette.
static const struct texture *get_palette(struct gpu *gpu, const void *values)
{
    const struct dither_params *p = values;
    const struct palette *palette = has_palette(p) ? palette_find(p->palette) : NULL;
    float texels[3 * PALETTE_MAX_COLOURS * 4] = { 0 };
    if (!palette)
        return table_get(&gpu->tables, texels, 1, 1, FORMAT_RGBA32F);
    describe_palette(palette, p, texels);
    return table_get(&gpu->tables, texels, palette->count, 3, FORMAT_RGBA32F);
}

// The ranks of blue noise; the half keeps the mean of all thresholds in the middle. One texel
// stands for the patterns that the shader makes itself.
static const struct texture *get_noise(struct gpu *gpu, const void *values)
{
    const struct dither_params *p = values;
    float texels[NOISE_COUNT] = { 0 };
    if (p->matrix != DITHER_BLUE_NOISE)
        return table_get(&gpu->tables, texels, 1, 1, FORMAT_R32F);
    for (int i = 0; i < NOISE_COUNT; i++)
        texels[i] = ((float) noise_blue()[i] + 0.5f) / NOISE_COUNT;
    return table_get(&gpu->tables, texels, NOISE_SIDE, NOISE_SIDE, FORMAT_R32F);
}

// The flags that dither.glsl tells of.
static int find_way(const void *values)
{
    const struct dither_params *p = values;
    const bool is_wide = p->strength > 1 || p->matrix == DITHER_TRIANGULAR;
    return is_wide + 2 * (p->bits > 0);
}

const struct effect effect_dither = {
    .name = "dither",
    .summary = "Reduces display values to few levels or colours, hiding the steps in a pattern",
    .origin = "B. E. Bayer 1973; R. Ulichney, void and cluster, 1993; J. Jimenez, interleaved "
              "gradient noise, 2014",
    .params = params,
    .params_size = sizeof(struct dither_params),
    .colour = COLOUR_DISPLAY,
    .pointwise = true,
    .palette = get_palette,
    .noise = get_noise,
    .way = find_way,
    .check = check,
};
