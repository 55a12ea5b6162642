#include "app/export/export_folder.h"
#include "render/text/text_writer.h"

// The tables of C that assets/export/halation_chain.c runs.

static const char *const sides[] = { "FIXED", "WIDTH", "HEIGHT" };

static void write_form(struct text_writer *out, const struct form *form)
{
    if (form->side == FORM_FIXED)
        text_write(out, "{ FIXED, 0, %d, 1, 1, 0 }", form->add);
    else
        text_write(out, "{ %s, %d, %d, %d, %d, %d }", sides[form->side], form->per, form->add,
                   form->by, form_step(form), form->plus);
}

// With the nine digits that read back to the same float, and a point.
static void write_float(struct text_writer *out, float value)
{
    char text[32];
    export_print_float(value, text);
    text_write(out, "%sf", text);
}

static void write_floats(struct text_writer *out, const char *type, int a, int b, int c,
                         const float *values, int count)
{
    text_write(out, "static const float %s_%d_%d_%d[] = {", type, a, b, c);
    for (int i = 0; i < count; i++) {
        text_write(out, i % 6 == 0 ? "\n    " : " ");
        write_float(out, values[i]);
        text_write(out, ",");
    }
    text_write(out, "\n};\n");
}

// ---- uniforms

static void write_number(struct text_writer *out, const struct exported_number *number,
                         const char *table)
{
    static const char *const sources[] = { "CONSTANT", "SIZE",  "INVERSE", "FRAME",
                                           "PARAM",    "POWER", "TABLE" };
    text_write(out, "    { %s, ", sources[number->source]);
    write_float(out, number->value);
    if (number->source == EXPORTED_SIZE || number->source == EXPORTED_INVERSE) {
        text_write(out, ", ");
        write_form(out, &number->form);
    } else if (number->source >= EXPORTED_PARAM) {
        text_write(out, ", { FIXED, 0, 0, 1, 1, 0 }, %d, %d, %s", number->param, number->component,
                   table);
    }
    text_write(out, " },\n");
}

static void write_uniform(struct text_writer *out, const struct exported *exported, int pass, int u)
{
    const struct exported_uniform *uniform = &exported->passes[pass].uniforms[u];
    char table[64];
    for (int i = 0; i < uniform->number_count; i++)
        if (uniform->numbers[i].source == EXPORTED_TABLE)
            write_floats(out, "table", pass, u, i, uniform->numbers[i].table,
                         exported->params[uniform->numbers[i].param].knot_count);
    text_write(out, "static const struct number numbers_%d_%d[] = { // %s\n", pass, u,
               uniform->name);
    for (int i = 0; i < uniform->number_count; i++) {
        snprintf(table, sizeof(table), "table_%d_%d_%d", pass, u, i);
        write_number(out, &uniform->numbers[i],
                     uniform->numbers[i].source == EXPORTED_TABLE ? table : "NULL");
    }
    text_write(out, "};\n");
}

static void write_uniforms(struct text_writer *out, const struct exported *exported, int number)
{
    static const char *const types[] = {
        [UNIFORM_INT] = "INT",           [UNIFORM_FLOAT] = "FLOAT",    [UNIFORM_VEC2] = "VEC2",
        [UNIFORM_VEC3] = "VEC3",         [UNIFORM_VEC4] = "VEC4",      [UNIFORM_MAT4] = "MAT4",
        [UNIFORM_FLOAT_ARRAY] = "FLOAT", [UNIFORM_VEC4_ARRAY] = "VEC4"
    };
    const struct exported_pass *pass = &exported->passes[number];
    for (int i = 0; i < pass->uniform_count; i++)
        write_uniform(out, exported, number, i);
    if (pass->uniform_count > 0)
        text_write(out, "static const struct uniform uniforms_%d[] = {\n", number);
    for (int i = 0; i < pass->uniform_count; i++)
        text_write(out, "    { %d, %d, %s, numbers_%d_%d },\n", pass->uniforms[i].location,
                   pass->uniforms[i].count, types[pass->uniforms[i].type], number, i);
    if (pass->uniform_count > 0)
        text_write(out, "};\n");
}

// ---- passes

