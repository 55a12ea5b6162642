#include "app/export/export_files.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The GLSL of a pass, with the textures and parameters of the player.

// ---- names

// Returns true if a name has a meaning in the file, so that a pass must not define it.
static bool is_taken(const struct hook_export *hook, const struct glsl_word *word)
{
    static const char given[] = "frame random input_size target_size tex_offset out_image output "
                                "linearize delinearize hook result "
                                "make_result to_light to_display along mirrored";
    const struct exported *exported = hook->exported;
    bool is_one = glsl_is(word, given);
    for (int i = 0; i < exported->param_count; i++)
        for (int k = 0; k < exported->params[i].components && hook->is_said[i]; k++) {
            char name[HOOK_EXPORT_NAME_SIZE];
            hook_export_name(&exported->params[i], k, name);
            is_one |= glsl_is(word, name);
        }
    return is_one;
}

// Writes the new name of an identifier of a shader. Returns false if it keeps its name.
static bool new_name(const struct hook_export *hook, const struct exported_pass *pass,
                     const struct glsl_word *word, struct text_writer *name)
{
    name->length = 0;
    for (int i = 0; i < pass->binding_count; i++)
        if (glsl_is(word, pass->bindings[i].name)) {
            const struct exported_texture *texture =
                &hook->exported->textures[pass->bindings[i].thing];
            text_write(name, "%s%s", hook_export_texture(texture),
                       texture->role == EXPORTED_DATA ? "" : "_raw");
            return true;
        }
    if (glsl_is(word, "main"))
        text_write(name, "make_result");
    else if (glsl_is(word, "out_color"))
        text_write(name, "result");
    else if (text_begins_with(word->text, "HOOKED_") ||
             (word->length > 5 && text_begins_with(word->text, "MAIN_")) || is_taken(hook, word))
        // The first two are textures of a shader file that is a step.
        text_write(name, "%.*s_", word->length, word->text);
    return name->length > 0;
}

// ---- uniforms, samplers and other declarations

static void write_floats(struct text_writer *out, const float values[EXPORTED_KNOTS])
{
    for (int i = 0; i < EXPORTED_KNOTS; i++) {
        text_write(out, i == 0 ? "float[33](" : ", ");
        export_write_float(out, values[i], "");
    }
    text_write(out, ")");
}

static bool is_constant(const struct hook_export *hook, const struct exported_number *number)
{
    return number->source == EXPORTED_CONSTANT ||
           (number->source >= EXPORTED_PARAM && !hook->is_said[number->param]);
}

// Writes a form in integers, since not every GPU divides floats exactly.
static void write_size(const struct exported_number *number, bool is_whole, struct text_writer *out)
{
    const struct form *form = &number->form;
    const bool is_side = !is_whole && form_is_side(form, form->side);
    text_write(out, number->source == EXPORTED_INVERSE ? "1.0 / " : "");
    text_write(out, is_whole || is_side ? "" : "float(");
    form_print(out, form, is_side ? "HOOKED_size.x" : "int(HOOKED_size.x)",
               is_side ? "HOOKED_size.y" : "int(HOOKED_size.y)");
    text_write(out, is_whole || is_side ? "" : ")");
}

// Writes a number; of a parameter in the unit of the passes: lengths are in pixels. Not every GPU
// computes powers exactly, so the chain's own value is a constant.
static void write_number(const struct hook_export *hook, const struct exported_number *number,
                         bool is_whole, struct text_writer *out)
{
    const struct exported_param *param = &hook->exported->params[number->param];
    char name[HOOK_EXPORT_NAME_SIZE + 32];
    if (is_constant(hook, number)) {
        if (is_whole)
            text_write(out, "%d", (int) number->value);
        else
            export_write_float(out, number->value, "");
        return;
    }
    if (number->source >= EXPORTED_PARAM) {
        char own[HOOK_EXPORT_NAME_SIZE];
        hook_export_name(param, number->component, own);
        snprintf(name, sizeof(name), param->per_cent > 0 ? "(%s * HOOKED_size.y / 100.0)" : "%s",
                 own);
    }
    if (number->source == EXPORTED_FRAME) {
        text_write(out, is_whole ? "frame" : "float(frame)");
    } else if (number->source == EXPORTED_PARAM) {
        text_write(out, "%s", name);
    } else if (number->source == EXPORTED_POWER) {
        text_write(out, "(%s == ", name);
        export_write_float(out, param->value[number->component], "");
        text_write(out, " ? ");
        export_write_float(out, number->value, "");
        text_write(out, " : exp2(%s))", name);
    } else if (number->source == EXPORTED_TABLE) {
        text_write(out, "along(%s, ", name);
        write_floats(out, param->knots);
        text_write(out, ", ");
        write_floats(out, number->table);
        text_write(out, ")");
    } else {
        write_size(number, is_whole, out);
    }
}

