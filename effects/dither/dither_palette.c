#include "effects/dither/dither_palette.h"

#include "effects/colour.h"
#include "effects/palette/palette.h"
#include "effects/step_file.h"
#include "render/gpu.h"

#include <math.h>
#include <stdlib.h>

static const double bt601[] = { 0.299, 0.587, 0.114 }; // weights of luma, ITU-R BT.601

struct entry {
    int order; // index in the palette
    double encoded[3], luminance;
    double place[3]; // in the space in which distances are measured
    double mixed[3]; // the value that is mixed, in units of which distances need no weights
};

// Returns the unit of a channel in which distances of display values need no weights.
static double unit_of(const struct dither_params *p, int channel)
{
    return p->distance == DITHER_LUMA ? sqrt(bt601[channel]) : 1;
}

// Compares for sorting from dark to bright; equals keep the order of the palette.
static int compare_entries(const void *a, const void *b)
{
    const struct entry *p = a, *q = b;
    if (p->luminance != q->luminance)
        return p->luminance < q->luminance ? -1 : 1;
    return p->order - q->order;
}

static void list_entries(const struct dither_params *p, const struct palette *palette,
                         struct entry *entries)
{
    for (int i = 0; i < palette->count; i++) {
        struct entry *entry = &entries[i];
        double light[3];
        entry->order = i;
        for (int c = 0; c < 3; c++)
            entry->encoded[c] = palette->colours[i][c] / 255.0;
        colour_decode(entry->encoded, light);
        entry->luminance = colour_luminance(light);
        for (int c = 0; c < 3; c++) {
            entry->place[c] = unit_of(p, c) * entry->encoded[c];
            entry->mixed[c] =
                unit_of(p, c) * (p->space == DITHER_LINEAR ? light : entry->encoded)[c];
        }
        if (p->distance == DITHER_LAB)
            colour_lab(light, entry->place);
        else if (p->distance == DITHER_OKLAB)
            colour_oklab(light, entry->place);
    }
    qsort(entries, (size_t) palette->count, sizeof(entries[0]), compare_entries);
}

static void write_three(float *out, const double values[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = (float) values[i];
}

// ---- the table

const struct texture *dither_palette_table(struct gpu *gpu, const struct dither_params *p,
                                           const struct palette *palette)
{
    float texels[3 * PALETTE_MAX_COLOURS * 4] = { 0 };
    if (!palette)
        return texture_cache_table(&gpu->cache, texels, 1, 1, FORMAT_RGBA32F);
    // Three rows: for each colour its display value, its position in the space of distances,
    // and the value that is mixed.
    struct entry entries[PALETTE_MAX_COLOURS];
    list_entries(p, palette, entries);
    for (int i = 0; i < palette->count; i++) {
        write_three(texels + 4 * i, entries[i].encoded);
        write_three(texels + 4 * (palette->count + i), entries[i].place);
        write_three(texels + 4 * (2 * palette->count + i), entries[i].mixed);
    }
    return texture_cache_table(&gpu->cache, texels, palette->count, 3, FORMAT_RGBA32F);
}

// ---- palettes of few colours, which are uniforms of the shader

enum { HULL_COLOURS = 4, FEW_COLOURS = EFFECT_MAX_CONSTANTS / 2 };

enum variant { VARIANT_SEARCH, VARIANT_RAMP, VARIANT_NEAREST, VARIANT_HULL }; // as in the shader

struct few {
    const struct dither_params *params;
    enum variant variant;
    int count; // 0: no palette, or more than FEW_COLOURS colours
    struct entry entries[FEW_COLOURS];
    // With three or four colours that are no ramp: the inner products of the gradients of the
    // weights of two colours, as functions of the mixed value (the dual basis of the vectors from
    // the darkest colour). The weights sum to 1, so each row sums to 0.
    double dual[HULL_COLOURS][HULL_COLOURS];
};

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void find_step(const struct few *few, int from, int to, double step[3])
{
    for (int c = 0; c < 3; c++)
        step[c] = few->entries[to].mixed[c] - few->entries[from].mixed[c];
}

// Returns true if the directions from each colour to the next brighter one differ by at most 60
// degrees.
static bool is_ramp(const struct few *few)
{
    double a[3], b[3];
    for (int i = 0; i < few->count - 1; i++)
        for (int j = 0; j < i; j++) {
            find_step(few, i, i + 1, a);
            find_step(few, j, j + 1, b);
            if (dot(a, b) < 0.5 * sqrt(dot(a, a) * dot(b, b)))
                return false;
        }
    return few->count > 0;
}

// Writes the coefficients of a linear function of a value v: dot(plane.xyz, v) + plane.w = `scale`
// * the inner product of `along` and (v - origin).
static void write_plane(const struct few *few, const double along[3], double scale,
                        const double origin[3], float plane[4])
{
    for (int c = 0; c < 3; c++)
        plane[c] = (float) (scale * unit_of(few->params, c) * along[c]);
    plane[3] = (float) (-scale * dot(along, origin));
}

// Writes the linear function that is 0 at the colour `from` and `scale` at the colour `to`.
static void write_progress(const struct few *few, int from, int to, double scale, float plane[4])
{
    double step[3];
    find_step(few, from, to, step);
    write_plane(few, step, scale / dot(step, step), few->entries[from].mixed, plane);
}

// ---- the hull of three or four colours

// Returns true if the distance of every colour from the line or plane of the others is at least a
// 64th of the longest side. For less, floats are not precise enough. Fills few->dual.
static bool has_room(struct few *few)
{
    double longest = 0, gram[3][3] = { { 0 } }, a[3], b[3];
    const int size = few->count - 1;
    for (int i = 0; i < few->count; i++)
        for (int j = 0; j < i; j++) {
            find_step(few, j, i, a);
            longest = fmax(longest, dot(a, a));
        }
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++) {
            find_step(few, 0, i + 1, a);
            find_step(few, 0, j + 1, b);
            gram[i][j] = dot(a, b);
        }
    colour_invert(gram, size);
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++) {
            few->dual[i + 1][j + 1] = gram[i][j];
            few->dual[i + 1][0] -= gram[i][j];
            few->dual[0][j + 1] -= gram[i][j];
            few->dual[0][0] += gram[i][j];
        }
    for (int i = 0; i < few->count; i++)
        if (!(few->dual[i][i] > 0 && 1 / few->dual[i][i] >= longest / (64 * 64)))
            return false;
    return true;
}

