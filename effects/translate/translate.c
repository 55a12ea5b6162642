#include "effects/translate/translate.h"

#include "effects/dual/dual.h"
#include "effects/gaussian/gaussian.h"
#include "render/text/names.h"
#include "render/text/step_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TRANSLATE_LIST(NAME) &translate_##NAME,
const struct translate_program *const translate_programs[] = { TRANSLATE_PROGRAMS(TRANSLATE_LIST)
                                                                   NULL };

// ---- text

static void set_defaults(struct translate_setting *setting, const struct translate_program *program)
{
    *setting = (struct translate_setting){ .program = program };
    param_set_defaults(program->params, setting->params);
}

bool translate_parse(struct translate_setting *setting, const char *text, struct error *error)
{
    struct translate_setting read;
    const size_t name = strcspn(text, ":,");
    const struct names names = { names_of_structs, translate_programs };
    const int place = names_find(&names, text, name);
    if (place < 0) {
        error_set(error, "no program '%.*s'; there are ", names_shown(name), text);
        return names_append(error, &names, text, name);
    }
    const struct translate_program *program = translate_programs[place];
    if (!text[name] && program->needs)
        return error_set(error, "%s needs a value: %s", program->name, program->needs);
    set_defaults(&read, program);
    if (text[name] && !param_read_values(program->params, read.params, text + name + 1, error))
        return error_prefix(error, "%s: ", program->name);
    const struct param *odd = program->odd ? param_find(program->params, program->odd) : NULL;
    const int number = odd ? (int) param_get(odd, read.params, 0) : 0;
    if (number != 0 && number % 2 == 0)
        return error_set(error, "%s must be odd, not %d", odd->key, number);
    *setting = read;
    return true;
}

static bool is_key(const struct param *row, const char *key)
{
    return key && strcmp(row->key, key) == 0;
}

void translate_print(const struct translate_setting *setting, char text[TRANSLATE_TEXT_SIZE])
{
    const struct translate_program *program = setting->program;
    struct step_writer writer = { .out = text, .size = TRANSLATE_TEXT_SIZE };
    char separator = ':';
    step_write(&writer, program->name);
    param_for_each(row, program->params) {
        char value[PARAM_PRINTED_SIZE];
        if (param_is_default(row, setting->params) && !is_key(row, program->turned) &&
            !is_key(row, program->levels))
            continue;
        param_print(row, setting->params, value, sizeof(value));
        step_writef(&writer, "%c%s=%s", separator, row->key, value);
        separator = ',';
    }
}

// ---- the blur of a setting

// Computes the passes of a setting. Returns their sigma, and writes the profile, which the caller
// frees, and the text of the equivalent chain, which is unchanged if there is none. Both pointers
// may be NULL.
static double compute_blur(const struct translate_setting *setting, struct line_profile *profile,
                           char chain[TRANSLATE_TEXT_SIZE])
{
    struct line_blur blur;
    char unused[TRANSLATE_TEXT_SIZE];
    blur.count = blur.tap_count = 0;
    setting->program->draw(setting->params, &blur, chain ? chain : unused);
    if (profile)
        line_profile_init(profile, &blur);
    return line_blur_sigma(&blur);
}

// Returns the largest difference between the profile of a chain and `profile`, as a share of the
// peak of `profile`.
static double chain_residual(const char *text, const struct line_profile *profile)
{
    enum { HEIGHT = 1080 }; // has no influence, since lengths are in pixels
    struct line_blur blur;
    struct line_profile own;
    struct chain chain;
    struct error error;
    if (!chain_parse(&chain, text, NULL, &error))
        return NAN;
    const struct chain_step *step = &chain.steps[0];
    blur.count = blur.tap_count = 0;
    if (step->effect == &effect_dual) {
        const struct sigma_dual dual = dual_solve((const void *) step->params, HEIGHT);
        translate_add_downs(&blur, dual.levels, dual.down);
        translate_add_ups(&blur, dual.levels, dual.up / 2);
    } else {
        struct kernel kernel;
        double weights[KERNEL_MAX_RADIUS + 1];
        step->effect->kernel(step->params, HEIGHT, &kernel);
        for (int i = 0; i <= kernel.radius; i++)
            weights[i] = kernel.weights[i];
        line_blur_add_weights(&blur, kernel.radius, weights);
    }
    line_profile_init(&own, &blur);
    const double residual = line_profile_difference(profile, &own);
    line_profile_finish(&own);
    return residual;
}

