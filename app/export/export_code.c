#include "app/export/export_files.h"
#include "render/text/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Writes the chain as C that assets/export/halation_chain.c includes: its shaders and tables, its
// parameters, its memory at a size, and its passes.

static void write_form(struct text_writer *out, const struct form *form)
{
    form_print(out, form, "width", "height");
}

// Writes a number of a uniform, as an integer or a float; `table` is the name of its table.
static void write_number(struct text_writer *out, const struct exported_number *number,
                         bool is_whole, const char *table)
{
    const char *cast = is_whole ? "(int) " : "";
    switch (number->source) {
    case EXPORTED_CONSTANT:
        if (is_whole)
            text_write(out, "%d", (int) number->value);
        else
            export_write_float(out, number->value, "f");
        break;
    case EXPORTED_SIZE:
    case EXPORTED_INVERSE:
        text_write(out, "%s",
                   number->source == EXPORTED_INVERSE ? "1.0f / (float) ("
                   : is_whole                         ? ""
                                                      : "(float) (");
        write_form(out, &number->form);
        text_write(out, is_whole && number->source == EXPORTED_SIZE ? "" : ")");
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
        text_write(out, "%stable_at(values[%d][0], places_%d, %s)", cast, number->param,
                   number->param, table);
    }
}

static void write_floats(struct text_writer *out, const char *name, const float *values,
                         size_t count)
{
    text_write(out, "static const float %s[%zu] = {", name, count);
    for (size_t i = 0; i < count; i++) {
        text_write(out, i % 6 == 0 ? "\n    " : " ");
        export_write_float(out, values[i], "f");
        text_write(out, ",");
    }
    text_write(out, "\n};\n");
}

enum { TABLE_NAME_SIZE = EXPORTED_NAME_SIZE + 32 };

// Writes the name of a number's table, made from its uniform, its pass and its index.
static void name_table(const struct exported *exported, int pass, int uniform, int number,
                       char name[TABLE_NAME_SIZE])
{
    snprintf(name, TABLE_NAME_SIZE, "%s_%d_%d", exported->passes[pass].uniforms[uniform].name, pass,
             number);
}

// ---- textures

// Returns true for a texture of the pool: it is acquired before the first pass that uses it and
// released after the last one. The others stay between frames.
static bool is_pooled(const struct exported *exported, const struct exported_texture *texture)
{
    return texture->role == EXPORTED_BETWEEN && !exported->passes[texture->first].runs_once;
}

// Returns true if a step as code, or a pass, names a texture; the step acquires those between its
// passes itself.
static bool is_named_at(const struct exported *exported, const struct exported_step *step, int pass,
                        int texture)
{
    return !step || exported->textures[texture].first < pass || texture == step->output;
}

// ---- passes

// Writes uniform `u` of a pass.
static void write_uniform(struct text_writer *out, const struct exported *exported, int pass, int u)
{
    static const char *const kinds[] = { "INT",  "FLOAT", "VEC2",        "VEC3",
                                         "VEC4", "MAT4",  "FLOAT_ARRAY", "VEC4_ARRAY" };
    const struct exported_uniform *uniform = &exported->passes[pass].uniforms[u];
    const bool is_array = uniform->type >= UNIFORM_MAT4;
    text_write(out, "            U_%s(\"%s\", ", kinds[uniform->type], uniform->name);
    if (uniform->type > UNIFORM_MAT4)
        text_write(out, "%d, ", uniform->count);
    text_write(out, is_array ? "((const float[]){ " : "");
    for (int i = 0; i < uniform->number_count; i++) {
        char table[TABLE_NAME_SIZE];
        const int on_line = uniform->numbers[i].source == EXPORTED_TABLE ? 1 : 6;
        text_write(out, i == 0 ? "" : i % on_line == 0 ? ",\n                " : ", ");
        name_table(exported, pass, u, i, table);
        write_number(out, &uniform->numbers[i], uniform->type == UNIFORM_INT, table);
    }
    text_write(out, is_array ? " })),\n" : "),\n");
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
    const struct exported_texture *output =
        pass->output >= 0 ? &exported->textures[pass->output] : NULL;
    if (pass->kind == RECORD_DRAW && form_equal(&pass->extent[2], &output->width) &&
        form_equal(&pass->extent[3], &output->height))
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
        write_uniform(out, exported, number, i);
    text_write(out, "%s    });\n", pass->uniform_count > 0 ? "        },\n" : "");
}

// Writes how a texture is acquired from the pool, or made once.
static void write_acquire(struct text_writer *out, const struct exported_texture *texture,
                          const char *function, const char *place)
{
    char format[32];
    export_gl_format(texture->format, format);
    text_write(out, "    struct texture *%s = %s(%s, ", texture->name, function, place);
    write_form(out, &texture->width);
    text_write(out, ", ");
    write_form(out, &texture->height);
    text_write(out, ", FORMAT_%s);\n", format + 3);
}

