#include "render/context/gl_debug.h"
#include "render/gpu.h"
#include "render/multisample.h"
#include "render/pass.h"
#include "render/scene/composition.h"
#include "render/scene/icosahedra.h"
#include "render/scene/scene.h"
#include "render/text/memory.h"

#include <cglm/cglm.h>
#include <epoxy/gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum arrangement { ARRANGEMENT_COMPOSITION, ARRANGEMENT_GRID };
enum background { BACKGROUND_DARK, BACKGROUND_PALE };

struct icosahedra_params {
    int arrangement, background, seed, emitters, dust;
    float speed, radius, spread, light, highlight, emission;
};

static const float default_light = 1.2f, default_highlight = 8, default_emission = 8,
                   default_radius = 0.44f;

// Cells of the screen-space grid of vertices for the composition's floor and haze.
enum { NET_COLUMNS = 96, NET_ROWS_ABOVE = 10, NET_ROWS_BELOW = 40 };

static const char *const arrangements[] = { "composition", "grid", NULL };
static const char *const backgrounds[] = { "dark", "pale", NULL };

static const struct param rows[] = {
    PARAM_CHOICE(struct icosahedra_params, arrangement, .choices = arrangements,
                 .help = "A picture of 40 over a floor, or a grid of 25 in a plane"),
    PARAM_CHOICE(struct icosahedra_params, background, .choices = backgrounds,
                 .help = "The surroundings"),
    PARAM_FLOAT(struct icosahedra_params, speed, .def = 1, .min = -64, .max = 64, .slider_max = 4,
                .help = "How fast they turn, as a multiple of 0.25 to 0.5 radians a second in a "
                        "grid, of a third of that in a composition"),
    PARAM_FLOAT(struct icosahedra_params, light, .def = default_light, .max = 64, .slider_max = 4,
                .help = "Strength of the key light"),
    PARAM_FLOAT(struct icosahedra_params, highlight, .def = default_highlight, .max = 256,
                .slider_max = 32, .help = "Strength of its mirror image in a facet"),
    PARAM_INT(struct icosahedra_params, emitters, .def = 5, .max = ICOSAHEDRA,
              .help = "How many of a grid are lamps; in a composition twice as many, the large "
                      "one first"),
    PARAM_FLOAT(struct icosahedra_params, emission, .def = default_emission, .max = 512,
                .slider_max = 32, .help = "How strongly the lamps glow"),
    PARAM_FLOAT(struct icosahedra_params, radius, .def = default_radius, .min = 0.05f, .max = 1,
                .slider_max = 0.6f,
                .help = "From the middle of one to its corners: in a grid as a share of the way to "
                        "the next, in a composition in proportion, as far as there is room"),
    PARAM_FLOAT(struct icosahedra_params, spread, .def = 1, .min = 0.5f, .max = 4, .slider_max = 2,
                .help = "How far they are apart; 1 fills the picture, and above it the camera of a "
                        "composition goes back"),
    PARAM_INT(struct icosahedra_params, seed, .def = 7, .max = 9999, .slider_max = 99,
              .help =
                  "Another number, other colours, axes and speeds, and places in a composition"),
    PARAM_INT(struct icosahedra_params, dust, .def = 200, .max = 1000,
              .help = "Points of dust in the light of a composition"),
    { 0 },
};

struct state {
    GLuint vertex_array, vertex_buffer; // positions and normals of one icosahedron
    struct multisample target;
};

static void draw_bodies(const struct state *state, int count)
{
    glBindVertexArray(state->vertex_array);
    glDrawArraysInstanced(GL_TRIANGLES, 0, ICOSAHEDRON_VERTICES, count);
}

// ---- programs

static const struct program_desc grid_program = { .file = "scene/icosahedra.frag",
                                                  .vertex = "scene/icosahedra.vert" };

// Uniforms of the composition, in the layout of shaders/scene/composition.glsl.
struct world {
    struct composition composition;
    float light[4];   // strengths of key light, highlight and surroundings; time in seconds
    float picture[4]; // width and height in texels
    float cold[4];    // haze away from the key light, and its density
    float warm[4];    // haze towards the key light
    float ground[4];  // emission of the floor, and its albedo
};

enum { WORLD = sizeof(struct world) / sizeof(float[4]) };

enum part { BODY, MIRRORED_BODY, FLOOR, DUST, PARTS };

