#include "app/export/export_data.h"
#include "render/shader_source.h"
#include "render/text/memory.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// ---- names

// Writes letters and digits of a text, with '_' for the rest: "dual/down 640x360" is
// "dual_down_640x360".
static void make_name(const char *text, char name[EXPORTED_NAME_SIZE])
{
    int length = 0;
    for (; *text && length + 1 < EXPORTED_NAME_SIZE; text++)
        if (isalnum((unsigned char) *text))
            name[length++] = *text;
        else if (length > 0 && name[length - 1] != '_')
            name[length++] = '_';
    while (length > 0 && name[length - 1] == '_')
        length--;
    name[length] = '\0';
}

// Writes the name of a pass without the size of its output.
static void make_shader_name(const struct exported *exported, const char *path,
                             char name[EXPORTED_NAME_SIZE])
{
    char plain[EXPORTED_NAME_SIZE];
    const char *size = strrchr(path, ' ');
    const bool has_size = size && isdigit((unsigned char) size[1]) && strchr(size, 'x');
    snprintf(plain, sizeof(plain), "%.*s", has_size ? (int) (size - path) : 60, path);
    make_name(plain, name);
    if (strlen(name) > 40) // the names of many fused steps
        snprintf(name, EXPORTED_NAME_SIZE, "steps");
    make_name(name, plain);
    for (int i = 0, number = 2; i < exported->shader_count; i++)
        if (strcmp(exported->shaders[i].name, name) == 0) {
            snprintf(name, EXPORTED_NAME_SIZE, "%.56s_%d", plain, number++);
            i = -1;
        }
}

// Writes the prefixes for the names of a run's steps in a program: the names of their effects.
static void name_steps(const struct fused_steps *run, char names[][48], const char *list[])
{
    for (int i = 0; i < run->count; i++) {
        const struct effect *effect = run->steps[i]->effect;
        int before = 0;
        for (int k = 0; k < i; k++)
            before += run->steps[k]->effect == effect;
        char name[EXPORTED_NAME_SIZE];
        make_name(effect->file.text ? effect->file.function : effect->name, name);
        snprintf(names[i], 48, before > 0 ? "%.40s%d" : "%.40s", name, before + 1);
        list[i] = names[i];
    }
    list[run->count] = NULL;
}

static const struct fused_steps *find_run(const struct plan *plan, const struct program *program)
{
    for (int i = 0; i < plan->count; i++) {
        const struct plan_node *node = &plan->nodes[i];
        if (!node->impl && node->programs->items[0] == program)
            return &node->fused;
        if (node->joined_before == program)
            return &node->before;
        if (node->joined_after == program)
            return &node->after;
    }
    return NULL;
}

// ---- shaders

int exported_shader(struct making *making, const struct record_pass *pass, struct error *error)
{
    static const struct fused_steps none;
    struct exported *exported = making->exported;
    char names[FUSE_MAX_STEPS][48];
    const char *list[FUSE_MAX_STEPS + 1];
    for (int i = 0; i < exported->shader_count; i++)
        if (exported->shaders[i].program == pass->program)
            return i;
    exported->shaders = memory_grow(exported->shaders, (size_t) exported->shader_count + 1,
                                    sizeof(*exported->shaders));
    struct exported_shader *shader = &exported->shaders[exported->shader_count];
    *shader =
        (struct exported_shader){ .computes = pass->program->compute, .program = pass->program };
    make_shader_name(exported, pass->path, shader->name);
    const struct fused_steps *run = find_run(&making->base.plan, pass->program);
    name_steps(run ? run : &none, names, list);
    return flatten_program(pass->program, list, &shader->flattened, error)
               ? exported->shader_count++
               : EXPORTED_NONE;
}

// ---- bindings

