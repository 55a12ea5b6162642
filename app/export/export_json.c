#include "app/export/export_files.h"
#include "app/results/json_file.h"

#include <stdlib.h>

// chain.json, as docs/export.md describes it.

enum { FORMAT_VERSION = 2 };

static void write_form(struct text_writer *out, const struct form *form)
{
    if (form->side == FORM_FIXED)
        text_write(out, "%d", form->add);
    else
        text_write(out,
                   "{\"of\": \"%s\", \"per\": %d, \"add\": %d, \"by\": %d, \"step\": %d, "
                   "\"plus\": %d}",
                   form->side == FORM_WIDTH ? "width" : "height", form->per, form->add, form->by,
                   form_step(form), form->plus);
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

// Returns the value that a text is, and releases the text.
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
    return json_file_pack("{s:s, s:s, s:i, s:o}", "name", uniform->name, "type",
                          types[uniform->type], "count", uniform->count, "values",
                          read_json(&numbers));
}

static json_t *binding_json(const struct exported *exported, const struct exported_binding *binding)
{
    const bool is_buffer = binding->kind == FLATTENED_BUFFER;
    json_t *json = json_file_pack("{s:s, s:i, s:s}", "name", binding->name, "binding",
                                  binding->binding, is_buffer ? "buffer" : "texture",
                                  is_buffer ? exported->buffers[binding->thing].name
                                            : exported->textures[binding->thing].name);
    if (binding->kind == FLATTENED_SAMPLER) {
        json_object_set_new(json, "filter",
                            json_file_text(export_filters[binding->filter], "a name"));
        json_object_set_new(json, "edge", json_file_text(export_edges[binding->edge], "a name"));
    } else if (!is_buffer) {
        json_object_set_new(json, "access", json_file_text(export_access(binding), "a name"));
        if (binding->words)
            json_object_set_new(json, "format", json_file_text("GL_RG32UI", "a name"));
    }
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
    static const char *const kinds[] = { "draw", "dispatch", "mips", "clear" };
    char shader[EXPORT_FILE_SIZE];
    json_t *uniforms = json_array();
    for (int i = 0; i < pass->uniform_count; i++)
        json_array_append_new(uniforms, uniform_json(exported, &pass->uniforms[i]));
    json_t *json =
        json_file_pack("{s:o, s:s, s:b, s:i, s:o, s:o, s:o, s:o}", "name",
                       json_file_text(pass->path, "the name of a pass"), "kind", kinds[pass->kind],
                       "once", pass->is_once, "barriers", (int) pass->barriers, "samplers",
                       bindings_json(exported, pass, FLATTENED_SAMPLER), "images",
                       bindings_json(exported, pass, FLATTENED_IMAGE), "buffers",
                       bindings_json(exported, pass, FLATTENED_BUFFER), "uniforms", uniforms);
    if (pass->shader >= 0) {
        export_shader_name(exported, pass->shader, shader);
        json_object_set_new(json, "shader", json_file_text(shader, "a name"));
    }
    if (pass->output >= 0)
        json_object_set_new(json, "output",
                            json_file_text(exported->textures[pass->output].name, "a name"));
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
    json_t *json =
        json_file_pack("{s:s, s:s, s:s, s:o, s:o, s:i, s:i, s:i}", "name", texture->name, "role",
                       roles[texture->role], "format", format, "width", form_json(&texture->width),
                       "height", form_json(&texture->height), "dimensions", texture->dimensions,
                       "depth", texture->depth, "levels", texture->levels);
    export_data_name(texture, name);
    if (texture->role == EXPORTED_DATA)
        json_object_set_new(json, "file", json_file_text(name, "a name"));
    return json;
}

static json_t *param_json(const struct exported_param *param)
{
    json_t *json = json_file_pack("{s:s, s:o, s:f, s:f}", "name", param->name, "value",
                                  export_floats_json(param->value, (size_t) param->components),
                                  "least", (double) param->least, "most", (double) param->most);
    if (param->row->help)
        json_object_set_new(json, "help", json_file_text(param->row->help, "a parameter's text"));
    if (param->row->unit)
        json_object_set_new(json, "unit", json_file_text(param->row->unit, "a unit"));
    if (param->per_cent > 0)
        json_object_set_new(json, "per_cent_of_height", json_real((double) param->per_cent));
    if (param->knot_count > 0)
        json_object_set_new(json, "knots",
                            export_floats_json(param->knots, (size_t) param->knot_count));
    return json;
}

json_t *export_json(const struct exported *exported)
{
    char text[CHAIN_TEXT_SIZE];
    json_t *params = json_array(), *textures = json_array(), *buffers = json_array(),
           *passes = json_array();
    chain_print(&exported->chain, text, sizeof(text));
    for (int i = 0; i < exported->param_count; i++)
        json_array_append_new(params, param_json(&exported->params[i]));
    for (int i = 0; i < exported->texture_count; i++)
        json_array_append_new(textures, texture_json(&exported->textures[i]));
    for (int i = 0; i < exported->buffer_count; i++) {
        const struct exported_buffer *buffer = &exported->buffers[i];
        json_array_append_new(buffers, json_file_pack("{s:s, s:I, s:o, s:o}", "name", buffer->name,
                                                      "unit", (json_int_t) buffer->unit, "rows",
                                                      form_json(&buffer->rows), "columns",
                                                      form_json(&buffer->columns)));
    }
    for (int i = 0; i < exported->pass_count; i++)
        json_array_append_new(passes, pass_json(exported, &exported->passes[i]));
    return json_file_pack("{s:i, s:s, s:s, s:o, s:i, s:i, s:[ii], s:[ii], s:b, s:o, s:o, s:o, s:o}",
                          "version", FORMAT_VERSION, "licence", "MIT-0", "writer",
                          "halation " HALATION_VERSION, "chain", json_file_text(text, "the chain"),
                          "width", exported->width, "height", exported->height, "least_size",
                          exported->least[0], exported->least[1], "most_size", exported->most[0],
                          exported->most[1], "animated", exported->is_animated, "params", params,
                          "textures", textures, "buffers", buffers, "passes", passes);
}
