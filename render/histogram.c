#include "render/histogram.h"

#include "render/gpu.h"
#include "render/image/divide.h"
#include "render/pass.h"

#include <math.h>
#include <stdio.h>

enum { TILE = 64 }; // side of the square of texels that one work group counts

void histogram_finish(struct histogram_counter *counter)
{
    if (counter->counts.id)
        buffer_finish(&counter->counts);
    buffer_snapshot_finish(&counter->snapshot);
    *counter = (struct histogram_counter){ 0 };
}

enum { DEFINES_SIZE = 128 };

static struct program_desc describe(bool is_light, char defines[DEFINES_SIZE])
{
    snprintf(defines, DEFINES_SIZE, "LIGHT=%d BINS=%d STOP_BINS=%d FIRST_STOP=%d TILE=%d", is_light,
             HISTOGRAM_BINS, HISTOGRAM_STOP_BINS, HISTOGRAM_FIRST_STOP, TILE);
    return (struct program_desc){ .file = "common/histogram.comp", .defines = defines };
}

bool histogram_is_ready(struct gpu *gpu)
{
    bool ready = true;
    for (int is_light = 0; is_light < 2; is_light++) {
        char defines[DEFINES_SIZE];
        const struct program_desc desc = describe(is_light, defines);
        ready = program_cache_is_ready(&gpu->programs, &desc) && ready;
    }
    return ready;
}

static void count(struct histogram_counter *counter, struct gpu *gpu, const struct texture *texture,
                  bool is_light)
{
    float bounds[HISTOGRAM_STOP_BINS - 1];
    char defines[DEFINES_SIZE];
    const struct program_desc desc = describe(is_light, defines);
    const struct pass pass = {
        .program = program_cache_need(&gpu->programs, &desc),
        .inputs = { { texture } },
        .buffers = { &counter->counts },
        .buffer_traffic = { counter->counts.size, counter->counts.size },
        .uniforms = { U_FLOAT_ARRAY("u_bounds", HISTOGRAM_STOP_BINS - 1, bounds) },
        .groups = { divide_up(texture->width, TILE), divide_up(texture->height, TILE) },
    };
    // The bounds of the parts of a stop, between 1 and 2: each is the first float that is not below
    // the exact bound. So the shader needs no logarithm, whose result differs between GPUs.
    for (int i = 1; i < HISTOGRAM_STOP_BINS; i++) {
        const double bound = exp2((double) i / HISTOGRAM_STOP_BINS);
        const float nearest = (float) bound;
        bounds[i - 1] = nearest < bound ? nextafterf(nearest, 2) : nearest;
    }
    pass_run(gpu, &pass);
}

void histogram_count(struct histogram_counter *counter, struct gpu *gpu,
                     const struct texture *light, const struct texture *display)
{
    if (!counter->counts.id) {
        buffer_init(&counter->counts, sizeof(struct histogram), "histogram");
        buffer_init(&counter->snapshot.buffer, sizeof(struct histogram), "histogram copy");
    }
    gpu_timer_push(&gpu->timer, "histogram");
    buffer_clear(&counter->counts);
    if (light)
        count(counter, gpu, light, true);
    if (display)
        count(counter, gpu, display, false);
    gpu_timer_pop(&gpu->timer);
    buffer_snapshot_take(&counter->snapshot, &counter->counts);
}

bool histogram_read(struct histogram_counter *counter, bool wait, struct histogram *histogram)
{
    if (!buffer_snapshot_is_ready(&counter->snapshot, wait))
        return false;
    buffer_read(&counter->snapshot.buffer, histogram, sizeof(*histogram));
    buffer_snapshot_drop(&counter->snapshot);
    return true;
}
