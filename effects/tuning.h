#pragma once

// Constants that were chosen by measuring, each with its reason and the machine: try other values
// when effects are slow on another GPU. They decide how fast a picture is made, and change its
// texels by no more than rounding.
//
// To add one: write it in the section of its effect, in capitals and with the effect's name as a
// prefix. State in a sentence what it counts and why it has this value, and in parentheses where it
// was measured. Use it in C and pass it to the shader as a define (effect_impl.write_defines), so
// that the number exists once. Measure with `halation --bench --chain A --chain B`, where the two
// values are two builds or two implementations, and give the ratio in the commit message.
//
// "Reads", "sums" and "waits" below are the units of struct cost (render/pass.h).

// ---- strips (effects/blur/strip_walk.h)

// The least rows of a segment. With fewer, a group would mostly read the rows above and below it
// (NVIDIA H200).
enum { STRIP_WALK_MIN_SEGMENT = 64 };

// ---- box: taps

// The cost of a tap. On a CPU, computing its position takes longer than reading it; the cost is
// counted in reads of a texel (llvmpipe). On a GPU, its position, its weight and the loop cost this
// many sums (H200).
enum { BOX_TAP_READS_ON_CPUS = 3, BOX_TAP_SUMS = 5 };

// ---- box: running sums

// Invocations of a group, each of which walks along a line of its own: the width of a warp of
// NVIDIA's GPUs.
enum { BOX_SUMS_LANES = 32 };

// Texels on each side that an invocation reads in one batch while it computes its first sum.
enum { BOX_SUMS_FIRST_BATCH = 8 };

// Largest batch, in texels, that stays in the registers of an invocation. A longer one is spilled:
// written to memory and read again (llvmpipe; H200).
enum { BOX_SUMS_REGISTERS_OF_CPUS = 2, BOX_SUMS_REGISTERS_OF_GPUS = 8 };

// The time of a batch, and the additional time of each of its texels, in waits (latencies of one
// read). Latency is not hidden, because so few invocations leave nearly all of an H200 idle.
static const double box_sums_batch_waits = 0.7, box_sums_texel_waits = 0.27;

// cs_running: texels of a batch if the parameter `batch` is 0. On a GPU the longest batch hides
// most of the latency (H200, H100); a CPU keeps two texels in its registers (llvmpipe).
// BOX_RUNNING_LONG_ON_CPUS is the limit for several boxes on a CPU: the loop over a batch is
// unrolled, and llvmpipe compiles a batch of 24 texels in 27 s, one of 4 in 1 s. Its reads have no
// latency to hide.
enum {
    BOX_RUNNING_BATCH_ON_GPUS = 32,
    BOX_RUNNING_BATCH_ON_CPUS = 2,
    BOX_RUNNING_LONG_ON_CPUS = 4,
};

// cs_segmented: texels of a segment and of a batch. Shorter segments spend more time on their first
// sums, longer ones give too few invocations (H200). A CPU has few threads, for which whole lines
// are enough, and keeps two texels in its registers (llvmpipe).
enum {
    BOX_SEGMENT_OF_ROWS = 256,
    BOX_SEGMENT_OF_COLUMNS = 432,
    BOX_SEGMENTED_ROW_BATCH = 4,
    BOX_SEGMENTED_COLUMN_BATCH = 8,
    BOX_SEGMENTED_BATCH_ON_CPUS = 2,
};

// cs_scan: lines of a group, and threads that share each line, as in the vendor's library
// (effects/box/box_scan.c).
enum { BOX_SCAN_LINES = 16, BOX_SCAN_THREADS = 16 };

// ---- box: tiles (cs_tiled)

// The division of the work of a group. With shorter lines more groups run at a time; with longer
// ones less work is spent on the texels before the first window (H200).
struct box_tiling {
    int chunk;      // texels of a thread; odd, so that threads use different banks of shared memory
    int lines;      // lines of a group
    int chunks;     // threads along each line
    int reach;      // largest reach of a box, in texels, that it is used for
    int most_tiles; // largest number of tiles that a group computes one after the other
};

// The first tiling whose `reach` is large enough and that fits into shared memory is used. The last
// one fits into the 32 KiB that GL guarantees.
#define BOX_TILINGS_OF_WIDE_BOXES \
    { 17, 2, 160, 1 << 16, 8 }, { 17, 2, 104, 1 << 16, 8 }, { 17, 1, 104, 1 << 16, 8 },
