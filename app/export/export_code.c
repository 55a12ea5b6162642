#include "app/export/export_files.h"

#include <stdlib.h>
#include <string.h>

// Writes the chain as C that assets/export/halation_chain.c includes: its shaders and tables, its
// parameters, its memory at a size, and its passes.

static void write_form(struct text_writer *out, const struct form *form)
{
    form_print(out, form, "width", "height");
}

// Writes a number of a uniform, as an integer or a float.
static void write_number(struct text_writer *out, const struct exported_uniform *uniform,
                         const struct exported_number *number)
{
    const bool is_whole = uniform->type == UNIFORM_INT;
    const char *cast = is_whole ? "(int) " : "";
    switch (number->source) {
    case EXPORTED_CONSTANT:
        export_write_number(out, number->value, is_whole, "f");
        break;
    case EXPORTED_SIZE:
    case EXPORTED_INVERSE:
        text_write(out, number->source == EXPORTED_INVERSE ? "1.0f / " : "");
        text_write(out, is_whole ? "" : "(float) (");
        write_form(out, &number->form);
        text_write(out, is_whole ? "" : ")");
        break;
    case EXPORTED_FRAME:
        text_write(out, is_whole ? "frame" : "(float) frame");
        break;
    case EXPORTED_PARAM:
        text_write(out, "%svalues[%d][%d]", cast, number->param, number->component);
        break;
    case EXPORTED_POWER:
        text_write(out, "%sexp2f(values[%d][%d])", cast, number->param, number->component);
        break;
    case EXPORTED_TABLE:
        text_write(out, "%stable_at(values[%d][0], places_%d, %s_%d_%d)", cast, number->param,
                   number->param, uniform->name, number->pass, number->index);
    }
}

// Writes the end of a definition: its values and braces.
static void write_floats(struct text_writer *out, const float *values, size_t count)
{
    text_write(out, "[%zu] = {", count);
    for (size_t i = 0; i < count; i++) {
        text_write(out, i % 6 == 0 ? "\n    " : " ");
        export_write_number(out, values[i], false, "f,");
    }
    text_write(out, "\n};\n");
}

// ---- textures

// Returns true for a texture of the pool: it is acquired before the first pass that uses it and
// released after the last one. The others stay between frames.
static bool is_pooled(const struct exported *exported, const struct exported_texture *texture)
{
    return texture->role == EXPORTED_BETWEEN && !exported->passes[texture->first].runs_once;
}

// ---- passes

static void write_uniform(struct text_writer *out, const struct exported *exported,
                          const struct exported_uniform *uniform)
{
    const bool is_list = uniform->type >= UNIFORM_MAT4;
    text_write(out, "            %s(\"%s\", ", exported_types[uniform->type].macro, uniform->name);
    if (uniform->type > UNIFORM_MAT4)
        text_write(out, "%d, ", uniform->count);
    text_write(out, is_list ? "((const float[]){ " : "");
    for (int i = 0; i < uniform->number_count; i++) {
        const struct exported_number *number = &exported->numbers[uniform->first + i];
        const int on_line = number->source == EXPORTED_TABLE ? 1 : 6;
        text_write(out, i == 0 ? "" : i % on_line == 0 ? ",\n                " : ", ");
        write_number(out, uniform, number);
    }
    text_write(out, is_list ? " })),\n" : "),\n");
}

static void write_binding(struct text_writer *out, const struct exported *exported,
                          const struct exported_pass *pass, const struct exported_binding *binding)
{
    static const char *const edges[] = { "CLAMP", "MIRROR", "ZERO", "REPEAT" };
    if (binding->kind == FLATTENED_BUFFER) {
        text_write(out, "        .buffers[%d] = &buffers[%d],", binding->binding, binding->thing);
    } else if (binding->kind == FLATTENED_SAMPLER) {
        text_write(out, "        .inputs[%d] = { %s, FILTER_%s, EDGE_%s },", binding->binding,
                   exported->textures[binding->thing].name, export_filters[binding->filter] + 3,
                   edges[binding->edge]);
    } else if (binding->binding > 0 || pass->output != binding->thing) {
        text_write(out, "        .images[%d] = { .%s = %s%s },", binding->binding - 1,
                   binding->is_written ? "target" : "texture",
                   exported->textures[binding->thing].name,
                   binding->words ? ", .words = true" : "");
    } else {
        return;
    }
    text_write(out, " // %s\n", binding->name);
}

// Writes the area of a draw, unless it is the whole output, or the groups of a dispatch.
static void write_extent(struct text_writer *out, const struct exported *exported,
                         const struct exported_pass *pass)
{
    if (exported_draws_whole(exported, pass))
        return;
    text_write(out, pass->kind == RECORD_DRAW ? "        .area = { " : "        .groups = { ");
    for (int i = 0; i < pass->extent_count; i++) {
        text_write(out, i > 0 ? ", " : "");
        write_form(out, &pass->extent[i]);
    }
    text_write(out, " },\n");
}

