#include "render/present.h"

#include "render/pass.h"

#include <epoxy/gl.h>

void present_draw(struct gpu *gpu, const struct texture *picture, const struct texture *target,
                  int width, int height)
{
    static const struct program_desc desc = { .file = "common/present.frag" };
    const struct program *program = program_cache_need(&gpu->programs, &desc);
    const struct uniform size = U_VEC2((float) width, (float) height);
    gpu_barrier(gpu, BARRIER_SAMPLE, picture->stored);
    glUseProgram(program->id);
    pass_set_uniform(program, 0, &size);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, picture->id);
    glBindSampler(0, gpu->samplers[FILTER_LINEAR][EDGE_CLAMP]);
    pass_draw_triangle(gpu, target ? target->framebuffer : 0, width, height);
}
