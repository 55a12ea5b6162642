#pragma once

#include "render/text/error.h"

#include <stdbool.h>

// A chart as a value: a suite's report fills it, files of results contain it, and HTML pages draw
// it. Labels have a unit: "time (ms)". If memory runs out the program ends.

enum { CHART_TEXT_SIZE = 128, CHART_NAME_SIZE = 64 };

enum chart_kind {
    CHART_LINES,  // joins the points of a series, in the order in which they were added
    CHART_POINTS, // joins only the points of a series that is `joined`
    CHART_BARS,   // one bar per point, labelled with its name; bars of one name are grouped. No x
};

extern const char *const chart_kind_names[]; // in files: "lines", "points", "bars"

struct chart_point {
    double x, y;                // NaN: unknown, a gap in a line
    double low, high;           // interval of y; NaN: none
    char name[CHART_NAME_SIZE]; // label of the bar or point; "": none
};

struct chart_series {
    char name[CHART_NAME_SIZE];
    bool joined; // CHART_POINTS: a line through the points, such as a Pareto front
    bool dashed; // values not measured here, such as published ones or a limit
    int count, capacity;
    struct chart_point *points;
};

struct chart {
    enum chart_kind kind;
    char title[CHART_TEXT_SIZE];
    char note[2 * CHART_TEXT_SIZE]; // a sentence below the chart, such as the source of a dashed
                                    // series; "": none
    char x[CHART_TEXT_SIZE], y[CHART_TEXT_SIZE]; // labels of the axes
    bool log_x, log_y; // a logarithmic axis; the page omits values that are not above 0
    int count;
    struct chart_series **series; // owned; the pointers stay valid when series are added
};

// Initializes a chart with kind, title and labels (truncated to their sizes); x is "" for bars.
// Call chart_finish afterwards.
void chart_init(struct chart *chart, enum chart_kind kind, const char *title, const char *x,
                const char *y);
void chart_finish(struct chart *chart); // a zeroed chart may be finished

// Adds a series without points. The chart owns it; the pointer is valid until chart_finish.
struct chart_series *chart_series(struct chart *chart, const char *name, ...) PRINTF_LIKE(2, 3);

// Adds a point. The pointer is valid until the next call: set `low` and `high` if y has an
// interval.
struct chart_point *chart_point(struct chart_series *series, double x, double y);

// Adds a point with a name instead of an x.
struct chart_point *chart_bar(struct chart_series *series, double y, const char *name);

// Sets the label of the last point of the series.
void chart_name_point(struct chart_series *series, const char *name, ...) PRINTF_LIKE(2, 3);
