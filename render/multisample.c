#include "render/multisample.h"

#include "render/gpu_profile.h"

#include <epoxy/gl.h>
#include <stdio.h>

static bool is_fitting(const struct texture *texture, const struct texture_desc *desc)
{
    return texture->id && texture->width == desc->width && texture->height == desc->height &&
           texture->format == desc->format;
}

// Makes the texture where there is none that fits. `is_other_count` is about the samples asked for,
// of which the texture may have more.
static void make_fitting(struct texture *texture, const struct texture_desc *desc,
                         bool is_other_count)
{
    if (!is_other_count && is_fitting(texture, desc))
        return;
    if (texture->id)
        texture_finish(texture);
    texture_init(texture, desc);
}

static void make_images(struct multisample *to, const struct texture *output, int count)
{
    struct texture_desc desc = {
        .width = output->width,
        .height = output->height,
        .format = FORMAT_DEPTH32F,
        .samples = count,
        .label = "depth",
    };
    const bool is_other_count = to->count != count;
    to->count = count;
    make_fitting(&to->depth, &desc, is_other_count);
    if (count == 0)
        return;
    desc.format = output->format;
    desc.label = "samples";
    make_fitting(&to->samples, &desc, is_other_count);
}

static void attach(const struct multisample *to, const struct texture *target)
{
    const GLenum kind = target->samples > 0 ? GL_TEXTURE_2D_MULTISAMPLE : GL_TEXTURE_2D;
    glBindFramebuffer(GL_FRAMEBUFFER, to->framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, kind, target->id, 0);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, kind, to->depth.id, 0);
    glViewport(0, 0, target->width, target->height);
}

struct texture *multisample_begin(struct multisample *to, struct gpu *gpu, struct texture *output,
                                  int count)
{
    if (!to->framebuffer)
        glGenFramebuffers(1, &to->framebuffer);
    make_images(to, output, count);
    struct texture *target = count > 0 ? &to->samples : output;
    gpu_barrier(gpu, BARRIER_FRAMEBUFFER, target->stored);
    attach(to, target);
    glClear(GL_DEPTH_BUFFER_BIT);
    gpu_timer_count_work(&gpu->timer, (struct gpu_traffic){ .written = texture_bytes(target) +
                                                                       texture_bytes(&to->depth) });
    target->stored = 0;
    return target;
}

// Chooses by the cost of copying a texel, in which fragment and compute programs differ most.
static bool resolves_by_compute(const struct gpu *gpu)
{
    const struct gpu_profile *profile = gpu->profile;
    return profile && profile->compute.copy < profile->fragment.copy;
}

void multisample_end(struct multisample *to, struct gpu *gpu, struct texture *output)
{
    char label[GPU_SCOPE_NAME_SIZE], defines[24];
    if (to->count == 0)
        return;
    snprintf(label, sizeof(label), "resolve %d samples", to->samples.samples);
    snprintf(defines, sizeof(defines), "SAMPLES=%d", to->samples.samples);
    const struct program_desc desc = {
        .file = resolves_by_compute(gpu) ? "scene/resolve.comp" : "scene/resolve.frag",
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