static void write_pass(struct text_writer *out, const struct exported *exported, int number)
{
    const struct exported_pass *pass = &exported->passes[number];
    if (pass->kind == RECORD_CLEAR) {
        text_write(out, "    clear(gpu, &buffers[%d]);\n", pass->bindings[0].thing);
        return;
    }
    text_write(out, pass->runs_once ? "    if (is_first)\n    " : "");
    text_write(
        out, "    pass_run(gpu, &(struct pass){\n        .program = &gpu->programs[program_%s],\n",
        exported->shaders[pass->shader].name);
    for (int i = 0; i < pass->binding_count; i++)
        write_binding(out, exported, pass, &pass->bindings[i]);
    if (pass->output >= 0)
        text_write(out, "        .output = %s,\n", exported->textures[pass->output].name);
    write_extent(out, exported, pass);
    if (pass->uniform_count > 0)
        text_write(out, "        .uniforms = {\n");
    for (int i = 0; i < pass->uniform_count; i++)
        write_uniform(out, exported, &pass->uniforms[i]);
    text_write(out, "%s    });\n", pass->uniform_count > 0 ? "        },\n" : "");
}

// Writes the last arguments of a call that makes a texture.
static void write_texture(struct text_writer *out, const struct exported_texture *texture)
{
    write_form(out, &texture->width);
    text_write(out, ", ");
    write_form(out, &texture->height);
    text_write(out, ", FORMAT_%s);\n", texture->format);
}

// Writes what stays between frames: the picture, constant data, and what passes make once.
static void write_kept(struct text_writer *out, const struct exported *exported)
{
    for (int i = 0; i < exported->texture_count; i++) {
        const struct exported_texture *texture = &exported->textures[i];
        if (texture->role == EXPORTED_UNUSED || is_pooled(exported, texture))
            continue;
        text_write(out, "    struct texture *%s = ", texture->name);
        if (texture->role == EXPORTED_OUTPUT || texture->role == EXPORTED_BETWEEN) {
            text_write(out, "texture_keep(gpu, &textures[%d], ", i);
            write_texture(out, texture);
        } else {
            text_write(out, "&textures[%d];\n", i);
        }
    }
    for (int i = 0; i < exported->buffer_count; i++) {
        const struct exported_buffer *buffer = &exported->buffers[i];
        text_write(out, "    buffer_keep(gpu, &buffers[%d], %zuL * (", i, buffer->unit);
        write_form(out, &buffer->rows);
        text_write(out, ") * (");
        write_form(out, &buffer->columns);
        text_write(out, "));\n");
    }
}

// Writes how the textures of the pool are acquired before a call or released after it. The call is
// that of passes `first` to `end` - 1; a step as code acquires those between its passes itself.
static void write_pool(struct text_writer *out, const struct exported *exported, int first, int end,
                       bool is_release)
{
    const struct exported_step *step = exported_step_at(exported, first);
    for (int i = 0; i < exported->texture_count; i++) {
        const struct exported_texture *texture = &exported->textures[i];
        const int pass = is_release ? texture->last : texture->first;
        const bool is_inner = step && texture->first >= first && i != step->output;
        if (pass < first || pass >= end || is_inner || !is_pooled(exported, texture))
            continue;
        if (is_release) {
            text_write(out, "    texture_pool_release(&gpu->pool, %s);\n", texture->name);
        } else {
            text_write(out, "    struct texture *%s = texture_pool_acquire(&gpu->pool, ",
                       texture->name);
            write_texture(out, texture);
        }
    }
}

void export_write_passes(struct text_writer *out, const struct exported *exported)
{
    text_write(out, "static void run_chain(struct gpu *gpu, struct texture textures[], "
                    "struct buffer buffers[],\n"
                    "                      float values[][3], int width, int height, int frame, "
                    "bool is_first)\n{\n"
                    "    (void) buffers, (void) values, (void) width, (void) height, (void) frame, "
                    "(void) is_first;\n");
    write_kept(out, exported);
    for (int i = 0, end; i < exported->pass_count; i = end) {
        const struct exported_step *step = exported_step_at(exported, i);
        end = step ? step->end : i + 1;
        text_write(out, "\n    // ");
        export_write_comment(out, step ? step->effect->name : exported->passes[i].path);
        if (step && step->effect->about.origin)
            text_write(out, ": %s", step->effect->about.origin);
        text_write(out, "\n");
        write_pool(out, exported, i, end, false);
        if (step)
            export_write_step(out, exported, step);
        else
            write_pass(out, exported, i);
        write_pool(out, exported, i, end, true);
    }
    text_write(out, "}\n");
}

