#include "render/multisample.h"
#include "render/pass.h"
#include "render/scene/icosahedra.h"
#include "render/scene/mesh.h"
#include "render/scene/scene.h"
#include "render/text/memory.h"

#include <cglm/cglm.h>
#include <epoxy/gl.h>
#include <stdlib.h>

enum arrangement { ARRANGEMENT_SWARM, ARRANGEMENT_GRID };
enum background { BACKGROUND_DARK, BACKGROUND_PALE };

struct icosahedra_params {
    int arrangement, background, seed, emitters;
    float speed, radius, spread, light, highlight, emission;
};

// Locations of the uniforms, as in shaders/scene/icosahedra.vert and .frag.
enum {
    PROJECTION,
    EYE,
    LIGHT,
    HIGHLIGHT,
    SKY,
    LAMP_COUNT,
    HAZE,
    TURNS = 8,
    COLOURS = TURNS + ICOSAHEDRA_MOST,
    BODIES = COLOURS + ICOSAHEDRA_MOST,
    LAMPS = BODIES + ICOSAHEDRA_MOST,
    TOP = LAMPS + ICOSAHEDRA_MOST,
    BOTTOM,
    SIZE,
    GLOW,
};

static const char *const arrangements[] = { "swarm", "grid", NULL };
static const char *const backgrounds[] = { "dark", "pale", NULL };

static const struct param rows[] = {
    PARAM_CHOICE(struct icosahedra_params, arrangement, .choices = arrangements,
                 .help = "A swarm of 75 near and far, or a grid of 25 in a plane"),
    PARAM_CHOICE(struct icosahedra_params, background, .choices = backgrounds,
                 .help = "What lies behind them"),
    PARAM_FLOAT(struct icosahedra_params, speed, .def = 1, .min = -64, .max = 64, .slider_max = 4,
                .help = "How fast they turn, as a multiple of 0.25 to 0.5 radians a second, in a "
                        "swarm of a third of that"),
    PARAM_FLOAT(struct icosahedra_params, light, .def = 1.2f, .max = 64, .slider_max = 4,
                .help = "Strength of the lamp"),
    PARAM_FLOAT(struct icosahedra_params, highlight, .def = 8, .max = 256, .slider_max = 32,
                .help = "Strength of the lamp's mirror image in a facet"),
    PARAM_INT(struct icosahedra_params, emitters, .def = 5, .max = ICOSAHEDRA,
              .help = "How many of 25 glow by themselves"),
    PARAM_FLOAT(struct icosahedra_params, emission, .def = 8, .max = 512, .slider_max = 32,
                .help = "How strongly these glow, half as much to half as much again"),
    PARAM_FLOAT(
        struct icosahedra_params, radius, .def = 0.44f, .min = 0.05f, .max = 1, .slider_max = 0.6f,
        .help = "From the middle of one to its corners, as a share of the way to the next; in a "
                "swarm that of the largest, and others are down to a third of it"),
    PARAM_FLOAT(
        struct icosahedra_params, spread, .def = 1, .min = 0.5f, .max = 4, .slider_max = 2,
        .help =
            "How far they stand apart; 1 fills the picture, and a camera goes back from a larger "
            "swarm"),
    PARAM_INT(struct icosahedra_params, seed, .def = 7, .max = 9999, .slider_max = 99,
              .help = "Another number, other colours, axes and speeds, and places in a swarm"),
    { 0 },
};

struct state {
    const struct program *bodies[2]; // of each arrangement
    const struct program *background;
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
        .attributes = attributes,
        .label = "icosahedra",
    };
    mesh_init(mesh, &desc);
}

// ---- drawing

// GL's first row is the lowest and ours the top one, so y is mirrored, and with it the winding of
// front faces.
static void make_projection(const struct icosahedra_places *places, float aspect, mat4 out)
{
    mat4 view, projection;
    glm_perspective(2 * atanf(places->half_view), aspect, 0.1f, 100, projection);
    projection[1][1] = -projection[1][1];
    glm_lookat((float *) places->eye, (float *) places->target, (float *) places->up, view);
    glm_mat4_mul(projection, view, out);
}

// The gradient from top to bottom, and the glow in its middle.
static void set_ground(const struct scene_call *call, const struct program *program,
                       const struct texture *target)
{
    static const struct uniform colours[][2] = {
        [BACKGROUND_DARK] = { U_VEC3(0.0025f, 0.0035f, 0.008f), U_VEC3(0.008f, 0.009f, 0.014f) },
        [BACKGROUND_PALE] = { U_VEC3(0.75f, 0.80f, 0.88f), U_VEC3(0.88f, 0.87f, 0.85f) },
    };
    const struct icosahedra_params *params = call->params;
    const bool is_swarm = params->arrangement == ARRANGEMENT_SWARM;
    const struct uniform size = U_VEC2((float) target->width, (float) target->height);
    const struct uniform glow =
        U_FLOAT(is_swarm && params->background == BACKGROUND_DARK ? 1.5f : 0);
    pass_set_uniform(program, TOP, &colours[params->background][0]);
    pass_set_uniform(program, BOTTOM, &colours[params->background][1]);
    pass_set_uniform(program, SIZE, &size);
    pass_set_uniform(program, GLOW, &glow);
}

