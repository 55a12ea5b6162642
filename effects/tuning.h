#pragma once

// Numbers chosen by measuring, with the reason and the machine beside each: what to try again when
// effects are slow on another GPU. They decide how fast a picture is made; they change its texels
// by no more than rounding.
//
// To add one: give it a name in capitals with its effect in front, in the section of that effect;
// say in one sentence what it counts and why this value, and in parentheses where it was measured.
// Use the name in C and hand it to the shader as a define (`vary`), so that it stands once. Measure
// with `halation --bench --chain A --chain B`, the two values as two builds or two implementations,
// and put the ratio into the commit.

// ---- strips (effects/blur/strip_walk.h)

// The least rows of a segment. With fewer, a group would mostly read the rows above and below it
// (NVIDIA H200).
enum { STRIP_WALK_LEAST_SEGMENT = 64 };

// ---- box: taps

// Reads of a texel that a tap costs on a CPU, where finding its place takes longer than reading it
// (llvmpipe), and the sums that its place, its weight and the loop cost on a GPU (H200).
enum { BOX_TAP_READS_ON_CPUS = 3, BOX_TAP_SUMS = 5 };

// ---- box: running sums

// Invocations of a group, each with a line of its own: as many as NVIDIA's GPUs run in step.
enum { BOX_SUMS_LANES = 32 };

// Texels on each side that an invocation reads at once while it makes its first sum.
enum { BOX_SUMS_FIRST_BATCH = 8 };

// Texels of a batch for which an invocation has registers. Longer ones are written to memory and
// read again (llvmpipe; H200).
enum { BOX_SUMS_REGISTERS_OF_CPUS = 2, BOX_SUMS_REGISTERS_OF_GPUS = 8 };

// The time of a batch relative to one read that nothing hides, and that of each of its texels: few
// invocations leave nearly all of an H200 idle.
static const double box_sums_batch_waits = 0.7, box_sums_texel_waits = 0.27;

// cs_running: texels of a batch where the step asks for none. The longest hide most of an H200's
// and an H100's waits; a CPU keeps two in its registers (llvmpipe). Then the longest of several
// boxes on a CPU: llvmpipe compiles one of 24 texels, all written out, in 27 s, one of 4 in 1 s;
// its reads are there at once anyway.
enum {
    BOX_RUNNING_BATCH_ON_GPUS = 32,
    BOX_RUNNING_BATCH_ON_CPUS = 2,
    BOX_RUNNING_LONG_ON_CPUS = 4,
};

// cs_segmented: texels of a segment, and of a batch. Shorter segments begin too often, longer ones
// leave too few invocations (H200). A CPU has few threads, which whole lines fill, and keeps two
// texels in its registers (llvmpipe).
enum {
    BOX_SEGMENT_OF_ROWS = 256,
    BOX_SEGMENT_OF_COLUMNS = 432,
    BOX_SEGMENTED_ROW_BATCH = 4,
    BOX_SEGMENTED_COLUMN_BATCH = 8,
    BOX_SEGMENTED_BATCH_ON_CPUS = 2,
};

// cs_scan: lines of a group, and the threads that share each, as in the vendor's scheme.
enum { BOX_SCAN_LINES = 16, BOX_SCAN_THREADS = 16 };

// ---- box: tiles (cs_tiled)

// The division of a group's work. Shorter lines let more groups run at a time; longer ones spend
// less on the texels before the first window (H200).
struct box_tiling {
    int chunk;      // texels of a thread; odd, so that threads use different banks of shared memory
    int lines;      // side by side
    int chunks;     // threads along each line
    int reach;      // of the widest box that it serves
    int most_tiles; // that a group works on, one after the other
};

// In the order of trial: the first one that serves the box and fits into shared memory is taken.
// The last one fits into the 32 KiB that GL promises.
#define BOX_TILINGS_OF_WIDE_BOXES \
    { 17, 2, 160, 1 << 16, 8 }, { 17, 2, 104, 1 << 16, 8 }, { 17, 1, 104, 1 << 16, 8 },
static const struct box_tiling box_row_tilings[] = { { 9, 2, 64, 84, 4 },
                                                     { 11, 2, 112, 160, 8 },
                                                     BOX_TILINGS_OF_WIDE_BOXES };
static const struct box_tiling box_column_tilings[] = { { 9, 2, 64, 84, 4 },
                                                        { 17, 2, 80, 160, 8 },
                                                        BOX_TILINGS_OF_WIDE_BOXES };

// Groups that are left where groups work on several tiles: about as many as an H200 runs at a time.
enum { BOX_TILED_GROUPS = 700 };

// Columns of the buffer between rows and columns that lie together, so that what a group of either
// pass moves at a time does (H200).
enum { BOX_TILED_STRIP = 4 };

// ---- box: both directions at once (cs_fused)