// Adds the binding of the pass for a place that the flattened shader still declares.
static void add_binding(const struct record_pass *from, const struct flattened_place *place,
                        struct exported_pass *pass)
{
    const int i = place->binding;
    struct exported_binding *binding = &pass->bindings[pass->binding_count];
    *binding = (struct exported_binding){ .kind = place->kind,
                                          .binding = i,
                                          .thing = EXPORTED_NONE,
                                          .is_read = place->is_read,
                                          .is_written = place->is_written };
    snprintf(binding->name, sizeof(binding->name), "%s", place->name);
    if (place->kind == FLATTENED_SAMPLER && i < PASS_MAX_INPUTS) {
        binding->thing = from->inputs[i].texture;
        binding->filter = from->inputs[i].filter;
        binding->edge = from->inputs[i].edge;
    } else if (place->kind == FLATTENED_IMAGE && i == 0) {
        binding->thing = from->output;
    } else if (place->kind == FLATTENED_IMAGE && i <= PASS_MAX_IMAGES) {
        binding->thing = from->images[i - 1].texture;
        binding->words = from->images[i - 1].words;
    } else if (place->kind == FLATTENED_BUFFER && i < PASS_MAX_BUFFERS) {
        binding->thing = from->buffers[i];
    }
    pass->binding_count += binding->thing >= 0;
}

// ---- uniforms

static int components_of(enum uniform_type type)
{
    switch (type) {
    case UNIFORM_VEC2:
        return 2;
    case UNIFORM_VEC3:
        return 3;
    case UNIFORM_VEC4:
    case UNIFORM_VEC4_ARRAY:
        return 4;
    case UNIFORM_MAT4:
        return 16;
    default:
        return 1;
    }
}

double recorded_number(const struct recording *recording, int pass,
                       const struct exported_uniform *uniform, int n)
{
    const struct uniform *recorded = &recording->frame.passes[pass].uniforms[uniform->recorded];
    return recorded->array                 ? recorded->array[n]
           : recorded->type == UNIFORM_INT ? recorded->i
                                           : (double) recorded->f[n];
}

// Adds a uniform that the shader declares, if the pass sets it.
static void add_uniform(const struct making *making, int number,
                        const struct flattened_place *place, struct exported_pass *pass)
{
    const struct record_pass *from = &making->base.frame.passes[number];
    int i = 0;
    while (i < from->uniform_count && strcmp(from->uniforms[i].name, place->uniform) != 0)
        i++;
    if (i == from->uniform_count)
        return;
    const struct uniform *recorded = &from->uniforms[i];
    pass->uniforms =
        memory_grow(pass->uniforms, (size_t) pass->uniform_count + 1, sizeof(*pass->uniforms));
    struct exported_uniform *uniform = &pass->uniforms[pass->uniform_count++];
    *uniform = (struct exported_uniform){
        .recorded = i,
        .type = recorded->type,
        .count = recorded->count > 0 ? recorded->count : 1,
    };
    snprintf(uniform->name, sizeof(uniform->name), "%s", place->name);
    uniform->number_count = uniform->count * components_of(recorded->type);
    uniform->numbers = memory_new((size_t) uniform->number_count, sizeof(*uniform->numbers));
    for (int k = 0; k < uniform->number_count; k++)
        uniform->numbers[k].value = (float) recorded_number(&making->base, number, uniform, k);
}

// ---- passes

int recorded_extent(const struct record_pass *pass, int i)
{
    const struct pass_area *area = &pass->area;
    return pass->kind == RECORD_DISPATCH
               ? pass->groups[i]
               : (const int[]){ area->x, area->y, area->width, area->height }[i];
}

static bool make_pass(struct making *making, int number, struct error *error)
{
    struct exported *exported = making->exported;
    const struct record_pass *from = &making->base.frame.passes[number];
    struct exported_pass *pass = &exported->passes[number];
    *pass = (struct exported_pass){ .kind = from->kind, .output = from->output };
    pass->extent_count = from->kind == RECORD_DRAW ? 4 : from->kind == RECORD_DISPATCH ? 3 : 0;
    memcpy(pass->path, from->path, sizeof(pass->path));
    for (int i = 0; i < pass->extent_count; i++)
        pass->extent[i] = form_fixed(recorded_extent(from, i));
    pass->shader = from->program ? exported_shader(making, from, error) : EXPORTED_NONE;
    if (from->kind == RECORD_CLEAR) {
        const struct flattened_place place = { .kind = FLATTENED_BUFFER };
        add_binding(from, &place, pass);
        return true;
    }
    if (pass->shader == EXPORTED_NONE)
        return false;
    const struct flattened *text = &exported->shaders[pass->shader].flattened;
    for (int i = 0; i < text->place_count; i++)
        if (text->places[i].kind == FLATTENED_UNIFORM)
            add_uniform(making, number, &text->places[i], pass);
        else
            add_binding(from, &text->places[i], pass);
    return true;
}

