// The ways to compute a Gaussian: their programs, and the table of them.

#include "effects/gaussian/gaussian_parts.h"

#include <stdio.h>

static int edge_of(const struct effect_site *site)
{
    const struct gaussian_params *p = site->params;
    return p->edge;
}

static void vary(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    snprintf(defines, EFFECT_DEFINES_SIZE, "RADIUS=%d EDGE=%d", gaussian_class_of(site),
             edge_of(site));
}

// What a texel of the format takes in shared memory: every value of it exactly, in as few bits as
// the shaders' packing functions offer.
static const char *packing(enum texture_format format)
{
    if (format == FORMAT_RGBA8)
        return "BYTES";
    return format == FORMAT_RGBA32F ? "FLOATS" : "HALVES";
}

// What lies between steps of one implementation, where bytes would be too few.
static const char *packing_between(enum texture_format format)
{
    return format == FORMAT_RGBA32F ? "FLOATS" : "HALVES";
}

// The longest, "RADIUS=192 EDGE=2 FORMAT=r11f_g11f_b10f HALVES", leaves room for what others add.
static int vary_packed(const struct effect_site *site, int radius, const char *packed,
                       char *defines)
{
    return sprintf(defines, "RADIUS=%d EDGE=%d FORMAT=%s %s", radius, edge_of(site),
                   texture_format_name(site->format), packed);
}

static void vary_walk(const struct effect_site *site, const struct gaussian_strips *strips,
                      const char *packed, char *defines)
{
    char *end = defines + vary_packed(site, strips->radius, packed, defines);
    end += sprintf(end, " OUTPUTS=%d LINES=%d", strips->outputs,
                   gaussian_row_lines(site->format, strips->is_long));
    if (strips->is_long)
        sprintf(end, " LONG TAPS=%d", gaussian_long_taps(strips->radius));
}

static void vary_direct(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    const struct gaussian_strips between = gaussian_strips_between(site, true);
    vary_walk(site, &between, packing(site->format), defines);
}

static void vary_blocked(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    const struct gaussian_strips between = gaussian_strips_between(site, false);
    vary_walk(site, &between, packing(site->format), defines);
}

static void vary_multiresolution(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    const struct gaussian_levels levels = gaussian_levels_of(site);
    const struct gaussian_strips strips = gaussian_level_strips(site, &levels);
    const int used =
        sprintf(defines, "FACTOR=%d %s", levels.factor, levels.factor == 2 ? "" : "TO_BUFFER ");
    vary_walk(site, &strips, packing_between(site->format), defines + used);
}

// ---- the table

// One program, or one for each direction.
#define ONE(FILE, DEFINES) \
    (const struct program_desc[]) \
    { \
        { .file = FILE, .defines = DEFINES }, { 0 }, \
    }
#define TWO(FILE, DEFINES) \
    (const struct program_desc[]) \
    { \
        [ROWS] = { .file = FILE, .defines = DEFINES }, \
        [COLUMNS] = { .file = FILE, .defines = DEFINES " COLUMNS" }, { 0 }, \
    }

#define TEXT_OF(X) #X
#define TEXT(X)    TEXT_OF(X)

#define BLOCKED_ROWS    "WIDTH=" TEXT(ROW_WIDTH)
#define BLOCKED_COLUMNS "COLUMNS WIDTH=" TEXT(COLUMN_WIDTH) " HEIGHT=" TEXT(COLUMN_HEIGHT)

#define BILINEAR_ERROR        (1.0f / 512) // of a weight: GPUs filter with fractions of 8 bits
#define HALF_ERROR            (1.0f / 2048)
// Of what a point becomes, as a share of its middle: up to 0.039, at sigma 5, where a level more is
// taken; 0.033 at 5.3. The most that a picture of -1 and 1 makes of it is less, the sum of the
// differences of all weights, up to 0.024.
#define MULTIRESOLUTION_ERROR (1.0f / 25)

// Shared between the members of a group of G, G x 1 and then 1 x G.
#define SHARED_COST(G) \
    static void cost_shared_##G(const struct effect_site *site, struct cost *cost) \
    { \
        gaussian_cost_shared(site, G, cost); \
    }