enum {
    BOX_FUSED_REACH = 16,   // of the widest box, for which threads sum columns beside a strip
    BOX_FUSED_STEP = 8,     // rows of an iteration
    BOX_FUSED_CHUNK = 8,    // neighbours in a row that a thread averages
    BOX_FUSED_GROUPS = 396, // that an H200 runs at a time, three on each multiprocessor

    // Columns of a strip. A wide box, or one with ends, keeps many texels in registers, so only
    // smaller groups run three at a time; floats take twice as many as halves (H200).
    BOX_FUSED_COLUMNS_OF_FLOATS = 64,
    BOX_FUSED_COLUMNS_OF_WIDE = 96,
    BOX_FUSED_COLUMNS = 128,
    BOX_FUSED_WIDE_RADIUS = 8,
};

// ---- gaussian

// A tap straight from the image costs as many sums: its place, its weight and the loop (H200).
enum { GAUSSIAN_TAP_SUMS = 5 };

// Invocations that run in step: 32 on GPUs (H200), on CPUs as many as a vector has (llvmpipe).
enum { GAUSSIAN_IN_STEP_ON_CPUS = 8, GAUSSIAN_IN_STEP_ON_GPUS = 32 };

// Invocations of a group that fill what an H200 reads from shared memory at a time, so that 16
// bytes take twice as long as 8.
enum { GAUSSIAN_SHARED_FILLED = 16 };

// Groups that an H200 starts while a read comes back.
enum { GAUSSIAN_SHARED_STARTED = 800 };

// A group's texels where the step asks for none: along each side of a square, and in a line.
enum { GAUSSIAN_GROUP = 16, GAUSSIAN_LINE = 128 };

// ---- gaussian: several texels an invocation (cs_blocked, cs_multiresolution)

enum {
    GAUSSIAN_STRIP = 128, // columns of the buffer that lie together; a group writes whole strips

    // Invocations of a group along a row: NVIDIA's GPUs run this many in step, and only those wait
    // for one another.
    GAUSSIAN_ROW_WIDTH = 32,
    GAUSSIAN_COLUMN_WIDTH = 16,
    GAUSSIAN_COLUMN_HEIGHT = 8,

    // Neighbours of a column make rows by turns: a store of 16x2 texels fills what a texture writes
    // at a time (H200: 0.025 ms for 3840x2160, where 32x1 takes 0.053).
    GAUSSIAN_COLUMN_STEP = 2,

    // Texels that an invocation makes, and in images so small that a GPU has invocations left
    // (H200).
    GAUSSIAN_OUTPUTS = 8,
    GAUSSIAN_FEW_OUTPUTS = 4,

    // A kernel of a larger radius is walked along in blocks of texels and not written out. A group
    // blurs several rows that share its weights; fewer rows of floats, which are larger.
    GAUSSIAN_LONG_RADIUS = 32,
    GAUSSIAN_LONG_BLOCK = 8,
    GAUSSIAN_LONG_LINES = 4,
    GAUSSIAN_LONG_LINES_OF_FLOATS = 2,
};

// ---- gaussian: both directions at once (cs_fused)

enum {
    GAUSSIAN_FUSED_RADIUS = 16, // up to which a column fits into registers
    GAUSSIAN_FUSED_OUTPUTS = 4, // neighbours that a thread makes of one walk, in columns and rows

    // Small groups, whose threads wait for few others, do up to this radius. A wider kernel reads
    // more beside a strip, so its strips are wider. Then: how many groups an H200 runs at a time.
    GAUSSIAN_FUSED_NARROW = 8,
    GAUSSIAN_FUSED_SMALL = 128,
    GAUSSIAN_FUSED_SMALL_GROUPS = 660,
    GAUSSIAN_FUSED_LARGE = 256,
    GAUSSIAN_FUSED_LARGE_GROUPS = 264,

    // Columns of a strip are a multiple of this: whole lines of what a store fills.
    GAUSSIAN_FUSED_ALIGN = 8,
};

// ---- gaussian: the way up (cs_multiresolution)

// Invocations of a group, and texels that each makes downwards. Filtered from half the size, 8x4
// texels are stored at a time, which textures like (H200: 0.027 ms for 3840x2160, with 16x2 0.031).
// From a spline, neighbours make rows by turns, as above.
struct gaussian_up {
    int width, height, texels;
};
static const struct gaussian_up gaussian_up_filtered = { 16, 16, 4 };
static const struct gaussian_up gaussian_up_spline = { 16, 8, 16 };

// ---- steps between two levels (effects/blur/half_steps.h)

// Invocations of a group of a blocked step. Down: texels of the output along each side. Up: coarse
// texels across, and rows of them under an invocation's column, which share what it reads (H200).
enum {
    HALF_STEP_THREADS = 256,
    HALF_STEP_DOWN_TILE = 32,
    HALF_STEP_UP_TILE = 32,
    HALF_STEP_UP_ROWS = 4,
};

// ---- two and more of them a dispatch (effects/blur/half_twice.h, effects/blur/deep.h)