static const struct program *find_part(struct gpu *gpu, enum part part, struct error *error)
{
    static const char *const files[][2] = {
        [BODY] = { "scene/composition_body.frag", "scene/composition_body.vert" },
        [MIRRORED_BODY] = { "scene/composition_body.frag", "scene/composition_body.vert" },
        [FLOOR] = { "scene/composition_light.frag", "scene/composition_floor.vert" },
        [DUST] = { "scene/composition_light.frag", "scene/composition_dust.vert" },
    };
    char defines[128];
    snprintf(defines, sizeof(defines),
             "MIRRORED=%s WORLD=%d BODIES=%d COLUMNS=%d ROWS_ABOVE=%d ROWS_BELOW=%d",
             part == MIRRORED_BODY ? "true" : "false", WORLD, COMPOSITION_BODIES, NET_COLUMNS,
             NET_ROWS_ABOVE, NET_ROWS_BELOW);
    const struct program_desc desc = { .file = files[part][0],
                                       .vertex = files[part][1],
                                       .defines = defines };
    return error ? program_cache_get(&gpu->programs, &desc, error)
                 : program_cache_need(&gpu->programs, &desc);
}

static void use_program(const struct scene_call *call, const struct program *program,
                        const struct texture *target)
{
    program_cache_use(&call->gpu->programs, program);
    pass_set_format(program, target->format);
    glUseProgram(program->id);
}

// ---- the grid

static void draw_grid(const struct scene_call *call, const struct texture *target)
{
    const struct icosahedra_params *params = call->params;
    const bool is_pale = params->background == BACKGROUND_PALE;
    const float aspect = (float) target->width / (float) target->height;
    struct icosahedra_places places;
    struct icosahedra_looks looks;
    mat4 view, perspective, projection;
    static const float grounds[][4] = { [BACKGROUND_DARK] = { 0.005f, 0.006f, 0.011f, 1 },
                                        [BACKGROUND_PALE] = { 0.82f, 0.84f, 0.86f, 1 } };
    glClearBufferfv(GL_COLOR, 0, grounds[params->background]);
    const struct program *program = program_cache_need(&call->gpu->programs, &grid_program);
    use_program(call, program, target);
    icosahedra_place_grid(aspect, params->spread, params->radius, &places);
    glm_perspective(2 * atanf(places.half_view), aspect, 0.1f, 100, perspective);
    // Row 0 of a texture is the top row here and the lowest in GL, so y is flipped, and front faces
    // are clockwise.
    perspective[1][1] = -perspective[1][1];
    glm_lookat(places.eye, places.target, places.up, view);
    glm_mat4_mul(perspective, view, projection);
    icosahedra_choose(params->seed, call->time * params->speed, params->emitters, params->emission,
                      &looks);
    const struct uniform uniforms[] = {
        U_MAT4("u_projection", projection[0]),
        U_VEC3("u_eye", places.eye[0], places.eye[1], places.eye[2]),
        U_FLOAT("u_light", params->light),
        U_FLOAT("u_highlight", params->highlight),
        U_FLOAT("u_sky", is_pale ? 1.0f : 0.5f),
        U_VEC4_ARRAY("u_turns", ICOSAHEDRA, looks.turns[0]),
        U_VEC4_ARRAY("u_colors", ICOSAHEDRA, looks.colours[0]),
        U_VEC4_ARRAY("u_bodies", ICOSAHEDRA, places.bodies[0]),
    };
    pass_set_uniforms(program, uniforms, ARRAY_COUNT(uniforms));
    draw_bodies(call->state, ICOSAHEDRA);
}

// ---- the composition

static void make_world(const struct scene_call *call, const struct texture *target,
                       struct world *world)
{
    static const float colours[][3][4] = {
        [BACKGROUND_DARK] = { { 0.0040f, 0.0065f, 0.0140f, 0.055f },
                              { 0.0330f, 0.0130f, 0.0055f },
                              { 0.0085f, 0.0095f, 0.0120f, 0.06f } },
        [BACKGROUND_PALE] = { { 0.70f, 0.78f, 0.90f, 0.055f },
                              { 1.00f, 0.86f, 0.74f },
                              { 0.55f, 0.56f, 0.60f, 0.20f } },
    };
    const struct icosahedra_params *params = call->params;
    const float width = (float) target->width, height = (float) target->height;
    const int lamps = 2 * params->emitters;
    const struct composition_options options = {
        .seed = params->seed,
        .time = call->time * params->speed,
        .aspect = width / height,
        .spread = params->spread,
        .radius = params->radius / default_radius,
        .lamps = lamps < COMPOSITION_LAMPS ? lamps : COMPOSITION_LAMPS,
        .emission = params->emission / default_emission,
    };
    *world = (struct world){
        .light = { 0.6f * params->light / default_light,
                   9.0f * params->highlight / default_highlight,
                   params->background == BACKGROUND_PALE ? 9 : 1,
                   (float) fmod(options.time, 60000) },
        .picture = { width, height },
    };
    composition_make(&options, &world->composition);
    memcpy(world->cold, colours[params->background], sizeof(colours[0]));
}