static void write_bindings(struct text_writer *out, const struct exported *exported, int number,
                           const char *kind, const struct exported_binding list[], int count)
{
    char format[32];
    if (count > 0)
        text_write(out, "static const struct binding %s_%d[] = {\n", kind, number);
    for (int i = 0; i < count; i++) {
        const struct exported_binding *binding = &list[i];
        text_write(out, "    { %d, %d", binding->binding, binding->thing);
        if (kind[0] == 'i' && kind[1] == 'n')
            text_write(out, ", 0, %s, %s", export_filter(binding->filter),
                       export_edge(binding->edge));
        else if (kind[0] == 'i') {
            export_gl_format(exported->textures[binding->thing].format, format);
            text_write(out, ", %s, %s", binding->words ? "GL_RG32UI" : format,
                       export_access(binding));
        }
        text_write(out, " }, // %s\n", binding->name);
    }
    if (count > 0)
        text_write(out, "};\n");
}

static void write_reference(struct text_writer *out, const char *kind, int number, int count)
{
    if (count > 0)
        text_write(out, ", %s_%d", kind, number);
    else
        text_write(out, ", NULL");
}

static void write_pass(struct text_writer *out, const struct exported *exported, int number)
{
    static const char *const kinds[] = { "DRAW", "DISPATCH", "MIPS", "CLEAR" };
    const struct exported_pass *pass = &exported->passes[number];
    text_write(out, "    { // %s\n      %s, %d, %d, %d, %d, %d, %d", pass->path, kinds[pass->kind],
               pass->shader, pass->input_count, pass->image_count, pass->buffer_count, pass->output,
               pass->uniform_count);
    write_reference(out, "inputs", number, pass->input_count);
    write_reference(out, "images", number, pass->image_count);
    write_reference(out, "buffers", number, pass->buffer_count);
    write_reference(out, "uniforms", number, pass->uniform_count);
    for (int list = 0; list < 2; list++) {
        const struct form *forms = list == 0 ? pass->area : pass->groups;
        text_write(out, ",\n      { ");
        for (int i = 0; i < (list == 0 ? 4 : 3); i++) {
            write_form(out, &forms[i]);
            text_write(out, i < (list == 0 ? 3 : 2) ? ", " : " }");
        }
    }
    text_write(out, ",\n      0x%x, %s },\n", pass->barriers, pass->is_once ? "true" : "false");
}

static void write_passes(struct text_writer *out, const struct exported *exported)
{
    for (int i = 0; i < exported->pass_count; i++) {
        const struct exported_pass *pass = &exported->passes[i];
        text_write(out, "\n// ---- %s\n\n", pass->path);
        write_bindings(out, exported, i, "inputs", pass->inputs, pass->input_count);
        write_bindings(out, exported, i, "images", pass->images, pass->image_count);
        write_bindings(out, exported, i, "buffers", pass->buffers, pass->buffer_count);
        write_uniforms(out, exported, i);
    }
    text_write(out, "\nstatic const struct pass passes[] = {\n");
    for (int i = 0; i < exported->pass_count; i++)
        write_pass(out, exported, i);
    text_write(out, "};\n");
}

// ---- the rest

static void write_textures(struct text_writer *out, const struct exported *exported)
{
    char name[EXPORT_FILE_SIZE], format[32];
    text_write(out, "\nstatic const struct texture textures[] = {\n");
    for (int i = 0; i < exported->texture_count; i++) {
        const struct exported_texture *texture = &exported->textures[i];
        export_data_name(texture, name);
        export_gl_format(texture->format, format);
        if (texture->role == EXPORTED_DATA)
            text_write(out, "    { \"%s\", %s, ", name, format);
        else
            text_write(out, "    { NULL, %s, ", format);
        write_form(out, &texture->width);
        text_write(out, ", ");
        write_form(out, &texture->height);
        text_write(out, ", %d, %d, %d }, // %s\n", texture->dimensions, texture->depth,
                   texture->levels, texture->name);
    }
    text_write(out, "};\n\nstatic const struct buffer buffers[] = {\n");
    for (int i = 0; i < exported->buffer_count; i++) {
        text_write(out, "    { %zu, ", exported->buffers[i].unit);
        write_form(out, &exported->buffers[i].rows);
        text_write(out, ", ");
        write_form(out, &exported->buffers[i].columns);
        text_write(out, " },\n");
    }
    text_write(out,
               "    { 0, { FIXED, 0, 0, 1, 1, 0 }, { FIXED, 0, 0, 1, 1, 0 } }, // the end\n};\n");
}

