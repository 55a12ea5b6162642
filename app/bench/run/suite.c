#define LOG_MODULE "suite"
#include "app/bench/run/suite.h"

#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/step_text.h"

#include <fnmatch.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char suite_interrupted[] = "interrupted";

struct suite_size suite_size(const struct suite_run *run, int width, int height)
{
    if (run->draw->width > 0)
        return (struct suite_size){ run->draw->width, run->draw->height };
    return (struct suite_size){ width, height };
}

static struct suite_variant *add(struct suite_run *run, struct suite_size size,
                                 enum texture_format format, const char *text)
{
    run->variants = memory_room(run->variants, run->count, sizeof(*run->variants));
    struct suite_variant *variant = &run->variants[run->count++];
    *variant = (struct suite_variant){
        .width = size.width,
        .height = size.height,
        .format = run->draw->format_given ? run->draw->format : format,
        .text = memory_copy(text),
    };
    return variant;
}

struct suite_variant *suite_add(struct suite_run *run, struct suite_size size,
                                enum texture_format format, const char *chain, ...)
{
    char text[CHAIN_TEXT_SIZE];
    struct error error;
    va_list arguments;
    va_start(arguments, chain);
    vsnprintf(text, sizeof(text), chain, arguments);
    va_end(arguments);
    struct suite_variant *variant = add(run, size, format, text);
    if (!chain_parse(&variant->chain, text, NULL, &error))
        log_fatal("%s: %s", text, error.text);
    return variant;
}

struct suite_variant *suite_add_chain(struct suite_run *run, struct suite_size size,
                                      enum texture_format format, const struct chain *chain)
{
    char text[CHAIN_TEXT_SIZE];
    chain_print(chain, text, sizeof(text));
    struct suite_variant *variant = add(run, size, format, text);
    variant->chain = *chain;
    return variant;
}

static void PRINTF_LIKE(2, 0) append(struct suite_run *run, const char *text, va_list arguments)
{
    char *finding = run->findings[run->finding_count - 1];
    const size_t length = strlen(finding);
    vsnprintf(finding + length, SUITE_TEXT_SIZE - length, text, arguments);
}

void suite_print(struct suite_run *run, const char *text, ...)
{
    va_list arguments;
    run->findings = memory_room(run->findings, run->finding_count, sizeof(run->findings[0]));
    run->findings[run->finding_count++][0] = '\0';
    va_start(arguments, text);
    append(run, text, arguments);
    va_end(arguments);
}

void suite_append(struct suite_run *run, const char *text, ...)
{
    va_list arguments;
    va_start(arguments, text);
    append(run, text, arguments);
    va_end(arguments);
}

const struct effect_impl *suite_impl(const struct suite_variant *variant)
{
    const struct chain_step *step = &variant->chain.steps[0];
    const int impl = chain_step_impl(step);
    return impl > 0 ? step->effect->impls[impl - 1] : NULL;
}

// Skips the part that repeats the row: "box:impl=cs_fused does not fit: ".
const char *suite_why_skipped(const struct suite_variant *variant)
{
    static const char known[] = " does not fit: ";
    const char *why = strstr(variant->left_out, known);
    return why ? why + strlen(known) : variant->left_out;
}

bool suite_skips(struct suite_run *run, const struct suite_variant *variant)
{
    if (variant->count > 0)
        return false;
    table_span(&run->table, "skipped: %s", suite_why_skipped(variant));
    return true;
}

static bool is_open(const struct suite_run *run, struct steady_ratio ratio)
{
    const struct steady_ratio wide = steady_allow(ratio, steady_drift(&run->steady));
    return !run->steady.is_steady && wide.low <= 1 && wide.high >= 1;
}

void suite_doubt(struct suite_run *run, double ratio)
{
    char drift[STEADY_DRIFT_SIZE];
    steady_describe_drift(steady_drift(&run->steady), drift);
    suite_append(run, "%s%s",
                 is_open(run, (struct steady_ratio){ ratio, ratio, ratio }) ? "; open" : "", drift);
}