static void use_part(const struct scene_call *call, enum part part, const struct world *world,
                     const struct texture *target)
{
    const struct program *program = find_part(call->gpu, part, NULL);
    const struct uniform values = U_VEC4_ARRAY("u_world", WORLD, (const float *) world);
    use_program(call, program, target);
    pass_set_uniforms(program, &values, 1);
}

// Draws front to back to avoid overdraw: bodies, then floor and haze where no body is, then the
// mirrored bodies and the dust, blended.
static void draw_composition(const struct scene_call *call, const struct texture *target)
{
    const struct icosahedra_params *params = call->params;
    struct world world;
    make_world(call, target, &world);
    use_part(call, BODY, &world, target);
    draw_bodies(call->state, COMPOSITION_BODIES);

    use_part(call, FLOOR, &world, target);
    glBindVertexArray(call->gpu->vertex_array);
    glDepthFunc(GL_LEQUAL);
    glDisable(GL_CULL_FACE);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 2 * (NET_COLUMNS + 1),
                          NET_ROWS_ABOVE + NET_ROWS_BELOW);
    glEnable(GL_CULL_FACE);
    glDepthFunc(GL_LESS);

    // Premultiplied alpha; additive light has an alpha that keeps the sum below the largest half
    // float.
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glFrontFace(GL_CCW);
    use_part(call, MIRRORED_BODY, &world, target);
    draw_bodies(call->state, COMPOSITION_BODIES);

    use_part(call, DUST, &world, target);
    glBindVertexArray(call->gpu->vertex_array);
    glDepthMask(GL_FALSE);
    glDisable(GL_CULL_FACE);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, params->dust);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
}

static void draw(const struct scene_call *call)
{
    const struct icosahedra_params *params = call->params;
    struct state *state = call->state;
    struct gpu *gpu = call->gpu;
    gpu_timer_push(&gpu->timer, "icosahedra");
    struct texture *target = multisample_begin(&state->target, gpu, call->output, call->samples);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_CULL_FACE);
    glFrontFace(GL_CW);
    (params->arrangement == ARRANGEMENT_GRID ? draw_grid : draw_composition)(call, target);
    glFrontFace(GL_CCW);
    glDisable(GL_CULL_FACE);
    glDisable(GL_DEPTH_TEST);
    if (target == call->output)
        pass_copy_to_snapshot(gpu, target);
    gpu_timer_pop(&gpu->timer);
    multisample_end(&state->target, gpu, call->output);
}

// ---- state

static void destroy(struct gpu *gpu, void *memory)
{
    struct state *state = memory;
    (void) gpu;
    glDeleteVertexArrays(1, &state->vertex_array);
    glDeleteBuffers(1, &state->vertex_buffer);
    multisample_finish(&state->target);
    free(state);
}

// Compiles the programs of the current arrangement; others are compiled when they are first drawn.
static void *create(struct gpu *gpu, const void *data, struct error *error)
{
    const struct icosahedra_params *params = data;
    if (params->arrangement == ARRANGEMENT_GRID) {
        if (!program_cache_get(&gpu->programs, &grid_program, error))
            return NULL;
    } else {
        for (int part = 0; part < PARTS; part++)
            if (!find_part(gpu, (enum part) part, error))
                return NULL;
    }
    struct state *state = memory_new(1, sizeof(*state));
    float vertices[ICOSAHEDRON_FLOATS];
    icosahedron_make(vertices);
    glGenVertexArrays(1, &state->vertex_array);
    glBindVertexArray(state->vertex_array);
    glGenBuffers(1, &state->vertex_buffer);
    glBindBuffer(GL_ARRAY_BUFFER, state->vertex_buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof(vertices), vertices, GL_STATIC_DRAW);
    gl_debug_label(GL_BUFFER, state->vertex_buffer, "icosahedra");
    for (GLuint i = 0; i < 2; i++) {
        const uintptr_t offset = 3 * i * sizeof(float);
        glEnableVertexAttribArray(i);
        glVertexAttribPointer(i, 3, GL_FLOAT, GL_FALSE, 6 * sizeof(float), (const void *) offset);
    }
    glBindVertexArray(0);
    return state;
}

const struct scene scene_icosahedra = {
    .name = "icosahedra",
    .summary = "Turning icosahedra over a dark floor, some of them lamps",
    .origin = "N. Lisitsa, Blazing fast Gaussian blur with compute shaders, 2022",
    .params = rows,
    .create = create,
    .destroy = destroy,
    .draw = draw,
    .animated = true,
};
