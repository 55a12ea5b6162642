#include "app/results/chart.h"

#include "app/results/json_file.h"
#include "effects/stats/stats.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

json_t *chart_make(json_t *charts, const char *kind, enum chart_axes axes, const char *title,
                   const char *x, const char *y)
{
    json_t *chart =
        json_file_object("kind:t title:t note:t x:t y:t log_x:b log_y:b series:o", kind, title, "",
                         x, y, (axes & CHART_LOG_X) != 0, (axes & CHART_LOG_Y) != 0, json_array());
    json_array_append_new(charts, chart);
    return chart;
}

void chart_note(json_t *chart, const char *note)
{
    json_file_add(chart, "note:t", note);
}

json_t *chart_series(json_t *chart, const char *name)
{
    const char *kind = json_string_value(json_object_get(chart, "kind"));
    json_t *series = json_file_object("name:t joined:b dashed:b points:o", "",
                                      strcmp(kind, "lines") == 0, false, json_array());
    chart_name(series, "%s", name);
    json_array_append_new(json_object_get(chart, "series"), series);
    return series;
}

json_t *chart_point(json_t *series, double x, double y)
{
    json_t *point =
        json_file_object("x:n y:n low:n high:n name:t", x, y, (double) NAN, (double) NAN, "");
    json_array_append_new(json_object_get(series, "points"), point);
    return point;
}

void chart_interval(json_t *point, double low, double high)
{
    stats_check_interval("a chart", low, json_number_value(json_object_get(point, "y")), high);
    json_file_add(point, "low:n high:n", low, high);
}

void chart_name(json_t *point, const char *name, ...)
{
    char text[CHART_NAME_SIZE];
    va_list arguments;
    va_start(arguments, name);
    vsnprintf(text, sizeof(text), name, arguments);
    va_end(arguments);
    json_file_add(point, "name:t", text);
}