// Writes what stays between frames: the picture, constant data, and what passes make once.
static void write_kept(struct text_writer *out, const struct exported *exported)
{
    char place[64];
    for (int i = 0; i < exported->texture_count; i++) {
        const struct exported_texture *texture = &exported->textures[i];
        if (texture->role == EXPORTED_UNUSED || is_pooled(exported, texture))
            continue;
        snprintf(place, sizeof(place), "gpu, &textures[%d]", i);
        if (texture->role == EXPORTED_OUTPUT || texture->role == EXPORTED_BETWEEN)
            write_acquire(out, texture, "texture_keep", place);
        else
            text_write(out, "    struct texture *%s = &textures[%d];\n", texture->name, i);
    }
    for (int i = 0; i < exported->buffer_count; i++) {
        text_write(out, "    buffer_keep(gpu, &buffers[%d], %zuL * (", i,
                   exported->buffers[i].unit);
        write_form(out, &exported->buffers[i].rows);
        text_write(out, ") * (");
        write_form(out, &exported->buffers[i].columns);
        text_write(out, "));\n");
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
    for (int i = 0; i < exported->pass_count; i++) {
        const struct exported_step *step = exported_step_at(exported, i);
        const int end = step ? step->end : i + 1;
        if (step && step->first != i)
            continue;
        text_write(out, "\n    // ");
        export_write_comment(out, step ? step->effect->name : exported->passes[i].path);
        if (step && step->effect->about.origin)
            text_write(out, ": %s", step->effect->about.origin);
        text_write(out, "\n");
        for (int k = 0; k < exported->texture_count; k++) {
            const struct exported_texture *texture = &exported->textures[k];
            if (is_pooled(exported, texture) && texture->first >= i && texture->first < end &&
                is_named_at(exported, step, i, k))
                write_acquire(out, texture, "texture_pool_acquire", "&gpu->pool");
        }
        if (step)
            export_write_step(out, exported, step);
        else
            write_pass(out, exported, i);
        for (int k = 0; k < exported->texture_count; k++) {
            const struct exported_texture *texture = &exported->textures[k];
            if (is_pooled(exported, texture) && texture->last >= i && texture->last < end &&
                is_named_at(exported, step, i, k))
                text_write(out, "    texture_pool_release(&gpu->pool, %s);\n", texture->name);
        }
    }
    text_write(out, "}\n");
}

// ---- parameters

// Writes the tables of the passes that are no part of a step.
static void write_tables(struct text_writer *out, const struct exported *exported)
{
    char name[TABLE_NAME_SIZE];
    bool is_used[EXPORTED_MOST_PARAMS] = { false };
    struct text_writer tables = { 0 };
    for (int p = 0; p < exported->pass_count; p++)
        for (int u = 0; u < exported->passes[p].uniform_count && !exported_step_at(exported, p);
             u++)
            for (int i = 0; i < exported->passes[p].uniforms[u].number_count; i++) {
                const struct exported_number *number = &exported->passes[p].uniforms[u].numbers[i];
                if (number->source != EXPORTED_TABLE)
                    continue;
                name_table(exported, p, u, i, name);
                write_floats(&tables, name, number->table, EXPORTED_KNOTS);
                is_used[number->param] = true;
            }
    for (int i = 0; i < exported->param_count; i++) {
        snprintf(name, sizeof(name), "places_%d", i);
        if (is_used[i])
            write_floats(out, name, exported->params[i].knots, EXPORTED_KNOTS);
    }
    text_write(out, "%s", tables.text ? tables.text : "");
    free(tables.text);
}

static void write_params(struct text_writer *out, const struct exported *exported)
{
    text_write(out, "static const struct param params[] = {\n");
    for (int i = 0; i < exported->param_count; i++) {
        const struct exported_param *param = &exported->params[i];
        const float numbers[] = { param->value[0], param->value[1], param->value[2],
                                  param->per_cent, param->lowest,   param->highest };
        text_write(out, "    // %.4g to %.4g%s%s", param->lowest, param->highest,
                   param->row->unit ? " " : "", param->row->unit ? param->row->unit : "");
        text_write(out, param->row->type == PARAM_TYPE_INT ? ", whole numbers" : "");
        if (param->row->zero)
            text_write(out, ", 0 is %s", param->row->zero);
        text_write(out, ": ");
        export_write_comment(out, param->row->help ? param->row->help : "");
        text_write(out, "\n    { ");
        export_write_string(out, param->name);
        text_write(out, ", %d", param->components);
        for (int k = 0; k < 6; k++) {
            text_write(out, k == 0 ? ", { " : ", ");
            export_write_float(out, numbers[k], "f");
            text_write(out, k == 2 ? " }" : "");
        }
        text_write(out, ", %s },\n", param->row->type == PARAM_TYPE_INT ? "true" : "false");
    }
    text_write(out, "    { \"\", 0, { 0, 0, 0 }, 0, 0, 0, false }, // the end\n};\n");
}

// ---- shaders and data

// Writes a text as an array of its lines; ISO C compilers need not take longer strings.
static void write_lines(struct text_writer *out, const char *name, const char *text)
{
    text_write(out, "static const char *const %s[] = {\n", name);
    while (*text) {
        char *line = memory_copy(text);
        const size_t length = strcspn(line, "\n");
        line[length + (line[length] == '\n')] = '\0';
        text_write(out, "    ");
        export_write_string(out, line);
        text_write(out, ",\n");
        text += strlen(line);
        free(line);
    }
    text_write(out, "};\n\n");
}

static void write_shaders(struct text_writer *out, const struct exported *exported)
{
    char name[EXPORT_FILE_SIZE], lines[32];
    struct text_writer text = { 0 };
    export_write_vertex(exported, &text);
    write_lines(out, "lines_0", text.text);
    for (int i = 0; i < exported->shader_count; i++) {
        text.length = 0;
        export_write_shader(exported, i, &text);
        snprintf(lines, sizeof(lines), "lines_%d", i + 1);
        write_lines(out, lines, text.text);
    }
    free(text.text);
    text_write(out, "#define LINES(LIST) sizeof(LIST) / sizeof((LIST)[0]), LIST\n\n"
                    "static const struct shader vertex_shader = "
                    "{ \"chain.vert\", false, LINES(lines_0) };\n"
                    "static const struct shader shaders[PROGRAM_COUNT] = {\n");
    for (int i = 0; i < exported->shader_count; i++) {
        export_shader_name(exported, i, name);
        text_write(out, "    { \"%s\", %s, LINES(lines_%d) },\n", name,
                   exported->shaders[i].computes ? "true" : "false", i + 1);
    }
    text_write(out, "};\n");
}

static void write_data(struct text_writer *out, const struct exported *exported)
{
    char name[EXPORT_FILE_SIZE], format[32];
    for (int i = 0; i < exported->texture_count; i++)
        if (exported->textures[i].role == EXPORTED_DATA) {
            snprintf(name, sizeof(name), "texels_%d", i);
            write_floats(out, name, exported->textures[i].data, exported->textures[i].data_count);
        }
    text_write(out, "\nstatic const struct data data[] = {\n");
    for (int i = 0; i < exported->texture_count; i++) {
        const struct exported_texture *texture = &exported->textures[i];
        if (texture->role != EXPORTED_DATA)
            continue;
        export_data_name(texture, name);
        export_gl_format(texture->format, format);
        text_write(out, "    { \"%s\", %d, %d, %d, %d, %d, %s, texels_%d },\n", name, i,
                   texture->dimensions, form_at(&texture->width, 1, 1),
                   form_at(&texture->height, 1, 1), texture->depth, format, i);
    }
    text_write(out, "    { NULL, -1, 0, 0, 0, 0, 0, NULL }, // the end\n};\n");
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
               "    DATA_COUNT = %d,\n    PARAM_COUNT = %d,\n    UNIFORM_MOST = %d, // of a pass\n"
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
    char source[32], output[32];
    const enum texture_format made =
        exported->textures[find_role(exported, EXPORTED_OUTPUT)].format;
    int units[] = { 2, 1, 1 }; // highest binding of a kind + 1; a step's pass reads two textures
    for (int i = 0; i < exported->pass_count; i++)
        for (int k = 0; k < exported->passes[i].binding_count; k++) {
            const struct exported_binding *binding = &exported->passes[i].bindings[k];
            if (binding->binding >= units[binding->kind])
                units[binding->kind] = binding->binding + 1;
        }
    export_gl_format(exported->format, source);
    export_gl_format(made, output);
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
               "    CHAIN_LEAST_WIDTH = %d, // the range of sizes at which it runs\n"
               "    CHAIN_LEAST_HEIGHT = %d,\n    CHAIN_MOST_WIDTH = %d,\n"
               "    CHAIN_MOST_HEIGHT = %d,\n"
               "    CHAIN_OUTPUT_MOST = %d, // the value of white\n"
               "    CHAIN_UNITS = %d, // of textures, images and storage buffers that are used\n"
               "    CHAIN_IMAGES = %d,\n    CHAIN_BUFFERS = %d,\n};\n",
               source + 3, output + 3, exported->width, exported->height,
               exported->has_any_size ? 1 : exported->width, exported->lowest,
               exported->has_any_size ? EXPORTED_MOST_SIDE : exported->width, exported->highest,
               made == FORMAT_RGBA16 ? 65535 : 255, units[0], units[1], units[2]);
}
