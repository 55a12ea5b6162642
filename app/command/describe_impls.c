#include "app/command/describe.h"
#include "app/text/wrap.h"

#include <math.h>
#include <stdalign.h>
#include <stdint.h>
#include <string.h>

static struct effect_site some_site(const struct effect *effect, void *params)
{
    // Costs may ask what kind it is.
    static const struct context_info some_info = { .max_storage = INT64_MAX };
    if (effect->params)
        param_set_defaults(effect->params, params);
    return (struct effect_site){
        .info = &some_info,
        .params = params,
        .width = 1920,
        .height = 1080,
        .cell = effect_cell(effect, params, 1080, 1),
        .format = FORMAT_RGBA16F,
    };
}

struct cost describe_cost(const struct effect *effect, int impl)
{
    alignas(max_align_t) unsigned char params[EFFECT_MAX_PARAMS_SIZE] = { 0 };
    const struct effect_site site = some_site(effect, params);
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

// The least and the most of all widths where it fits.
static void span_errors(const struct effect_impl *impl, const struct param *width,
                        struct effect_site *site, void *params, double span[2])
{
    enum { WIDTHS = 200 };
    float min, max;
    char why[EFFECT_WHY_SIZE];
    param_slider(width, &min, &max);
    for (int i = 0; i <= WIDTHS; i++) {
        param_set(width, params, 0, min * powf(max / min, (float) i / WIDTHS));
        if (impl->fits && !impl->fits(site, why))
            continue;
        const double error = effect_impl_error(impl, site);
        span[0] = fmin(span[0], error);
        span[1] = fmax(span[1], error);
    }
}

static void print_span(const double span[2], char out[DESCRIBE_ERROR_SIZE])
{
    char least[16], most[16];
    snprintf(least, sizeof(least), "%.2g", 100 * span[0]);
    snprintf(most, sizeof(most), "%.2g", 100 * span[1]);
    const bool is_one = strcmp(least, most) == 0;
    if (span[1] >= 1)
        snprintf(out, DESCRIBE_ERROR_SIZE, "any amount");
    else if (span[1] > 0)
        snprintf(out, DESCRIBE_ERROR_SIZE, "%s%s%s %%", is_one ? "" : least, is_one ? "" : " to ",
                 most);
}

void describe_error(const struct effect *effect, int impl, char out[DESCRIBE_ERROR_SIZE])
{
    alignas(max_align_t) unsigned char params[EFFECT_MAX_PARAMS_SIZE] = { 0 };
    struct effect_site site = some_site(effect, params);
    double span[2] = { INFINITY, 0 };
    out[0] = '\0';
    if (!effect->impls[impl]->error)
        return;
    const struct param *width = param_find(effect->params, "sigma", strlen("sigma"));
    span_errors(effect->impls[impl], width, &site, params, span);
    site.format = FORMAT_RGBA32F;
    span_errors(effect->impls[impl], width, &site, params, span);
    print_span(span, out);
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
    char error[DESCRIBE_ERROR_SIZE], text[512];
    describe_error(effect, i, error);
    snprintf(text, sizeof(text), "%s%s%s", impl->summary, error[0] ? "; differs by " : "", error);
    wrap_print(out, column, SUMMARY_INDENT, text);
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
