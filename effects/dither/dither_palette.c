#include "effects/dither/dither_palette.h"

#include "effects/colour.h"
#include "effects/palette/palette.h"

#include <math.h>
#include <stdlib.h>

static const double bt601[] = { 0.299, 0.587, 0.114 }; // weights of luma, ITU-R BT.601

// Converts a colour to the space in which distances are measured.
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
    int order; // index in the palette
    double encoded[3], light[3], luminance;
};

// Compares for sorting from dark to bright; equals keep the order of the palette.
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

static const double *mixed_value(const struct entry *entry, const struct dither_params *p)
{
    return p->space == DITHER_LINEAR ? entry->light : entry->encoded;
}

// Computes the value that is mixed, scaled so that distances between mixes need no weights.
static void find_mixed(const struct entry *entry, const struct dither_params *p, double mixed[3])
{
    for (int c = 0; c < 3; c++)
        mixed[c] = mixed_value(entry, p)[c] * (p->distance == DITHER_LUMA ? sqrt(bt601[c]) : 1);
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
    list_entries(palette, entries);
    for (int i = 0; i < palette->count; i++) {
        const struct entry *entry = &entries[i];
        double place[3], mixed[3];
        find_place(entry->encoded, entry->light, p->distance, place);
        find_mixed(entry, p, mixed);
        write_three(texels + 4 * i, entry->encoded);
        write_three(texels + 4 * (palette->count + i), place);
        write_three(texels + 4 * (2 * palette->count + i), mixed);
    }
    return texture_cache_table(&gpu->cache, texels, palette->count, 3, FORMAT_RGBA32F);
}

// ---- palettes of few colours, which are uniforms of the shader

enum { HULL_COLOURS = 4, FEW_COLOURS = EFFECT_MAX_CONSTANTS / 2 };

enum variant { VARIANT_SEARCH, VARIANT_RAMP, VARIANT_NEAREST, VARIANT_HULL }; // as in the shader

struct few {
    enum variant variant;
    int count; // 0: no palette, or more than FEW_COLOURS colours
    struct entry entries[FEW_COLOURS];
};

// Returns the inner product of the space in which mixes of few colours are compared.
static double inner_product(const struct dither_params *p, const double a[3], const double b[3])
{
    double sum = 0;
    for (int c = 0; c < 3; c++)
        sum += (p->distance == DITHER_LUMA ? bt601[c] : 1) * a[c] * b[c];
    return sum;
}

static void find_step(const struct dither_params *p, const struct few *few, int from, int to,
                      double step[3])
{
    for (int c = 0; c < 3; c++)
        step[c] = mixed_value(&few->entries[to], p)[c] - mixed_value(&few->entries[from], p)[c];
}

// Returns true if the directions from each colour to the next brighter one differ by at most 60
// degrees.
static bool is_ramp(const struct dither_params *p, const struct few *few)
{
    double a[3], b[3];
    for (int i = 0; i < few->count - 1; i++)
        for (int j = 0; j < i; j++) {
            find_step(p, few, i, i + 1, a);
            find_step(p, few, j, j + 1, b);
            if (inner_product(p, a, b) <
                0.5 * sqrt(inner_product(p, a, a) * inner_product(p, b, b)))
                return false;
        }
    return few->count > 0;
}

// Writes the coefficients of a linear function of a value v: dot(plane.xyz, v) + plane.w = `scale`
// * the inner product of `along` and (v - origin).
static void write_plane(const struct dither_params *p, const double along[3], double scale,
                        const double origin[3], float plane[4])
{
    for (int c = 0; c < 3; c++)
        plane[c] = (float) (scale * (p->distance == DITHER_LUMA ? bt601[c] : 1) * along[c]);
    plane[3] = (float) (-scale * inner_product(p, along, origin));
}

// Writes the linear function that is 0 at the colour `from` and `scale` at the colour `to`.
static void write_progress(const struct dither_params *p, const struct few *few, int from, int to,
                           double scale, float plane[4])
{
    double step[3];
    find_step(p, few, from, to, step);
    write_plane(p, step, scale / inner_product(p, step, step), mixed_value(&few->entries[from], p),
                plane);
}

// ---- the hull of three or four colours

// The inner products of the gradients of the weights of two colours, as functions of the mixed
// value (the dual basis of the vectors from the darkest colour). The weights sum to 1, so each row
// sums to 0.
struct dual {
    double at[HULL_COLOURS][HULL_COLOURS];
};

// Inverts a symmetric positive definite matrix in place, by Gauss-Jordan elimination.
static void invert(double matrix[3][3], int size)
{
    for (int k = 0; k < size; k++) {
        const double pivot = matrix[k][k];
        matrix[k][k] = 1;
        for (int j = 0; j < size; j++)
            matrix[k][j] /= pivot;
        for (int i = 0; i < size; i++) {
            const double factor = matrix[i][k];
            if (i == k)
                continue;
            matrix[i][k] = 0;
            for (int j = 0; j < size; j++)
                matrix[i][j] -= factor * matrix[k][j];
        }
    }
}

static void find_dual(const struct dither_params *p, const struct few *few, struct dual *dual)
{
    double gram[3][3] = { { 0 } }, a[3], b[3];
    const int size = few->count - 1;
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++) {
            find_step(p, few, 0, i + 1, a);
            find_step(p, few, 0, j + 1, b);
            gram[i][j] = inner_product(p, a, b);
        }
    invert(gram, size);
    *dual = (struct dual){ 0 };
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++) {
            dual->at[i + 1][j + 1] = gram[i][j];
            dual->at[i + 1][0] -= gram[i][j];
            dual->at[0][j + 1] -= gram[i][j];
            dual->at[0][0] += gram[i][j];
        }
}

