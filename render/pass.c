#define LOG_MODULE "pass"
#include "render/pass.h"

#include "render/image/divide.h"
#include "render/pass_list.h"
#include "render/text/log.h"

#include <assert.h>
#include <epoxy/gl.h>
#include <stdio.h>
#include <string.h>

// ---- uniforms

static void set_uniform(GLuint id, GLint location, const struct uniform *uniform)
{
    switch (uniform->type) {
    case UNIFORM_INT:
        glProgramUniform1i(id, location, uniform->i);
        break;
    case UNIFORM_FLOAT:
        glProgramUniform1fv(id, location, 1, uniform->f);
        break;
    case UNIFORM_VEC2:
        glProgramUniform2fv(id, location, 1, uniform->f);
        break;
    case UNIFORM_VEC3:
        glProgramUniform3fv(id, location, 1, uniform->f);
        break;
    case UNIFORM_VEC4:
        glProgramUniform4fv(id, location, 1, uniform->f);
        break;
    case UNIFORM_MAT4:
        glProgramUniformMatrix4fv(id, location, 1, GL_FALSE, uniform->array);
        break;
    case UNIFORM_FLOAT_ARRAY:
        glProgramUniform1fv(id, location, uniform->count, uniform->array);
        break;
    case UNIFORM_VEC4_ARRAY:
        glProgramUniform4fv(id, location, uniform->count, uniform->array);
        break;
    }
}

void pass_set_uniforms(const struct program *program, const struct uniform *uniforms, int count)
{
    for (int i = 0; i < count; i++) {
        const int location =
            uniforms[i].name ? program_uniform_location(program, uniforms[i].name) : -1;
        if (location >= 0)
            set_uniform(program->id, location, &uniforms[i]);
    }
}

void pass_set_format(const struct program *program, enum texture_format format)
{
    if (program->half_store >= 0)
        glProgramUniform1ui(program->id, program->half_store, format == FORMAT_RGBA16F ? ~0u : 0);
}

void pass_add_uniform(struct pass *pass, struct uniform uniform)
{
    int count = 0;
    while (count < PASS_MAX_UNIFORMS && pass->uniforms[count].name)
        count++;
    assert(count < PASS_MAX_UNIFORMS);
    pass->uniforms[count] = uniform;
}

#ifndef NDEBUG
static bool has_uniform(const struct uniform *uniforms, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (uniforms[i].name && strcmp(uniforms[i].name, name) == 0)
            return true;
    return false;
}

// A uniform that a pass forgets or misspells would keep the value that the last pass gave it.
static bool sets_all_uniforms(const struct pass *pass)
{
    for (int i = 0; i < pass->program->uniform_count; i++) {
        const char *name = pass->program->uniforms[i].name;
        if (has_uniform(pass->uniforms, PASS_MAX_UNIFORMS, name) ||
            has_uniform(pass->more_uniforms, pass->more_count, name))
            continue;
        log_warning("%s: a pass does not set %s", pass->program->name, name);
        return false;
    }
    return true;
}
#endif

static void set_uniforms(const struct pass *pass)
{
    assert(sets_all_uniforms(pass));
    if (pass->output)
        pass_set_format(pass->program, pass->output->format);
    pass_set_uniforms(pass->program, pass->uniforms, PASS_MAX_UNIFORMS);
    pass_set_uniforms(pass->program, pass->more_uniforms, pass->more_count);
}

// ---- barriers

static uint64_t last_barrier(const struct gpu *gpu)
{
    uint64_t last = 0;
    for (int use = 0; use < BARRIER_COUNT; use++)
        if (gpu->barriers[use] > last)
            last = gpu->barriers[use];
    return last;
}

static const struct texture *bound_image(const struct pass_image *image)
{
    return image->target ? image->target : image->texture;
}

