#include "effects/error_diffusion.h"

#define LOG_MODULE "diffusion"
#include "render/log.h"

#include <stdlib.h>
#include <string.h>

enum { FULL = DIFFUSION_FULL, MARGIN = 2, MAX_TAPS = 12 };

// Where a pixel's error comes from: `x` to the right (negative: left), `y` rows above.
struct tap {
    int x, y, weight;
};

struct kernel {
    int divisor;
    struct tap taps[MAX_TAPS]; // ends with a weight of 0
};

static const struct kernel kernels[DIFFUSION_KERNEL_COUNT] = {
    [DIFFUSION_FLOYD_STEINBERG] = { 16, { { -1, 0, 7 }, { 1, 1, 3 }, { 0, 1, 5 }, { -1, 1, 1 } } },
    [DIFFUSION_FALSE_FS] = { 8, { { -1, 0, 3 }, { 0, 1, 3 }, { -1, 1, 2 } } },
    [DIFFUSION_JARVIS] = { 48,
                           { { -1, 0, 7 },
                             { -2, 0, 5 },
                             { 2, 1, 3 },
                             { 1, 1, 5 },
                             { 0, 1, 7 },
                             { -1, 1, 5 },
                             { -2, 1, 3 },
                             { 2, 2, 1 },
                             { 1, 2, 3 },
                             { 0, 2, 5 },
                             { -1, 2, 3 },
                             { -2, 2, 1 } } },
    [DIFFUSION_STUCKI] = { 42,
                           { { -1, 0, 8 },
                             { -2, 0, 4 },
                             { 2, 1, 2 },
                             { 1, 1, 4 },
                             { 0, 1, 8 },
                             { -1, 1, 4 },
                             { -2, 1, 2 },
                             { 2, 2, 1 },
                             { 1, 2, 2 },
                             { 0, 2, 4 },
                             { -1, 2, 2 },
                             { -2, 2, 1 } } },
    [DIFFUSION_BURKES] = { 32,
                           { { -1, 0, 8 },
                             { -2, 0, 4 },
                             { 2, 1, 2 },
                             { 1, 1, 4 },
                             { 0, 1, 8 },
                             { -1, 1, 4 },
                             { -2, 1, 2 } } },
    [DIFFUSION_SIERRA] = { 32,
                           { { -1, 0, 5 },
                             { -2, 0, 3 },
                             { 2, 1, 2 },
                             { 1, 1, 4 },
                             { 0, 1, 5 },
                             { -1, 1, 4 },
                             { -2, 1, 2 },
                             { 1, 2, 2 },
                             { 0, 2, 3 },
                             { -1, 2, 2 } } },
    [DIFFUSION_SIERRA2] = { 16,
                            { { -1, 0, 4 },
                              { -2, 0, 3 },
                              { 2, 1, 1 },
                              { 1, 1, 2 },
                              { 0, 1, 3 },
                              { -1, 1, 2 },
                              { -2, 1, 1 } } },
    [DIFFUSION_SIERRA_LITE] = { 4, { { -1, 0, 2 }, { 1, 1, 1 }, { 0, 1, 1 } } },
    [DIFFUSION_ATKINSON] = { 8,
                             { { -1, 0, 1 },
                               { -2, 0, 1 },
                               { 1, 1, 1 },
                               { 0, 1, 1 },
                               { -1, 1, 1 },
                               { 0, 2, 1 } } },
};

struct serial {
    const struct diffusion *diffusion;
    const struct kernel *kernel;
    int (*rows[3])[3]; // errors of this row and of the two above it, MARGIN zeros at both ends
};

// One rounding in single precision, the same wherever it is done.
static int quantise(float value)
{
    const float inside = value > 0 ? (value < 1 ? value : 1) : 0;
    const float scaled = inside * 65535.0f;
    return (int) (scaled + 0.5f);
}

static int divide(int sum, int divisor)
{
    return (sum + divisor * (FULL + 1) + divisor / 2) / divisor - (FULL + 1);
}

static int carry(const struct serial *serial, int x, int channel)
{
    int sum = 0;
    for (const struct tap *tap = serial->kernel->taps; tap->weight > 0; tap++)
        sum += tap->weight * serial->rows[tap->y][x + tap->x + MARGIN][channel];
    const int carried = divide(sum, serial->kernel->divisor);
    return serial->diffusion->strength == DIFFUSION_STRENGTH
               ? carried
               : divide(carried * serial->diffusion->strength, DIFFUSION_STRENGTH);
}

// Straight display values, or light, of a premultiplied texel.
static void read_value(const struct diffusion *diffusion, const float *texel, int alpha,
                       int value[3])
{
    for (int i = 0; i < 3; i++) {
        uint32_t shown = (uint32_t) quantise(texel[i]);
        if (alpha < FULL)
            shown = (shown * FULL + (uint32_t) alpha / 2) / (uint32_t) alpha;
        value[i] = shown < FULL ? (int) shown : FULL;
        if (diffusion->is_linear)
            value[i] = diffusion_look_up(DIFFUSION_DECODE, value[i]);
    }
}

static void run_pixel(const struct serial *serial, const float *from, float *to, int x)
{
    const struct diffusion *diffusion = serial->diffusion;
    const int cover = diffusion->covers ? quantise(from[3]) : 0;
    const int alpha = cover > 0 ? cover : FULL;
    struct diffusion_pick pick;
    int sum[3];
    read_value(diffusion, from, alpha, sum);
    for (int i = 0; i < 3; i++)
        sum[i] += carry(serial, x, i);
    diffusion_find(diffusion, sum, &pick);
    int *error = serial->rows[0][x + MARGIN];
    for (int i = 0; i < 3; i++) {
        const int off = sum[i] - pick.value[i];
        error[i] = off < -FULL ? -FULL : off > FULL ? FULL : off;
        const float display = (float) pick.display[i] * (1.0f / 65535.0f);
        to[i] = cover > 0 ? display * from[3] : display;
    }
    to[3] = from[3];
}

void diffusion_run(const struct diffusion *diffusion, const float *from, float *to, int width,
                   int height)
{
    const size_t length = (size_t) width + 2 * MARGIN;
    int(*errors)[3] = calloc(3 * length, sizeof(*errors));
    if (!errors)
        log_fatal("out of memory");
    struct serial serial = { diffusion,
                             &kernels[diffusion->kernel],
                             { errors, errors + length, errors + 2 * length } };
    for (int y = 0; y < height; y++) {
        const size_t row = 4 * (size_t) width * (size_t) y;
        for (int x = 0; x < width; x++)
            run_pixel(&serial, from + row + 4 * x, to + row + 4 * x, x);
        int(*const oldest)[3] = serial.rows[2];
        serial.rows[2] = serial.rows[1];
        serial.rows[1] = serial.rows[0];
        serial.rows[0] = oldest;
    }
    free(errors);
}
