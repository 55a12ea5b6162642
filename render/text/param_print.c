#include "render/text/number.h"
#include "render/text/param.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

int param_print(const struct param *param, const void *values, char *out, size_t size)
{
    if (param->type == PARAM_TYPE_TEXT) {
        const char *words = param_const_field(param, values);
        const bool quoted = *words == '\0' || strpbrk(words, " :,#");
        return snprintf(out, size, quoted ? "\"%s\"" : "%s", words);
    }
    if (param->type == PARAM_TYPE_CHOICE) {
        const char *name = param_choice(param, *(const int *) param_const_field(param, values));
        assert(name);
        return snprintf(out, size, "%s", name);
    }
    if (param->type == PARAM_TYPE_INT && !(param->zero && param_get(param, values, 0) == 0))
        return snprintf(out, size, "%d", *(const int *) param_const_field(param, values));
    if (param->zero && param_components(param) == 1 &&
        param_get(param, values, 0) == param->zero_value)
        return snprintf(out, size, "%s", param->zero);

    char text[PARAM_PRINTED_SIZE];
    int used = 0;
    for (int i = 0; i < param_components(param); i++) {
        if (i > 0)
            text[used++] = '/';
        used += number_print(param_get(param, values, i), text + used);
    }
    const struct length *length = param_const_field(param, values);
    const bool is_of_height = param->type == PARAM_TYPE_LENGTH && length->of_height;
    const bool is_in_per_cent = param->unit && strcmp(param->unit, "%") == 0;
    return snprintf(out, size, "%s%s", text, is_of_height ? "%h" : is_in_per_cent ? "%" : "");
}