static void use_texture(struct exported *exported, int texture, int pass)
{
    if (exported->textures[texture].first == EXPORTED_NONE)
        exported->textures[texture].first = pass;
    exported->textures[texture].last = pass;
}

// Names textures and buffers, and finds the passes that use a texture.
static void name_things(struct exported *exported)
{
    for (int i = 0; i < exported->pass_count; i++) {
        const struct exported_pass *pass = &exported->passes[i];
        for (int k = 0; k < pass->binding_count; k++)
            if (pass->bindings[k].kind != FLATTENED_BUFFER)
                use_texture(exported, pass->bindings[k].thing, i);
        if (pass->output >= 0)
            use_texture(exported, pass->output, i);
    }
    for (int i = 0; i < exported->texture_count; i++) {
        struct exported_texture *texture = &exported->textures[i];
        snprintf(texture->name, EXPORTED_NAME_SIZE, "%s_%d",
                 texture->role == EXPORTED_SOURCE   ? "source"
                 : texture->role == EXPORTED_OUTPUT ? "output"
                 : texture->role == EXPORTED_DATA   ? "data"
                                                    : "image",
                 i);
        if (texture->role == EXPORTED_SOURCE || texture->role == EXPORTED_OUTPUT)
            texture->name[6] = '\0';
        else if (texture->first == EXPORTED_NONE)
            texture->role = EXPORTED_UNUSED;
    }
    for (int i = 0; i < exported->buffer_count; i++)
        snprintf(exported->buffers[i].name, EXPORTED_NAME_SIZE, "buffer_%d", i);
}

bool exported_make_passes(struct making *making, bool only_draws, struct error *error)
{
    struct exported *exported = making->exported;
    const int count = making->base.frame.count;
    exported->passes = memory_new((size_t) count + 1, sizeof(*exported->passes));
    for (int i = 0; i < count; i++) {
        exported->pass_count = i + 1;
        if (!make_pass(making, i, error))
            return false;
        const struct exported_pass *pass = &exported->passes[i];
        bool draws = pass->kind == RECORD_DRAW;
        for (int k = 0; k < pass->binding_count; k++)
            draws &= pass->bindings[k].kind == FLATTENED_SAMPLER;
        if (only_draws && !draws)
            return error_set(error,
                             "%s stores to images or buffers, which this kind of export cannot; "
                             "--export FOLDER takes it",
                             pass->path);
    }
    name_things(exported);
    struct shader_source source;
    if (!shader_source_load(&source, "common/fullscreen.vert", NULL, NULL, error))
        return false;
    exported->vertex = memory_copy(source.text);
    shader_source_finish(&source);
    return true;
}

// ---- passes that run once

static bool is_fixed(const struct exported_pass *pass)
{
    for (int i = 0; i < pass->uniform_count; i++)
        for (int k = 0; k < pass->uniforms[i].number_count; k++)
            if (pass->uniforms[i].numbers[k].source >= EXPORTED_FRAME)
                return false;
    return true;
}

void exported_find_once(struct making *making)
{
    struct exported *exported = making->exported;
    bool are_fixed = true;
    for (int i = exported->pass_count - 1; i >= 0; i--) {
        struct exported_pass *pass = &exported->passes[i];
        const int output = pass->output, last = output >= 0 ? exported->textures[output].last : i;
        pass->runs_once = output >= 0 && (making->base.frame.textures[output].is_kept ||
                                          (last > i && exported->passes[last].runs_once));
        are_fixed &= !pass->runs_once || is_fixed(pass);
    }
    for (int i = 0; i < exported->pass_count; i++)
        exported->passes[i].runs_once &= are_fixed;
}
