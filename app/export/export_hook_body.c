#include "app/export/export_files.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <stdlib.h>
#include <string.h>

// The GLSL of a pass, with the textures and parameters of the player.

// ---- names

// Writes the new name of an identifier of a shader. Returns false if it keeps its name.
static bool new_name(const struct hook_export *hook, const struct exported_pass *pass,
                     const struct glsl_word *word, struct text_writer *name)
{
    // Names that have a meaning in the file, so that a pass must not define them.
    static const char given[] = "frame random input_size target_size tex_offset out_image output "
                                "linearize delinearize hook result "
                                "make_result to_light to_display along mirrored";
    // Textures of a shader file that is a step are MAIN_tex and HOOKED_tex.
    const bool is_main = word->length > 5 && text_begins_with(word->text, "MAIN_");
    bool is_taken = is_main || text_begins_with(word->text, "HOOKED_") || glsl_is(word, given);
    for (int i = 0; i < hook->param_count; i++)
        is_taken |= glsl_is(word, hook->params[i].name);
    name->length = 0;
    for (int i = 0; i < pass->binding_count; i++)
        if (glsl_is(word, pass->bindings[i].name)) {
            const int thing = pass->bindings[i].thing;
            const struct exported_texture *texture = &hook->exported->textures[thing];
            text_write(name, texture->role == EXPORTED_DATA ? "%s" : "%s_raw", texture->name);
            return true;
        }
    if (glsl_is(word, "main"))
        text_write(name, "make_result");
    else if (glsl_is(word, "out_color"))
        text_write(name, "result");
    else if (is_taken)
        text_write(name, "%.*s_", word->length, word->text);
    return name->length > 0;
}

// ---- uniforms, samplers and other declarations

static void write_floats(struct text_writer *out, const float values[EXPORTED_KNOTS])
{
    for (int i = 0; i < EXPORTED_KNOTS; i++) {
        text_write(out, i == 0 ? "float[33](" : ", ");
        export_write_number(out, values[i], false, "");
    }
    text_write(out, ")");
}

// Returns the parameter of the file that a number depends on; NULL: none.
static const struct hook_param *find_param(const struct hook_export *hook,
                                           const struct exported_number *number)
{
    const struct exported_param *row = &hook->exported->params[number->param];
    for (int i = 0; i < hook->param_count && number->source >= EXPORTED_PARAM; i++) {
        const struct hook_param *param = &hook->params[i];
        if (param->row == row && param->component == number->component)
            return param;
    }
    return NULL;
}

static bool is_constant(const struct hook_export *hook, const struct exported_number *number)
{
    return number->source == EXPORTED_CONSTANT ||
           (number->source >= EXPORTED_PARAM && !find_param(hook, number));
}

// Writes a form in integers, since not every GPU divides floats exactly.
static void write_size(const struct form *form, bool is_whole, struct text_writer *out)
{
    if (!is_whole && form_is_side(form, form->side)) {
        text_write(out, form->side == FORM_WIDTH ? "HOOKED_size.x" : "HOOKED_size.y");
        return;
    }
    text_write(out, is_whole ? "" : "float(");
    form_print(out, form, "int(HOOKED_size.x)", "int(HOOKED_size.y)");
    text_write(out, is_whole ? "" : ")");
}

// Writes a number. Not every GPU computes powers exactly, so the chain's own value is a constant.
static void write_number(const struct hook_export *hook, const struct exported_number *number,
                         bool is_whole, struct text_writer *out)
{
    const struct hook_param *param = find_param(hook, number);
    if (is_constant(hook, number)) {
        export_write_number(out, number->value, is_whole, "");
    } else if (number->source == EXPORTED_FRAME) {
        text_write(out, is_whole ? "frame" : "float(frame)");
    } else if (!param) {
        text_write(out, number->source == EXPORTED_INVERSE ? "1.0 / " : "");
        write_size(&number->form, is_whole, out);
    } else if (number->source == EXPORTED_PARAM) {
        text_write(out, "%s", param->value);
    } else if (number->source == EXPORTED_POWER) {
        text_write(out, "(%s == ", param->value);
        export_write_number(out, param->row->value[number->component], false, " ? ");
        export_write_number(out, number->value, false, " : ");
        text_write(out, "exp2(%s))", param->value);
    } else {
        text_write(out, "along(%s, ", param->value);
        write_floats(out, param->row->knots);
        text_write(out, ", ");
        write_floats(out, number->table);
        text_write(out, ")");
    }
}

