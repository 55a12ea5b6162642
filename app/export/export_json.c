#include "app/export/export_files.h"
#include "app/results/json_file.h"

#include <math.h>
#include <stdlib.h>

// Writes chain.json (docs/export.md describes it).

enum { FORMAT_VERSION = 3 };

static void write_form(struct text_writer *out, const struct form *form)
{
    if (form->side == FORM_FIXED)
        text_write(out, "%d", form->add);
    else
        text_write(out,
                   "{\"of\": \"%s\", \"per\": %d, \"add\": %d, \"by\": %d, \"step\": %d, "
                   "\"plus\": %d}",
                   form->side == FORM_WIDTH ? "width" : "height", form->per, form->add, form->by,
                   form->step, form->plus);
}

static void write_param(struct text_writer *out, const struct exported_param *param, int component)
{
    json_t *name = json_file_text(param->name, "a parameter");
    char *quoted = json_dumps(name, JSON_ENCODE_ANY);
    (void) component;
    text_write(out, "%s", quoted);
    free(quoted);
    json_decref(name);
}

static const struct number_language json_language = {
    .texts = { [EXPORTED_CONSTANT] = { "$v" },
               [EXPORTED_SIZE] = { "{\"size\": $f}" },
               [EXPORTED_INVERSE] = { "{\"inverse\": $f}" },
               [EXPORTED_FRAME] = { "{\"frame\": true}" },
               [EXPORTED_PARAM] = { "{\"param\": $n, \"component\": $c}" },
               [EXPORTED_POWER] = { "{\"power_of_2\": $n}" },
               [EXPORTED_TABLE] = { "{\"param\": $n, \"table\": $t}" } },
    .list = { "[", "]" },
    .write_form = write_form,
    .write_param = write_param,
};

// Parses a text as JSON, and frees the text.
static json_t *read_json(struct text_writer *text)
{
    json_t *json = json_loads(text->text, JSON_DECODE_ANY, NULL);
    free(text->text);
    return json;
}

static json_t *form_json(const struct form *form)
{
    struct text_writer text = { 0 };
    write_form(&text, form);
    return read_json(&text);
}

json_t *export_floats_json(const float *values, size_t count)
{
    struct text_writer text = { 0 };
    export_write_floats(&text, &json_language, values, (int) count);
    return read_json(&text);
}

static json_t *uniform_json(const struct exported *exported, const struct exported_uniform *uniform)
{
    static const char *const types[] = {
        [UNIFORM_INT] = "int",           [UNIFORM_FLOAT] = "float",    [UNIFORM_VEC2] = "vec2",
        [UNIFORM_VEC3] = "vec3",         [UNIFORM_VEC4] = "vec4",      [UNIFORM_MAT4] = "mat4",
        [UNIFORM_FLOAT_ARRAY] = "float", [UNIFORM_VEC4_ARRAY] = "vec4"
    };
    struct text_writer numbers = { 0 };
    text_write(&numbers, "[");
    for (int i = 0; i < uniform->number_count; i++) {
        text_write(&numbers, i > 0 ? ", " : "");
        export_write_number(&numbers, &json_language, exported, &uniform->numbers[i], false, NULL);
    }
    text_write(&numbers, "]");
    return json_file_object("name:t type:t count:i values:o", uniform->name, types[uniform->type],
                            uniform->count, read_json(&numbers));
}

static json_t *binding_json(const struct exported *exported, const struct exported_binding *binding)
{
    json_t *json = json_file_object("name:t binding:i", binding->name, binding->binding);
    if (binding->kind == FLATTENED_BUFFER)
        json_file_add(json, "buffer:t", exported->buffers[binding->thing].name);
    else
        json_file_add(json, "texture:t", exported->textures[binding->thing].name);
    if (binding->kind == FLATTENED_SAMPLER)
        json_file_add(json, "filter:t edge:t", export_filters[binding->filter],
                      export_edges[binding->edge]);
    else if (binding->kind == FLATTENED_IMAGE)
        json_file_add(json, "access:t format:t?", export_access(binding),
                      binding->words ? "GL_RG32UI" : NULL);
    return json;
}

static json_t *bindings_json(const struct exported *exported, const struct exported_pass *pass,
                             enum flattened_kind kind)
{
    json_t *all = json_array();
    for (int i = 0; i < pass->binding_count; i++)
        if (pass->bindings[i].kind == kind)
            json_array_append_new(all, binding_json(exported, &pass->bindings[i]));
    return all;
}

