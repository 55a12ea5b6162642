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
static void name_steps(const struct fused_steps *run, char names[][FLATTENED_STEP_SIZE])
{
    for (int i = 0; i < run->count; i++) {
        const struct effect *effect = run->steps[i]->effect;
        int before = 0;
        for (int k = 0; k < i; k++)
            before += run->steps[k]->effect == effect;
        char name[EXPORTED_NAME_SIZE];
        make_name(effect->file.text ? effect->file.function : effect->name, name);
        snprintf(names[i], FLATTENED_STEP_SIZE, before > 0 ? "%.40s%d" : "%.40s", name, before + 1);
    }
    names[run->count][0] = '\0';
}

static const struct fused_steps *find_run(const struct plan *plan, const struct program *program)
{
    static const struct fused_steps none;
    plan_for_each(node, plan) {
        if (!node->impl && node->programs->items[0] == program)
            return &node->fused;
        if (node->joined_before == program)
            return &node->before;
        if (node->joined_after == program)
            return &node->after;
    }
    return &none;
}

// ---- shaders

int exported_shader(struct making *making, const struct record_pass *pass, struct error *error)
{
    struct exported *exported = making->exported;
    char names[FUSE_MAX_STEPS + 1][FLATTENED_STEP_SIZE];
    for (int i = 0; i < exported->shader_count; i++)
        if (exported->shaders[i].program == pass->program)
            return i;
    exported->shaders =
        memory_room(exported->shaders, exported->shader_count, sizeof(*exported->shaders));
    struct exported_shader *shader = &exported->shaders[exported->shader_count];
    *shader = (struct exported_shader){
        .computes = pass->program->compute,
        .program = pass->program,
    };
    make_shader_name(exported, pass->path, shader->name);
    snprintf(shader->file, sizeof(shader->file), "%02d_%s.%s", exported->shader_count + 1,
             shader->name, shader->computes ? "comp" : "frag");
    name_steps(find_run(&making->base.plan, pass->program), names);
    if (!flatten_program(pass->program, names, &shader->flattened, error))
        return EXPORTED_NONE;
    return exported->shader_count++;
}

// ---- bindings

static void use_texture(struct exported *exported, int texture, int pass)
{
    struct exported_texture *used = &exported->textures[texture];
    if (used->first == EXPORTED_NONE)
        used->first = pass;
    used->last = pass;
}

// Adds the binding of a pass for a place that the flattened shader still declares.
static void add_binding(const struct making *making, int number,
                        const struct flattened_place *place, struct exported_pass *pass)
{
    const struct record_pass *from = &making->base.frame.passes[number];
    const int i = place->binding;
    struct exported_binding *binding = &pass->bindings[pass->binding_count];
    *binding = (struct exported_binding){
        .kind = place->kind,
        .name = place->name,
        .binding = i,
        .thing = EXPORTED_NONE,
        .is_read = place->is_read,
        .is_written = place->is_written,
    };
    if (place->kind == FLATTENED_SAMPLER && i < PASS_MAX_INPUTS) {
        const struct record_input *input = &from->inputs[i];
        binding->thing = input->texture;
        binding->filter = input->filter;
        binding->edge = input->edge;
    } else if (place->kind == FLATTENED_IMAGE && i == 0) {
        binding->thing = from->output;
    } else if (place->kind == FLATTENED_IMAGE && i <= PASS_MAX_IMAGES) {
        binding->thing = from->images[i - 1].texture;
        binding->words = from->images[i - 1].words;
    } else if (place->kind == FLATTENED_BUFFER && i < PASS_MAX_BUFFERS) {
        binding->thing = from->buffers[i];
    }
    if (binding->thing == EXPORTED_NONE)
        return;
    pass->binding_count++;
    if (place->kind != FLATTENED_BUFFER)
        use_texture(making->exported, binding->thing, number);
}

// ---- uniforms

const struct exported_type exported_types[] = {
    [UNIFORM_INT] = { "int", "U_INT", 1 },
    [UNIFORM_FLOAT] = { "float", "U_FLOAT", 1 },
    [UNIFORM_VEC2] = { "vec2", "U_VEC2", 2 },
    [UNIFORM_VEC3] = { "vec3", "U_VEC3", 3 },
    [UNIFORM_VEC4] = { "vec4", "U_VEC4", 4 },
    [UNIFORM_MAT4] = { "mat4", "U_MAT4", 16 },
    [UNIFORM_FLOAT_ARRAY] = { "float", "U_FLOAT_ARRAY", 1 },
    [UNIFORM_VEC4_ARRAY] = { "vec4", "U_VEC4_ARRAY", 4 },
};

double recorded_number(const struct recording *recording, const struct exported_number *number)
{
    const struct record_pass *pass = &recording->frame.passes[number->pass];
    const struct uniform *uniform = &pass->uniforms[number->recorded];
    if (uniform->array)
        return uniform->array[number->index];
    return uniform->type == UNIFORM_INT ? uniform->i : (double) uniform->f[number->index];
}