// Writes the constant that a uniform becomes, "const vec2 " before its name and after that
// "[2] = vec2[2](vec2(1.0, 2.0), ...);". Uniforms that a pass does not set are 0.
static void write_uniform(const struct hook_export *hook, const struct exported_pass *pass,
                          const struct glsl_word *name, struct text_writer *head,
                          struct text_writer *tail)
{
    static const struct exported_uniform none = { .count = 1 };
    const struct exported_uniform *uniform = &none;
    const struct glsl_word *type = name - 1;
    for (int i = 0; i < pass->uniform_count; i++)
        if (glsl_is(name, pass->uniforms[i].name))
            uniform = &pass->uniforms[i];
    const struct exported_number *number = hook->exported->numbers + uniform->first;
    const int count = uniform->number_count / uniform->count;
    const bool is_array = glsl_is(name + 1, "[");
    bool is_fixed = true;
    for (int i = 0; i < uniform->number_count; i++)
        is_fixed &= is_constant(hook, number + i);
    text_write(head, is_fixed ? "const %.*s " : "%.*s ", type->length, type->text);
    if (is_array)
        text_write(tail, "[%d] = %.*s[%d](", uniform->count, type->length, type->text,
                   uniform->count);
    else
        text_write(tail, " = ");
    for (int i = 0; i < uniform->count; i++) {
        text_write(tail, i > 0 ? ", " : "");
        if (count != 1)
            text_write(tail, count == 0 ? "%.*s(0" : "%.*s(", type->length, type->text);
        for (int k = 0; k < count; k++) {
            text_write(tail, k > 0 ? ", " : "");
            write_number(hook, number++, glsl_is(type, "int"), tail);
        }
        text_write(tail, count != 1 ? ")" : "");
    }
    text_write(tail, is_array ? ");" : ";");
}

// Replaces a declaration such as "uniform float u_share;", or removes "layout(...) uniform
// sampler2D u_input;" with the comment after it.
static void declare(const struct hook_export *hook, const struct exported_pass *pass,
                    const struct glsl_item *item, struct glsl *glsl)
{
    struct glsl_word *first = glsl->words + item->first;
    struct glsl_word *next = glsl->words + item->end;
    if (item->kind != GLSL_VARIABLE || !glsl_is(first, "layout uniform"))
        return;
    struct glsl_word *name = glsl->words + item->names[0];
    const int length = name->length;
    struct text_writer head = { 0 }, tail = { 0 };
    bool is_output = false, is_uniform = false;
    for (const struct glsl_word *word = first; word < name; word++) {
        is_output |= glsl_is(word, "out");
        is_uniform |= glsl_is(word, "uniform");
    }
    if (is_output) {
        text_write(&head, "vec4 ");
        text_write(&tail, ";");
    } else if (is_uniform && !text_begins_with(name[-1].text, "sampler")) {
        write_uniform(hook, pass, name, &head, &tail);
    }
    first->length = 0;
    for (struct glsl_word *word = first + 1; word < next; word++)
        word->space_length = word->length = 0;
    const int line = glsl_line_end(next);
    if (head.text) {
        glsl_replace(glsl, item->first, head.text);
        glsl_replace(glsl, item->end - 1, tail.text);
        name->length = length;
    } else if (line < next->space_length) {
        next->space_length -= line;
        next->space += line;
    }
    free(head.text);
    free(tail.text);
}

// ---- texture reads

// Players filter, and clamp to the edge.
static void fit_sample(const struct exported_binding *input, int word, struct glsl *glsl)
{
    int next = word + 2;
    while (!strchr(",)", glsl->words[next].text[0]))
        next = glsl_next(glsl, next);
    struct glsl_word *place = glsl->words + word + 2;
    struct glsl_word *behind = glsl->words + next;
    if (input->edge == EDGE_MIRROR) { // brackets stay words of their own
        glsl_set_space(glsl, place, "%.*smirrored(", place->space_length, place->space);
        glsl_set_space(glsl, behind, ")%.*s", behind->space_length, behind->space);
    }
    if (input->filter == FILTER_NEAREST)
        glsl_replace(glsl, word - 2, "nearest_texel");
}

static bool fit_read(const struct hook_export *hook, const struct exported_pass *pass,
                     const struct exported_binding *input, int word, struct glsl *glsl,
                     struct error *error)
{
    const enum exported_role role = hook->exported->textures[input->thing].role;
    const bool is_sampled = !glsl_is(glsl->words + word - 2, "texelFetch");
    const bool is_plain = input->edge == EDGE_CLAMP && input->filter == FILTER_LINEAR;
    if (role == EXPORTED_DATA || !is_sampled || is_plain) // data has its own filter and border
        return true;
    if (input->edge == EDGE_ZERO)
        return error_set(error,
                         "%s reads black beyond the border, which a user shader cannot; with "
                         "edge=clamp or edge=mirror it can",
                         pass->path);
    if (!text_begins_with(glsl->words[word - 2].text, "texture"))
        return error_set(error,
                         "%s reads beyond the border or between images in a way that a user "
                         "shader cannot; with edge=clamp it can",
                         pass->path);
    fit_sample(input, word, glsl);
    return true;
}

// ---- the whole

