#define LOG_MODULE "suite"
#include "app/bench/run/suite.h"

#include "render/text/log.h"
#include "render/text/memory.h"

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

struct suite_variant *suite_add(struct suite_run *run, struct suite_size size,
                                enum texture_format format, const char *chain, ...)
{
    if (run->count == run->capacity) {
        run->capacity = run->capacity > 0 ? 2 * run->capacity : 64;
        run->variants = memory_grow(run->variants, (size_t) run->capacity, sizeof(*run->variants));
    }
    struct suite_variant *variant = &run->variants[run->count++];
    *variant = (struct suite_variant){
        .width = size.width,
        .height = size.height,
        .format = run->draw->format_given ? run->draw->format : format,
    };
    va_list arguments;
    va_start(arguments, chain);
    vsnprintf(variant->chain, sizeof(variant->chain), chain, arguments);
    va_end(arguments);
    return variant;
}

void suite_say(struct suite_run *run, const char *text, ...)
{
    if (run->finding_count == SUITE_FINDINGS)
        return;
    va_list arguments;
    va_start(arguments, text);
    vsnprintf(run->findings[run->finding_count++], SUITE_TEXT_SIZE, text, arguments);
    va_end(arguments);
}

struct chart *suite_chart(struct suite_run *run, enum chart_kind kind, const char *title,
                          const char *x, const char *y)
{
    if (run->chart_count == SUITE_CHARTS)
        log_fatal("more than %d charts", SUITE_CHARTS);
    struct chart *chart = &run->charts[run->chart_count++];
    chart_init(chart, kind, title, x, y);
    return chart;
}

// Leaves out what the row has said: "box:impl=cs_fused does not fit: ".
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
    table_rest(&run->table, "skipped: %s", suite_why_skipped(variant));
    return true;
}

const char *suite_doubt(const struct suite_run *run, double ratio)
{
    static char text[16 + STEADY_DRIFT_SIZE];
    char drift[STEADY_DRIFT_SIZE];
    const double by = steady_drift(&run->steady);
    const struct steady_ratio wide = steady_allow((struct steady_ratio){ ratio, ratio, ratio }, by);
    steady_describe_drift(by, drift);
    if (by == 0)
        return "";
    snprintf(text, sizeof(text), "%s%s", wide.low <= 1 && wide.high >= 1 ? "; open" : "", drift);
    return text;
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

static bool is_open(const struct suite_run *run, struct steady_ratio ratio)
{
    const struct steady_ratio wide = steady_allow(ratio, steady_drift(&run->steady));
    return !run->steady.is_steady && wide.low <= 1 && wide.high >= 1;
}

bool suite_is_open(const struct suite_run *run, const struct suite_variant *a,
                   const struct suite_variant *b)
{
    const struct stats_summary *one = &a->time, *other = &b->time;
    return is_open(run, (struct steady_ratio){ one->median / other->median,
                                               one->interval.low / other->interval.high,
                                               one->interval.high / other->interval.low });
}

bool suite_is_open_at(const struct suite_run *run, const struct suite_variant *variant,
                      double limit)
{
    const struct stats_summary *time = &variant->time;
    return is_open(run, (struct steady_ratio){ time->median / limit, time->interval.low / limit,
                                               time->interval.high / limit });
}

struct chart_point *suite_point(struct chart_series *series, double x,
                                const struct stats_summary *time)
{
    struct chart_point *point = chart_point(series, x, time->median);
    point->low = time->interval.low;
    point->high = time->interval.high;
    return point;
}

bool suite_is_one_image(const struct suite_variant *a, const struct suite_variant *b)
{
    return a->width == b->width && a->height == b->height && a->format == b->format;
}

const struct suite_variant *suite_find(const struct suite_run *run, struct suite_key key)
{
    for (int i = 0; i < run->count; i++)
        if (memcmp(&run->variants[i].key, &key, sizeof(key)) == 0) // all int: no padding
            return &run->variants[i];
    return NULL;
}

// ---- made ready to run

static bool build_plan(struct suite_ready *ready, const struct suite_run *run)
{
    struct suite_variant *variant = ready->variant;
    struct error error;
    const struct plan_options options = {
        .width = variant->width,
        .height = variant->height,
        .format = variant->format,
        .fuse = run->draw->fuse,
        .linear = !variant->displays,
        .depth = 8,
        .times = run->lab->plan_options.times,
    };
    if (lab_build_plan(run->lab, &ready->plan, &ready->chain, &options, &error))
        return true;
    snprintf(variant->left_out, sizeof(variant->left_out), "%.*s", SUITE_TEXT_SIZE - 1, error.text);
    return false;
}

bool suite_ready_init(struct suite_ready *ready, const struct suite_run *run,
                      struct suite_variant *variant)
{
    const struct plan *plan = &ready->plan;
    struct error error;
    ready->variant = variant;
    if (variant->left_out[0])
        return false;
    if (!chain_parse(&ready->chain, variant->chain, NULL, &error)) // the suite itself is wrong
        log_fatal("%s: %s", variant->chain, error.text);
    if (!build_plan(ready, run))
        return false;
    double nanoseconds = 0;
    for (int i = 0; i < plan->count; i++) {
        const struct plan_node *node = &plan->nodes[i];
        struct impl_estimate estimate;
        if (!node->impl)
            continue;
        const bool is_known =
            plan_estimate(plan, &run->lab->gpu, node, node->impl, &estimate, NULL);
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