// Writes a value such as "vec2(1.0, 2.0)". Uniforms that a pass does not set are 0.
static void write_element(const struct hook_export *hook, const struct exported_number *numbers,
                          int count, const struct glsl_word *type, struct text_writer *out)
{
    if (count != 1)
        text_write(out, "%.*s(", type->length, type->text);
    for (int i = 0; i < count; i++) {
        text_write(out, i > 0 ? ", " : "");
        write_number(hook, &numbers[i], glsl_is(type, "int"), out);
    }
    if (count != 1)
        text_write(out, count == 0 ? "0)" : ")");
}

// Writes a uniform that a shader declares as "vec2 u_size[2]" as a constant with another name:
// "const vec2 u_size[2] = vec2[2](vec2(1.0, 2.0), ...);".
static void write_uniform(const struct hook_export *hook, const struct exported_pass *pass,
                          const struct glsl_word *type, const char *name, struct text_writer *out)
{
    static const struct exported_uniform none = { .count = 1 };
    const struct exported_uniform *uniform = &none;
    for (int i = 0; i < pass->uniform_count; i++)
        if (glsl_is(type + 1, pass->uniforms[i].name))
            uniform = &pass->uniforms[i];
    const int count = uniform->number_count / uniform->count;
    const bool is_array = glsl_is(type + 2, "[");
    bool is_fixed = true;
    for (int i = 0; i < uniform->number_count; i++)
        is_fixed &= is_constant(hook, &uniform->numbers[i]);
    text_write(out, "%s%.*s %s", is_fixed ? "const " : "", type->length, type->text, name);
    if (is_array)
        text_write(out, "[%d] = %.*s[%d](", uniform->count, type->length, type->text,
                   uniform->count);
    else
        text_write(out, " = ");
    for (int i = 0; i < uniform->count; i++) {
        text_write(out, i > 0 ? ", " : "");
        write_element(hook, uniform->numbers + i * count, count, type, out);
    }
    text_write(out, is_array ? ");" : ";");
}

// Replaces an item by a text. If the text is empty, the comment after the item is removed, too.
static void put(const struct glsl_item *item, const char *text, struct glsl *glsl)
{
    struct glsl_word *words = glsl->words, *next = &words[item->end];
    const int line = glsl_line_end(next);
    glsl_replace(glsl, item->first, text);
    for (int i = item->first + 1; i < item->end; i++)
        words[i].space_length = words[i].length = 0;
    if (!*text && line < next->space_length) {
        next->space_length -= line;
        next->space += line;
    }
}

// Replaces a declaration such as "uniform float u_share;" or "layout(...) uniform sampler2D
// u_input;".
static void declare(const struct hook_export *hook, const struct exported_pass *pass,
                    const struct glsl_item *item, struct glsl *glsl)
{
    const struct glsl_word *words = glsl->words, *type = NULL;
    bool is_output = false;
    if (item->kind != GLSL_VARIABLE || !glsl_is(&words[item->first], "layout uniform"))
        return;
    for (int i = item->first; i < item->names[0]; i++) {
        is_output |= glsl_is(&words[i], "out");
        type = glsl_is(&words[i], "uniform") ? &words[i + 1] : type;
    }
    struct text_writer text = { 0 }, name = { 0 };
    if (is_output)
        text_write(&text, "vec4 result;");
    else if (type && !text_begins_with(type->text, "sampler")) {
        if (!new_name(hook, pass, type + 1, &name))
            text_write(&name, "%.*s", type[1].length, type[1].text);
        write_uniform(hook, pass, type, name.text, &text);
    }
    free(name.text);
    put(item, text.text ? text.text : "", glsl);
    free(text.text);
}

