#include "app/export/export_files.h"
#include "render/text/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void export_write_float(struct text_writer *out, float value, const char *end)
{
    char text[32];
    if (end)
        number_print(value, text);
    else
        snprintf(text, sizeof(text), isfinite(value) ? "%.17g" : "null", (double) value);
    text_write(out, "%s%s%s", text, strpbrk(text, ".el") ? "" : ".0", end ? end : "");
}

void export_write_floats(struct text_writer *out, const struct number_language *language,
                         const float *values, int count)
{
    text_write(out, "%s", language->list[0]);
    for (int i = 0; i < count; i++) {
        text_write(out, i > 0 ? ", " : "");
        export_write_float(out, values[i], language->float_end);
    }
    text_write(out, "%s", language->list[1]);
}

void export_write_number(struct text_writer *out, const struct number_language *language,
                         const struct exported *exported, const struct exported_number *number,
                         bool is_whole, const char *table)
{
    const struct exported_param *param = &exported->params[number->param];
    const char *const *texts = language->texts[number->source];
    for (const char *at = is_whole && texts[1] ? texts[1] : texts[0]; *at; at++) {
        if (*at != '$') {
            text_write(out, "%c", *at);
            continue;
        }
        switch (*++at) {
        case 'v':
            export_write_float(out, number->value, language->float_end);
            break;
        case 'i':
            text_write(out, "%d", (int) number->value);
            break;
        case 'f':
            language->write_form(out, &number->form);
            break;
        case 'n':
            language->write_param(out, param, number->component);
            break;
        case 'o':
            export_write_float(out, param->value[number->component], language->float_end);
            break;
        case 'p':
            text_write(out, "%d", number->param);
            break;
        case 'c':
            text_write(out, "%d", number->component);
            break;
        case 'k':
            export_write_floats(out, language, param->knots, param->knot_count);
            break;
        case 't':
            if (table)
                text_write(out, "%s", table);
            else
                export_write_floats(out, language, number->table, param->knot_count);
        }
    }
}
