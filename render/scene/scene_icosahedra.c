#include "render/multisample.h"
#include "render/pass.h"
#include "render/scene/icosahedra.h"
#include "render/scene/mesh.h"
#include "render/scene/scene.h"
#include "render/text/memory.h"

#include <cglm/cglm.h>
#include <epoxy/gl.h>
#include <math.h>
#include <stdlib.h>

enum background { BACKGROUND_DARK, BACKGROUND_PALE };

struct icosahedra_params {
    int background, seed, emitters;
    float speed, radius, spread, light, highlight, emission;
};

// Locations of the uniforms, as in shaders/scene/icosahedra.vert and .frag.
enum {
    PROJECTION,
    RADIUS,
    EYE,
    LIGHT,
    HIGHLIGHT,
    SKY,
    LAMP_COUNT = 7,
    TURNS,
    COLOURS = TURNS + ICOSAHEDRA,
    CENTERS = COLOURS + ICOSAHEDRA,
    LAMPS = CENTERS + ICOSAHEDRA,
    LAMP_COLOURS = LAMPS + ICOSAHEDRA,
};

static const char *const backgrounds[] = { "dark", "pale", NULL };

static const struct param rows[] = {
    PARAM_CHOICE(struct icosahedra_params, background, .choices = backgrounds,
                 .help = "What lies behind them"),
    PARAM_FLOAT(struct icosahedra_params, speed, .def = 1, .min = -64, .max = 64, .slider_max = 4,
                .help = "How fast they turn, as a multiple of 0.25 to 0.5 radians a second"),
    PARAM_FLOAT(struct icosahedra_params, light, .def = 1.2f, .max = 64, .slider_max = 4,
                .help = "Strength of the lamp"),
    PARAM_FLOAT(struct icosahedra_params, highlight, .def = 8, .max = 256, .slider_max = 32,
                .help = "Strength of the lamp's mirror image in a facet"),
    PARAM_INT(struct icosahedra_params, emitters, .def = 5, .max = ICOSAHEDRA,
              .help = "How many glow by themselves"),
    PARAM_FLOAT(struct icosahedra_params, emission, .def = 8, .max = 512, .slider_max = 32,
                .help = "How strongly these glow, half as much to half as much again"),
    PARAM_FLOAT(struct icosahedra_params, radius, .def = 0.44f, .min = 0.05f, .max = 1,
                .slider_max = 0.6f,
                .help = "From the middle of one to its corners, as a share of the way to the next"),
    PARAM_FLOAT(struct icosahedra_params, spread, .def = 1, .min = 0.5f, .max = 4, .slider_max = 2,
                .help = "How far they stand apart; 1 fills the picture"),
    PARAM_INT(struct icosahedra_params, seed, .def = 7, .max = 9999, .slider_max = 99,
              .help = "Another number, other colours, axes and speeds"),
    { 0 },
};

struct state {
    const struct program *bodies, *background;
    struct mesh mesh;
    struct multisample target;
};

static void make_mesh(struct mesh *mesh)
{
    static const struct mesh_attribute attributes[] = { { 3, 0 }, { 3, 0 }, { 0 } };
    float vertices[ICOSAHEDRON_FLOATS];
    icosahedron_make(vertices);
    const struct mesh_desc desc = {
        .vertices = vertices,
        .vertex_count = ICOSAHEDRON_VERTICES,
        .instance_count = ICOSAHEDRA,
        .attributes = attributes,
        .label = "icosahedra",
    };
    mesh_init(mesh, &desc);
}

// ---- drawing

// Makes a projection that shows the bodies' plane, and more of it for a `spread` above 1. GL's
// first row is the lowest and ours the top one, so y is mirrored, and with it the winding of front
// faces.
static void make_projection(float aspect, float spread, vec3 eye, mat4 out)
{
    mat4 view, projection;
    const float half = ICOSAHEDRA_HALF_VIEW / eye[2] * fmaxf(1, spread) * fmaxf(1, 1 / aspect);
    glm_perspective(2 * atanf(half), aspect, 0.1f, 100, projection);
    projection[1][1] = -projection[1][1];
    glm_lookat(eye, GLM_VEC3_ZERO, GLM_YUP, view);
    glm_mat4_mul(projection, view, out);
}

static void set_background(const struct state *state, int background, int height)
{
    static const struct uniform colours[][2] = {
        [BACKGROUND_DARK] = { U_VEC3(0.0025f, 0.0035f, 0.008f), U_VEC3(0.008f, 0.009f, 0.014f) },
        [BACKGROUND_PALE] = { U_VEC3(0.75f, 0.80f, 0.88f), U_VEC3(0.88f, 0.87f, 0.85f) },
    };
    const struct uniform size = U_FLOAT((float) height);
    pass_set_uniform(state->background, 0, &colours[background][0]);
    pass_set_uniform(state->background, 1, &colours[background][1]);
    pass_set_uniform(state->background, 2, &size);
}