// Adds a uniform that the shader declares, if the pass sets it.
static void add_uniform(const struct making *making, int number,
                        const struct flattened_place *place, struct exported_pass *pass)
{
    struct exported *exported = making->exported;
    const struct record_pass *from = &making->base.frame.passes[number];
    int i = 0;
    while (i < from->uniform_count && strcmp(from->uniforms[i].name, place->uniform) != 0)
        i++;
    if (i == from->uniform_count)
        return;
    const struct uniform *recorded = &from->uniforms[i];
    struct exported_uniform uniform = {
        .name = place->name,
        .type = recorded->type,
        .count = recorded->count > 0 ? recorded->count : 1,
        .first = exported->number_count,
    };
    uniform.number_count = uniform.count * exported_types[recorded->type].components;
    for (int k = 0; k < uniform.number_count; k++) {
        struct exported_number own = {
            .pass = number,
            .uniform = pass->uniform_count,
            .index = k,
            .recorded = i,
        };
        own.value = (float) recorded_number(&making->base, &own);
        exported->numbers =
            memory_room(exported->numbers, exported->number_count, sizeof(*exported->numbers));
        exported->numbers[exported->number_count++] = own;
    }
    pass->uniforms = memory_room(pass->uniforms, pass->uniform_count, sizeof(*pass->uniforms));
    pass->uniforms[pass->uniform_count++] = uniform;
}

// ---- passes

int recorded_extent(const struct record_pass *pass, int i)
{
    const struct pass_area *area = &pass->area;
    return pass->kind == RECORD_DISPATCH
               ? pass->groups[i]
               : (const int[]){ area->x, area->y, area->width, area->height }[i];
}

bool exported_draws_whole(const struct exported *exported, const struct exported_pass *pass)
{
    const struct exported_texture *output = &exported->textures[pass->output];
    return pass->kind == RECORD_DRAW && form_equal(&pass->extent[2], &output->width) &&
           form_equal(&pass->extent[3], &output->height);
}

bool exported_make_passes(struct making *making, bool only_draws, struct error *error)
{
    static const struct flattened_place cleared = { .kind = FLATTENED_BUFFER };
    static const int extent_counts[] = { 4, 3, 0 }; // by kind
    struct exported *exported = making->exported;
    const struct frame_record *frame = &making->base.frame;
    exported->passes = memory_new((size_t) frame->count, sizeof(*exported->passes));
    exported->pass_count = frame->count;
    for (int i = 0; i < frame->count; i++) {
        const struct record_pass *from = &frame->passes[i];
        struct exported_pass *pass = &exported->passes[i];
        bool draws = from->kind == RECORD_DRAW;
        *pass = (struct exported_pass){
            .kind = from->kind,
            .shader = EXPORTED_NONE,
            .output = from->output,
            .extent_count = extent_counts[from->kind],
        };
        memcpy(pass->path, from->path, sizeof(pass->path));
        if (from->kind == RECORD_CLEAR) {
            add_binding(making, i, &cleared, pass);
            continue;
        }
        pass->shader = exported_shader(making, from, error);
        if (pass->shader == EXPORTED_NONE)
            return false;
        const struct flattened *text = &exported->shaders[pass->shader].flattened;
        for (int k = 0; k < text->place_count; k++) {
            const struct flattened_place *place = &text->places[k];
            if (place->kind == FLATTENED_UNIFORM)
                add_uniform(making, i, place, pass);
            else
                add_binding(making, i, place, pass);
            draws &= place->kind == FLATTENED_UNIFORM || place->kind == FLATTENED_SAMPLER;
        }
        if (pass->output >= 0)
            use_texture(exported, pass->output, i);
        if (only_draws && !draws)
            return error_set(error,
                             "%s stores to images or buffers, which this kind of export cannot; "
                             "--export FOLDER takes it",
                             pass->path);
    }
    for (int i = 0; i < exported->texture_count; i++) {
        struct exported_texture *texture = &exported->textures[i];
        if (texture->first == EXPORTED_NONE && texture->role > EXPORTED_OUTPUT)
            texture->role = EXPORTED_UNUSED;
    }
    struct shader_source source;
    if (!shader_source_load(&source, "common/fullscreen.vert", NULL, NULL, error))
        return false;
    exported->vertex = memory_copy(source.text);
    shader_source_finish(&source);
    return true;
}

// ---- passes that run once

void exported_find_once(struct making *making)
{
    struct exported *exported = making->exported;
    bool are_fixed = true;
    for (int i = exported->pass_count - 1; i >= 0; i--) {
        struct exported_pass *pass = &exported->passes[i];
        const int output = pass->output;
        const int last = output >= 0 ? exported->textures[output].last : i;
        pass->runs_once = output >= 0 && (making->base.frame.textures[output].is_kept ||
                                          (last > i && exported->passes[last].runs_once));
    }
    for (int i = 0; i < exported->number_count; i++) {
        const struct exported_number *number = &exported->numbers[i];
        are_fixed &= number->source < EXPORTED_FRAME || !exported->passes[number->pass].runs_once;
    }
    for (int i = 0; i < exported->pass_count; i++)
        exported->passes[i].runs_once &= are_fixed;
}
