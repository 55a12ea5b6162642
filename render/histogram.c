#include "render/histogram.h"

#include "render/image/divide.h"
#include "render/pass.h"

#include <epoxy/gl.h>
#include <math.h>
#include <stdio.h>

enum { TILE = 64 }; // texels a side that one group counts

double histogram_bin_luminance(int bin)
{
    return exp2((double) bin / HISTOGRAM_STOP_BINS + HISTOGRAM_FIRST_STOP);
}

static void drop_fence(struct histogram_counter *counter)
{
    if (counter->fence)
        glDeleteSync(counter->fence);
    counter->fence = NULL;
}

void histogram_finish(struct histogram_counter *counter)
{
    drop_fence(counter);
    if (counter->counts.id) {
        buffer_finish(&counter->counts);
        buffer_finish(&counter->copy);
    }
    *counter = (struct histogram_counter){ 0 };
}

// Computes the bounds of the parts of a stop, between 1 and 2: each is the first float that is not
// below the exact bound. So the shader needs no logarithm, whose result differs between GPUs.
static void make_bounds(float bounds[HISTOGRAM_STOP_BINS - 1])
{
    for (int i = 1; i < HISTOGRAM_STOP_BINS; i++) {
        const double bound = exp2((double) i / HISTOGRAM_STOP_BINS);
        const float nearest = (float) bound;
        bounds[i - 1] = nearest < bound ? nextafterf(nearest, 2) : nearest;
    }
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
        .uniforms = { is_light ? (struct uniform) U_FLOAT_ARRAY(HISTOGRAM_STOP_BINS - 1, bounds)
                               : (struct uniform){ 0 } },
        .groups = { divide_up(texture->width, TILE), divide_up(texture->height, TILE) },
    };
    make_bounds(bounds);
    pass_run(gpu, &pass);
}

void histogram_count(struct histogram_counter *counter, struct gpu *gpu,
                     const struct texture *light, const struct texture *display)
{
    drop_fence(counter);
    if (!counter->counts.id) {
        buffer_init(&counter->counts, sizeof(struct histogram), "histogram");
        buffer_init(&counter->copy, sizeof(struct histogram), "histogram copy");
    }
    gpu_timer_push(&gpu->timer, "histogram");
    buffer_clear(&counter->counts);
    if (light)
        count(counter, gpu, light, true);
    if (display)
        count(counter, gpu, display, false);
    gpu_timer_pop(&gpu->timer);
    gpu_barrier(gpu, BARRIER_TRANSFER, counter->counts.stored);
    glBindBuffer(GL_COPY_READ_BUFFER, counter->counts.id);
    glBindBuffer(GL_COPY_WRITE_BUFFER, counter->copy.id);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0, sizeof(struct histogram));
    counter->fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
}

bool histogram_read(struct histogram_counter *counter, bool wait, struct histogram *histogram)
{
    const GLuint64 longest = wait ? UINT64_C(10000000000) : 0; // nanoseconds
    if (!counter->fence)
        return false;
    const GLenum status = glClientWaitSync(counter->fence, GL_SYNC_FLUSH_COMMANDS_BIT, longest);
    if (status != GL_ALREADY_SIGNALED && status != GL_CONDITION_SATISFIED)
        return false;
    buffer_read(&counter->copy, histogram, sizeof(*histogram));
    drop_fence(counter);
    return true;
}
