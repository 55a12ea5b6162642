#define LOG_MODULE "pass"
#include "render/pass.h"

#include "render/gpu.h"
#include "render/image/divide.h"
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

// Returns how many uniforms the pass has set, `before` of them earlier.
static int set_list(const struct program *program, const struct uniform *uniforms, int count,
                    int before)
{
    for (int i = 0; i < count; i++) {
        if (!uniforms[i].name)
            continue;
        const int location = program_uniform_location(program, uniforms[i].name, before++);
        if (location >= 0)
            set_uniform(program->id, location, &uniforms[i]);
    }
    return before;
}

void pass_set_uniforms(const struct program *program, const struct uniform *uniforms, int count)
{
    set_list(program, uniforms, count, 0);
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
        if (pass->program->uniforms[i].location < 0 ||
            has_uniform(pass->uniforms, PASS_MAX_UNIFORMS, name) ||
            has_uniform(pass->more_uniforms, pass->more_count, name))
            continue;
        log_warning("%s: a pass does not set %s", pass->program->name, name);
        return false;
    }
    return true;
}
#endif

// ---- barriers

// A texture that a pass reads, or an image that it stores to.
struct access {
    struct texture *texture;
    enum barrier_use use;
    bool is_written;
    uint64_t bytes; // lower bound of what is moved
};

struct accesses {
    const struct texture *stored_image; // the output, or else the first target of `images`, or NULL
    int count;
    struct access all[PASS_MAX_INPUTS + PASS_MAX_IMAGES + 1];
};

static void add_access(struct accesses *accesses, const struct texture *texture,
                       enum barrier_use use, bool is_written, uint64_t bytes)
{
    // Only this file changes a texture that is read: it notes when that was.
    if (texture)
        accesses->all[accesses->count++] =
            (struct access){ (struct texture *) texture, use, is_written, bytes };
}

struct pass_area pass_written_area(const struct pass *pass)
{
    return pass->area.width > 0
               ? pass->area
               : (struct pass_area){ 0, 0, pass->output->width, pass->output->height };
}

static void list_accesses(const struct pass *pass, struct accesses *accesses)
{
    const struct pass_area *area = &pass->area;
    accesses->count = 0;
    accesses->stored_image = pass->output;
    if (pass->output)
        add_access(accesses, pass->output,
                   pass->program->compute ? BARRIER_IMAGE : BARRIER_FRAMEBUFFER, true,
                   area->width > 0 ? (uint64_t) area->width * (uint64_t) area->height *
                                         (uint64_t) texture_format_texel_bytes(pass->output->format)
                                   : texture_bytes(pass->output));
    for (int i = 0; i < PASS_MAX_IMAGES; i++) {
        const struct texture *texture =
            pass->images[i].target ? pass->images[i].target : pass->images[i].texture;
        add_access(accesses, texture, BARRIER_IMAGE, pass->images[i].target != NULL,
                   texture ? texture_bytes(texture) : 0);
        accesses->stored_image =
            accesses->stored_image ? accesses->stored_image : pass->images[i].target;
    }
    for (int i = 0; i < PASS_MAX_INPUTS; i++) {
        const struct pass_input *input = &pass->inputs[i];
        bool counts = input->texture && !input->is_optional;
        for (int k = 0; k < i; k++)
            counts = counts && pass->inputs[k].texture != input->texture;
        add_access(accesses, input->texture, BARRIER_SAMPLE, false,
                   counts ? texture_bytes(input->texture) : 0);
    }
}

// Aborts if a pass reads an image that it also stores to, or has it bound twice for stores: results
// would be undefined.
static void check_accesses(const struct pass *pass, const struct accesses *accesses)
{
    for (int i = 0; i < accesses->count; i++) {
        const struct access *access = &accesses->all[i];
        int stores = 0;
        if (access->texture->is_released)
            log_bug("%s uses a texture that was released to its pool", pass->program->name);
        for (int k = 0; k < accesses->count; k++)
            stores += accesses->all[k].is_written && accesses->all[k].texture == access->texture;
        if (stores > access->is_written)
            log_bug("%s reads the image that it writes", pass->program->name);
    }
}

static void wait_for_accesses(struct gpu *gpu, const struct pass *pass,
                              const struct accesses *accesses)
{
    for (int i = 0; i < PASS_MAX_BUFFERS; i++)
        if (pass->buffers[i])
            gpu_barrier(gpu, BARRIER_BUFFER, pass->buffers[i]->last_store);
    for (int i = accesses->count - 1; i >= 0; i--) {
        const struct access *access = &accesses->all[i];
        gpu_barrier(gpu, access->use, access->texture->last_store);
        // A store by a shader must also come after earlier reads of the old contents; any barrier
        // since these reads is sufficient.
        if (access->is_written && access->use == BARRIER_IMAGE &&
            access->texture->last_read > gpu->last_barrier)
            gpu_barrier(gpu, BARRIER_IMAGE, access->texture->last_read);
    }
}