static const struct box_tiling box_row_tilings[] = { { 9, 2, 64, 84, 4 },
                                                     { 11, 2, 112, 160, 8 },
                                                     BOX_TILINGS_OF_WIDE_BOXES };
static const struct box_tiling box_column_tilings[] = { { 9, 2, 64, 84, 4 },
                                                        { 17, 2, 80, 160, 8 },
                                                        BOX_TILINGS_OF_WIDE_BOXES };

// If groups compute several tiles, there are still about this many groups: as many as an H200 runs
// at a time.
enum { BOX_TILED_GROUPS = 700 };

// Columns of a strip of the buffer between the two passes. The texels of a strip are contiguous, so
// that a group of either pass reads or writes contiguous memory (H200).
enum { BOX_TILED_STRIP = 4 };

// ---- box: both directions at once (cs_fused)

enum {
    BOX_FUSED_REACH = 16, // largest reach of a box; threads also sum the columns within it on both
                          // sides of a strip
    BOX_FUSED_STEP = 8,   // rows of an iteration
    BOX_FUSED_CHUNK = 8,  // adjacent texels of a row that a thread computes
    BOX_FUSED_GROUPS = 396, // groups that an H200 runs at a time, three on each multiprocessor

    // Columns of a strip. A wide box, or one with `end` above 0, keeps many texels in registers, so
    // that only smaller groups run three at a time; floats take twice the registers of halves
    // (H200).
    BOX_FUSED_COLUMNS_OF_FLOATS = 64,
    BOX_FUSED_COLUMNS_OF_WIDE = 96,
    BOX_FUSED_COLUMNS = 128,
    BOX_FUSED_WIDE_RADIUS = 8,
};

// ---- gaussian

// Sums that a tap read from the image costs: its position, its weight and the loop (H200).
enum { GAUSSIAN_TAP_SUMS = 5 };

// Invocations that run in lockstep: a warp of 32 on GPUs (H200), a vector on CPUs (llvmpipe).
enum { GAUSSIAN_IN_STEP_ON_CPUS = 8, GAUSSIAN_IN_STEP_ON_GPUS = 32 };

// With at least this many invocations in a group, reads of 16 bytes from shared memory take twice
// as long as reads of 8: they use all of an H200's bandwidth.
enum { GAUSSIAN_SHARED_FILLED = 16 };

// Groups that an H200 starts within the latency of a read.
enum { GAUSSIAN_SHARED_STARTED = 800 };

// Texels of a group if the parameters `group` and `line` are 0: each side of a square, and a line.
enum { GAUSSIAN_GROUP = 16, GAUSSIAN_LINE = 128 };

// ---- gaussian: several texels an invocation (cs_blocked)

enum {
    // Columns of a strip of a buffer, which is contiguous; a group of cs_blocked writes whole
    // strips.
    GAUSSIAN_STRIP = 128,

    // Invocations of a group along a row: one warp of NVIDIA's GPUs, so that a barrier waits for
    // that warp only.
    GAUSSIAN_ROW_WIDTH = 32,
    GAUSSIAN_COLUMN_WIDTH = 16,
    GAUSSIAN_COLUMN_HEIGHT = 8,

    // An invocation computes every second row of a column, and its neighbour the others. So a warp
    // stores 16x2 texels at a time, which is how textures are laid out (H200: 0.025 ms for
    // 3840x2160; 32x1 texels take 0.053 ms).
    GAUSSIAN_COLUMN_STEP = 2,

    GAUSSIAN_OUTPUTS = 8, // texels that an invocation computes (H200)

    // For a larger radius the program has a loop over blocks of texels instead of unrolled taps. A
    // group blurs several rows, which share its weights; fewer rows of floats, which are larger.
    GAUSSIAN_LONG_RADIUS = 32,
    GAUSSIAN_LONG_BLOCK = 8,
    GAUSSIAN_LONG_LINES = 4,
    GAUSSIAN_LONG_LINES_OF_FLOATS = 2,
};

// ---- gaussian: both directions at once (cs_fused)

enum {
    GAUSSIAN_FUSED_RADIUS = 16, // largest radius for which a column fits into registers
    // Adjacent texels that a thread computes at a time, along columns and rows.
    GAUSSIAN_FUSED_OUTPUTS = 4,