// Writes the display values of the colours, their weights, for four colours the faces and a vector
// of heights, and the distances. Returns the number of vectors.
static int write_corners(const struct few *few, float constants[][4])
{
    const int count = few->count, faces = 2 * count, distances = count == 4 ? faces + 5 : faces;
    static const double black[3];
    for (int i = 0; i < count; i++) {
        write_three(constants[i], few->entries[i].encoded);
        // Its weight in the nearest mix on the plane or in the space of all colours.
        double step[3], growth[3] = { 0 };
        for (int j = 1; j < count; j++) {
            find_step(few, 0, j, step);
            for (int c = 0; c < 3; c++)
                growth[c] += few->dual[i][j] * step[c];
        }
        write_plane(few, growth, 1, few->entries[0].mixed, constants[count + i]);
        constants[count + i][3] += i == 0;
        if (count == 4) {
            // The change of all weights per unit of a colour's weight when the value is projected
            // on the plane of the other three, and the height of the colour above that plane.
            for (int j = 0; j < 4; j++)
                constants[faces + i][j] = (float) (-few->dual[i][j] / few->dual[i][i]);
            constants[faces + 4][i] = (float) (1 / sqrt(few->dual[i][i]));
        }
        // The squared distance of a value from the colour, minus the squared length of the value.
        const double *mixed = few->entries[i].mixed;
        write_plane(few, mixed, -2, black, constants[distances + i]);
        constants[distances + i][3] = (float) dot(mixed, mixed);
    }
    return distances + count;
}

// Writes for each edge the position of a value along it, then the squared lengths of the edges,
// four in a vector.
static int write_edges(const struct few *few, float constants[][4])
{
    const int edges = few->count * (few->count - 1) / 2;
    double step[3];
    for (int to = 1, edge = 0; to < few->count; to++)
        for (int from = 0; from < to; from++, edge++) {
            write_progress(few, from, to, 1, constants[edge]);
            find_step(few, from, to, step);
            constants[edges + edge / 4][edge % 4] = (float) dot(step, step);
        }
    return edges + (edges + 3) / 4;
}

// ---- the variants

static struct few list_few(const struct dither_params *p, const struct palette *palette)
{
    struct few few = { .params = p };
    if (palette && palette->count <= FEW_COLOURS) {
        few.count = palette->count;
        list_entries(p, palette, few.entries);
    }
    if (p->strength == 0)
        few.variant = VARIANT_NEAREST;
    else if (few.count > 0 && few.count <= HULL_COLOURS)
        few.variant = is_ramp(&few) ? VARIANT_RAMP : has_room(&few) ? VARIANT_HULL : VARIANT_SEARCH;
    return few;
}

int dither_palette_variant(const struct dither_params *p, const struct palette *palette)
{
    if (!step_file_is_given(p->palette))
        return 0;
    const struct few few = list_few(p, palette);
    return 4 * (int) few.variant + 16 * few.count;
}

int dither_palette_constants(const struct dither_params *p, const struct palette *palette,
                             float constants[EFFECT_MAX_CONSTANTS][4])
{
    const struct few few = list_few(p, palette);
    const bool places_are_mixed = p->distance <= DITHER_LUMA && p->space == DITHER_ENCODED;
    if (few.variant == VARIANT_RAMP) {
        // The difference of each colour from the one before; the position of a value beyond
        // the middle of each step, times 2^60; and the largest effect of a threshold, times 2^60.
        // With this factor, every position that is not 0 is larger than 1, and clamping gives 0
        // or 1.
        for (int i = 0; i < few.count; i++) {
            double more[3];
            for (int c = 0; c < 3; c++)
                more[c] = few.entries[i].encoded[c] - (i > 0 ? few.entries[i - 1].encoded[c] : 0);
            write_three(constants[i], more);
            if (i > 0) {
                float *plane = constants[few.count + i - 1];
                write_progress(&few, i - 1, i, 0x1p60, plane);
                plane[3] -= 0x1p59f;
            }
        }
        constants[0][3] = 0x1p60f * fminf(p->strength, 1);
        return 2 * few.count;
    }
    if (few.variant == VARIANT_HULL) {
        const int corners = write_corners(&few, constants); // the order of dither_few.glsl
        return corners + write_edges(&few, constants + corners);
    }
    for (int i = 0; i < few.count; i++) {
        write_three(constants[i], few.entries[i].place);
        if (!places_are_mixed)
            write_three(constants[few.count + i], few.entries[i].mixed);
    }
    return few.count == 0 ? 1 : places_are_mixed ? few.count : 2 * few.count;
}
