#include "app/results/chart.h"

#include "app/results/json_file.h"
#include "effects/stats/stats.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void PRINTF_LIKE(2, 0) set_name(json_t *json, const char *name, va_list arguments)
{
    char text[CHART_NAME_SIZE];
    vsnprintf(text, sizeof(text), name, arguments);
    json_object_set_new(json, "name", json_file_text(text, "a name in a chart"));
}

json_t *chart_make(const char *kind, enum chart_axes axes, const char *title, const char *x,
                   const char *y)
{
    return json_file_pack("{s:s, s:o, s:s, s:o, s:o, s:b, s:b, s:[]}", "kind", kind, "title",
                          json_file_text(title, "a chart's title"), "note", "", "x",
                          json_file_text(x, "a chart's label"), "y",
                          json_file_text(y, "a chart's label"), "log_x", (axes & CHART_LOG_X) != 0,
                          "log_y", (axes & CHART_LOG_Y) != 0, "series");
}

void chart_note(json_t *chart, const char *note)
{
    json_object_set_new(chart, "note", json_file_text(note, "a chart's note"));
}

json_t *chart_series(json_t *chart, const char *name, ...)
{
    const char *kind = json_string_value(json_object_get(chart, "kind"));
    json_t *series = json_file_pack("{s:s, s:b, s:b, s:[]}", "name", "", "joined",
                                    strcmp(kind, "lines") == 0, "dashed", false, "points");
    va_list arguments;
    va_start(arguments, name);
    set_name(series, name, arguments);
    va_end(arguments);
    json_array_append_new(json_object_get(chart, "series"), series);
    return series;
}

json_t *chart_point(json_t *series, double x, double y)
{
    json_t *point = json_file_pack("{s:o, s:o, s:n, s:n, s:s}", "x", json_file_number(x), "y",
                                   json_file_number(y), "low", "high", "name", "");
    json_array_append_new(json_object_get(series, "points"), point);
    return point;
}

void chart_interval(json_t *point, double low, double high)
{
    stats_check_interval("a chart", low, json_number_value(json_object_get(point, "y")), high);
    json_object_set_new(point, "low", json_file_number(low));
    json_object_set_new(point, "high", json_file_number(high));
}

void chart_name(json_t *point, const char *name, ...)
{
    va_list arguments;
    va_start(arguments, name);
    set_name(point, name, arguments);
    va_end(arguments);
}
