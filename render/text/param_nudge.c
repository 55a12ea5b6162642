#include "render/text/param.h"

#include <math.h>
#include <string.h>

// The values that arrow keys can reach, in ascending order: `bottom` (the value that param.zero
// names), `least` (the end of the hard range, such as the 0 that a log curve cannot reach), and
// then `floor` to `max` in steps. Equal ones count once.
struct grid {
    double bottom, least, floor, max;
    double step; // difference of two values; on a log curve only between 1 and 2
    bool log, whole;
};

static double move_linear(const struct grid *grid, double value, int presses)
{
    const double exact = value + presses * grid->step;
    // Rounds so that three steps of 0.1 give 0.3 and not 0.30000001.
    const double scale = grid->step == 0 ? 0 : pow(10, ceil(-log10(grid->step)) + 2);
    const double next = scale == 0 ? exact : round(exact * scale) / scale;
    const bool moves = presses > 0 ? next > value : next < value;
    return moves ? next : exact; // the step may be smaller than the rounding
}

// Moves on a log curve by steps that are round numbers: 16, 16.5, 17 ... 20, 21, 22. The step
// doubles or more at 1, 2 and 5 times each power of ten; these values are multiples of both steps.
static double move_log(const struct grid *grid, double value, int presses)
{
    const bool up = presses > 0;
    for (; presses != 0 && value >= grid->floor && !(up && value >= grid->max);
         presses += up ? -1 : 1) {
        const double inside = value * (up ? 1 + 1e-6 : 1 - 1e-6);
        const double decade = pow(10, floor(log10(inside))), lead = inside / decade;
        double step = grid->step * decade * (lead < 2 ? 1 : lead < 5 ? 2 : 5);
        if (grid->whole)
            step = fmax(1, floor(step));
        const double place = value / step;
        value = step * (up ? floor(place + 0.01) + 1 : ceil(place - 0.01) - 1);
    }
    return value;
}

static double moved_by_presses(const struct grid *grid, double value, int presses)
{
    for (; value < grid->floor && presses > 0; presses--)
        value = value < grid->least ? grid->least : grid->floor;
    if (presses == 0)
        return value;
    const double next =
        grid->log ? move_log(grid, value, presses) : move_linear(grid, value, presses);
    if (next < grid->floor)
        return value > grid->floor ? grid->floor : value > grid->least ? grid->least : grid->bottom;
    return fmin(next, grid->max);
}

// Rounds to 1, 2 or 5 times a power of ten, whichever has the smallest ratio.
static double round_step(double step)
{
    if (step <= 0)
        return step;
    const double decade = pow(10, floor(log10(step))), lead = step / decade;
    return decade * (lead < sqrt(2) ? 1 : lead < sqrt(10) ? 2 : lead < sqrt(50) ? 5 : 10);
}

// Returns the step between 1 and 2 for which neighbours differ by about `factor`: over a decade the
// mean ratio of step to value is 0.7 times this step. It is rounded to 1 or 5 times a power of ten,
// so that steps from 1 meet 2 and 5.
static double step_for_factor(double factor)
{
    const double step = (factor - 1) / 0.7;
    const double decade = pow(10, floor(log10(step))), lead = step / decade;
    return decade * (lead < sqrt(5) ? 1 : lead < sqrt(50) ? 5 : 10);
}

static struct grid grid_of(const struct param *param, const void *values, bool fine)
{
    float min, max, slider_min, slider_max;
    param_range(param, values, &min, &max);
    param_slider(param, &slider_min, &slider_max);
    if (min != param->min || max != param->max) { // a length in per cent, a rect
        slider_min = min;
        slider_max = max;
    }
    struct grid grid = {
        .bottom = (param->zero ? fminf(param->zero_value, min) : min),
        .least = min,
        .floor = min,
        .max = max,
        .log = param->curve == PARAM_CURVE_LOG,
        .whole = param->type == PARAM_TYPE_INT,
        .step = param->step,
    };
    if (grid.log && min <= 0) {
        const float least = param->type == PARAM_TYPE_INT ? 1 : slider_max / 1000;
        grid.floor = (slider_min > 0 ? slider_min : least);
    }
    if (grid.log && !(grid.step > 1))
        grid.step = pow(slider_max / grid.floor, 0.01);
    else if (!grid.log && grid.step == 0)
        grid.step = round_step((double) (slider_max - slider_min) / 100);
    if (grid.log)
        grid.step = fmin(step_for_factor(grid.step), 1);
    if (fine)
        grid.step /= 10;
    return grid;
}

static void nudge_number(const struct param *param, void *values, int component, int presses,
                         bool fine)
{
    const struct grid grid = grid_of(param, values, fine);
    const double value = param_get(param, values, component);
    param_set(param, values, component, (float) moved_by_presses(&grid, value, presses));
}

static void nudge_int(const struct param *param, void *values, int presses, bool fine)
{
    struct grid grid = grid_of(param, values, fine);
    const double value = param_get(param, values, 0);
    if (!grid.log)
        grid.step = fmax(1, round(grid.step));
    double next = moved_by_presses(&grid, value, presses);
    if (fabs(next - value) < 1) // the factor does not reach the next whole number
        next = value + (presses > 0 ? 1 : -1);
    param_set(param, values, 0, (float) next);
}

// Goes to another of the choices. A text that is none of them, such as a path, counts as behind the
// last.
static void nudge_text(const struct param *param, void *values, int presses)
{
    int count = 0, at = 0;
    while (param->choices && param->choices[count])
        count++;
    while (at < count && strcmp(param->choices[at], param_field(param, values)) != 0)
        at++;
    const int next = at + presses < 0 ? 0 : at + presses < count ? at + presses : count - 1;
    if (count > 0 && !(at == count && presses > 0))
        strcpy(param_field(param, values), param->choices[next]);
}

void param_nudge(const struct param *param, void *values, int component, int presses, bool fine)
{
    if (presses == 0)
        return;
    switch (param->type) {
    case PARAM_TYPE_CHOICE:
        param_set(param, values, 0, param_get(param, values, 0) + (float) presses);
        break;
    case PARAM_TYPE_TEXT:
        nudge_text(param, values, presses);
        break;
    case PARAM_TYPE_INT:
        nudge_int(param, values, presses, fine);
        break;
    case PARAM_TYPE_RECT:
        nudge_number(param, values, component, presses, fine);
        break;
    default:
        for (int i = 0; i < param_components(param); i++)
            nudge_number(param, values, i, presses, fine);
    }
}