static json_t *pass_json(const struct exported *exported, const struct exported_pass *pass)
{
    static const char *const kinds[] = { "draw", "dispatch", "clear" };
    char shader[EXPORT_FILE_SIZE] = "";
    json_t *uniforms = json_array();
    for (int i = 0; i < pass->uniform_count; i++)
        json_array_append_new(uniforms, uniform_json(exported, &pass->uniforms[i]));
    if (pass->shader >= 0)
        export_shader_name(exported, pass->shader, shader);
    json_t *json =
        json_file_object("name:t kind:t once:b samplers:o images:o buffers:o uniforms:o shader:e? "
                         "output:t?",
                         pass->path, kinds[pass->kind], pass->runs_once,
                         bindings_json(exported, pass, FLATTENED_SAMPLER),
                         bindings_json(exported, pass, FLATTENED_IMAGE),
                         bindings_json(exported, pass, FLATTENED_BUFFER), uniforms, shader,
                         pass->output >= 0 ? exported->textures[pass->output].name : NULL);
    json_t *extent = json_array();
    for (int i = 0; i < pass->extent_count; i++)
        json_array_append_new(extent, form_json(&pass->extent[i]));
    if (pass->extent_count > 0)
        json_object_set(json, pass->kind == RECORD_DRAW ? "area" : "groups", extent);
    json_decref(extent);
    return json;
}

static json_t *texture_json(const struct exported_texture *texture)
{
    static const char *const roles[] = { "input", "output", "between", "data" };
    char name[EXPORT_FILE_SIZE], format[32];
    export_gl_format(texture->format, format);
    export_data_name(texture, name);
    return json_file_object("name:t role:t format:t width:o height:o dimensions:i depth:i file:t?",
                            texture->name, roles[texture->role], format, form_json(&texture->width),
                            form_json(&texture->height), texture->dimensions, texture->depth,
                            texture->role == EXPORTED_DATA ? name : NULL);
}

static json_t *param_json(const struct exported_param *param)
{
    return json_file_object(
        "name:t value:o least:n most:n help:t? unit:t? per_cent_of_height:n? knots:o?", param->name,
        export_floats_json(param->value, (size_t) param->components), (double) param->least,
        (double) param->most, param->row->help, param->row->unit,
        param->per_cent > 0 ? (double) param->per_cent : NAN,
        param->knot_count > 0 ? export_floats_json(param->knots, (size_t) param->knot_count)
                              : json_null());
}

static json_t *size_json(int width, int height)
{
    struct text_writer text = { 0 };
    text_write(&text, "[%d, %d]", width, height);
    return read_json(&text);
}

json_t *export_json(const struct exported *exported)
{
    char text[CHAIN_TEXT_SIZE];
    json_t *params = json_array(), *textures = json_array(), *buffers = json_array(),
           *passes = json_array();
    const bool any = exported->has_any_size;
    chain_print(&exported->chain, text, sizeof(text));
    for (int i = 0; i < exported->param_count; i++)
        if (exported->params[i].is_recorded)
            json_array_append_new(params, param_json(&exported->params[i]));
    for (int i = 0; i < exported->texture_count; i++)
        if (exported->textures[i].role != EXPORTED_UNUSED)
            json_array_append_new(textures, texture_json(&exported->textures[i]));
    for (int i = 0; i < exported->buffer_count; i++) {
        const struct exported_buffer *buffer = &exported->buffers[i];
        json_array_append_new(buffers,
                              json_file_object("name:t unit:I rows:o columns:o", buffer->name,
                                               (json_int_t) buffer->unit, form_json(&buffer->rows),
                                               form_json(&buffer->columns)));
    }
    for (int i = 0; i < exported->pass_count; i++)
        json_array_append_new(passes, pass_json(exported, &exported->passes[i]));
    return json_file_object(
        "version:i licence:t writer:t chain:t width:i height:i least_size:o most_size:o animated:b "
        "params:o textures:o buffers:o passes:o",
        FORMAT_VERSION, "MIT-0", "halation " HALATION_VERSION, text, exported->width,
        exported->height, size_json(any ? 1 : exported->width, exported->least),
        size_json(any ? EXPORTED_MOST_SIDE : exported->width, exported->most),
        exported->is_animated, params, textures, buffers, passes);
}