// ---- parameters

// Writes the tables of the passes that are no part of a step, with the knots before them.
static void write_tables(struct text_writer *out, const struct exported *exported)
{
    bool is_used[EXPORTED_MAX_PARAMS] = { false };
    struct text_writer tables = { 0 };
    for (int i = 0; i < exported->number_count; i++) {
        const struct exported_number *number = &exported->numbers[i];
        const struct exported_pass *pass = &exported->passes[number->pass];
        if (number->source != EXPORTED_TABLE || exported_step_at(exported, number->pass))
            continue;
        text_write(&tables, "static const float %s_%d_%d", pass->uniforms[number->uniform].name,
                   number->pass, number->index);
        write_floats(&tables, number->table, EXPORTED_KNOTS);
        is_used[number->param] = true;
    }
    for (int i = 0; i < exported->param_count; i++) {
        if (!is_used[i])
            continue;
        text_write(out, "static const float places_%d", i);
        write_floats(out, exported->params[i].knots, EXPORTED_KNOTS);
    }
    text_write(out, "%s", tables.text ? tables.text : "");
    free(tables.text);
}

static void write_params(struct text_writer *out, const struct exported *exported)
{
    text_write(out, "static const struct param params[] = {\n");
    for (int i = 0; i < exported->param_count; i++) {
        const struct exported_param *param = &exported->params[i];
        const struct param *row = param->row;
        const bool is_whole = row->type == PARAM_TYPE_INT;
        const float numbers[] = { param->value[0], param->value[1], param->value[2],
                                  param->per_cent, param->lowest,   param->highest };
        text_write(out, row->unit ? "    // %.4g to %.4g %s" : "    // %.4g to %.4g", param->lowest,
                   param->highest, row->unit);
        text_write(out, is_whole ? ", whole numbers" : "");
        if (row->zero)
            text_write(out, ", 0 is %s", row->zero);
        text_write(out, ": ");
        export_write_comment(out, row->help ? row->help : "");
        text_write(out, "\n    { ");
        export_write_string(out, param->name, strlen(param->name));
        text_write(out, ", %d, { ", param->components);
        for (int k = 0; k < 6; k++)
            export_write_number(out, numbers[k], false, k == 2 ? "f }, " : "f, ");
        text_write(out, is_whole ? "true },\n" : "false },\n");
    }
    text_write(out, "    { \"\", 0, { 0, 0, 0 }, 0, 0, 0, false }, // the end\n};\n");
}

// ---- shaders and data

// Writes a text as an array of its lines; ISO C compilers need not take longer strings.
static void write_lines(struct text_writer *out, int number, const char *text)
{
    text_write(out, "static const char *const lines_%d[] = {\n", number);
    for (const char *end; *text; text = end) {
        end = text + strcspn(text, "\n");
        end += *end == '\n';
        text_write(out, "    ");
        export_write_string(out, text, (size_t) (end - text));
        text_write(out, ",\n");
    }
    text_write(out, "};\n\n");
}

static void write_shaders(struct text_writer *out, const struct exported *exported)
{
    struct text_writer text = { 0 };
    export_write_vertex(exported, &text);
    write_lines(out, 0, text.text);
    for (int i = 0; i < exported->shader_count; i++) {
        text.length = 0;
        export_write_shader(exported, i, &text);
        write_lines(out, i + 1, text.text);
    }
    free(text.text);
    text_write(out, "#define LINES(LIST) sizeof(LIST) / sizeof((LIST)[0]), LIST\n\n"
                    "static const struct shader vertex_shader = "
                    "{ \"chain.vert\", false, LINES(lines_0) };\n"
                    "static const struct shader shaders[PROGRAM_COUNT] = {\n");
    for (int i = 0; i < exported->shader_count; i++)
        text_write(out, "    { \"%s\", %s, LINES(lines_%d) },\n", exported->shaders[i].file,
                   exported->shaders[i].computes ? "true" : "false", i + 1);
    text_write(out, "};\n");
}

static void write_data(struct text_writer *out, const struct exported *exported)
{
    struct text_writer rows = { 0 };
    for (int i = 0; i < exported->texture_count; i++) {
        const struct exported_texture *texture = &exported->textures[i];
        if (texture->role != EXPORTED_DATA)
            continue;
        text_write(out, "static const float texels_%d", i);
        write_floats(out, texture->data, texture->data_count);
        text_write(&rows, "    { \"%s\", %d, %d, %d, %d, %d, GL_%s, texels_%d },\n", texture->file,
                   i, texture->dimensions, texture->width.add, texture->height.add, texture->depth,
                   texture->format, i);
    }
    text_write(&rows, "    { NULL, -1, 0, 0, 0, 0, 0, NULL }, // the end\n};\n");
    text_write(out, "\nstatic const struct data data[] = {\n%s", rows.text);
    free(rows.text);
}

