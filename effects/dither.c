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

static const double bt601[] = { 0.299, 0.587, 0.114 }; // luma, ITU-R BT.601

static void find_place(const double encoded[3], const double light[3], int distance,
                       double place[3])
{
    switch (distance) {
    case DITHER_LAB:
        colour_lab(light, place);
        break;
    case DITHER_OKLAB:
        colour_oklab(light, place);
        break;
    default:
        for (int i = 0; i < 3; i++)
            place[i] = distance == DITHER_LUMA ? sqrt(bt601[i]) * encoded[i] : encoded[i];
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

// ---- few colours: the shader knows them as constants

enum { RAMP_COLOURS = 4, FEW_COLOURS = EFFECT_MAX_FACTS / 2 };

struct few {
    int count; // 0: no palette, or more colours than these
    struct entry entries[FEW_COLOURS];
    bool is_ramp;
};

static const double *mixed_value(const struct entry *entry, const struct dither_params *p)
{
    return p->space == DITHER_LINEAR ? entry->light : entry->encoded;
}

static double product(const struct dither_params *p, const double a[3], const double b[3])
{
    double sum = 0;
    for (int c = 0; c < 3; c++)
        sum += (p->distance == DITHER_LUMA ? bt601[c] : 1) * a[c] * b[c];
    return sum;
}

static void find_step(const struct dither_params *p, const struct few *few, int i, double step[3])
{
    for (int c = 0; c < 3; c++)
        step[c] = mixed_value(&few->entries[i + 1], p)[c] - mixed_value(&few->entries[i], p)[c];
}

// Whether the steps from dark to bright nowhere turn by more than 60 degrees.
static bool is_ramp(const struct dither_params *p, const struct few *few)
{
    double a[3], b[3];
    for (int i = 0; i < few->count - 1; i++)
        for (int j = 0; j < i; j++) {
            find_step(p, few, i, a);
            find_step(p, few, j, b);
            if (product(p, a, b) < 0.5 * sqrt(product(p, a, a) * product(p, b, b)))
                return false;
        }
    return few->count > 0 && p->strength > 0;
}

static void list_few(const struct dither_params *p, struct few *few)
{
    const struct palette *palette = has_palette(p) ? palette_find(p->palette) : NULL;
    few->count = palette && palette->count <= FEW_COLOURS ? palette->count : 0;
    if (few->count > 0)
        list_entries(palette, few->entries);
    few->is_ramp = few->count <= RAMP_COLOURS && is_ramp(p, few);
}

// How far a value lies from one colour, 0, to the next, 1: the dot product with the first three,
// plus the fourth.
static void write_plane(const struct dither_params *p, const struct few *few, int i, float plane[4])
{
    double step[3];
    find_step(p, few, i, step);
    const double length = product(p, step, step);
    for (int c = 0; c < 3; c++)
        plane[c] = (float) ((p->distance == DITHER_LUMA ? bt601[c] : 1) * step[c] / length);
    plane[3] = (float) (-product(p, step, mixed_value(&few->entries[i], p)) / length);
}

// struct DitherLevels of dither.glsl.
static int find_levels(int bits, float facts[EFFECT_MAX_FACTS][4])
{
    const float steps = ldexpf(1, bits);
    facts[0][0] = steps - 1;
    facts[0][1] = 1 / (steps - 1);
    facts[0][2] = steps + 0.5f;
    facts[0][3] = nextafterf(steps + 1, 0);
    facts[1][0] = steps * facts[0][1];
    return 2;
}

static void find_colour(const struct dither_params *p, const struct few *few, int i,
                        float facts[EFFECT_MAX_FACTS][4])
{
    const struct entry *entry = &few->entries[i];
    double place[3];
    find_place(entry->encoded, entry->light, p->distance, place);
    write_texel(facts[i], few->is_ramp ? entry->encoded : place);
    if (!few->is_ramp)
        write_texel(facts[few->count + i], mixed_value(entry, p));
    else if (i < few->count - 1)
        write_plane(p, few, i, facts[few->count + i]);
}

// Of a ramp its colours and then the planes between them; of other palettes where the colours lie
// in the space of the distance and then, where it is another, in that of the mixes.
static int find_facts(const void *values, int depth, float facts[EFFECT_MAX_FACTS][4])
{
    const struct dither_params *p = values;
    struct few few;
    if (!has_palette(p))
        return find_levels(p->bits > 0 ? p->bits : depth, facts);
    list_few(p, &few);
    for (int i = 0; i < few.count; i++)
        find_colour(p, &few, i, facts);
    const bool places_are_mixed = p->distance == DITHER_RGB && p->space == DITHER_ENCODED;
    const int count = few.is_ramp || !places_are_mixed ? 2 * few.count : few.count;
    return count > 0 ? count : 1;
}

// The flags that dither.glsl tells of.
static int find_way(const void *values)
{
    const struct dither_params *p = values;
    struct few few;
    list_few(p, &few);
    const bool is_wide = p->strength > 1 || p->matrix == DITHER_TRIANGULAR;
    return is_wide + 2 * (p->bits > 0) + 4 * few.is_ramp + 8 * (p->strength == 0) + 16 * few.count;
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
    .facts = find_facts,
    .check = check,
};