// Functions that the text of a pass may call.
static const struct helper {
    const char *call, *text;
} helpers[] = {
    { "mirrored(", "// Reflects a place beyond a border of the picture into the picture.\n"
                   "vec2 mirrored(vec2 place)\n{\n"
                   "    place = mod(abs(place), 2.0);\n"
                   "    return mix(place, 2.0 - place, greaterThan(place, vec2(1.0)));\n}\n" },
    { "nearest_texel(", "vec4 nearest_texel(sampler2D image, vec2 place, float level)\n{\n"
                        "    vec2 size = vec2(textureSize(image, 0));\n"
                        "    ivec2 at = ivec2(clamp(place * size, vec2(0.0), size - 1.0));\n"
                        "    return texelFetch(image, at, 0);\n}\n" },
    { "along(", "// Interpolates linearly between values at given knots of a parameter.\n"
                "float along(float at, float knots[33], float values[33])\n{\n"
                "    int i = 0;\n"
                "    while (i < 31 && at >= knots[i + 1])\n"
                "        i++;\n"
                "    float share = (at - knots[i]) / (knots[i + 1] - knots[i]);\n"
                "    return mix(values[i], values[i + 1], clamp(share, 0.0, 1.0));\n}\n" },
    { "to_light(",
      "// Decodes sRGB (IEC 61966-2-1).\n"
      "vec3 to_light(vec3 value)\n{\n"
      "    value = clamp(value, 0.0, 1.0);\n"
      "    vec3 high = pow((value + 0.055) / 1.055, vec3(2.4));\n"
      "    return mix(high, value / 12.92, lessThanEqual(value, vec3(0.04045)));\n}\n" },
    { "to_display(",
      "// Encodes as sRGB (IEC 61966-2-1).\n"
      "vec3 to_display(vec3 light)\n{\n"
      "    light = clamp(light, 0.0, 1.0);\n"
      "    vec3 high = 1.055 * pow(light, vec3(1.0 / 2.4)) - 0.055;\n"
      "    return mix(high, light * 12.92, lessThanEqual(light, vec3(0.0031308)));\n}\n" },
};
_Static_assert(EXPORTED_KNOTS == 33, "along() has as many");

void hook_export_helpers(const char *text, struct text_writer *out)
{
    for (size_t i = 0; i < ARRAY_COUNT(helpers); i++)
        if (strstr(text, helpers[i].call))
            text_write(out, "%s\n", helpers[i].text);
}

// Writes the conversion of the result: to premultiplied display values for the player, or to light.
static void write_end(const struct hook_export *hook, bool is_last, struct text_writer *out)
{
    text_write(out, "\nvec4 hook()\n{\n    make_result();\n");
    if (is_last && hook->makes_display)
        text_write(out, "#ifdef HALATION_LIGHT\n"
                        "    result.rgb = to_light(result.rgb);\n"
                        "#endif\n"
                        "    result.rgb *= result.a;\n");
    else if (is_last)
        text_write(out,
                   "#ifndef HALATION_LIGHT\n"
                   "    result.rgb = to_display(result.rgb / max(result.a, 1e-6)) * result.a;\n"
                   "#endif\n");
    text_write(out, "    return result;\n}\n");
}

bool hook_export_body(const struct hook_export *hook, const struct exported_pass *pass,
                      struct text_writer *out, struct error *error)
{
    struct text_writer body = { 0 }, name = { 0 };
    struct glsl glsl;
    glsl_init(&glsl, hook->exported->shaders[pass->shader].flattened.text, NULL);
    bool done = true;
    for (int k = 0; k < pass->binding_count; k++)
        for (int i = 2; i < glsl.count && done; i++) {
            const struct glsl_word *call = glsl.words + i - 2; // "texelFetch(u_input, at, 0)"
            const bool is_call = glsl_is_name(call) && glsl_is(call + 1, "(");
            const bool is_read = is_call && !glsl_is(call, "textureSize");
            if (is_read && glsl_is(call + 2, pass->bindings[k].name))
                done = fit_read(hook, pass, &pass->bindings[k], i, &glsl, error);
        }
    const struct glsl_items items = glsl_items_list(&glsl);
    for (int i = items.count - 1; i >= 0; i--)
        declare(hook, pass, &items.all[i], &glsl);
    free(items.all);
    for (int i = 0; i < glsl.count; i++)
        if (glsl_is_name(glsl.words + i) && new_name(hook, pass, glsl.words + i, &name))
            glsl_replace(&glsl, i, name.text);
    free(name.text);
    char *text = glsl_print(&glsl);
    const char *after = text + strcspn(text, "\n"); // after #version
    text_write(&body, "%s", after + strspn(after, "\n"));
    write_end(hook, hook->exported->textures[pass->output].role == EXPORTED_OUTPUT, &body);
    hook_export_helpers(body.text, out);
    text_write(out, "%s", body.text);
    free(body.text);
    free(text);
    glsl_finish(&glsl);
    return done;
}
