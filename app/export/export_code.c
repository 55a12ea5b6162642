#include "app/export/export_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Writes the chain as C that assets/export/halation_chain.c includes: its parameters, its memory at
// a size, and its passes as GL calls.

static void write_form(struct text_writer *out, const struct form *form)
{
    form_print(out, form, "width", "height", true);
}

static const struct number_language c = {
    .texts = { [EXPORTED_CONSTANT] = { "$v", "$i" },
               [EXPORTED_SIZE] = { "(float) ($f)" },
               [EXPORTED_INVERSE] = { "1.0f / (float) ($f)" },
               [EXPORTED_FRAME] = { "(float) frame", "frame" },
               [EXPORTED_PARAM] = { "values[$p][$c]", "(int) values[$p][$c]" },
               [EXPORTED_POWER] = { "exp2f(values[$p][$c])", "(int) exp2f(values[$p][$c])" },
               [EXPORTED_TABLE] = { "along(values[$p][0], knots_$p, $t)",
                                    "(int) along(values[$p][0], knots_$p, $t)" } },
    .float_end = "f",
    .write_form = write_form,
};

static void write_floats(struct text_writer *out, const char *name, const float *values)
{
    text_write(out, "static const float %s[KNOTS] = {", name);
    for (int i = 0; i < EXPORTED_KNOTS; i++) {
        text_write(out, i % 6 == 0 ? "\n    " : " ");
        export_write_float(out, values[i], "f");
        text_write(out, ",");
    }
    text_write(out, "\n};\n");
}

// ---- uniforms

// Writes the name of a number's table, made from its pass, its uniform and its index.
enum { TABLE_NAME_SIZE = 64 };
static void name_table(int pass, int uniform, int number, char name[TABLE_NAME_SIZE])
{
    snprintf(name, TABLE_NAME_SIZE, "table_%d_%d_%d", pass, uniform, number);
}

// Writes uniform `u` of a pass; its location is chain->locations[location].
static void write_uniform(struct text_writer *out, const struct exported *exported, int pass, int u,
                          int location)
{
    static const char *const setters[] = {
        [UNIFORM_INT] = "1i",          [UNIFORM_FLOAT] = "1fv",     [UNIFORM_VEC2] = "2fv",
        [UNIFORM_VEC3] = "3fv",        [UNIFORM_VEC4] = "4fv",      [UNIFORM_MAT4] = "Matrix4fv",
        [UNIFORM_FLOAT_ARRAY] = "1fv", [UNIFORM_VEC4_ARRAY] = "4fv"
    };
    const struct exported_uniform *uniform = &exported->passes[pass].uniforms[u];
    const bool is_whole = uniform->type == UNIFORM_INT;
    text_write(out, "    glUniform%s(locations[%d], ", setters[uniform->type], location);
    if (!is_whole)
        text_write(out, "%d, %s(const GLfloat[]){ ", uniform->count,
                   uniform->type == UNIFORM_MAT4 ? "GL_FALSE, " : "");
    for (int i = 0; i < uniform->number_count; i++) {
        char table[TABLE_NAME_SIZE];
        const int on_line = uniform->numbers[i].source == EXPORTED_TABLE ? 1 : 6;
        text_write(out, i == 0 ? "" : i % on_line == 0 ? ",\n        " : ", ");
        name_table(pass, u, i, table);
        export_write_number(out, &c, exported, &uniform->numbers[i], is_whole, table);
    }
    text_write(out, is_whole ? "); // %s\n" : " }); // %s\n", uniform->name);
}

// Returns the number of uniforms of all passes before `end`.
static int count_uniforms(const struct exported *exported, int end)
{
    int count = 0;
    for (int i = 0; i < end; i++)
        count += exported->passes[i].uniform_count;
    return count;
}

static void write_uniform_names(struct text_writer *out, const struct exported *exported)
{
    text_write(out, "\nstatic const struct uniform uniforms[] = {\n");
    for (int p = 0; p < exported->pass_count; p++)
        for (int u = 0; u < exported->passes[p].uniform_count; u++)
            text_write(out, "    { %d, \"%s\" },\n", exported->passes[p].shader,
                       exported->passes[p].uniforms[u].name);
    text_write(out, "    { 0, \"\" }, // the end\n};\n");
}

static void write_tables(struct text_writer *out, const struct exported *exported)
{
    char name[TABLE_NAME_SIZE];
    for (int p = 0; p < exported->pass_count; p++)
        for (int u = 0; u < exported->passes[p].uniform_count; u++)
            for (int i = 0; i < exported->passes[p].uniforms[u].number_count; i++) {
                const struct exported_number *number = &exported->passes[p].uniforms[u].numbers[i];
                name_table(p, u, i, name);
                if (number->source == EXPORTED_TABLE)
                    write_floats(out, name, number->table);
            }
}

// ---- passes

