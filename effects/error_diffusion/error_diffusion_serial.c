// Error diffusion on one core. The weighted errors from the rows above are summed for a whole row,
// which compilers vectorise. Only the chain from each pixel to the next remains sequential.

#include "effects/error_diffusion/error_diffusion.h"
#include "effects/error_diffusion/error_diffusion_kernel.h"
#include "render/text/memory.h"

#include <stdlib.h>

enum { FULL = DIFFUSION_FULL, MARGIN = DIFFUSION_REACH };

struct diffusion_serial {
    const struct diffusion *diffusion;
    const struct diffusion_kernel *kernel;
    int width;
    // Rows of four integers per pixel; rows of errors have MARGIN pixels of 0 at both ends.
    int *errors[3]; // errors of this row and of the two above it
    int *above;     // weighted sums of the errors above
    int *memory;    // allocation of all these rows
};

static void add_row(const struct diffusion_serial *serial, const int weights[DIFFUSION_SPAN],
                    const int *errors)
{
    const int count = 4 * serial->width;
    int *above = serial->above;
    for (int x = 0; x < DIFFUSION_SPAN; x++)
        for (int i = 0; weights[x] > 0 && i < count; i++)
            above[i] += weights[x] * errors[4 * x + i];
}

// Integers 0..2^24 - 1 are divided by a divisor below 64 by a multiplication, which is faster.
enum { RECIPROCAL_BITS = 32 };

static void diffuse_row(const struct diffusion_serial *serial, const uint32_t *values,
                        uint32_t *picks)
{
    const uint64_t reciprocal =
        (UINT64_C(1) << RECIPROCAL_BITS) / (uint64_t) serial->kernel->divisor + 1;
    const int *left = serial->kernel->rows[0], *above = serial->above, width = serial->width;
    const int strength = serial->diffusion->strength;
    int *errors = serial->errors[0] + 4 * MARGIN, near[3] = { 0 }, far[3] = { 0 };
    for (int x = 0; x < width; x++, above += 4, errors += 4) {
        const uint32_t value[3] = { values[2 * x] & FULL, values[2 * x] >> 16,
                                    values[2 * x + 1] & FULL };
        struct diffusion_pick pick;
        int sum[3];
        for (int i = 0; i < 3; i++) {
            const int shares = above[i] + left[0] * far[i] + left[1] * near[i];
            int carried = (int) (((uint64_t) (unsigned) shares * reciprocal) >> RECIPROCAL_BITS);
            carried -= FULL + 1;
            if (strength < DIFFUSION_STRENGTH)
                carried = ((carried * strength + ((FULL + 1) * 256 + 128)) >> 8) - (FULL + 1);
            sum[i] = (int) value[i] + carried;
        }
        diffusion_find(serial->diffusion, sum, &pick);
        picks[x] = pick.word;
        for (int i = 0; i < 3; i++) {
            far[i] = near[i];
            const int error = sum[i] - pick.value[i] < FULL ? sum[i] - pick.value[i] : FULL;
            near[i] = errors[i] = error > -FULL ? error : -FULL;
        }
    }
}

void diffusion_serial_run(struct diffusion_serial *serial, const uint32_t *values, uint32_t *picks,
                          int rows)
{
    const size_t width = (size_t) serial->width;
    const int divisor = serial->kernel->divisor;
    for (int y = 0; y < rows; y++, values += 2 * width, picks += width) {
        // Half a divisor to round with, and as much as makes every sum positive.
        for (size_t i = 0; i < 4 * width; i++)
            serial->above[i] = divisor * (FULL + 1) + divisor / 2;
        for (int above = 1; above <= 2; above++)
            add_row(serial, serial->kernel->rows[above], serial->errors[above]);
        diffuse_row(serial, values, picks);
        int *const oldest = serial->errors[2];
        serial->errors[2] = serial->errors[1];
        serial->errors[1] = serial->errors[0];
        serial->errors[0] = oldest;
    }
}

// ---- creation

struct diffusion_serial *diffusion_serial_create(const struct diffusion *diffusion, int width)
{
    const size_t row = 4 * (size_t) width, length = row + 8 * MARGIN;
    struct diffusion_serial *serial = memory_new(1, sizeof(*serial));
    serial->diffusion = diffusion;
    serial->kernel = diffusion_kernel(diffusion->kernel);
    serial->width = width;
    serial->memory = memory_new(3 * length + row, sizeof(*serial->memory));
    for (int i = 0; i < 3; i++)
        serial->errors[i] = serial->memory + (size_t) i * length;
    serial->above = serial->memory + 3 * length;
    return serial;
}

void diffusion_serial_destroy(struct diffusion_serial *serial)
{
    free(serial->memory);
    free(serial);
}