SHARED_COST(4)
SHARED_COST(8)
SHARED_COST(16)
SHARED_COST(32)
SHARED_COST(64)
SHARED_COST(128)
SHARED_COST(256)

// clang-format off
#define NAIVE_ROW(G) \
    { \
        .name = "cs_naive_" #G "x" #G, \
        .summary = "(2r + 1)^2 reads a texel in one pass, groups of " #G "x" #G, \
        .programs = ONE("gaussian/gaussian.comp", "NAIVE GROUP=" #G), \
        .compute = true, .vary = vary, .cost = gaussian_cost_naive, .fits = gaussian_fits_naive, .run = gaussian_run_naive, \
    }
#define SHARED_ROW(G) \
    { \
        .name = "cs_shared_" #G, \
        .summary = "Groups of " #G " texels in a line read them and r on both sides once", \
        .programs = TWO("gaussian/gaussian_shared.comp", "GROUP=" #G), \
        .compute = true, .vary = vary, .cost = cost_shared_##G, \
        .run = gaussian_run_separable, \
    }
// clang-format on

const struct effect_impl *const gaussian_impls[] = {
    &(const struct effect_impl){
        .name = "separable",
        .summary = "2r + 1 reads a texel along rows, and again along columns",
        .programs = TWO("gaussian/gaussian.frag", "ROWS"),
        .vary = vary,
        .cost = gaussian_cost_separable,
        .run = gaussian_run_separable,
    },
    &(const struct effect_impl){
        .name = "linear",
        .summary = "Neighbours share a bilinear read between them: r + 1 a texel and direction",
        .origin = "D. Rákos, Efficient Gaussian blur with linear sampling, 2010",
        .wins = "a GTX 1060 (N. Lisitsa, 33 taps, rgba8, 1080p)",
        .programs = TWO("gaussian/gaussian.frag", "LINEAR"),
        .error = BILINEAR_ERROR,
        .vary = vary,
        .cost = gaussian_cost_linear,
        .run = gaussian_run_linear,
    },
    &(const struct effect_impl){
        .name = "naive",
        .summary = "(2r + 1)^2 reads a texel in one pass",
        .programs = ONE("gaussian/gaussian.frag", "NAIVE"),
        .vary = vary,
        .cost = gaussian_cost_naive,
        .fits = gaussian_fits_naive,
        .run = gaussian_run_naive,
    },
    &(const struct effect_impl){
        .name = "lut",
        .summary = "As separable, with the weights read from a texture",
        .origin = "W. Moore, Metal by Example: Introduction to Image Processing, 2014",
        .programs = TWO("gaussian/gaussian.frag", "LUT"),
        .vary = vary,
        .cost = gaussian_cost_lut,
        .run = gaussian_run_lut,
    },
    &(const struct effect_impl) NAIVE_ROW(4),
    &(const struct effect_impl) NAIVE_ROW(8),
    &(const struct effect_impl) NAIVE_ROW(16),
    &(const struct effect_impl) NAIVE_ROW(32),
    &(const struct effect_impl){
        .name = "cs_shared_2d",
        .summary = "(2r + 1)^2 taps from a tile that 16x16 texels and their surroundings share",
        .programs = ONE("gaussian/gaussian_shared_2d.comp", "GROUP=16"),
        .compute = true,
        .vary = vary,
        .cost = gaussian_cost_shared_2d,
        .fits = gaussian_fits_shared_2d,
        .run = gaussian_run_shared_2d,
    },
    &(const struct effect_impl){
        .name = "cs_separable",
        .summary = "As separable, from groups of 16x16 texels",
        .programs = TWO("gaussian/gaussian.comp", "GROUP=16"),
        .compute = true,
        .vary = vary,
        .cost = gaussian_cost_separable,
        .run = gaussian_run_separable,
    },
    &(const struct effect_impl){
        .name = "cs_linear",
        .summary = "As linear, from groups of 16x16 texels",
        .programs = TWO("gaussian/gaussian.comp", "GROUP=16 LINEAR"),
        .compute = true,
        .error = BILINEAR_ERROR,
        .vary = vary,
        .cost = gaussian_cost_linear,
        .run = gaussian_run_linear,
    },
    &(const struct effect_impl) SHARED_ROW(4),
    &(const struct effect_impl) SHARED_ROW(8),
    &(const struct effect_impl) SHARED_ROW(16),
    &(const struct effect_impl) SHARED_ROW(32),
    &(const struct effect_impl) SHARED_ROW(64),
    &(const struct effect_impl) SHARED_ROW(128),
    &(const struct effect_impl) SHARED_ROW(256),
    &(const struct effect_impl){
        .name = "cs_packed",
        .summary = "As cs_shared_128, with halves in half the shared memory",
        .origin = "this program",
        .programs = TWO("gaussian/gaussian_shared.comp", "GROUP=128 HALVES"),
        .compute = true,
        .error = HALF_ERROR,
        .vary = vary,
        .cost = gaussian_cost_packed,
        .run = gaussian_run_separable,
    },
    &(const struct effect_impl){
        .name = "cs_blocked",
        .summary = "Several neighbours an invocation: (2r + n) / n reads a texel and direction",
        .origin = "this program",
        .wins = "NVIDIA H200",
        .programs =
            (const struct program_desc[]){
                [ROWS] = { .file = "gaussian/gaussian_blocked.comp", .defines = BLOCKED_ROWS },
                [COLUMNS] = { .file = "gaussian/gaussian_blocked.comp",
                              .defines = BLOCKED_COLUMNS },
                { 0 },
            },
        .compute = true,
        .vary = vary_blocked,
        .cost = gaussian_cost_blocked,
        .fits = gaussian_fits_blocked,
        .run = gaussian_run_blocked,
    },
    &(const struct effect_impl){
        .name = "cs_direct",
        .summary = "As cs_blocked, without shared memory: what a software renderer takes well",
        .origin = "this program",
        .wins = "llvmpipe",
        .programs =
            (const struct program_desc[]){
                [ROWS] = { .file = "gaussian/gaussian_blocked.comp",
                           .defines = BLOCKED_ROWS " DIRECT" },
                [COLUMNS] = { .file = "gaussian/gaussian_blocked.comp",
                              .defines = BLOCKED_COLUMNS " DIRECT" },
                { 0 },
            },
        .compute = true,
        .vary = vary_direct,
        .cost = gaussian_cost_direct,
        .fits = gaussian_fits_direct,
        .run = gaussian_run_direct,
    },
    &(const struct effect_impl){
        .name = "cs_fused",
        .summary = "Columns and rows in one pass, up to radius 16, through shared memory",
        .origin = "this program",
        .wins = "NVIDIA H200, up to radius 12",
        .programs = ONE("gaussian/gaussian_fused.comp", ""),
        .compute = true,
        .vary = gaussian_vary_fused,
        .cost = gaussian_cost_fused,
        .fits = gaussian_fits_fused,
        .run = gaussian_run_fused,
    },
    &(const struct effect_impl){
        .name = "cs_multiresolution",
        .summary =
            "A smaller image blurred as by cs_blocked: by 2, 4 or 8, by its sigma; from 4 px on",
        .origin = "after P. Burt, Fast filter transforms for image processing, 1981",
        .wins = "NVIDIA H200, where its difference may be",
        .programs =
            (const struct program_desc[]){
                [ROWS] = { .file = "gaussian/gaussian_blocked.comp", .defines = BLOCKED_ROWS },
                [COLUMNS] = { .file = "gaussian/gaussian_blocked.comp",
                              .defines = BLOCKED_COLUMNS },
                [DOWN] = { .file = "gaussian/gaussian_down.comp" },
                [UP] = { .file = "gaussian/gaussian_up.comp" },
                { 0 },
            },
        .compute = true,
        .error = MULTIRESOLUTION_ERROR,
        .vary = vary_multiresolution,
        .cost = gaussian_cost_multiresolution,
        .fits = gaussian_fits_multiresolution,
        .run = gaussian_run_multiresolution,
    },
    NULL,
};
