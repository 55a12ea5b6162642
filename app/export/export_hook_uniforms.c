#include "app/export/export_folder.h"
#include "app/export/export_hook.h"

#include <stdlib.h>
#include <string.h>

// Uniforms of a pass as a user shader says them: by numbers, sizes and the file's parameters.

// ---- numbers

static void write_floats(struct text_writer *out, const float *values, int count)
{
    text_write(out, "float[%d](", count);
    for (int i = 0; i < count; i++) {
        text_write(out, i > 0 ? ", " : "");
        export_write_float(out, values[i], "");
    }
    text_write(out, ")");
}

// A size is worked out in whole numbers, since not every GPU divides floats exactly.
static void write_form(struct text_writer *out, const struct form *form, bool is_whole)
{
    char text[FORM_PRINTED_SIZE];
    form_print(form, "int(HOOKED_size.x)", "int(HOOKED_size.y)", true, text);
    if (form_is_side(form, form->side) && !is_whole)
        text_write(out, form->side == FORM_WIDTH ? "HOOKED_size.x" : "HOOKED_size.y");
    else
        text_write(out, is_whole ? "%s" : "float(%s)", text);
}

// A parameter as the passes take it: lengths are in pixels.
static void write_value(struct text_writer *out, const struct exported_param *param, int component)
{
    char name[HOOK_EXPORT_NAME_SIZE];
    hook_export_name(param, component, name);
    text_write(out, param->per_cent > 0 ? "(%s * HOOKED_size.y / 100.0)" : "%s", name);
}

static bool is_constant(const struct hook_export *hook, const struct exported_number *number)
{
    return number->source == EXPORTED_CONSTANT ||
           (number->source >= EXPORTED_PARAM && !hook->is_said[number->param]);
}

static void write_number(const struct hook_export *hook, const struct exported_number *number,
                         bool is_whole, struct text_writer *out)
{
    const struct exported_param *param = &hook->exported->params[number->param];
    if (is_constant(hook, number)) {
        if (is_whole)
            text_write(out, "%d", (int) number->value);
        else
            export_write_float(out, number->value, "");
    } else if (number->source == EXPORTED_FRAME) {
        text_write(out, is_whole ? "frame" : "float(frame)");
    } else if (number->source == EXPORTED_TABLE) {
        text_write(out, "along(");
        write_value(out, param, number->component);
        text_write(out, ", ");
        write_floats(out, param->knots, param->knot_count);
        text_write(out, ", ");
        write_floats(out, number->table, param->knot_count);
        text_write(out, ")");
    } else if (number->source == EXPORTED_POWER) { // which not every GPU gives to the last bit
        text_write(out, "(");
        write_value(out, param, number->component);
        text_write(out, " == ");
        export_write_float(out, param->value[number->component], "");
        text_write(out, " ? ");
        export_write_float(out, number->value, "");
        text_write(out, " : exp2(");
        write_value(out, param, number->component);
        text_write(out, "))");
    } else if (number->source == EXPORTED_PARAM) {
        write_value(out, param, number->component);
    } else {
        text_write(out, number->source == EXPORTED_INVERSE ? "1.0 / " : "");
        write_form(out, &number->form, is_whole);
    }
}

// ---- uniforms

static const struct exported_uniform *find_uniform(const struct exported_pass *pass,
                                                   const struct glsl_word *name)
{
    for (int i = 0; i < pass->uniform_count; i++)
        if (glsl_is(name, pass->uniforms[i].name))
            return &pass->uniforms[i];
    return NULL;
}

// "vec2(1.0, 2.0)". What a pass does not set is 0.
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

void hook_export_uniform(const struct hook_export *hook, const struct exported_pass *pass,
                         const struct glsl_word *declared, const char *name,
                         struct text_writer *out)
{
    const struct glsl_word *type = declared;
    const struct exported_uniform *uniform = find_uniform(pass, declared + 1);
    const int elements = uniform ? uniform->count : 1;
    const int count = uniform ? uniform->number_count / elements : 0;
    const bool is_array = glsl_is(declared + 2, "[");
    bool is_fixed = true;
    for (int i = 0; i < count * elements; i++)
        is_fixed &= is_constant(hook, &uniform->numbers[i]);
    const char *how = is_fixed ? "const " : "";
    if (!is_array) {
        text_write(out, "%s%.*s %s = ", how, type->length, type->text, name);
        write_element(hook, uniform ? uniform->numbers : NULL, count, type, out);
        text_write(out, ";");
        return;
    }
    text_write(out, "%s%.*s %s[%d] = %.*s[%d](", how, type->length, type->text, name, elements,
               type->length, type->text, elements);
    for (int i = 0; i < elements; i++) {
        text_write(out, i > 0 ? ", " : "");
        write_element(hook, uniform ? uniform->numbers + i * count : NULL, count, type, out);
    }
    text_write(out, ");");
}