static void write_binding(struct text_writer *out, const struct exported *exported,
                          const struct exported_binding *binding)
{
    static const char *const kinds[] = { "SAMPLER", "IMAGE", "BUFFER" };
    char format[32] = "GL_RG32UI";
    text_write(out, "        { %s, %d, %d", kinds[binding->kind], binding->binding, binding->thing);
    if (binding->kind == FLATTENED_IMAGE && !binding->words)
        export_gl_format(exported->textures[binding->thing].format, format);
    if (binding->kind == FLATTENED_SAMPLER)
        text_write(out, ", %s, %s", export_filters[binding->filter], export_edges[binding->edge]);
    else if (binding->kind == FLATTENED_IMAGE)
        text_write(out, ", %s, %s", export_access(binding), format);
    else
        text_write(out, ", 0, 0");
    text_write(out, " }, // %s\n", binding->name);
}

static void write_program(struct text_writer *out, const struct exported *exported, int number)
{
    const struct exported_pass *pass = &exported->passes[number];
    const int count = pass->binding_count;
    text_write(out, "    take(chain, %d, %d, ", pass->shader, count);
    text_write(out, count > 0 ? "(const struct binding[]){\n" : "NULL);\n");
    for (int i = 0; i < count; i++)
        write_binding(out, exported, &pass->bindings[i]);
    text_write(out, count > 0 ? "    });\n" : "");
    for (int i = 0; i < pass->uniform_count; i++)
        write_uniform(out, exported, number, i, count_uniforms(exported, number) + i);
}

static void write_pass(struct text_writer *out, const struct exported *exported, int number)
{
    const struct exported_pass *pass = &exported->passes[number];
    const bool draws = pass->kind == RECORD_DRAW;
    if (pass->barriers)
        text_write(out, "    %s(0x%x);\n", "glMemoryBarrier", pass->barriers);
    if (pass->shader >= 0)
        write_program(out, exported, number);
    if (pass->kind == RECORD_CLEAR) {
        text_write(out, "    run(chain, CLEAR, %d, 0, 0, 0, 0);\n", pass->bindings[0].thing);
    } else {
        text_write(out, "    run(chain, %s, %d", draws ? "DRAW" : "DISPATCH",
                   draws ? pass->output : 0);
        for (int i = 0; i < pass->extent_count; i++) {
            text_write(out, ", ");
            write_form(out, &pass->extent[i]);
        }
        text_write(out, draws ? ");\n" : ", 0);\n");
    }
}

// Writes a pass that runs once for all frames, indented further.
static void write_once(struct text_writer *out, const struct exported *exported, int number)
{
    struct text_writer pass = { 0 };
    write_pass(&pass, exported, number);
    text_write(out, "    if (is_first) {\n");
    for (const char *line = pass.text; *line; line += strcspn(line, "\n") + 1)
        text_write(out, "    %.*s\n", (int) strcspn(line, "\n"), line);
    text_write(out, "    }\n");
    free(pass.text);
}

static void write_passes(struct text_writer *out, const struct exported *exported)
{
    text_write(out, "\nstatic void run_passes(struct chain *chain, const GLint locations[], "
                    "float values[][3], int width,\n"
                    "                       int height, int frame, bool is_first)\n{\n"
                    "    (void) locations, (void) values, (void) width, (void) height, "
                    "(void) frame, (void) is_first;\n");
    for (int i = 0; i < exported->pass_count; i++) {
        text_write(out, "\n    // ");
        export_write_comment(out, exported->passes[i].path);
        text_write(out, "\n");
        (exported->passes[i].runs_once ? write_once : write_pass)(out, exported, i);
    }
    text_write(out, "}\n");
}

// ---- memory

static void write_memory(struct text_writer *out, const struct exported *exported)
{
    char name[EXPORT_FILE_SIZE], format[32];
    text_write(out, "\nstatic void list_memory(int width, int height, struct texture textures[], "
                    "long buffers[])\n{\n    (void) width, (void) height, (void) buffers;\n");
    for (int i = 0; i < exported->texture_count; i++) {
        const struct exported_texture *texture = &exported->textures[i];
        export_data_name(texture, name);
        export_gl_format(texture->format, format);
        text_write(out, "    textures[%d] = (struct texture){ ", i);
        text_write(out, texture->role == EXPORTED_DATA ? "\"%s\"" : "NULL", name);
        text_write(out, ", %s, ", format);
        write_form(out, &texture->width);
        text_write(out, ", ");
        write_form(out, &texture->height);
        text_write(out, ", %d, %d, 0, 0 }; // %s\n", texture->dimensions, texture->depth,
                   texture->name);
    }
    for (int i = 0; i < exported->buffer_count; i++) {
        text_write(out, "    buffers[%d] = %zuL * (", i, exported->buffers[i].unit);
        write_form(out, &exported->buffers[i].rows);
        text_write(out, ") * (");
        write_form(out, &exported->buffers[i].columns);
        text_write(out, ");\n");
    }
    text_write(out, "}\n");
}