// Sets the places and the radiance of the glowing bodies, half of what their panes have at their
// brightest.
static void set_lamps(const struct program *program, const struct icosahedra_params *params,
                      const struct icosahedra_looks *looks, const struct icosahedra_grid *grid)
{
    float places[ICOSAHEDRA][4] = { { 0 } }, colours[ICOSAHEDRA][4] = { { 0 } };
    for (int i = 0; i < params->emitters; i++) {
        const float *colour = looks->colours[looks->glowing[i]];
        glm_vec4_copy((float *) grid->centers[looks->glowing[i]], places[i]);
        glm_vec3_scale((float *) colour, 0.5f * colour[3], colours[i]);
    }
    const struct uniform count = U_INT(params->emitters);
    const struct uniform at = U_VEC4_ARRAY(ICOSAHEDRA, places[0]);
    const struct uniform radiance = U_VEC4_ARRAY(ICOSAHEDRA, colours[0]);
    pass_set_uniform(program, LAMP_COUNT, &count);
    pass_set_uniform(program, LAMPS, &at);
    pass_set_uniform(program, LAMP_COLOURS, &radiance);
}

static void set_bodies(const struct scene_call *call, const struct texture *target)
{
    const struct program *program = ((const struct state *) call->state)->bodies;
    const struct icosahedra_params *params = call->params;
    const float aspect = (float) target->width / (float) target->height;
    struct icosahedra_looks looks;
    struct icosahedra_grid grid;
    mat4 projection;
    icosahedra_place(aspect, params->spread, params->radius, &grid);
    vec3 eye = { 0, 0, grid.distance };
    make_projection(aspect, params->spread, eye, projection);
    icosahedra_choose(params->seed, call->time * (double) params->speed, params->emitters,
                      params->emission, &looks);
    const struct uniform uniforms[] = {
        [PROJECTION] = U_MAT4(projection[0]),
        [RADIUS] = U_FLOAT(grid.radius),
        [EYE] = U_VEC3(eye[0], eye[1], eye[2]),
        [LIGHT] = U_FLOAT(params->light),
        [HIGHLIGHT] = U_FLOAT(params->highlight),
        [SKY] = U_FLOAT(params->background == BACKGROUND_PALE ? 1.0f : 0.5f),
        [TURNS] = U_VEC4_ARRAY(ICOSAHEDRA, looks.turns[0]),
        [COLOURS] = U_VEC4_ARRAY(ICOSAHEDRA, looks.colours[0]),
        [CENTERS] = U_VEC4_ARRAY(ICOSAHEDRA, grid.centers[0]),
    };
    for (int i = 0; i <= CENTERS; i++)
        pass_set_uniform(program, i, &uniforms[i]);
    set_lamps(program, params, &looks, &grid);
}

static void draw_bodies(const struct scene_call *call, const struct texture *target)
{
    const struct state *state = call->state;
    program_cache_use(&call->gpu->programs, state->bodies);
    set_bodies(call, target);
    pass_set_format(state->bodies, target->format);
    glUseProgram(state->bodies->id);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_CULL_FACE);
    glFrontFace(GL_CW);
    mesh_draw(&state->mesh);
    glFrontFace(GL_CCW);
    glDisable(GL_CULL_FACE);
    glDisable(GL_DEPTH_TEST);
}

static void draw_background(const struct scene_call *call, const struct texture *target)
{
    const struct state *state = call->state;
    const struct icosahedra_params *params = call->params;
    program_cache_use(&call->gpu->programs, state->background);
    set_background(state, params->background, target->height);
    pass_set_format(state->background, target->format);
    glUseProgram(state->background->id);
    glBindVertexArray(call->gpu->vertex_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void draw(const struct scene_call *call)
{
    struct state *state = call->state;
    struct gpu *gpu = call->gpu;
    gpu_timer_push(&gpu->timer, "icosahedra");
    struct texture *target = multisample_begin(&state->target, gpu, call->output, call->samples);
    draw_background(call, target);
    draw_bodies(call, target);
    if (target == call->output)
        pass_watch(gpu, target);
    gpu_timer_pop(&gpu->timer);
    multisample_end(&state->target, gpu, call->output);
}

// ---- state

static const struct program *program(struct gpu *gpu, const char *file, const char *vertex,
                                     struct error *error)
{
    const struct program_desc desc = { .file = file, .vertex = vertex };
    return program_cache_get(&gpu->programs, &desc, error);
}

static void destroy(struct gpu *gpu, void *memory)
{
    struct state *state = memory;
    (void) gpu;
    mesh_finish(&state->mesh);
    multisample_finish(&state->target);
    free(state);
}

static void *create(struct gpu *gpu, const void *params, struct error *error)
{
    (void) params;
    struct state *state = memory_new(1, sizeof(*state));
    state->bodies = program(gpu, "scene/icosahedra.frag", "scene/icosahedra.vert", error);
    state->background = program(gpu, "scene/icosahedra_background.frag", NULL, error);
    if (!state->bodies || !state->background) {
        destroy(gpu, state);
        return NULL;
    }
    make_mesh(&state->mesh);
    return state;
}

const struct scene scene_icosahedra = {
    .name = "icosahedra",
    .summary = "A grid of turning icosahedra, some of them glowing",
    .origin = "N. Lisitsa, Blazing fast Gaussian blur with compute shaders, 2022",
    .params = rows,
    .params_size = sizeof(struct icosahedra_params),
    .create = create,
    .destroy = destroy,
    .draw = draw,
    .animated = true,
};