// Returns true if the distance of every colour from the line or plane of the others is at least a
// 64th of the longest side. For less, floats are not precise enough.
static bool has_room(const struct dither_params *p, const struct few *few)
{
    struct dual dual;
    double longest = 0, step[3];
    for (int i = 0; i < few->count; i++)
        for (int j = 0; j < i; j++) {
            find_step(p, few, j, i, step);
            longest = fmax(longest, inner_product(p, step, step));
        }
    find_dual(p, few, &dual);
    for (int i = 0; i < few->count; i++)
        if (!(dual.at[i][i] > 0 && 1 / dual.at[i][i] >= longest / (64 * 64)))
            return false;
    return true;
}

// Writes the weight of a colour, as a linear function of the value, in the nearest mix on the plane
// or in the space of all colours.
static void write_weight(const struct dither_params *p, const struct few *few,
                         const struct dual *dual, int i, float plane[4])
{
    double step[3], growth[3] = { 0 };
    for (int j = 1; j < few->count; j++) {
        find_step(p, few, 0, j, step);
        for (int c = 0; c < 3; c++)
            growth[c] += dual->at[i][j] * step[c];
    }
    write_plane(p, growth, 1, mixed_value(&few->entries[0], p), plane);
    plane[3] += i == 0;
}

// Writes the display values of the colours, their weights, for four colours the faces and a vector
// of heights, and the distances. Returns the number of vectors.
static int write_corners(const struct dither_params *p, const struct few *few, float constants[][4])
{
    const int count = few->count, faces = 2 * count, distances = count == 4 ? faces + 5 : faces;
    static const double black[3];
    struct dual dual;
    find_dual(p, few, &dual);
    for (int i = 0; i < count; i++) {
        write_three(constants[i], few->entries[i].encoded);
        write_weight(p, few, &dual, i, constants[count + i]);
        if (count == 4) {
            // The change of all weights per unit of a colour's weight when the value is projected
            // on the plane of the other three, and the height of the colour above that plane.
            for (int j = 0; j < 4; j++)
                constants[faces + i][j] = (float) (-dual.at[i][j] / dual.at[i][i]);
            constants[faces + 4][i] = (float) (1 / sqrt(dual.at[i][i]));
        }
        // The squared distance of a value from the colour, minus the squared length of the value.
        const double *mixed = mixed_value(&few->entries[i], p);
        write_plane(p, mixed, -2, black, constants[distances + i]);
        constants[distances + i][3] = (float) inner_product(p, mixed, mixed);
    }
    return distances + count;
}

// Writes for each edge the position of a value along it, then the squared lengths of the edges,
// four in a vector.
static int write_edges(const struct dither_params *p, const struct few *few, float constants[][4])
{
    const int edges = few->count * (few->count - 1) / 2;
    double step[3];
    for (int to = 1, edge = 0; to < few->count; to++)
        for (int from = 0; from < to; from++, edge++) {
            write_progress(p, few, from, to, 1, constants[edge]);
            find_step(p, few, from, to, step);
            constants[edges + edge / 4][edge % 4] = (float) inner_product(p, step, step);
        }
    return edges + (edges + 3) / 4;
}

// ---- the variants

static enum variant choose_variant(const struct dither_params *p, const struct few *few)
{
    if (p->strength == 0)
        return VARIANT_NEAREST;
    if (few->count > HULL_COLOURS || few->count == 0)
        return VARIANT_SEARCH;
    if (is_ramp(p, few))
        return VARIANT_RAMP;
    return has_room(p, few) ? VARIANT_HULL : VARIANT_SEARCH;
}

static void list_few(const struct dither_params *p, const struct palette *palette, struct few *few)
{
    few->count = palette && palette->count <= FEW_COLOURS ? palette->count : 0;
    if (few->count > 0)
        list_entries(palette, few->entries);
    few->variant = choose_variant(p, few);
}

int dither_palette_variant(const struct dither_params *p, const struct palette *palette)
{
    struct few few;
    if (!palette_is_given(p->palette))
        return 0;
    list_few(p, palette, &few);
    return 4 * (int) few.variant + 16 * few.count;
}

static bool places_are_mixed(const struct dither_params *p)
{
    return p->distance <= DITHER_LUMA && p->space == DITHER_ENCODED;
}

int dither_palette_constants(const struct dither_params *p, const struct palette *palette,
                             float constants[EFFECT_MAX_CONSTANTS][4])
{
    struct few few;
    list_few(p, palette, &few);
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
                write_progress(p, &few, i - 1, i, 0x1p60, plane);
                plane[3] -= 0x1p59f;
            }
        }
        constants[0][3] = 0x1p60f * fminf(p->strength, 1);
        return 2 * few.count;
    }
    if (few.variant == VARIANT_HULL) {
        const int corners = write_corners(p, &few, constants); // the order of dither_few.glsl
        return corners + write_edges(p, &few, constants + corners);
    }
    for (int i = 0; i < few.count; i++) {
        double place[3], mixed[3];
        find_place(few.entries[i].encoded, few.entries[i].light, p->distance, place);
        find_mixed(&few.entries[i], p, mixed);
        write_three(constants[i], place);
        if (!places_are_mixed(p))
            write_three(constants[few.count + i], mixed);
    }
    return few.count == 0 ? 1 : places_are_mixed(p) ? few.count : 2 * few.count;
}