void translate(const struct translate_setting *setting, struct translation *translation)
{
    struct line_profile profile;
    *translation = (struct translation){ .sigma = 0 };
    translation->sigma = compute_blur(setting, &profile, translation->chain);
    const bool is_sharp = translation->sigma < 0.05; // too narrow for a fit
    translation->fit = is_sharp ? translation->sigma : line_profile_fit(&profile);
    translation->residual = is_sharp ? 0 : line_profile_residual(&profile, translation->fit);
    const bool is_exact = translation->chain[0] != '\0';
    if (!is_exact && translation->fit <= GAUSSIAN_MAX_SIGMA) {
        snprintf(translation->chain, TRANSLATE_TEXT_SIZE, "gaussian:sigma=%.4g", translation->fit);
    } else if (!is_exact) {
        // The dual filter with the same variance, whose offset is hardly larger than published.
        struct sigma_dual_knobs knobs = { .levels = SIGMA_DUAL_LEVELS, .offset = 1, .scatter = 1 };
        struct sigma_dual dual = sigma_dual_solve(&knobs);
        for (; sigma_dual_width(&dual) > translation->sigma; dual = sigma_dual_solve(&knobs))
            knobs.levels--;
        for (; sigma_dual_width(&dual) < translation->sigma; dual = sigma_dual_solve(&knobs))
            knobs.offset += 0.01;
        snprintf(translation->chain, TRANSLATE_TEXT_SIZE, "dual:levels=%d:offset=%.4g",
                 knobs.levels, knobs.offset);
    }
    translation->chain_residual = chain_residual(translation->chain, &profile);
    line_profile_finish(&profile);
}

// ---- the nearest setting

// Sets the row so that the standard deviation is nearest to sigma, by bisection. Returns the
// standard deviation.
static double set_sigma(struct translate_setting *setting, const struct param *row, double sigma)
{
    float low, high;
    param_range(row, setting->params, &low, &high);
    for (int i = 0; i < 24; i++) {
        const float middle = (low + high) / 2;
        param_set(row, setting->params, 0, middle);
        if (compute_blur(setting, NULL, NULL) < sigma)
            low = middle;
        else
            high = middle;
    }
    param_set(row, setting->params, 0, low);
    return compute_blur(setting, NULL, NULL);
}

void translate_nearest(const struct translate_program *program, double sigma,
                       struct translate_setting *setting)
{
    const struct param *row = param_find(program->params, program->turned);
    const struct param *levels =
        program->levels ? param_find(program->params, program->levels) : NULL;
    const double reach = 1.3;
    double least = INFINITY; // sum of squared differences of `best`
    struct translate_setting best;
    struct line_profile profile;
    set_defaults(setting, program);
    float first = 0, last = 0;
    if (levels)
        param_range(levels, setting->params, &first, &last);
    for (float level = first; level <= last; level++) {
        if (levels)
            param_set(levels, setting->params, 0, level);
        const double nearest = set_sigma(setting, row, sigma);
        if (least < INFINITY && fabs(log(nearest / sigma)) > log(reach))
            continue;
        const double look = compute_blur(setting, &profile, NULL), fit = line_profile_fit(&profile);
        line_profile_finish(&profile);
        set_sigma(setting, row, sigma / (fit / look)); // the Gaussian that it looks like is wider
        const double value = param_get(row, setting->params, 0);
        const double unit = row->type == PARAM_TYPE_INT ? 1 : pow(10, floor(log10(value)) - 2);
        // Round values near the best one, as people would write them: integers, or numbers with
        // two or three digits.
        for (int side = -2; side <= 1; side++) {
            const double place =
                side < -1 ? 10 * round(value / unit / 10) : round(value / unit) + side;
            param_set(row, setting->params, 0, (float) (place * unit));
            compute_blur(setting, &profile, NULL);
            const double squares = line_profile_squares(&profile, sigma);
            line_profile_finish(&profile);
            if (squares < least) {
                least = squares;
                best = *setting;
            }
        }
    }
    *setting = best;
}
