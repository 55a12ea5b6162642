#pragma once

#include "render/text/error.h"

#include <jansson.h>

// Charts of documents of results (assets/results.txt has their keys), which pages draw. What these
// functions return belongs to the chart. A label has a unit: "time (ms)".
//
//     json_t *chart =
//         chart_make(charts, "points", CHART_LOG_X, "Nearness by time", "time (ms)", "PSNR (dB)");
//     json_t *series = chart_series(chart, "the front");
//     chart_name(chart_point(series, 0.13, 54.5), "dual, shimmer %.1f %%", 2.4);

enum { CHART_TEXT_SIZE = 128, CHART_NAME_SIZE = 64 }; // of titles and labels; longer names are cut
enum chart_axes { CHART_LINEAR, CHART_LOG_X, CHART_LOG_Y, CHART_LOG_XY };

// Appends a chart of one of these kinds to an array, without a `note` below it:
//   lines   joins the points of a series, in the order in which they were added
//   points  joins only the points of a series that is `joined`
//   bars    one bar per point, labelled with its name; bars of one name are grouped. `x` is ""
json_t *chart_make(json_t *charts, const char *kind, enum chart_axes axes, const char *title,
                   const char *x, const char *y);

// Sets a sentence below the chart, such as the source of published values.
void chart_note(json_t *chart, const char *note);

// Adds a series without points. Its key `dashed` is for values that were not measured here, such as
// published ones or a limit.
json_t *chart_series(json_t *chart, const char *name);

// Adds a point without a name; x is NaN for a bar, and y for a gap in a line.
json_t *chart_point(json_t *series, double x, double y);

// Sets the interval of y.
void chart_interval(json_t *point, double low, double high);

// Sets the label of a point, or of a bar.
void chart_name(json_t *point, const char *name, ...) PRINTF_LIKE(2, 3);
