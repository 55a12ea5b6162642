#define LOG_MODULE "suite"
#include "app/bench/run/suite_tools.h"

#include "render/text/log.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char suite_interrupted[] = "interrupted";

struct suite_size suite_size(const struct suite_run *run, int width, int height)
{
    if (run->options->draw.width > 0)
        return (struct suite_size){ run->options->draw.width, run->options->draw.height };
    return (struct suite_size){ width, height };
}

static struct suite_variant *grow(struct suite_run *run)
{
    if (run->count == run->capacity) {
        run->capacity = run->capacity > 0 ? 2 * run->capacity : 64;
        run->variants = memory_grow(run->variants, (size_t) run->capacity, sizeof(*run->variants));
    }
    return &run->variants[run->count++];
}

struct suite_variant *suite_add(struct suite_run *run, struct suite_size size,
                                enum texture_format format, const char *chain, ...)
{
    struct suite_variant *variant = grow(run);
    const bool is_given = run->options->draw.format_given;
    *variant = (struct suite_variant){
        .width = size.width,
        .height = size.height,
        .format = is_given ? run->options->draw.format : format,
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

void suite_say_skipped(struct suite_run *run, const struct suite_variant *variant)
{
    table_rest(&run->table, "skipped: %s", suite_why_skipped(variant));
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
