#include "app/measure/copies.h"

#include "render/image/divide.h"
#include "render/pass.h"

#include <math.h>
#include <stdio.h>

static const struct copy {
    const char *name, *file;
    int texels; // read by one thread, at the distance of a workgroup's width
    int load;   // 1: imageLoad, 0: texelFetch
} kinds[COPIES_COUNT] = {
    { "fragment", "common/copy.frag", 1 },
    { "fetch", "common/copy.comp", 1 },
    { "fetch x4", "common/copy.comp", 4 },
    { "load", "common/copy.comp", 1, .load = 1 },
    { "load x2", "common/copy.comp", 2, .load = 1 },
    { "load x4", "common/copy.comp", 4, .load = 1 },
};

enum { DEFINES_SIZE = 80 };

static struct program_desc describe(int i, const struct texture *from, char defines[DEFINES_SIZE])
{
    snprintf(defines, DEFINES_SIZE, "TEXELS=%d LOAD=%d FORMAT=%s", kinds[i].texels, kinds[i].load,
             texture_format_name(from->format));
    return (struct program_desc){ .file = kinds[i].file, .defines = defines };
}

bool copies_are_ready(int i, struct gpu *gpu, const struct texture *from)
{
    char defines[DEFINES_SIZE];
    const struct program_desc desc = describe(i, from, defines);
    return program_cache_is_ready(&gpu->programs, &desc);
}

bool copies_fit(struct copies *copies, int i, struct gpu *gpu, const struct texture *from,
                struct error *error)
{
    char defines[DEFINES_SIZE];
    const struct program_desc desc = describe(i, from, defines);
    copies->programs[i] = program_cache_get(&gpu->programs, &desc, error);
    if (copies->programs[i])
        texture_fit_plain(&copies->to, from->width, from->height, from->format, "copy");
    return copies->programs[i];
}

bool copies_init(struct copies *copies, struct gpu *gpu, const struct texture *from,
                 struct error *error)
{
    *copies = (struct copies){ 0 };
    for (int i = 0; i < COPIES_COUNT; i++)
        if (!copies_fit(copies, i, gpu, from, error))
            return false;
    return true;
}

void copies_finish(struct copies *copies)
{
    texture_finish(&copies->to);
}

void copies_run(struct copies *copies, int i, struct gpu *gpu, struct texture *from)
{
    const struct copy *kind = &kinds[i];
    const struct program *program = copies->programs[i];
    struct pass pass = { .label = kind->name, .program = program, .output = &copies->to };
    if (kind->load)
        pass.images[0] = (struct pass_image){ .texture = from };
    else
        pass.inputs[0] = (struct pass_input){ .texture = from };
    if (program->compute) {
        const int width = program->group_size[0] * kind->texels;
        const int height = program->group_size[1];
        pass.groups[0] = divide_up(copies->to.width, width);
        pass.groups[1] = divide_up(copies->to.height, height);
    }
    pass_run(gpu, &pass);
}

// ---- busy

enum {
    SIDE = 512,         // of the output, in texels: enough workgroups for every multiprocessor
    SOFTWARE_SIDE = 64, // on a software renderer, which has few processors
    MIN_TURNS = 16,
    MAX_TURNS = 60000, // one software renderer ends silently above this
    FIRST_TURNS = 256,
    TRIES = 5,
};

bool busy_init(struct busy *busy, struct gpu *gpu, struct error *error)
{
    static const struct program_desc desc = { .file = "common/busy.comp" };
    const int side = gpu->info.software ? SOFTWARE_SIDE : SIDE;
    *busy = (struct busy){ .program = program_cache_get(&gpu->programs, &desc, error) };
    if (busy->program)
        texture_fit_plain(&busy->to, side, side, FORMAT_RGBA8, "busy");
    return busy->program;
}

void busy_finish(struct busy *busy)
{
    texture_finish(&busy->to);
}

static void run_turns(struct busy *busy, struct gpu *gpu, const char *scope, double turns)
{
    const struct pass pass = {
        .label = scope,
        .program = busy->program,
        .output = &busy->to,
        .uniforms[0] = U_INT("u_turns", (int) fmin(fmax(turns, MIN_TURNS), MAX_TURNS)),
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
