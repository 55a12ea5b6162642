#include "app/results/chart.h"

#include "render/text/memory.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

const char *const chart_kind_names[] = { "lines", "points", "bars" };

void chart_init(struct chart *chart, enum chart_kind kind, const char *title, const char *x,
                const char *y)
{
    *chart = (struct chart){ .kind = kind };
    snprintf(chart->title, sizeof(chart->title), "%s", title);
    snprintf(chart->x, sizeof(chart->x), "%s", x);
    snprintf(chart->y, sizeof(chart->y), "%s", y);
}

void chart_finish(struct chart *chart)
{
    for (int i = 0; i < chart->count; i++) {
        free(chart->series[i]->points);
        free(chart->series[i]);
    }
    free(chart->series);
    *chart = (struct chart){ 0 };
}

struct chart_series *chart_series(struct chart *chart, const char *name, ...)
{
    struct chart_series *series = memory_new(1, sizeof(*series));
    series->joined = chart->kind == CHART_LINES;
    va_list arguments;
    va_start(arguments, name);
    vsnprintf(series->name, sizeof(series->name), name, arguments);
    va_end(arguments);
    chart->series = memory_grow(chart->series, (size_t) chart->count + 1, sizeof(chart->series[0]));
    chart->series[chart->count++] = series;
    return series;
}

struct chart_point *chart_point(struct chart_series *series, double x, double y)
{
    if (series->count == series->capacity) {
        series->capacity = series->capacity > 0 ? 2 * series->capacity : 16;
        series->points =
            memory_grow(series->points, (size_t) series->capacity, sizeof(series->points[0]));
    }
    struct chart_point *point = &series->points[series->count++];
    *point = (struct chart_point){ .x = x, .y = y, .low = (double) NAN, .high = (double) NAN };
    return point;
}

struct chart_point *chart_bar(struct chart_series *series, double y, const char *name)
{
    struct chart_point *point = chart_point(series, (double) NAN, y);
    snprintf(point->name, sizeof(point->name), "%s", name);
    return point;
}

void chart_name_point(struct chart_series *series, const char *name, ...)
{
    va_list arguments;
    va_start(arguments, name);
    vsnprintf(series->points[series->count - 1].name, CHART_NAME_SIZE, name, arguments);
    va_end(arguments);
}
