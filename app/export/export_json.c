#include "app/export/export_files.h"
#include "app/results/json_file.h"

#include <math.h>
#include <stdio.h>

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

static json_t *floats_json(const float *values, size_t count)
{
    json_t *json = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(json, json_file_number(values[i]));
    return json;
}

static json_t *number_json(const struct exported *exported, const struct exported_number *number)
{
    const char *param = exported->params[number->param].name;
    switch (number->source) {
    case EXPORTED_SIZE:
        return json_file_object("size:o", form_json(&number->form));
    case EXPORTED_INVERSE:
        return json_file_object("inverse:o", form_json(&number->form));
    case EXPORTED_FRAME:
        return json_file_object("frame:b", true);
    case EXPORTED_PARAM:
        return json_file_object("param:t component:i", param, number->component);
    case EXPORTED_POWER:
        return json_file_object("power_of_2:t", param);
    case EXPORTED_TABLE:
        return json_file_object("param:t table:o", param,
                                floats_json(number->table, EXPORTED_KNOTS));
    default:
        return json_file_number(number->value);
    }
}

static json_t *uniform_json(const struct exported *exported, const struct exported_uniform *uniform)
{
    json_t *values = json_array();
    for (int i = 0; i < uniform->number_count; i++)
        json_array_append_new(values,
                              number_json(exported, &exported->numbers[uniform->first + i]));
    return json_file_object("name:t type:t count:i values:o", uniform->name,
                            exported_types[uniform->type].glsl, uniform->count, values);
}

static json_t *binding_json(const struct exported *exported, const struct exported_binding *binding)
{
    static const char *const edges[] = {
        [EDGE_CLAMP] = "GL_CLAMP_TO_EDGE",
        [EDGE_MIRROR] = "GL_MIRRORED_REPEAT",
        [EDGE_ZERO] = "GL_CLAMP_TO_BORDER",
        [EDGE_REPEAT] = "GL_REPEAT",
    };
    json_t *json = json_file_object("name:t binding:i", binding->name, binding->binding);
    if (binding->kind == FLATTENED_BUFFER)
        json_file_add(json, "buffer:t", exported->buffers[binding->thing].name);
    else
        json_file_add(json, "texture:t", exported->textures[binding->thing].name);
    if (binding->kind == FLATTENED_SAMPLER)
        json_file_add(json, "filter:t edge:t", export_filters[binding->filter],
                      edges[binding->edge]);
    const char *access = binding->is_read ? "GL_READ_WRITE" : "GL_WRITE_ONLY";
    if (binding->kind == FLATTENED_IMAGE)
        json_file_add(json, "access:t format:t?", binding->is_written ? access : "GL_READ_ONLY",
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
    json_t *uniforms = json_array();
    for (int i = 0; i < pass->uniform_count; i++)
        json_array_append_new(uniforms, uniform_json(exported, &pass->uniforms[i]));
    json_t *json =
        json_file_object("name:t kind:t once:b samplers:o images:o buffers:o uniforms:o shader:t? "
                         "output:t?",
                         pass->path, kinds[pass->kind], pass->runs_once,
                         bindings_json(exported, pass, FLATTENED_SAMPLER),
                         bindings_json(exported, pass, FLATTENED_IMAGE),
                         bindings_json(exported, pass, FLATTENED_BUFFER), uniforms,
                         pass->shader >= 0 ? exported->shaders[pass->shader].file : NULL,
                         pass->output >= 0 ? exported->textures[pass->output].name : NULL);
    if (pass->extent_count == 0)
        return json;
    json_t *extent = json_array();
    for (int i = 0; i < pass->extent_count; i++)
        json_array_append_new(extent, form_json(&pass->extent[i]));
    json_file_add(json, pass->kind == RECORD_DRAW ? "area:o" : "groups:o", extent);
    return json;
}

static json_t *texture_json(const struct exported_texture *texture, bool is_page)
{
    static const char *const roles[] = { "input", "output", "between", "data" };
    const bool is_data = texture->role == EXPORTED_DATA;
    char format[EXPORTED_FORMAT_SIZE + 3];
    snprintf(format, sizeof(format), "GL_%s", texture->format);
    json_t *json = json_file_object(
        "name:t role:t format:t width:o height:o dimensions:i depth:i file:t?", texture->name,
        roles[texture->role], format, form_json(&texture->width), form_json(&texture->height),
        texture->dimensions, texture->depth, is_data ? texture->file : NULL);
    if (is_page && is_data)
        json_file_add(json, "texels:o", floats_json(texture->data, texture->data_count));
    return json;
}

// A slider has the range of the panel's, limited to values that do not change the passes.
static void add_slider(json_t *json, const struct exported_param *param)
{
    float least, most;
    param_slider(param->row, &least, &most);
    least = fminf(fmaxf(least, param->least), param->value[0]);
    most = fmaxf(fminf(most, param->most), param->value[0]);
    json_file_add(json, "from:n to:n log:b whole:b", least, most,
                  param->row->curve == PARAM_CURVE_LOG, param->row->type == PARAM_TYPE_INT);
}

static json_t *param_json(const struct exported_param *param, bool is_page)
{
    json_t *json = json_file_object(
        "name:t value:o least:n most:n help:t? unit:t? per_cent_of_height:n?", param->name,
        floats_json(param->value, (size_t) param->components), param->least, param->most,
        param->row->help, param->row->unit, param->per_cent > 0 ? param->per_cent : NAN);
    if (param->has_knots)
        json_file_add(json, "knots:o", floats_json(param->knots, EXPORTED_KNOTS));
    if (is_page)
        add_slider(json, param);
    return json;
}

static json_t *size_json(int width, int height)
{
    json_t *json = json_array();
    json_array_append_new(json, json_integer(width));
    json_array_append_new(json, json_integer(height));
    return json;
}

json_t *export_json(const struct exported *exported, bool is_page)
{
    char text[CHAIN_TEXT_SIZE];
    json_t *params = json_array();
    json_t *textures = json_array();
    json_t *buffers = json_array();
    json_t *passes = json_array();
    const bool any = exported->has_any_size;
    chain_print(&exported->chain, text, sizeof(text));
    for (int i = 0; i < exported->param_count; i++)
        if (exported->params[i].is_recorded)
            json_array_append_new(params, param_json(&exported->params[i], is_page));
    for (int i = 0; i < exported->texture_count; i++)
        if (exported->textures[i].role != EXPORTED_UNUSED)
            json_array_append_new(textures, texture_json(&exported->textures[i], is_page));
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
        size_json(any ? EXPORTED_MAX_SIDE : exported->width, exported->most), exported->is_animated,
        params, textures, buffers, passes);
}
