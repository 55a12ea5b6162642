#include "app/describe.h"

#include <stdalign.h>

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
    call.impl->cost(&call, &cost);
    const double pixels = (double) call.width * call.height;
    cost.texels /= pixels;
    cost.bilinear /= pixels;
    cost.shared /= pixels;
    cost.sums /= pixels;
    cost.stores /= pixels;
    return cost;
}

static void print_impl(FILE *out, const struct effect *effect, int i)
{
    const struct effect_impl *impl = &effect->impls[i];
    const struct cost cost = describe_cost(effect, i);
    fprintf(out, "%-15s %-22s %-8s %8.3g %8.3g %8.3g %8.3g %6.3g %6.0f %6.0f", effect->name,
            impl->name, impl->compute ? "compute" : "fragment", cost.texels, cost.bilinear,
            cost.shared, cost.sums, cost.stores, cost.passes, cost.held);
    fprintf(out, "  %s\n", impl->summary);
}

void describe_impls(FILE *out)
{
    fprintf(out,
            "%-15s %-22s %-8s %8s %8s %8s %8s %6s %6s %6s  (a pixel at 1920x1080, at the defaults; "
            "held: bytes a group)\n",
            "effect", "impl", "kind", "texels", "bilinear", "shared", "sums", "stores", "passes",
            "held");
    for (int i = 0; effects[i]; i++)
        for (int impl = 0; impl < effect_impl_count(effects[i]); impl++)
            print_impl(out, effects[i], impl);
}