bool suite_has_run(const struct suite_variant *variant)
{
    return variant && variant->count > 0;
}

double suite_median(const struct suite_variant *variant)
{
    return suite_has_run(variant) ? variant->time.median : NAN;
}

const struct suite_variant *suite_faster(const struct suite_variant *a,
                                         const struct suite_variant *b)
{
    if (!suite_has_run(a) || !suite_has_run(b))
        return suite_has_run(a) ? a : suite_has_run(b) ? b : NULL;
    return suite_median(a) <= suite_median(b) ? a : b;
}

bool suite_is_open(const struct suite_run *run, const struct suite_variant *a,
                   const struct suite_variant *b)
{
    return is_open(run, steady_divide(steady_median(&a->time), steady_median(&b->time)));
}

bool suite_is_open_at(const struct suite_run *run, const struct suite_variant *variant,
                      double limit)
{
    return is_open(run, steady_divide(steady_median(&variant->time),
                                      (struct steady_ratio){ limit, limit, limit }));
}

void suite_point(json_t *series, double x, const struct stats_summary *time)
{
    chart_interval(chart_point(series, x, time->median), time->interval.low, time->interval.high);
}

bool suite_are_comparable(const struct suite_variant *a, const struct suite_variant *b)
{
    return a->width == b->width && a->height == b->height && a->format == b->format &&
           a->waits == b->waits;
}

const struct suite_variant *suite_find(const struct suite_run *run, struct suite_key key)
{
    suite_for_each(variant, run)
        if (memcmp(&variant->key, &key, sizeof(key)) == 0) // all int: no padding
            return variant;
    return NULL;
}

// ---- made ready to run

void suite_note_impls(struct suite_variant *variant, const struct plan *plan)
{
    struct step_writer writer = { variant->impls, sizeof(variant->impls), 0 };
    plan_for_each(node, plan)
        if (node->impl)
            step_writef(&writer, "%s%s", writer.length ? "; " : "", node->impl->name);
}

bool suite_build_plan(const struct suite_run *run, struct suite_variant *variant, struct plan *plan)
{
    struct error error;
    const struct plan_options options = {
        .width = variant->width,
        .height = variant->height,
        .format = variant->format,
        .fuse = run->draw->fuse,
        .linear = !variant->displays,
        .depth = 8,
        .times = run->renderer->plan_options.times,
        .is_opaque = run->renderer->plan_options.is_opaque,
    };
    if (variant->left_out[0])
        return false;
    if (!renderer_build_plan(run->renderer, plan, &variant->chain, &options, &error)) {
        snprintf(variant->left_out, sizeof(variant->left_out), "%.*s", SUITE_TEXT_SIZE - 1,
                 error.text);
        return false;
    }
    suite_note_impls(variant, plan);
    double nanoseconds = 0;
    plan_for_each(node, plan) {
        struct impl_estimate estimate;
        if (!node->impl)
            continue;
        const bool is_known =
            plan_estimate(plan, &run->renderer->gpu, node, node->impl, &estimate, NULL);
        nanoseconds += is_known ? estimate.model : 0;
        if (!variant->impl) {
            variant->impl = node->impl->name;
            variant->was_timed = is_known && estimate.timed > 0;
        }
    }
    variant->estimate = nanoseconds * 1e-6;
    variant->is_slow = variant->estimate > run->patience * 1e3;
    if (variant->is_slow)
        snprintf(variant->left_out, sizeof(variant->left_out),
                 "it would take about %.2g s a run, and the patience is %g s",
                 variant->estimate * 1e-3, run->patience);
    return !variant->is_slow;
}

// ---- claims: the number

bool suite_matches(const char *text, const char *patterns)
{
    char pattern[128];
    for (size_t length; *patterns; patterns += length + (patterns[length] == '|')) {
        length = strcspn(patterns, "|");
        snprintf(pattern, sizeof(pattern), "%.*s", (int) length, patterns);
        if (fnmatch(pattern, text, 0) == 0)
            return true;
    }
    return false;
}