static void write_params(struct text_writer *out, const struct exported *exported)
{
    text_write(out, "\n");
    for (int i = 0; i < exported->param_count; i++)
        if (exported->params[i].knot_count > 0)
            write_floats(out, "knots", i, 0, 0, exported->params[i].knots,
                         exported->params[i].knot_count);
    text_write(out, "static const struct param params[] = {\n");
    for (int i = 0; i < exported->param_count; i++) {
        const struct exported_param *param = &exported->params[i];
        const float numbers[] = { param->value[0], param->value[1], param->value[2],
                                  param->per_cent, param->least,    param->most };
        text_write(out, "    { \"%s\"", param->name);
        for (int k = 0; k < 6; k++) {
            text_write(out, k == 0 ? ", { " : ", ");
            write_float(out, numbers[k]);
            text_write(out, k == 2 ? " }" : "");
        }
        text_write(out, param->knot_count > 0 ? ", %d, knots_%d_0_0 },\n" : ", %d, NULL },\n",
                   param->knot_count, i);
    }
    text_write(out, "    { \"\", { 0, 0, 0 }, 0, 0, 0, 0, NULL }, // the end\n};\n");
}

static int find_role(const struct exported *exported, enum exported_role role)
{
    int i = 0;
    while (i < exported->texture_count && exported->textures[i].role != role)
        i++;
    return i;
}

// One more than the highest binding of a kind, so that no list is empty.
static int count_units(const struct exported *exported, char kind)
{
    int count = 1;
    for (int i = 0; i < exported->pass_count; i++) {
        const struct exported_pass *pass = &exported->passes[i];
        const struct exported_binding *list = kind == 's'   ? pass->inputs
                                              : kind == 'i' ? pass->images
                                                            : pass->buffers;
        const int used = kind == 's'   ? pass->input_count
                         : kind == 'i' ? pass->image_count
                                       : pass->buffer_count;
        for (int k = 0; k < used; k++)
            count = list[k].binding >= count ? list[k].binding + 1 : count;
    }
    return count;
}

void export_write_tables(const struct exported *exported, struct text_writer *out)
{
    char name[EXPORT_FILE_SIZE];
    text_write(out,
               "// SPDX-License-Identifier: MIT-0\n//\n"
               "// What halation_chain.c runs; chain.json says the same for other programs.\n\n"
               "enum {\n    SHADER_COUNT = %d,\n    TEXTURE_COUNT = %d,\n    BUFFER_COUNT = %d,\n"
               "    PARAM_COUNT = %d,\n    PASS_COUNT = %d,\n    UNIT_COUNT = %d,\n"
               "    IMAGE_COUNT = %d,\n    BINDING_COUNT = %d,\n    INPUT_TEXTURE = %d,\n"
               "    OUTPUT_TEXTURE = %d,\n};\n\nstatic const struct shader shaders[] = {\n",
               exported->shader_count, exported->texture_count, exported->buffer_count,
               exported->param_count, exported->pass_count, count_units(exported, 's'),
               count_units(exported, 'i'), count_units(exported, 'b'),
               find_role(exported, EXPORTED_SOURCE), find_role(exported, EXPORTED_OUTPUT));
    for (int i = 0; i < exported->shader_count; i++) {
        export_shader_name(exported, i, name);
        text_write(out, "    { \"%s\", %s },\n", name,
                   exported->shaders[i].computes ? "true" : "false");
    }
    text_write(out, "};\n");
    write_textures(out, exported);
    write_params(out, exported);
    write_passes(out, exported);
}

void export_write_format(const struct exported *exported, struct text_writer *out)
{
    char source[32], output[32];
    const enum texture_format made =
        exported->textures[find_role(exported, EXPORTED_OUTPUT)].format;
    export_gl_format(exported->format, source);
    export_gl_format(made, output);
    text_write(out,
               "#pragma once\n\n// SPDX-License-Identifier: MIT-0\n\n"
               "#define CHAIN_INPUT_FORMAT GL_%s\n#define CHAIN_OUTPUT_FORMAT GL_%s\n\nenum {\n"
               "    CHAIN_WIDTH = %d, // of the picture that was recorded\n"
               "    CHAIN_HEIGHT = %d,\n"
               "    CHAIN_LEAST_WIDTH = %d, // at which it runs\n"
               "    CHAIN_LEAST_HEIGHT = %d,\n    CHAIN_MOST_WIDTH = %d,\n"
               "    CHAIN_MOST_HEIGHT = %d,\n"
               "    CHAIN_OUTPUT_MOST = %d, // what is white\n};\n",
               source + 3, output + 3, exported->width, exported->height, exported->least[0],
               exported->least[1], exported->most[0], exported->most[1],
               made == FORMAT_RGBA16 ? 65535 : 255);
}