// Records the reads and stores of this pass, for the barriers of later passes.
static void remember_accesses(struct gpu *gpu, const struct pass *pass,
                              const struct accesses *accesses)
{
    gpu->serial++;
    for (int i = 0; i < accesses->count; i++) {
        const struct access *access = &accesses->all[i];
        if (access->is_written)
            access->texture->last_store = access->use == BARRIER_IMAGE ? gpu->serial : 0;
        else
            access->texture->last_read = gpu->serial;
    }
    for (int i = 0; i < PASS_MAX_BUFFERS; i++)
        if (pass->buffers[i]) {
            pass->buffers[i]->last_store = gpu->serial;
            gpu->fault.in_use |= pass->buffers[i] == &gpu->fault.buffer;
        }
}

// ---- binding

static void bind_image(int unit, const struct texture *texture, GLenum access, bool words)
{
    assert(!words || texture->format == FORMAT_RGBA16F);
    const GLboolean has_layers = texture->dimensions == 3;
    glBindImageTexture((GLuint) unit, texture->id, 0, has_layers, 0, access,
                       words ? GL_RG32UI : texture_format_gl(texture->format));
}

static void bind(const struct gpu *gpu, const struct pass *pass)
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
    if (pass->output && pass->program->compute)
        bind_image(0, pass->output, GL_WRITE_ONLY, false);
    for (int i = 0; i < PASS_MAX_IMAGES; i++)
        if (pass->images[i].target)
            bind_image(1 + i, pass->images[i].target, GL_READ_WRITE, pass->images[i].words);
        else if (pass->images[i].texture)
            bind_image(1 + i, pass->images[i].texture, GL_READ_ONLY, pass->images[i].words);
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

static void draw(const struct gpu *gpu, unsigned framebuffer, struct pass_area area)
{
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(area.x, area.y, area.width, area.height);
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glDisable(GL_SCISSOR_TEST);
    glBindVertexArray(gpu->vertex_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void pass_draw_triangle(const struct gpu *gpu, unsigned framebuffer, int width, int height)
{
    draw(gpu, framebuffer, (struct pass_area){ 0, 0, width, height });
}

// ---- the snapshot

void pass_copy_to_snapshot(struct gpu *gpu, const struct texture *output)
{
    char path[sizeof(gpu->snapshot.path)];
    gpu_timer_mark_image(&gpu->timer);
    if (gpu->snapshot.path[0] == '\0')
        return;
    gpu_timer_path(&gpu->timer, path, sizeof(path));
    if (strcmp(path, gpu->snapshot.path) != 0)
        return;
    gpu->snapshot.matches++;
    if (gpu->snapshot.number > 0 && gpu->snapshot.matches != gpu->snapshot.number)
        return;
    texture_fit_plain(&gpu->snapshot.texture, output->width, output->height, output->format,
                      "snapshot");
    gpu_barrier(gpu, BARRIER_TRANSFER, output->last_store);
    glCopyImageSubData(output->id, GL_TEXTURE_2D, 0, 0, 0, 0, gpu->snapshot.texture.id,
                       GL_TEXTURE_2D, 0, 0, 0, 0, output->width, output->height, 1);
    gpu->snapshot.seen = true;
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

static void run_program(struct gpu *gpu, const struct pass *pass, const struct accesses *accesses)
{
    program_cache_use(&gpu->programs, pass->program);
    wait_for_accesses(gpu, pass, accesses);
    glUseProgram(pass->program->id);
    assert(sets_all_uniforms(pass));
    if (pass->output)
        pass_set_format(pass->program, pass->output->format);
    const int own = set_list(pass->program, pass->uniforms, PASS_MAX_UNIFORMS, 0);
    set_list(pass->program, pass->more_uniforms, pass->more_count, own);
    bind(gpu, pass);
    if (pass->program->compute)
        dispatch(pass);
    else
        draw(gpu, pass->output->framebuffer, pass_written_area(pass));
    remember_accesses(gpu, pass, accesses);
}

void pass_run(struct gpu *gpu, const struct pass *pass)
{
    const bool has_scope = begin_scope(gpu, pass);
    struct accesses accesses;
    list_accesses(pass, &accesses);
    check_accesses(pass, &accesses);
    if (gpu->recorder)
        gpu->recorder->take_pass(gpu->recorder, gpu, pass);
    else
        run_program(gpu, pass, &accesses);
    struct gpu_traffic traffic = pass->buffer_traffic;
    for (int i = 0; i < PASS_MAX_BUFFERS; i++)
        assert(!pass->buffers[i] || gpu_traffic_sum(traffic) > 0);
    for (int i = 0; i < accesses.count; i++)
        *(accesses.all[i].is_written ? &traffic.written : &traffic.read) += accesses.all[i].bytes;
    gpu_timer_count_work(&gpu->timer, traffic);
    if (has_scope && accesses.stored_image)
        pass_copy_to_snapshot(gpu, accesses.stored_image);
    if (has_scope)
        gpu_timer_pop(&gpu->timer);
}