    // Up to the radius NARROW, small groups are faster, because fewer threads wait at a barrier. A
    // wider kernel reads more texels on both sides of a strip, so its strips are wider. The GROUPS
    // are the numbers of groups that an H200 runs at a time.
    GAUSSIAN_FUSED_NARROW = 8,
    GAUSSIAN_FUSED_SMALL = 128,
    GAUSSIAN_FUSED_SMALL_GROUPS = 660,
    GAUSSIAN_FUSED_LARGE = 256,
    GAUSSIAN_FUSED_LARGE_GROUPS = 264,

    // The number of columns of a strip is a multiple of this, so that stores fill whole memory
    // transactions.
    GAUSSIAN_FUSED_ALIGN = 8,
};

// ---- gaussian: by a smaller image (cs_multiresolution)

enum {
    // Columns of the image that a group of a step down reads, one an invocation, and rows of the
    // smaller image that it makes between two barriers.
    GAUSSIAN_DOWN_LANES = 256,
    GAUSSIAN_DOWN_STEP = 4,

    // Texels of a row that an invocation computes. With more of them it reads shared memory less
    // often, with fewer more invocations have work.
    GAUSSIAN_DOWN_OUTPUTS = 2,
    GAUSSIAN_DOWN_OUTPUTS_OF_CPUS = 4,

    // Invocations of a group that share nothing (llvmpipe).
    GAUSSIAN_DOWN_ALONE = 16,

    // Rows of the smaller image that a group makes. With more of them fewer rows of the input are
    // read twice, with fewer there are more groups.
    GAUSSIAN_DOWN_ROWS = 16,
};

// The way up from a level that is smaller by 2, 4 and 8: columns of the level that a group makes
// large, and parts of them, of so many rows each, one an invocation.
struct gaussian_up {
    int columns, blocks, rows;
};
static const struct gaussian_up gaussian_up_2 = { 32, 8, 4 };
static const struct gaussian_up gaussian_up_4 = { 32, 8, 2 };
static const struct gaussian_up gaussian_up_8 = { 16, 16, 1 };

// ---- steps between two levels (effects/blur/half_steps.h)

// Invocations of a group of a blocked step. Down: texels of the output along each side of a tile.
// Up: coarse texels of a tile in a row, and coarse rows of an invocation, for which it reads each
// texel once (H200).
enum {
    HALF_STEP_THREADS = 256,
    HALF_STEP_DOWN_TILE = 32,
    HALF_STEP_UP_TILE = 32,
    HALF_STEP_UP_ROWS = 4,
};

// Steps in columns: invocations of a group, rows of the smaller image in a column, and columns of
// an invocation of a step down (llvmpipe).
enum {
    HALF_COLUMN_LANES = 32,
    HALF_COLUMN_ROWS = 16,
    HALF_COLUMN_DOWN = 2,
};

// ---- two and more steps in one dispatch (effects/blur/half_twice.h, effects/blur/deep.h)

enum {
    // Two steps down: invocations of a group, each with a column, and rows of a strip. Long strips
    // read fewer texels twice, short ones give more groups.
    HALF_WALK_LANES = 64,
    HALF_WALK_MIN_ROWS = 2,
    HALF_WALK_MAX_ROWS = 16,

    // Groups of it that an H200 runs at a time. If steps are joined, fewer of them fit, and
    // somewhat more and smaller groups are best: a last round of few groups takes as long as a full
    // one.
    HALF_WALK_GROUPS = 1400,
    HALF_WALK_GROUPS_JOINED = 1700,

    // Sizes of the tiles of groups of HALF_STEP_THREADS invocations, in texels: two steps up
    // (width, and rows of an invocation, computed two at a time), the deepest levels down and up
    // (DEEP_TILE), and several steps down (DEEP_DOWN_TILE). Small tiles of the steps down give more
    // groups. A pyramid's steps read more texels, for which larger tiles are faster; fewer texels
    // fit as floats (H200).
    HALF_UP_TWICE_WIDTH = 64,
    HALF_UP_TWICE_ROWS = 8,
    DEEP_TILE = 32,
    DEEP_DOWN_TILE = 4,
    DEEP_DOWN_TILE_OF_PYRAMID = 8,
    DEEP_DOWN_TILE_OF_FLOATS = 6,
};

