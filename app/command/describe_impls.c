#include "app/command/describe.h"
#include "app/text/wrap.h"

#include <stdalign.h>

struct cost describe_cost(const struct effect *effect, int impl)
{
    static const struct context_info no_info; // costs may ask what kind it is
    alignas(max_align_t) unsigned char params[EFFECT_MAX_PARAMS_SIZE] = { 0 };
    if (effect->params)
        param_set_defaults(effect->params, params);
    const struct effect_site site = {
        .info = &no_info,
        .params = params,
        .width = 1920,
        .height = 1080,
        .cell = effect_cell(effect, params, 1080, 1),
        .format = FORMAT_RGBA16F,
    };
    struct cost cost = { 0 };
    effect->impls[impl]->cost(&site, &cost);
    const double pixels = (double) site.width * site.height;
    cost.texels /= pixels;
    cost.bilinear /= pixels;
    cost.shared /= pixels;
    cost.sums /= pixels;
    cost.stores /= pixels;
    return cost;
}

enum { LEFT = 2, SUMMARY_INDENT = 6, NAME_WIDTH = 24 };

// Prints three digits, without an exponent.
static void print_count(FILE *out, int width, double count)
{
    fprintf(out, count < 1000 ? " %*.3g" : " %*.0f", width, count);
}

static void print_impl(FILE *out, const struct effect *effect, int i)
{
    const struct effect_impl *impl = effect->impls[i];
    const struct cost cost = describe_cost(effect, i);
    fprintf(out, "%*s%-*s", LEFT, "", NAME_WIDTH, impl->name);
    print_count(out, 6, cost.texels);
    print_count(out, 8, cost.bilinear);
    print_count(out, 6, cost.shared);
    print_count(out, 6, cost.sums);
    print_count(out, 6, cost.stores);
    print_count(out, 6, cost.passes);
    print_count(out, 6, cost.shared_bytes);
    fprintf(out, "\n%*s", SUMMARY_INDENT, "");
    const int column = SUMMARY_INDENT + fprintf(out, impl->compute ? "compute: " : "fragment: ");
    wrap_print(out, column, SUMMARY_INDENT, impl->summary);
}

void describe_impls(FILE *out)
{
    wrap_print(out, 0, 0,
               "Reads, sums and stores for each pixel of a picture of 1920x1080, at the defaults; "
               "memory: bytes of shared memory of a group");
    fprintf(out, "\n%*s %6s %8s %6s %6s %6s %6s %6s\n", LEFT + NAME_WIDTH, "", "texels", "bilinear",
            "shared", "sums", "stores", "passes", "memory");
    for (int i = 0; effects[i]; i++) {
        if (effect_impl_count(effects[i]) > 0)
            fprintf(out, "%s\n", effects[i]->name);
        for (int impl = 0; impl < effect_impl_count(effects[i]); impl++)
            print_impl(out, effects[i], impl);
    }
}
