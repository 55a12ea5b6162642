#pragma once

#include "render/text/error.h"

#include <stdbool.h>

// A chart of what was measured, as a value: a suite's report fills it, files of results keep it,
// and pages of HTML draw it. Labels carry their unit: "time (ms)". Where memory is out the program
// ends.

enum { CHART_TEXT_SIZE = 128, CHART_NAME_SIZE = 64 };

enum chart_kind {
    CHART_LINES,  // points of a series are joined, in the order in which they were added
    CHART_POINTS, // and here only those of a series that is `joined`
    CHART_BARS,   // a bar for each point, by its name; bars of one name stand together. No x
};

extern const char *const chart_kind_names[]; // in files: "lines", "points", "bars"

struct chart_point {
    double x, y;                // NaN: nothing known, a gap in a line
    double low, high;           // the interval of y; NaN: none
    char name[CHART_NAME_SIZE]; // of a bar, or what the point stands for; "": none
};

struct chart_series {
    char name[CHART_NAME_SIZE];
    bool joined; // of CHART_POINTS: a line through them, such as a Pareto front
    bool dashed; // not measured here, such as a published figure or a limit
    int count, capacity;
    struct chart_point *points;
};

struct chart {
    enum chart_kind kind;
    char title[CHART_TEXT_SIZE];
    char note[2 * CHART_TEXT_SIZE]; // a sentence below it, such as the source of what is dashed;
                                    // "": none
    char x[CHART_TEXT_SIZE], y[CHART_TEXT_SIZE]; // labels of the axes
    bool log_x, log_y; // what is not above 0 is then left out by who draws it
    int count;
    struct chart_series **series; // owned; each stays where it is
};

// Fills in kind, title and labels (cut to their sizes); x is "" for bars. To be finished.
void chart_init(struct chart *chart, enum chart_kind kind, const char *title, const char *x,
                const char *y);
void chart_finish(struct chart *chart); // a zeroed chart may be finished

// Adds a series, without points. The chart's own; valid until it is finished.
struct chart_series *chart_series(struct chart *chart, const char *name, ...) PRINTF_LIKE(2, 3);

// Adds a point. Valid until the next: set `low` and `high` where y has an interval.
struct chart_point *chart_point(struct chart_series *series, double x, double y);

// Adds a point with a name, which is all the place that a bar has.
struct chart_point *chart_bar(struct chart_series *series, double y, const char *name);

// Gives the last point of the series a name, which is shown beside its values.
void chart_name_point(struct chart_series *series, const char *name, ...) PRINTF_LIKE(2, 3);