// ---- kawase: all passes of a direction at once (cs_separable)

// An invocation blurs a block of adjacent texels. An odd number avoids bank conflicts; a small one
// leaves registers for many groups at a time. With parts of 117 * 5 texels, a row of 1080p at half
// resolution has two parts and a column one (H200).
enum { KAWASE_LANES = 117, KAWASE_BLOCK = 5 };

// ---- pyramid: many texels at once (cs_blocked)

enum {
    // Strips of the steps down: invocations of a group, each with two columns; the number of groups
    // that an H200 runs at a time; and the smallest number of rows, since adjacent strips both read
    // the rows between them.
    PYRAMID_STRIP_LANES = 64,
    PYRAMID_STRIP_GROUPS = 384,
    PYRAMID_STRIP_MIN_ROWS = 4,

    // Up to this many texels an image is so small that latency is all of the time: several steps
    // down to it are one dispatch, and a single step has an invocation for each texel (H200).
    PYRAMID_MAX_OF_SMALL = 1 << 16,

    // Smoothing: columns of a group, and the texels that it computes. These are multiples of 8x4,
    // which is how textures are laid out (H200).
    PYRAMID_SMOOTH_LANES = 64,
    PYRAMID_SMOOTH_WIDTH = 56,
    PYRAMID_SMOOTH_HEIGHT = 32,

    // Steps up: width of the part of the picture that a group computes, and its height with one
    // level and with more. Smaller parts let more groups run at a time (H200).
    PYRAMID_UP_WIDTH = 32,
    PYRAMID_UP_HEIGHT_OF_ONE = 48,
    PYRAMID_UP_HEIGHT = 64,
};

// ---- error diffusion

enum {
    // Rows of a band, which one group computes. With more rows, more of them share the invocations
    // that serve them; with fewer, more errors pass from band to band through memory (H200). CHUNK:
    // steps (one pixel of each row) after which the strips of a group wait for each other, with
    // subgroup shuffles (SHUFFLED) and without.
    DIFFUSION_BAND_ROWS = 64,
    DIFFUSION_CHUNK_SHUFFLED = 8,
    DIFFUSION_CHUNK = 4,

    // Palettes of up to this many colours are held in registers. Larger ones are compared in
    // batches of DIFFUSION_COLOURS_AT_ONCE (H200).
    DIFFUSION_COLOURS_IN_REGISTERS = 8,
    DIFFUSION_COLOURS_AT_ONCE = 16,

    // For estimates of time: the number of pixels that an invocation computes, with a small kernel,
    // within the latency of a read, and the number of concurrent rows with which a pixel takes
    // twice as long as with one (H200).
    DIFFUSION_STEPS_OF_A_WAIT = 7,
    DIFFUSION_ROWS_SIDE_BY_SIDE = 96,
    // For estimates on a CPU, where one core computes all rows: the time of a pixel, in reads of a
    // texel (llvmpipe).
    DIFFUSION_BANDS_STEP_READS = 20,
};

// ---- convolve

enum {
    // Side of a group of cs_taps, and texels that an invocation computes.
    CONVOLVE_GROUP = 16,
    CONVOLVE_OUTPUTS = 4,

    // The sums that a tap's position, its weights and the loop cost.
    CONVOLVE_TAP_SUMS = 5,

    // The largest kernel, in taps, of the fragment shader; a disc of 22 px.
    CONVOLVE_FEW_TAPS = 512,
};

// ---- Fourier transforms (effects/blur/fft.h)

enum {
    // Invocations of a group if lines are so short that it transforms several.
    FFT_MIN_GROUP = 64,

    // The most numbers that an invocation holds. More do not fit into its registers (H200).
    FFT_MAX_HELD = 18,

    // Shared memory of all groups of a multiprocessor, and the invocations that must run there at a
    // time if groups transform two columns (H200: 12.1 copies instead of 15.4 with 768 invocations,
    // and more with 512).
    FFT_SHARED_BYTES = 48 << 10,
    FFT_MIN_RESIDENT = 768,
};

// The cost of exchanging a texel between threads on a CPU, as a share of other reads of shared
// memory: lines are in the cache (llvmpipe).
#define FFT_SHARED_ON_CPUS 0.2
