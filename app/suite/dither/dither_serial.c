#include "app/suite/dither/dither_serial.h"

#include "app/text/clock.h"
#include "effects/error_diffusion/error_diffusion.h"
#include "render/file/end_signal.h"
#include "render/text/memory.h"

#include <stdlib.h>

enum { LEAST = 3, MOST = 31 }; // runs that count

static const double budget = 150; // milliseconds, while there are at least LEAST runs

// Draws greys and colours that change slowly, as pictures do. The exact picture hardly matters.
static void fill(uint32_t *values, struct suite_size size)
{
    for (int y = 0; y < size.height; y++)
        for (int x = 0; x < size.width; x++, values += 2) {
            const uint32_t red = (uint32_t) (65535.0 * x / size.width);
            const uint32_t green = (uint32_t) (65535.0 * y / size.height);
            values[0] = red | green << 16;
            values[1] = (red + green) / 2;
        }
}

static double time_once(const struct diffusion *diffusion, const uint32_t *values, uint32_t *picks,
                        struct suite_size size)
{
    const double start = clock_seconds();
    struct diffusion_serial *serial = diffusion_serial_create(diffusion, size.width);
    diffusion_serial_run(serial, values, picks, size.height);
    diffusion_serial_destroy(serial);
    return 1e3 * (clock_seconds() - start);
}

struct stats_summary dither_serial_time(int kernel, struct suite_size size)
{
    const struct error_diffusion_params params = { .kernel = kernel, .strength = 1 };
    const size_t pixels = (size_t) size.width * (size_t) size.height;
    struct diffusion diffusion;
    struct palette palette = { 0 };
    struct error error;
    uint32_t *words = memory_grow(NULL, 3 * pixels, sizeof(*words));
    double times[MOST], sum = 0;
    int count = 0;
    palette_load(&palette, "gameboy", &error);
    diffusion_init(&diffusion, &params, &palette, 8);
    fill(words, size);
    if (!end_signal_came())
        time_once(&diffusion, words, words + 2 * pixels, size);
    while (!end_signal_came() && (count < LEAST || (count < MOST && sum < budget))) {
        times[count] = time_once(&diffusion, words, words + 2 * pixels, size);
        sum += times[count++];
    }
    free(words);
    return stats_summarise(times, count);
}