enum {
    // A walk down: lanes of a group, a column each, and rows of a strip. Long strips read fewer
    // texels twice, short ones keep more of a GPU busy.
    HALF_WALK_LANES = 64,
    HALF_WALK_LEAST_ROWS = 2,
    HALF_WALK_MOST_ROWS = 16,

    // Groups of it that an H200 runs at a time. With a joined run they are larger, and some more
    // iterations of fewer are best: a last one of a few groups takes as long as a full one.
    HALF_WALK_GROUPS = 1400,
    HALF_WALK_GROUPS_JOINED = 1700,

    // Up, down and up again, and down, by groups of HALF_STEP_THREADS: texels across or along a
    // side, and rows under an invocation's column, made two at a time. Small tiles of the way down
    // fill more of the chip. A pyramid's steps read more texels, so large tiles are better there;
    // of floats fewer fit (H200).
    HALF_UP_TWICE_WIDTH = 64,
    HALF_UP_TWICE_ROWS = 8,
    DEEP_TILE = 32,
    DEEP_DOWN_TILE = 4,
    DEEP_DOWN_TILE_OF_PYRAMID = 8,
    DEEP_DOWN_TILE_OF_FLOATS = 6,
};

// ---- kawase: all passes of a direction at once (cs_separable)

// An invocation blurs a block of neighbours: an odd number keeps them out of each other's banks, a
// low one leaves registers for many groups at a time. Parts of 585 texels hold 1080p at half
// resolution in one and two pieces (H200).
enum { KAWASE_LANES = 117, KAWASE_BLOCK = 5 };

// ---- pyramid: many texels at once (cs_blocked)

enum {
    // Down in strips: invocations of a group, two columns each. As many groups as an H200 runs at
    // once, in strips not so short that what two read weighs much.
    PYRAMID_STRIP_LANES = 64,
    PYRAMID_STRIP_GROUPS = 384,
    PYRAMID_STRIP_LEAST_ROWS = 4,

    // Texels of an image so small that waiting is all that takes time: several steps down go to it
    // in one dispatch, a single one by an invocation for each of its texels (H200).
    PYRAMID_MOST_OF_SMALL = 1 << 16,

    // Smoothing: columns of a group, and the texels that it makes: multiples of 8x4, which is how
    // textures lie (H200).
    PYRAMID_SMOOTH_LANES = 64,
    PYRAMID_SMOOTH_WIDTH = 56,
    PYRAMID_SMOOTH_HEIGHT = 32,

    // Up: texels of the picture that a group makes across, and down from one level and from more.
    // The less a group holds, the more run at once (H200).
    PYRAMID_UP_WIDTH = 32,
    PYRAMID_UP_HEIGHT_OF_ONE = 48,
    PYRAMID_UP_HEIGHT = 64,
};

// ---- error diffusion

enum {
    // Rows of a band, which one group takes: more share what runs them, fewer hand more down
    // through memory (H200). Steps between which strips wait for each other, where rows hand errors
    // down by shuffles and elsewhere.
    DIFFUSION_BAND_ROWS = 64,
    DIFFUSION_CHUNK_SHUFFLED = 8,
    DIFFUSION_CHUNK = 4,

    // Palettes of up to this many colours stay in registers. Larger ones are compared in batches
    // (H200).
    DIFFUSION_COLOURS_IN_REGISTERS = 8,
    DIFFUSION_COLOURS_AT_ONCE = 16,

    // For estimates: the steps of a small kernel in which a read comes back, and the rows beside
    // each other with which a step takes twice as long as alone (H200).
    DIFFUSION_STEPS_OF_A_WAIT = 7,
    DIFFUSION_ROWS_SIDE_BY_SIDE = 96,
    // Reads of a texel that a step takes a CPU with one core, which does the work of all rows
    // (llvmpipe).
    DIFFUSION_BANDS_STEP_READS = 20,
};

// ---- convolve

enum {
    // Side of a group of cs_taps, and texels that an invocation makes.
    CONVOLVE_GROUP = 16,
    CONVOLVE_OUTPUTS = 4,

    // The sums that a tap's place, its weights and the loop cost, and the taps that a fragment
    // shader is for: a disc of 22 px.
    CONVOLVE_TAP_SUMS = 5,
    CONVOLVE_FEW_TAPS = 512,
};

// ---- Fourier transforms (effects/blur/fft.h)

enum {
    // Invocations of a group of lines where lines are short. Shared bytes of a group, beyond which
    // texels change threads float by float: with 48 KiB columns of 2304 texels take 16 % longer,
    // and with two or four columns in a group 48 % (H200).
    FFT_LEAST_GROUP = 64,
    FFT_SHARED_BYTES = 24 << 10,
};

// The cost of a texel that changes threads, as a share of one that others share: lines lie in a
// cache (llvmpipe).
#define FFT_SHARED_ON_CPUS 0.2