static void place_bodies(const struct icosahedra_params *params, double time, float aspect,
                         struct icosahedra_places *places)
{
    if (params->arrangement == ARRANGEMENT_GRID)
        icosahedra_place_grid(aspect, params->spread, params->radius, places);
    else
        icosahedra_place_swarm(params->seed, time, aspect, params->spread, params->radius, places);
}

static void set_bodies(const struct scene_call *call, const struct program *program,
                       const struct icosahedra_places *places)
{
    const struct icosahedra_params *params = call->params;
    const int emitters = params->emitters * places->count / ICOSAHEDRA;
    const double time = call->time * (double) params->speed;
    struct icosahedra_looks looks;
    float lamps[ICOSAHEDRA_MOST];
    // A swarm turns slower by as much as it has more bodies, so that highlights swell and fade.
    icosahedra_choose(params->seed, time * ICOSAHEDRA / places->count, places->count, emitters,
                      params->emission, &looks);
    for (int i = 0; i < emitters; i++)
        lamps[i] = (float) looks.glowing[i];
    const struct uniform count = U_INT(emitters);
    const struct uniform arrays[] = {
        U_VEC4_ARRAY(places->count, looks.turns[0]),
        U_VEC4_ARRAY(places->count, looks.colours[0]),
        U_VEC4_ARRAY(places->count, places->bodies[0]),
        U_FLOAT_ARRAY(emitters, lamps),
    };
    pass_set_uniform(program, LAMP_COUNT, &count);
    for (int i = 0; i < 4; i++)
        pass_set_uniform(program, TURNS + i * ICOSAHEDRA_MOST, &arrays[i]);
}

static void set_view(const struct scene_call *call, const struct program *program, float aspect,
                     const struct icosahedra_places *places)
{
    const struct icosahedra_params *params = call->params;
    const bool is_pale = params->background == BACKGROUND_PALE;
    const float *eye = places->eye;
    mat4 projection;
    make_projection(places, aspect, projection);
    const struct uniform uniforms[] = {
        [PROJECTION] = U_MAT4(projection[0]),   [EYE] = U_VEC3(eye[0], eye[1], eye[2]),
        [LIGHT] = U_FLOAT(params->light),       [HIGHLIGHT] = U_FLOAT(params->highlight),
        [SKY] = U_FLOAT(is_pale ? 1.0f : 0.5f), [HAZE] = U_FLOAT(is_pale ? 0.03f : 0.06f),
    };
    for (int i = 0; i <= HAZE; i++)
        pass_set_uniform(program, i, &uniforms[i]);
}

static void draw_bodies(const struct scene_call *call, const struct texture *target)
{
    struct state *state = call->state;
    const struct icosahedra_params *params = call->params;
    const struct program *program = state->bodies[params->arrangement];
    const float aspect = (float) target->width / (float) target->height;
    struct icosahedra_places places;
    place_bodies(params, call->time * (double) params->speed, aspect, &places);
    program_cache_use(&call->gpu->programs, program);
    set_bodies(call, program, &places);
    set_view(call, program, aspect, &places);
    set_ground(call, program, target);
    pass_set_format(program, target->format);
    glUseProgram(program->id);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_CULL_FACE);
    glFrontFace(GL_CW);
    state->mesh.instance_count = places.count;
    mesh_draw(&state->mesh);
    glFrontFace(GL_CCW);
    glDisable(GL_CULL_FACE);
    glDisable(GL_DEPTH_TEST);
}

static void draw_background(const struct scene_call *call, const struct texture *target)
{
    const struct state *state = call->state;
    program_cache_use(&call->gpu->programs, state->background);
    set_ground(call, state->background, target);
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

static const struct program *bodies(struct gpu *gpu, const char *defines, struct error *error)
{
    const struct program_desc desc = {
        .file = "scene/icosahedra.frag",
        .vertex = "scene/icosahedra.vert",
        .defines = defines,
    };
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
    static const struct program_desc background = { .file = "scene/icosahedra_background.frag" };
    state->bodies[ARRANGEMENT_SWARM] = bodies(gpu, "SWARM=1", error);
    state->bodies[ARRANGEMENT_GRID] = bodies(gpu, NULL, error);
    state->background = program_cache_get(&gpu->programs, &background, error);
    if (!state->bodies[0] || !state->bodies[1] || !state->background) {
        destroy(gpu, state);
        return NULL;
    }
    make_mesh(&state->mesh);
    return state;
}

const struct scene scene_icosahedra = {
    .name = "icosahedra",
    .summary = "A swarm of turning icosahedra, near and far, some of them glowing",
    .origin = "N. Lisitsa, Blazing fast Gaussian blur with compute shaders, 2022",
    .params = rows,
    .params_size = sizeof(struct icosahedra_params),
    .create = create,
    .destroy = destroy,
    .draw = draw,
    .animated = true,
};
