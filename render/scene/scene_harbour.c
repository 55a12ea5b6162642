#include "render/gpu.h"
#include "render/pass.h"
#include "render/scene/scene.h"
#include "render/text/memory.h"

#include <stdlib.h>
#include <string.h>

// A procedural scene like a photograph, drawn by one pass. It does not move and costs a thousand
// operations per texel, so it is drawn once and then copied.

struct harbour_params {
    float sun, lamps;
    int seed;
};

static const struct param rows[] = {
    PARAM_FLOAT(struct harbour_params, sun, .def = 1, .max = 64, .slider_max = 4,
                .help = "Strength of the setting sun, about 90 times diffuse white at 1"),
    PARAM_FLOAT(struct harbour_params, lamps, .def = 1, .max = 64, .slider_max = 4,
                .help = "Strength of lamps and lit windows"),
    PARAM_INT(struct harbour_params, seed, .def = 7, .max = 9999, .slider_max = 99,
              .help = "Another number, other clouds, hills and houses"),
    { 0 },
};

struct state {
    const struct program *program, *copy;
    struct texture picture;
    struct harbour_params params; // parameters of `picture`
    unsigned program_id;          // GL program that drew `picture`; a reload changes it
};

static void destroy(struct gpu *gpu, void *memory)
{
    struct state *state = memory;
    (void) gpu;
    texture_finish(&state->picture);
    free(state);
}

static void *create(struct gpu *gpu, const void *params, struct error *error)
{
    static const struct program_desc harbour = { .file = "scene/harbour.frag" };
    static const struct program_desc copy = { .file = "common/copy.frag" };
    struct state *state = memory_new(1, sizeof(*state));
    (void) params;
    state->program = program_cache_get(&gpu->programs, &harbour, error);
    state->copy = program_cache_get(&gpu->programs, &copy, error);
    if (state->program && state->copy)
        return state;
    destroy(gpu, state);
    return NULL;
}

static bool is_drawn(const struct state *state, const struct scene_call *call)
{
    const struct texture *picture = &state->picture, *output = call->output;
    return picture->id && picture->width == output->width && picture->height == output->height &&
           picture->format == output->format && state->program_id == state->program->id &&
           memcmp(&state->params, call->params, sizeof(state->params)) == 0;
}

static void draw(const struct scene_call *call)
{
    const struct harbour_params *params = call->params;
    const struct texture *output = call->output;
    struct state *state = call->state;
    const struct pass picture = {
        .label = "harbour",
        .program = state->program,
        .output = &state->picture,
        .uniforms = {
            U_VEC2("u_size", (float) output->width, (float) output->height),
            U_FLOAT("u_sun", params->sun),
            U_FLOAT("u_lamps", params->lamps),
            U_VEC2("u_seed", (float) params->seed, (float) (params->seed * 13 % 997)),
        },
    };
    const struct pass copy = {
        .label = "copy",
        .program = state->copy,
        .inputs = { { &state->picture, FILTER_NEAREST, EDGE_CLAMP } },
        .output = call->output,
    };
    if (!is_drawn(state, call)) {
        texture_fit_plain(&state->picture, output->width, output->height, output->format,
                          "harbour");
        pass_run(call->gpu, &picture);
        state->params = *params;
        state->program_id = state->program->id;
    }
    pass_run(call->gpu, &copy);
}

const struct scene scene_harbour = {
    .name = "harbour",
    .summary = "A harbour at dusk, like a photograph: natural colours, light from 0.001 to 100",
    .params = rows,
    .create = create,
    .destroy = destroy,
    .draw = draw,
};