// ---- parameters

// The C text of the function that interpolates a parameter's tables, written if there is a table.
static const char along[] =
    "\nstatic float along(float value, const float knots[KNOTS], const float table[KNOTS])\n{\n"
    "    int i = 0;\n"
    "    while (i + 2 < KNOTS && value >= knots[i + 1])\n"
    "        i++;\n"
    "    const float share = (value - knots[i]) / (knots[i + 1] - knots[i]);\n"
    "    return share <= 0   ? table[i]\n"
    "           : share >= 1 ? table[i + 1]\n"
    "                        : table[i] + share * (table[i + 1] - table[i]);\n"
    "}\n\n";

static void write_params(struct text_writer *out, const struct exported *exported)
{
    char name[32];
    int tables = 0;
    for (int i = 0; i < exported->param_count; i++) {
        snprintf(name, sizeof(name), "knots_%d", i);
        if (exported->params[i].knot_count > 0)
            write_floats(out, name, exported->params[i].knots);
        tables += exported->params[i].knot_count > 0;
    }
    text_write(out, "\nstatic const struct param params[] = {\n");
    for (int i = 0; i < exported->param_count; i++) {
        const struct exported_param *param = &exported->params[i];
        const float numbers[] = { param->value[0], param->value[1], param->value[2],
                                  param->per_cent, param->least,    param->most };
        text_write(out, "    { ");
        export_write_string(out, param->name);
        for (int k = 0; k < 6; k++) {
            text_write(out, k == 0 ? ", { " : ", ");
            export_write_float(out, numbers[k], "f");
            text_write(out, k == 2 ? " }" : "");
        }
        text_write(out, " },\n");
    }
    text_write(out, "    { \"\", { 0, 0, 0 }, 0, 0, 0 }, // the end\n};\n%s",
               tables > 0 ? along : "");
}

// ---- the files

static int find_role(const struct exported *exported, enum exported_role role)
{
    int i = 0;
    while (i < exported->texture_count && exported->textures[i].role != role)
        i++;
    return i;
}

void export_write_code(const struct exported *exported, struct text_writer *out)
{
    char name[EXPORT_FILE_SIZE];
    int units[] = { 1, 1, 1 }; // highest binding of a kind + 1
    for (int i = 0; i < exported->pass_count; i++)
        for (int k = 0; k < exported->passes[i].binding_count; k++) {
            const struct exported_binding *binding = &exported->passes[i].bindings[k];
            if (binding->binding >= units[binding->kind])
                units[binding->kind] = binding->binding + 1;
        }
    text_write(out,
               "// SPDX-License-Identifier: MIT-0\n//\n"
               "// The passes that halation_chain.c runs; chain.json lists the same for other "
               "programs.\n\n"
               "enum {\n    SHADER_COUNT = %d,\n    TEXTURE_COUNT = %d,\n    BUFFER_COUNT = %d,\n"
               "    PARAM_COUNT = %d,\n    UNIFORM_COUNT = %d,\n    UNIT_COUNT = %d,\n    "
               "IMAGE_COUNT = %d,\n"
               "    BINDING_COUNT = %d,\n    INPUT_TEXTURE = %d,\n    OUTPUT_TEXTURE = %d,\n"
               "    KNOTS = %d, // of a table over a parameter\n};\n\n"
               "static const char *const shaders[] = {\n",
               exported->shader_count, exported->texture_count, exported->buffer_count,
               exported->param_count, count_uniforms(exported, exported->pass_count), units[0],
               units[1], units[2], find_role(exported, EXPORTED_SOURCE),
               find_role(exported, EXPORTED_OUTPUT), EXPORTED_KNOTS);
    for (int i = 0; i < exported->shader_count; i++) {
        export_shader_name(exported, i, name);
        text_write(out, "    \"%s\",\n", name);
    }
    text_write(out, "};\n\n");
    write_uniform_names(out, exported);
    write_params(out, exported);
    write_tables(out, exported);
    write_memory(out, exported);
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
               "    CHAIN_WIDTH = %d, // of the recorded picture\n"
               "    CHAIN_HEIGHT = %d,\n"
               "    CHAIN_LEAST_WIDTH = %d, // the range of sizes at which it runs\n"
               "    CHAIN_LEAST_HEIGHT = %d,\n    CHAIN_MOST_WIDTH = %d,\n"
               "    CHAIN_MOST_HEIGHT = %d,\n"
               "    CHAIN_OUTPUT_MOST = %d, // the value of white\n};\n",
               source + 3, output + 3, exported->width, exported->height, exported->least[0],
               exported->least[1], exported->most[0], exported->most[1],
               made == FORMAT_RGBA16 ? 65535 : 255);
}
