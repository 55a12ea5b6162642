#include "app/describe.h"

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

struct cost describe_cost(const struct effect *effect, int impl)
{
    static struct gpu no_gpu; // costs may ask what kind it is
    alignas(max_align_t) unsigned char params[EFFECT_MAX_PARAMS_SIZE] = { 0 };
    if (effect->params)
        param_set_defaults(effect->params, params);
    const struct effect_call call = {
        .gpu = &no_gpu,
        .params = params,
        .impl = &effect->impls[impl],
        .width = 1920,
        .height = 1080,
        .format = FORMAT_RGBA16F,
    };
    struct cost cost = { 0 };
    if (effect->impls[impl].cost)
        effect->impls[impl].cost(&call, &cost);
    const double pixels = (double) call.width * call.height;
    cost.texels /= pixels;
    cost.bilinear /= pixels;
    cost.shared /= pixels;
    cost.sums /= pixels;
    cost.stores /= pixels;
    return cost;
}