static void wait_for_inputs(struct gpu *gpu, const struct pass *pass)
{
    for (int i = 0; i < PASS_MAX_INPUTS; i++)
        if (pass->inputs[i].texture)
            gpu_barrier(gpu, BARRIER_SAMPLE, pass->inputs[i].texture->stored);
    for (int i = 0; i < PASS_MAX_IMAGES; i++)
        if (bound_image(&pass->images[i]))
            gpu_barrier(gpu, BARRIER_IMAGE, bound_image(&pass->images[i])->stored);
    for (int i = 0; i < PASS_MAX_BUFFERS; i++)
        if (pass->buffers[i])
            gpu_barrier(gpu, BARRIER_BUFFER, pass->buffers[i]->stored);
}

// A store by a compute program must also come after earlier reads of the old contents; any barrier
// since these reads is sufficient.
static void wait_for_target(struct gpu *gpu, const struct texture *target, bool compute)
{
    if (!compute) {
        gpu_barrier(gpu, BARRIER_FRAMEBUFFER, target->stored);
        return;
    }
    gpu_barrier(gpu, BARRIER_IMAGE, target->stored);
    if (target->sampled > last_barrier(gpu))
        gpu_barrier(gpu, BARRIER_IMAGE, target->sampled);
}

static void wait_for_targets(struct gpu *gpu, const struct pass *pass)
{
    if (pass->output)
        wait_for_target(gpu, pass->output, pass->program->compute);
    for (int i = 0; i < PASS_MAX_IMAGES; i++)
        if (pass->images[i].target)
            wait_for_target(gpu, pass->images[i].target, true);
}

// Records the read in texture->sampled, which only this file uses; therefore the cast from const.
static void remember_read(struct gpu *gpu, const struct texture *texture)
{
    if (texture)
        ((struct texture *) texture)->sampled = gpu->serial;
}

// Records the reads and stores of this pass, for the barriers of later passes.
static void remember_use(struct gpu *gpu, const struct pass *pass)
{
    gpu->serial++;
    for (int i = 0; i < PASS_MAX_INPUTS; i++)
        remember_read(gpu, pass->inputs[i].texture);
    for (int i = 0; i < PASS_MAX_IMAGES; i++) {
        remember_read(gpu, pass->images[i].texture);
        if (pass->images[i].target)
            pass->images[i].target->stored = gpu->serial;
    }
    for (int i = 0; i < PASS_MAX_BUFFERS; i++)
        if (pass->buffers[i]) {
            pass->buffers[i]->stored = gpu->serial;
            gpu->fault.in_use |= pass->buffers[i] == &gpu->fault.buffer;
        }
    if (pass->output)
        pass->output->stored = pass->program->compute ? gpu->serial : 0;
}

// ---- binding

static void bind_inputs(const struct gpu *gpu, const struct pass *pass)
{
    for (int i = 0; i < PASS_MAX_INPUTS; i++) {
        const struct pass_input *input = &pass->inputs[i];
        if (!input->texture)
            continue;
        const bool is_multisampled = input->texture->samples > 0;
        glActiveTexture(GL_TEXTURE0 + (GLenum) i);
        glBindTexture(texture_target(input->texture), input->texture->id);
        glBindSampler((GLuint) i, is_multisampled ? 0 : gpu->samplers[input->filter][input->edge]);
    }
    glActiveTexture(GL_TEXTURE0);
}

static void bind_image(int unit, const struct texture *texture, GLenum access, bool words)
{
    assert(!words || texture->format == FORMAT_RGBA16F);
    const GLboolean has_layers = texture->dimensions == 3;
    glBindImageTexture((GLuint) unit, texture->id, 0, has_layers, 0, access,
                       words ? GL_RG32UI : texture_format_gl(texture->format));
}

static void bind_storage(const struct pass *pass)
{
    if (pass->output && pass->program->compute)
        bind_image(0, pass->output, GL_WRITE_ONLY, false);
    for (int i = 0; i < PASS_MAX_IMAGES; i++)
        if (bound_image(&pass->images[i]))
            bind_image(1 + i, bound_image(&pass->images[i]),
                       pass->images[i].target ? GL_READ_WRITE : GL_READ_ONLY,
                       pass->images[i].words);
    for (int i = 0; i < PASS_MAX_BUFFERS; i++)
        if (pass->buffers[i])
            glBindBufferBase(GL_SHADER_STORAGE_BUFFER, (GLuint) i, pass->buffers[i]->id);
}

// ---- running

