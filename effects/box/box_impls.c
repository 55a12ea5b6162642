// The table of the ways to compute the box blur.

#include "effects/box/box_parts.h"

static const struct program_desc single_programs[] = {
    [BOX_ROWS] = { .file = "box/box_taps.comp", .defines = "BOTH" },
    [BOX_COLUMNS] = { .file = "box/box_taps.comp", .defines = "BOTH" },
    { 0 },
};

static const struct program_desc single_linear_programs[] = {
    [BOX_ROWS] = { .file = "box/box_taps.comp", .defines = "BOTH LINEAR" },
    [BOX_COLUMNS] = { .file = "box/box_taps.comp", .defines = "BOTH LINEAR" },
    { 0 },
};

#define TAPS_PROGRAMS(KIND, DEFINES) \
    (const struct program_desc[]) \
    { \
        [BOX_ROWS] = { .file = "box/box_taps." KIND, .defines = DEFINES }, \
        [BOX_COLUMNS] = { .file = "box/box_taps." KIND, .defines = DEFINES " DOWN" }, { 0 }, \
    }

#define MARCH(TURN) \
    { \
        .file = "box/box_march.comp", .defines = "TURN=" #TURN \
    }
#define MARCH_DOWN(TURN) \
    { \
        .file = "box/box_march.comp", .defines = "DOWN TURN=" #TURN \
    }

#define SEGMENTS \
    { \
        .file = "box/box_march.comp", .defines = "TURN=4 BOTH_WAYS" \
    }
#define SEGMENTS_DOWN \
    { \
        .file = "box/box_march.comp", .defines = "DOWN TURN=8 BOTH_WAYS" \
    }
#define TILES \
    { \
        .file = "box/box_tiled.comp" \
    }
#define TILES_DOWN \
    { \
        .file = "box/box_tiled.comp", .defines = "DOWN" \
    }
#define FUSED \
    { \
        .file = "box/box_fused.comp" \
    }
#define SCAN_DOWN \
    { \
        .file = "box/box_scan.comp", .defines = "DOWN" \
    }

#define PROGRAMS(ROWS, COLUMNS) \
    (const struct program_desc[]) \
    { \
        [BOX_ROWS] = ROWS, [BOX_COLUMNS] = COLUMNS, { 0 }, \
    }

// The filter's fraction has 8 bits.
#define BILINEAR_ERROR (1.0f / 256)

#define COST_RUNNING(TURN) \
    static void cost_running_x##TURN(const struct effect_site *site, struct cost *cost) \
    { \
        box_cost_running(site, TURN, cost); \
    }
COST_RUNNING(1)
COST_RUNNING(2)
COST_RUNNING(4)
COST_RUNNING(8)
COST_RUNNING(12)
COST_RUNNING(16)
COST_RUNNING(24)
COST_RUNNING(32)

#define SHORT_ON_CPUS "; of 4 where a software renderer does several iterations"

// LIMIT is the end of the summary.
#define RUNNING_ROW(TURN, LIMIT) \
    { \
        .name = "running_x" #TURN, \
        .summary = "A running sum along each row and column, reads in turns of " #TURN LIMIT, \
        .programs = PROGRAMS(MARCH(TURN), MARCH_DOWN(TURN)), .vary = box_vary_sums, \
        .compute = true, .cost = cost_running_x##TURN, .fits = box_fits, .run = box_run_running, \
    }