// ---- the files

static int find_role(const struct exported *exported, enum exported_role role)
{
    int i = 0;
    while (i < exported->texture_count && exported->textures[i].role != role)
        i++;
    return i;
}

void export_write_shaders(const struct exported *exported, struct text_writer *out)
{
    int data_count = 0, uniforms = PASS_MAX_UNIFORMS; // of a step's pass
    for (int i = 0; i < exported->texture_count; i++)
        data_count += exported->textures[i].role == EXPORTED_DATA;
    for (int i = 0; i < exported->pass_count; i++)
        if (exported->passes[i].uniform_count > uniforms)
            uniforms = exported->passes[i].uniform_count;
    text_write(out,
               "// SPDX-License-Identifier: MIT-0\n//\n"
               "// The shaders and constant textures, which are also in files of their own.\n\n"
               "enum {\n    PROGRAM_COUNT = %d,\n    TEXTURE_COUNT = %d,\n    BUFFER_COUNT = %d,\n"
               "    DATA_COUNT = %d,\n    PARAM_COUNT = %d,\n    UNIFORM_MAX = %d, // of a pass\n"
               "    UNIT_COUNT = CHAIN_UNITS,\n    IMAGE_COUNT = CHAIN_IMAGES,\n"
               "    BUFFER_BINDING_COUNT = CHAIN_BUFFERS,\n"
               "    INPUT_TEXTURE = %d,\n    OUTPUT_TEXTURE = %d,\n"
               "    TABLE_SIZE = %d, // of a table over a parameter\n};\n\n",
               exported->shader_count, exported->texture_count, exported->buffer_count, data_count,
               exported->param_count, uniforms, find_role(exported, EXPORTED_SOURCE),
               find_role(exported, EXPORTED_OUTPUT), EXPORTED_KNOTS);
    text_write(out, "enum {\n");
    for (int i = 0; i < exported->shader_count; i++)
        text_write(out, "    program_%s,\n", exported->shaders[i].name);
    text_write(out, "};\n\n");
    write_shaders(out, exported);
    write_data(out, exported);
}

void export_write_code(const struct exported *exported, struct text_writer *out)
{
    text_write(out, "// SPDX-License-Identifier: MIT-0\n//\n"
                    "// The parameters and the passes; chain.json lists the same for other "
                    "programs.\n\n");
    write_params(out, exported);
    write_tables(out, exported);
    export_write_steps(exported, out);
    text_write(out, "\n");
    export_write_passes(out, exported);
}

void export_write_format(const struct exported *exported, struct text_writer *out)
{
    const char *output = exported->textures[find_role(exported, EXPORTED_OUTPUT)].format;
    int units[] = { 2, 1, 1 }; // highest binding of a kind + 1; a step's pass reads two textures
    for (int i = 0; i < exported->pass_count; i++)
        for (int k = 0; k < exported->passes[i].binding_count; k++) {
            const struct exported_binding *binding = &exported->passes[i].bindings[k];
            if (binding->binding >= units[binding->kind])
                units[binding->kind] = binding->binding + 1;
        }
    text_write(out, "#pragma once\n\n// SPDX-License-Identifier: MIT-0\n");
    if (!exported->has_any_size) {
        text_write(out, "// These sizes are those for which this pass is made: ");
        export_write_comment(out, exported->fixed_by);
        text_write(out, "\n");
    }
    text_write(out,
               "\n"
               "#define CHAIN_INPUT_FORMAT GL_%s\n#define CHAIN_OUTPUT_FORMAT GL_%s\n\nenum {\n"
               "    CHAIN_WIDTH = %d, // of the recorded picture\n"
               "    CHAIN_HEIGHT = %d,\n"
               "    CHAIN_MIN_WIDTH = %d, // the range of sizes at which it runs\n"
               "    CHAIN_MIN_HEIGHT = %d,\n    CHAIN_MAX_WIDTH = %d,\n"
               "    CHAIN_MAX_HEIGHT = %d,\n"
               "    CHAIN_OUTPUT_MAX = %d, // the value of white\n"
               "    CHAIN_UNITS = %d, // of textures, images and storage buffers that are used\n"
               "    CHAIN_IMAGES = %d,\n    CHAIN_BUFFERS = %d,\n};\n",
               exported->format, output, exported->width, exported->height,
               exported->has_any_size ? 1 : exported->width, exported->lowest,
               exported->has_any_size ? EXPORTED_MAX_SIDE : exported->width, exported->highest,
               strcmp(output, "RGBA16") == 0 ? 65535 : 255, units[0], units[1], units[2]);
}
