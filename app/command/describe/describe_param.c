#include "app/command/describe/describe.h"

#include <stdalign.h>
#include <string.h>

static void join_choices(const struct param *param, const char *separator, char *out, size_t size)
{
    size_t length = 0;
    for (int i = 0; i < param_choice_count(param) && length < size; i++)
        length += (size_t) snprintf(out + length, size - length, "%s%s", i > 0 ? separator : "",
                                    param_choice(param, i));
}

static void describe_numbers(const struct param *param, char *out, size_t size)
{
    snprintf(out, size, "%s%s%g..%g%s%s", param->zero ? param->zero : "", param->zero ? ", " : "",
             (double) param->min, (double) param->max, param->unit ? " " : "",
             param->unit ? param->unit : "");
}

void describe_range(const struct param *param, const char *separator, char *out, size_t size)
{
    out[0] = '\0';
    switch (param->type) {
    case PARAM_TYPE_CHOICE:
        join_choices(param, separator, out, size);
        break;
    case PARAM_TYPE_TEXT:
        snprintf(out, size, "text");
        break;
    case PARAM_TYPE_RECT:
        snprintf(out, size, "x0/y0/x1/y1");
        break;
    case PARAM_TYPE_COLOUR:
        snprintf(out, size, "r/g/b, each %g..%g", (double) param->min, (double) param->max);
        break;
    case PARAM_TYPE_LENGTH:
        describe_numbers(param, out, size);
        strncat(out, " or %h", size - strlen(out) - 1);
        break;
    default:
        describe_numbers(param, out, size);
    }
}

void describe_default(const struct param *param, char *out, size_t size)
{
    alignas(max_align_t) unsigned char values[EFFECT_MAX_PARAMS_SIZE + SCENE_MAX_PARAMS_SIZE];
    param_set_default(param, values);
    param_print(param, values, out, size);
}