const struct effect_impl *const box_impls[] = {
    &(const struct effect_impl){
        .name = "segmented",
        .summary = "Running sums over segments, enough of them to fill a large GPU",
        .origin = "this program",
        .wins = "llvmpipe",
        .programs = PROGRAMS(SEGMENTS, SEGMENTS_DOWN),
        .vary = box_vary_segmented,
        .compute = true,
        .cost = box_cost_segmented,
        .fits = box_fits,
        .run = box_run_segmented,
    },
    &(const struct effect_impl){
        .name = "double",
        .summary = "Rows, then columns, 2r + 1 reads each",
        .programs = TAPS_PROGRAMS("comp", ""),
        .vary = box_vary_taps,
        .compute = true,
        .cost = box_cost_double,
        .fits = box_fits,
        .run = box_run_double,
    },
    &(const struct effect_impl){
        .name = "double_fragment",
        .summary = "The same reads from full-screen triangles",
        .programs = TAPS_PROGRAMS("frag", ""),
        .vary = box_vary_taps,
        .cost = box_cost_double,
        .fits = box_fits,
        .run = box_run_double,
    },
    &(const struct effect_impl){
        .name = "double_linear",
        .summary = "Rows, then columns, r + 1 bilinear reads each",
        .programs = TAPS_PROGRAMS("comp", "LINEAR"),
        .vary = box_vary_taps,
        .compute = true,
        .error = BILINEAR_ERROR,
        .cost = box_cost_double_linear,
        .fits = box_fits,
        .run = box_run_double_linear,
    },
    &(const struct effect_impl){
        .name = "double_linear_fragment",
        .summary = "The same reads from full-screen triangles",
        .programs = TAPS_PROGRAMS("frag", "LINEAR"),
        .vary = box_vary_taps,
        .error = BILINEAR_ERROR,
        .cost = box_cost_double_linear,
        .fits = box_fits,
        .run = box_run_double_linear,
    },
    &(const struct effect_impl){
        .name = "single",
        .summary = "All (2r + 1)^2 texels at once",
        .programs = single_programs,
        .vary = box_vary_taps,
        .compute = true,
        .cost = box_cost_single,
        .fits = box_fits_single,
        .run = box_run_single,
    },
    &(const struct effect_impl){
        .name = "single_linear",
        .summary = "All texels at once, four with each bilinear read",
        .programs = single_linear_programs,
        .vary = box_vary_taps,
        .compute = true,
        .error = BILINEAR_ERROR,
        .cost = box_cost_single_linear,
        .fits = box_fits_single_linear,
        .run = box_run_single_linear,
    },
    &(const struct effect_impl) RUNNING_ROW(1, ""),
    &(const struct effect_impl) RUNNING_ROW(2, ""),
    &(const struct effect_impl) RUNNING_ROW(4, ""),
    &(const struct effect_impl) RUNNING_ROW(8, SHORT_ON_CPUS),
    &(const struct effect_impl) RUNNING_ROW(12, SHORT_ON_CPUS),
    &(const struct effect_impl) RUNNING_ROW(16, SHORT_ON_CPUS),
    &(const struct effect_impl) RUNNING_ROW(24, SHORT_ON_CPUS),
    &(const struct effect_impl) RUNNING_ROW(32, SHORT_ON_CPUS),
    &(const struct effect_impl){
        .name = "scan",
        .summary = "Rows by running sums, columns by 16 threads that share prefix sums",
        .programs = PROGRAMS(MARCH(1), SCAN_DOWN),
        .vary = box_vary_sums,
        .compute = true,
        .cost = box_cost_scan,
        .fits = box_fits,
        .run = box_run_scan,
    },
    &(const struct effect_impl){
        .name = "tiled",
        .summary =
            "Running sums over tiles in shared memory, with a buffer between rows and columns",
        .origin = "this program",
        .wins = "NVIDIA H200",
        .programs = PROGRAMS(TILES, TILES_DOWN),
        .vary = box_vary_tiled,
        .compute = true,
        .cost = box_cost_tiled,
        .fits = box_fits,
        .run = box_run_tiled,
    },
    &(const struct effect_impl){
        .name = "fused",
        .summary = "Rows and columns in one pass, up to radius 16, through shared memory",
        .origin = "this program",
        .wins = "NVIDIA H200, up to radius 16",
        .programs = PROGRAMS(FUSED, FUSED),
        .vary = box_vary_fused,
        .compute = true,
        .cost = box_cost_fused,
        .fits = box_fits_fused,
        .run = box_run_fused,
    },
    NULL,
};
