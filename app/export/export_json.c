#include "app/export/export_files.h"
#include "app/results/json_file.h"

#include <math.h>

// Writes chain.json (docs/export.md describes it).

enum { FORMAT_VERSION = 3 };

static json_t *form_json(const struct form *form)
{
    if (form->side == FORM_FIXED)
        return json_integer(form->add);
    return json_file_object("of:t per:i add:i by:i step:i plus:i",
                            form->side == FORM_WIDTH ? "width" : "height", form->per, form->add,
                            form->by, form->step, form->plus);
}

json_t *export_floats_json(const float *values, size_t count)
{
    json_t *json = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(json, json_file_number(values[i]));
    return json;
}

static json_t *number_json(const struct exported *exported, const struct exported_number *number)
{
    const struct exported_param *param = &exported->params[number->param];
    switch (number->source) {
    case EXPORTED_SIZE:
        return json_file_object("size:o", form_json(&number->form));
    case EXPORTED_INVERSE:
        return json_file_object("inverse:o", form_json(&number->form));
    case EXPORTED_FRAME:
        return json_file_object("frame:b", true);
    case EXPORTED_PARAM:
        return json_file_object("param:t component:i", param->name, number->component);
    case EXPORTED_POWER:
        return json_file_object("power_of_2:t", param->name);
    case EXPORTED_TABLE:
        return json_file_object("param:t table:o", param->name,
                                export_floats_json(number->table, EXPORTED_KNOTS));
    default:
        return json_file_number(number->value);
    }
}

static json_t *uniform_json(const struct exported *exported, const struct exported_uniform *uniform)
{
    static const char *const types[] = {
        [UNIFORM_INT] = "int",           [UNIFORM_FLOAT] = "float",    [UNIFORM_VEC2] = "vec2",
        [UNIFORM_VEC3] = "vec3",         [UNIFORM_VEC4] = "vec4",      [UNIFORM_MAT4] = "mat4",
        [UNIFORM_FLOAT_ARRAY] = "float", [UNIFORM_VEC4_ARRAY] = "vec4"
    };
    json_t *values = json_array();
    for (int i = 0; i < uniform->number_count; i++)
        json_array_append_new(values, number_json(exported, &uniform->numbers[i]));
    return json_file_object("name:t type:t count:i values:o", uniform->name, types[uniform->type],
                            uniform->count, values);
}

static json_t *binding_json(const struct exported *exported, const struct exported_binding *binding)
{
    const bool is_buffer = binding->kind == FLATTENED_BUFFER;
    const bool is_sampler = binding->kind == FLATTENED_SAMPLER;
    const bool is_image = binding->kind == FLATTENED_IMAGE;
    return json_file_object(
        "name:t binding:i buffer:t? texture:t? filter:t? edge:t? access:t? "
        "format:t?",
        binding->name, binding->binding, is_buffer ? exported->buffers[binding->thing].name : NULL,
        is_buffer ? NULL : exported->textures[binding->thing].name,
        is_sampler ? export_filters[binding->filter] : NULL,
        is_sampler ? export_edges[binding->edge] : NULL, is_image ? export_access(binding) : NULL,
        is_image && binding->words ? "GL_RG32UI" : NULL);
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
        export_floats_json(param->value, (size_t) param->components), param->least, param->most,
        param->row->help, param->row->unit, param->per_cent > 0 ? param->per_cent : NAN,
        param->knot_count > 0 ? export_floats_json(param->knots, (size_t) param->knot_count)
                              : json_null());
}

static json_t *size_json(int width, int height)
{
    json_t *json = json_array();
    json_array_append_new(json, json_integer(width));
    json_array_append_new(json, json_integer(height));
    return json;
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