// ---- texture reads

// Inserts a text into the space before a token, at its end or its beginning, so that brackets stay
// tokens.
static void add(struct glsl *glsl, int number, const char *text, bool is_at_end)
{
    struct glsl_word *word = &glsl->words[number];
    glsl_set_space(glsl, word, "%s%.*s%s", is_at_end ? "" : text, word->space_length, word->space,
                   is_at_end ? text : "");
}

// Players filter, and clamp to the edge.
static void fit_sample(const struct exported_binding *input, int word, struct glsl *glsl)
{
    int last = word + 1;
    while (!strchr(",)", glsl->words[last + 1].text[0]))
        last = glsl_next(glsl, last + 1) - 1;
    if (input->edge == EDGE_MIRROR) {
        add(glsl, word + 2, "mirrored(", true);
        add(glsl, last + 1, ")", false);
    }
    if (input->filter == FILTER_NEAREST)
        glsl_replace(glsl, word - 2, "nearest_texel");
}

static bool fit_read(const struct hook_export *hook, const struct exported_pass *pass,
                     const struct exported_binding *input, int word, struct glsl *glsl,
                     struct error *error)
{
    const enum exported_role role = hook->exported->textures[input->thing].role;
    const bool is_sampled = !glsl_is(&glsl->words[word - 2], "texelFetch");
    const bool is_plain = input->edge == EDGE_CLAMP && input->filter == FILTER_LINEAR;
    if (role == EXPORTED_DATA) // data has its own filter and border
        return true;
    if (is_sampled && input->edge == EDGE_ZERO)
        return error_set(error,
                         "%s reads black beyond the border, which a user shader cannot; with "
                         "edge=clamp or edge=mirror it can",
                         pass->path);
    if (is_sampled && !is_plain) {
        if (!text_begins_with(glsl->words[word - 2].text, "texture"))
            return error_set(error,
                             "%s reads beyond the border or between images in a way that a user "
                             "shader cannot; with edge=clamp it can",
                             pass->path);
        fit_sample(input, word, glsl);
    }
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
    const bool is_last = hook->exported->textures[pass->output].role == EXPORTED_OUTPUT;
    struct text_writer body = { 0 }, name = { 0 };
    struct glsl glsl;
    glsl_init(&glsl, hook->exported->shaders[pass->shader].flattened.text, NULL);
    bool done = true;
    for (int k = 0; k < pass->binding_count; k++)
        for (int i = 2; i < glsl.count && done; i++) {
            const struct glsl_word *call = &glsl.words[i - 2]; // "texelFetch(u_input, at, 0)"
            if (glsl_is(&call[2], pass->bindings[k].name) && glsl_is(&call[1], "(") &&
                glsl_is_name(call) && !glsl_is(call, "textureSize"))
                done = fit_read(hook, pass, &pass->bindings[k], i, &glsl, error);
        }
    const struct glsl_items items = glsl_items_list(&glsl);
    for (int i = items.count - 1; i >= 0; i--)
        declare(hook, pass, &items.all[i], &glsl);
    free(items.all);
    for (int i = 0; i < glsl.count; i++)
        if (glsl_is_name(&glsl.words[i]) && new_name(hook, pass, &glsl.words[i], &name))
            glsl_replace(&glsl, i, name.text);
    free(name.text);
    char *printed = glsl_print(&glsl);
    char *text = flatten_tidy(printed + strcspn(printed, "\n")); // after #version
    text_write(&body, "%s", text);
    write_end(hook, is_last, &body);
    hook_export_helpers(body.text, out);
    text_write(out, "%s", body.text);
    free(body.text);
    free(printed);
    free(text);
    glsl_finish(&glsl);
    return done;
}
