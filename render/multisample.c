#include "render/multisample.h"

#include "render/gpu.h"
#include "render/gpu_profile.h"
#include "render/pass.h"

#include <epoxy/gl.h>
#include <stdio.h>

struct texture *multisample_begin(struct multisample *to, struct gpu *gpu, struct texture *output,
                                  int count)
{
    struct texture_desc desc = {
        .width = output->width,
        .height = output->height,
        .format = FORMAT_DEPTH32F,
        .samples = count,
        .label = "depth",
    };
    if (!to->framebuffer)
        glGenFramebuffers(1, &to->framebuffer);
    // The requested count is compared, since a texture may have more samples.
    if (to->count != count) {
        texture_finish(&to->depth);
        texture_finish(&to->samples);
    }
    to->count = count;
    texture_fit(&to->depth, &desc);
    desc.format = output->format;
    desc.label = "samples";
    if (count > 0)
        texture_fit(&to->samples, &desc);
    struct texture *target = count > 0 ? &to->samples : output;
    gpu_barrier(gpu, BARRIER_FRAMEBUFFER, target->last_store);
    const GLenum kind = texture_target(target);
    glBindFramebuffer(GL_FRAMEBUFFER, to->framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, kind, target->id, 0);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, kind, to->depth.id, 0);
    glViewport(0, 0, target->width, target->height);
    glClear(GL_DEPTH_BUFFER_BIT);
    gpu_timer_count_work(&gpu->timer, (struct gpu_traffic){ .written = texture_bytes(target) +
                                                                       texture_bytes(&to->depth) });
    target->last_store = 0;
    return target;
}

void multisample_end(struct multisample *to, struct gpu *gpu, struct texture *output)
{
    char label[GPU_SCOPE_NAME_SIZE], defines[24];
    if (to->count == 0)
        return;
    // Resolving is mostly copying, so the kind of program that copies faster is used.
    const struct gpu_profile *profile = gpu->profile;
    const bool is_compute = profile && profile->compute.copy < profile->fragment.copy;
    snprintf(label, sizeof(label), "resolve %d samples", to->samples.samples);
    snprintf(defines, sizeof(defines), "SAMPLES=%d", to->samples.samples);
    const struct program_desc desc = {
        .file = is_compute ? "scene/resolve.comp" : "scene/resolve.frag",
        .defines = defines,
    };
    const struct pass pass = {
        .label = label,
        .program = program_cache_need(&gpu->programs, &desc),
        .inputs = { { &to->samples, FILTER_NEAREST, EDGE_CLAMP } },
        .output = output,
    };
    pass_run(gpu, &pass);
}

void multisample_finish(struct multisample *to)
{
    texture_finish(&to->samples);
    texture_finish(&to->depth);
    glDeleteFramebuffers(1, &to->framebuffer);
    *to = (struct multisample){ 0 };
}
