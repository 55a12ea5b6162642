#pragma once

#include "render/text/param.h"

// Values between two ends, evenly in the logarithm, as text.

enum {
    SWEEP_LEAST_VALUES = 2,
    SWEEP_MOST_VALUES = 64,
    SWEEP_DEFAULT_VALUES = 12, // of a range that does not say how many
};

// Writes the list, "2,4,8", of what a range says, "2..8:3". The row decides whether values are
// whole, and that EV are spread evenly; lengths may all have %h or px behind them. False where the
// range is malformed or empty, where it asks for no possible number of values, or where it has no
// logarithm.
bool sweep_range_list(const struct param *row, const char *range, char *list, size_t size,
                      struct error *error);

// Splits "A..B:N" into its ends and the number of values, 0 where it says none.
struct sweep_ends {
    char low[32], high[32];
    int count;
};
bool sweep_range_split(const char *range, struct sweep_ends *ends, struct error *error);

// Returns the i-th of `count` numbers from `low` to `high`, both above 0, evenly in the logarithm.
double sweep_range_at(double low, double high, int i, int count);

// Returns the number that a value begins with, whatever its unit; NaN: none.
double sweep_range_number(const char *text);