static void dispatch(const struct pass *pass)
{
    const int *size = pass->program->group_size;
    if (pass->groups[0] > 0)
        glDispatchCompute((GLuint) pass->groups[0],
                          (GLuint) (pass->groups[1] > 0 ? pass->groups[1] : 1),
                          (GLuint) (pass->groups[2] > 0 ? pass->groups[2] : 1));
    else
        glDispatchCompute((GLuint) divide_up(pass->output->width, size[0]),
                          (GLuint) divide_up(pass->output->height, size[1]), 1);
}

static void draw_area(const struct gpu *gpu, unsigned framebuffer, const struct pass_area *area)
{
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(area->x, area->y, area->width, area->height);
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glDisable(GL_SCISSOR_TEST);
    glBindVertexArray(gpu->vertex_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void pass_draw_triangle(const struct gpu *gpu, unsigned framebuffer, int width, int height)
{
    const struct pass_area all = { .width = width, .height = height };
    draw_area(gpu, framebuffer, &all);
}

static struct pass_area area_of(const struct pass *pass)
{
    const struct pass_area all = { .width = pass->output->width, .height = pass->output->height };
    return pass->area.width > 0 ? pass->area : all;
}

static void draw(const struct gpu *gpu, const struct pass *pass)
{
    const struct pass_area area = area_of(pass);
    draw_area(gpu, pass->output->framebuffer, &area);
}

static size_t written_bytes(const struct pass *pass)
{
    const struct pass_area area = pass->area;
    if (area.width == 0)
        return texture_bytes(pass->output);
    return (size_t) area.width * (size_t) area.height *
           (size_t) texture_format_texel_bytes(pass->output->format);
}

static bool is_seen_before(const struct pass *pass, int input)
{
    for (int i = 0; i < input; i++)
        if (pass->inputs[i].texture == pass->inputs[input].texture)
            return true;
    return false;
}

static struct gpu_traffic least_traffic(const struct pass *pass)
{
    struct gpu_traffic traffic = pass->buffer_traffic;
    for (int i = 0; i < PASS_MAX_BUFFERS; i++)
        assert(!pass->buffers[i] || gpu_traffic_sum(traffic) > 0);
    traffic.written += pass->output ? written_bytes(pass) : 0;
    for (int i = 0; i < PASS_MAX_INPUTS; i++)
        if (pass->inputs[i].texture && !pass->inputs[i].is_optional && !is_seen_before(pass, i))
            traffic.read += texture_bytes(pass->inputs[i].texture);
    for (int i = 0; i < PASS_MAX_IMAGES; i++) {
        if (pass->images[i].target)
            traffic.written += texture_bytes(pass->images[i].target);
        else if (pass->images[i].texture)
            traffic.read += texture_bytes(pass->images[i].texture);
    }
    return traffic;
}

// ---- watching

static void fit_watch_texture(struct gpu_watch *watch, const struct texture *output)
{
    const struct texture_desc desc = {
        .width = output->width,
        .height = output->height,
        .format = output->format,
        .label = "watch",
    };
    texture_fit(&watch->texture, &desc);
}

void pass_watch(struct gpu *gpu, const struct texture *output)
{
    char path[sizeof(gpu->watch.path)];
    gpu_timer_note_image(&gpu->timer);
    if (gpu->watch.path[0] == '\0')
        return;
    gpu_timer_path(&gpu->timer, path, sizeof(path));
    if (strcmp(path, gpu->watch.path) != 0)
        return;
    gpu->watch.matches++;
    if (gpu->watch.number > 0 && gpu->watch.matches != gpu->watch.number)
        return;
    fit_watch_texture(&gpu->watch, output);
    gpu_barrier(gpu, BARRIER_TRANSFER, output->stored);
    glCopyImageSubData(output->id, GL_TEXTURE_2D, 0, 0, 0, 0, gpu->watch.texture.id, GL_TEXTURE_2D,
                       0, 0, 0, 0, output->width, output->height, 1);
    gpu->watch.seen = true;
}

// Returns the image that a pass writes: its output, or if it has none the image that it changes.
// NULL: neither.
static const struct texture *image_of(const struct pass *pass)
{
    const struct texture *image = pass->output;
    for (int i = 0; i < PASS_MAX_IMAGES && !image; i++)
        image = pass->images[i].target;
    return image;
}

// Opens the pass's timer scope; returns false if it has none.
static bool begin_scope(struct gpu *gpu, const struct pass *pass)
{
    char name[GPU_SCOPE_NAME_SIZE];
    assert(!pass->label || !pass->verb);
    if (gpu->timer.depth == 0) // outside a frame
        return false;
    if (pass->verb)
        snprintf(name, sizeof(name), "%s %dx%d", pass->verb, pass->output->width,
                 pass->output->height);
    if (pass->label || pass->verb)
        gpu_timer_push(&gpu->timer, pass->verb ? name : pass->label);
    return pass->label || pass->verb;
}

// Aborts if a pass reads an image that it also stores to, or has it bound twice for stores: results
// would be undefined.
static void check_image(const struct pass *pass, const struct texture *image, bool is_written)
{
    int uses = image == pass->output;
    if (!image)
        return;
    if (image->is_returned)
        log_bug("%s uses a texture that was given back to its pool", pass->program->name);
    for (int i = 0; i < PASS_MAX_IMAGES; i++)
        uses += image == pass->images[i].target;
    if (uses > is_written)
        log_bug("%s reads the image that it writes", pass->program->name);
}

static void check_images(const struct pass *pass)
{
    for (int i = 0; i < PASS_MAX_INPUTS; i++)
        check_image(pass, pass->inputs[i].texture, false);
    for (int i = 0; i < PASS_MAX_IMAGES; i++) {
        check_image(pass, pass->images[i].texture, false);
        check_image(pass, pass->images[i].target, true);
    }
    check_image(pass, pass->output, true);
}

static void run_program(struct gpu *gpu, const struct pass *pass)
{
    program_cache_use(&gpu->programs, pass->program);
    wait_for_inputs(gpu, pass);
    wait_for_targets(gpu, pass);
    glUseProgram(pass->program->id);
    set_uniforms(pass);
    bind_inputs(gpu, pass);
    bind_storage(pass);
    if (pass->program->compute)
        dispatch(pass);
    else
        draw(gpu, pass);
    remember_use(gpu, pass);
}

void pass_run(struct gpu *gpu, const struct pass *pass)
{
    const bool has_scope = begin_scope(gpu, pass);
    check_images(pass);
    if (gpu->passes)
        pass_list_add(gpu->passes, &gpu->timer, pass->program);
    if (gpu->recorder)
        gpu->recorder->take_pass(gpu->recorder, gpu, pass);
    else
        run_program(gpu, pass);
    gpu_timer_count_work(&gpu->timer, least_traffic(pass));
    if (has_scope && image_of(pass))
        pass_watch(gpu, image_of(pass));
    if (has_scope)
        gpu_timer_pop(&gpu->timer);
}

static void make_mips(struct gpu *gpu, const struct texture *from, struct texture *to)
{
    gpu_barrier(gpu, BARRIER_TRANSFER, from->stored);
    glCopyImageSubData(from->id, GL_TEXTURE_2D, 0, 0, 0, 0, to->id, GL_TEXTURE_2D, 0, 0, 0, 0,
                       to->width, to->height, 1);
    glBindTexture(GL_TEXTURE_2D, to->id);
    glGenerateMipmap(GL_TEXTURE_2D);
    to->stored = 0;
}

void pass_make_mips(struct gpu *gpu, const struct texture *from, struct texture *to)
{
    assert(from->width == to->width && from->height == to->height && from->format == to->format);
    gpu_timer_push(&gpu->timer, "glGenerateMipmap");
    if (gpu->recorder)
        gpu->recorder->take_mips(gpu->recorder, gpu, from, to);
    else
        make_mips(gpu, from, to);
    // The smaller levels have a third of the bytes of level 0.
    const uint64_t bytes = texture_bytes(from);
    const struct gpu_traffic least = { .read = bytes, .written = bytes * 4 / 3 };
    gpu_timer_count_work(&gpu->timer, least);
    gpu_timer_pop(&gpu->timer);
}
