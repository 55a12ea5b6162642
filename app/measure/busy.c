#include "app/measure/busy.h"

#include "render/pass.h"

#include <math.h>

enum {
    SIDE = 512,         // of what it writes, texels: enough groups for every multiprocessor
    SOFTWARE_SIDE = 64, // where few processors do all of it
    LEAST_TURNS = 16,
    MOST_TURNS = 60000, // below what one software renderer ends silently
    FIRST_TURNS = 256,
    TRIES = 5,
};

bool busy_init(struct busy *busy, struct gpu *gpu, struct error *error)
{
    static const struct program_desc desc = { .file = "common/busy.comp" };
    const int side = gpu->info.software ? SOFTWARE_SIDE : SIDE;
    const struct texture_desc to = {
        .width = side, .height = side, .format = FORMAT_RGBA8, .label = "busy"
    };
    *busy = (struct busy){ .program = program_cache_get(&gpu->programs, &desc, error) };
    if (busy->program)
        texture_init(&busy->to, &to);
    return busy->program;
}

void busy_finish(struct busy *busy)
{
    if (busy->to.id)
        texture_finish(&busy->to);
}

static void run_turns(struct busy *busy, struct gpu *gpu, const char *scope, double turns)
{
    const struct pass pass = {
        .label = scope,
        .program = busy->program,
        .output = &busy->to,
        .uniforms[0] = U_INT((int) fmin(fmax(turns, LEAST_TURNS), MOST_TURNS)),
    };
    pass_run(gpu, &pass);
}

void busy_scale(struct busy *busy, struct gpu *gpu)
{
    double least = INFINITY;
    for (int i = 0; i < TRIES; i++) {
        gpu_begin_frame(gpu, "busy");
        run_turns(busy, gpu, "busy", FIRST_TURNS);
        gpu_end_frame(gpu);
        const struct gpu_frame *frame = gpu_timer_collect(&gpu->timer, true);
        if (frame && frame->count > 1)
            least = fmin(least, gpu_scope_effort(&frame->scopes[1]));
    }
    busy->turns = FIRST_TURNS / (fmax(least, 1) * 1e-6);
}

void busy_run(struct busy *busy, struct gpu *gpu, const char *scope, double milliseconds)
{
    run_turns(busy, gpu, scope, milliseconds * busy->turns);
}