static double number_of_set(const struct suite_run *run, const struct suite_set *set)
{
    double all = NAN; // fmin and fmax ignore NaN
    bool is_more = true;
    for (int line = 0; is_more; line++) {
        double sum = 0, wall = 0, least = NAN, most = NAN, parts[SUITE_PARTS] = { 0 };
        int count = 0;
        is_more = false;
        suite_for_each(variant, run) {
            const double time = suite_median(variant);
            is_more |= variant->key.line > line;
            if (variant->key.line != line || !suite_matches(variant->text, set->chains) ||
                (set->number == SUITE_WALL && (isnan(time) || run->steady.is_software)))
                continue;
            sum += time;
            wall += variant->wall;
            least = fmin(least, time);
            most = fmax(most, time);
            for (int part = 0; part < SUITE_PARTS; part++)
                parts[part] += variant->parts[part];
            count++;
        }
        const double numbers[] = {
            [SUITE_MEAN] = sum / count,
            [SUITE_SPREAD] = most / least,
            [SUITE_UNEVEN] = fmax(parts[0] / parts[1], parts[1] / parts[0]),
            [SUITE_WALL] = wall / sum,
        };
        const double one = isnan(sum) ? NAN : numbers[set->number];
        if (count > 0 && isnan(one) && set->is_most) // it might be the largest
            return NAN;
        if (count > 0)
            all = set->is_most ? fmax(all, one) : fmin(all, one);
    }
    return all;
}

// ---- claims: the verdict

// Returns 0 if the claim holds for the number, otherwise on which side the number is of all those
// for which it holds.
static int side_of(const struct suite_claim *claim, double here)
{
    switch (claim->holds) {
    case SUITE_ABOVE:
        return here > claim->limit ? 0 : -1;
    case SUITE_AT_MOST:
        return here <= claim->limit ? 0 : 1;
    case SUITE_NEAR:
        break;
    }
    return here > claim->published * claim->limit   ? 1
           : here < claim->published / claim->limit ? -1
                                                    : 0;
}

// ---- claims: in words

static void format_number(double number, char text[static 32])
{
    if (isnan(number))
        snprintf(text, 32, "no number");
    else
        snprintf(text, 32, "%.3g", number);
}

void suite_claims_judge(struct suite_run *run, const char *paper, const struct suite_claim *claims)
{
    static const char *const limits[] = {
        [SUITE_ABOVE] = "above",
        [SUITE_AT_MOST] = "at most",
        [SUITE_NEAR] = "within a factor of",
    };
    int count = 0, held = 0, refuted = 0; // the others are open or were not measured
    run->claims_begin = run->finding_count;
    if (!run->steady.is_steady) {
        suite_print(run, "the machine was not steady: claims of times are judged as far as they "
                         "can be");
        suite_doubt(run, NAN);
    }
    for (; claims->words; claims++, count++) {
        const struct suite_set *of = &claims->of, *to = &claims->to;
        const double measured = number_of_set(run, of) / (to->chains ? number_of_set(run, to) : 1);
        const struct steady_ratio wide = steady_allow(
            (struct steady_ratio){ measured, measured, measured }, steady_drift(&run->steady));
        const bool is_held = side_of(claims, measured) == 0;
        const bool is_open = side_of(claims, wide.low) != side_of(claims, wide.high);
        const char *verdict = isnan(measured) ? "not measured"
                              : is_open       ? "open here"
                              : is_held       ? "holds here"
                                              : "does not hold here";
        held += !isnan(measured) && !is_open && is_held;
        refuted += !isnan(measured) && !is_open && !is_held;
        char published[32], here[32], limit[40] = "where it is equal";
        format_number(claims->published, published);
        format_number(measured, here);
        if (claims->holds != SUITE_NEAR || claims->limit != 1)
            snprintf(limit, sizeof(limit), "%s %.3g", limits[claims->holds], claims->limit);
        suite_print(run, "%s: %s (published: %s, here: %s; holds %s)", verdict, claims->words,
                    published, here, limit);
    }
    run->claims_end = run->finding_count;
    suite_print(run, "%s: of %d claims %d hold here and %d do not; --verbose says which", paper,
                count, held, refuted);
}
