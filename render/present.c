#include "render/present.h"

#include "render/gpu.h"
#include "render/pass.h"
#include "render/text/memory.h"

#include <assert.h>
#include <epoxy/gl.h>
#include <math.h>

const float present_stop_colours[PRESENT_STOP_COLOURS][4] = {
    { 1.00f, 0.16f, 0.20f, 1 }, { 1.00f, 0.58f, 0.12f, 1 }, { 0.96f, 0.89f, 0.26f, 1 },
    { 0.38f, 0.80f, 0.32f, 1 }, { 0.12f, 0.70f, 0.66f, 1 }, { 0.20f, 0.53f, 0.92f, 1 },
    { 0.29f, 0.31f, 0.78f, 1 }, { 0.42f, 0.16f, 0.52f, 1 }, { 0.13f, 0.07f, 0.16f, 1 },
};

void present_draw(struct gpu *gpu, const struct present *present)
{
    static const struct program_desc desc = { .file = "common/present.frag" };
    const struct program *program = program_cache_need(&gpu->programs, &desc);
    const struct texture *target = present->target;
    assert(present->pictures[1] || present->mode == PRESENT_ONE);
    assert(present->zoom > 0);
    const struct uniform uniforms[] = {
        U_VEC2("u_size", (float) present->width, (float) present->height),
        U_INT("u_mode", (int) present->mode),
        U_INT("u_channel", (int) present->channel),
        U_VEC4_ARRAY("u_stop_colors", PRESENT_STOP_COLOURS, present_stop_colours[0]),
        U_FLOAT("u_zoom", present->zoom),
        U_VEC2("u_centre", present->centre[0], present->centre[1]),
        U_FLOAT("u_divider", present->divider),
        U_FLOAT("u_gain", present->gain),
        U_FLOAT("u_exposure", exp2f(present->stops)),
        U_VEC4("u_loupe", present->loupe.x, present->loupe.y, present->loupe.radius,
               fmaxf(present->loupe.zoom, 1)),
        U_FLOAT("u_scale", fmaxf(present->scale, 1)),
        U_VEC4("u_view", present->view.x0, present->view.y0, present->view.x1, present->view.y1),
    };
    glUseProgram(program->id);
    pass_set_uniforms(program, uniforms, ARRAY_COUNT(uniforms));
    for (int i = 1; i >= 0; i--) {
        const struct texture *picture =
            present->pictures[i] ? present->pictures[i] : present->pictures[0];
        gpu_barrier(gpu, BARRIER_SAMPLE, picture->last_store);
        glActiveTexture(GL_TEXTURE0 + (GLenum) i);
        glBindTexture(GL_TEXTURE_2D, picture->id);
        glBindSampler((GLuint) i, gpu->samplers[FILTER_LINEAR][EDGE_CLAMP]);
    }
    pass_draw_triangle(gpu, target ? target->framebuffer : 0, present->width, present->height);
}
