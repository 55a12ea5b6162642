#include "app/compare/heat_map/colour_ramp.h"

#include <math.h>

enum { POINTS = 10 };

static const uint8_t points[POINTS][3] = {
    { 0, 0, 4 },      { 24, 15, 61 },  { 68, 15, 118 },   { 114, 31, 129 },  { 158, 47, 127 },
    { 205, 64, 113 }, { 241, 96, 93 }, { 253, 150, 104 }, { 254, 202, 141 }, { 252, 253, 191 },
};

void colour_ramp_at(double place, uint8_t colour[3])
{
    const double at = fmin(fmax(place, 0), 1) * (POINTS - 1);
    const int first = (int) fmin(at, POINTS - 2);
    for (int c = 0; c < 3; c++) {
        const double from = points[first][c], to = points[first + 1][c];
        colour[c] = (uint8_t) lround(from + (to - from) * (at - first));
    }
}
