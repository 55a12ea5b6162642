#include "render/text/param.h"

#include <math.h>
#include <string.h>

// The path of the arrow keys: from `floor` to `max` by steps, and below the floor only `least` (the
// 0 that a log curve cannot reach) and `bottom` (a value with a name).
struct ladder {
    double bottom, least, floor, max;
    double step; // added; on a log curve from 1 to 2, and see log_steps_from
    bool log, whole;
};

static double linear_steps_from(const struct ladder *ladder, double value, int presses)
{
    const double exact = value + presses * ladder->step;
    // Rounds so that three steps of 0.1 give 0.3 and not 0.30000001.
    const double scale = ladder->step == 0 ? 0 : pow(10, ceil(-log10(ladder->step)) + 2);
    const double next = scale == 0 ? exact : round(exact * scale) / scale;
    const bool moves = presses > 0 ? next > value : next < value;
    return moves ? next : exact; // the step may be finer than what is rounded
}

// A log curve has steps that look even: 16, 16.5, 17 ... 20, 21, 22. They grow at 1, 2 and 5 of
// each decade, which lie on the smaller steps and on the larger ones.
static double log_steps_from(const struct ladder *ladder, double value, int presses)
{
    const bool up = presses > 0;
    for (; presses != 0 && value >= ladder->floor && !(up && value >= ladder->max);
         presses += up ? -1 : 1) {
        const double inside = value * (up ? 1 + 1e-6 : 1 - 1e-6);
        const double decade = pow(10, floor(log10(inside))), lead = inside / decade;
        double step = ladder->step * decade * (lead < 2 ? 1 : lead < 5 ? 2 : 5);
        if (ladder->whole)
            step = fmax(1, floor(step));
        const double place = value / step;
        value = step * (up ? floor(place + 0.01) + 1 : ceil(place - 0.01) - 1);
    }
    return value;
}

static double walked(const struct ladder *ladder, double value, int presses)
{
    for (; value < ladder->floor && presses > 0; presses--)
        value = value < ladder->least ? ladder->least : ladder->floor;
    if (presses == 0)
        return value;
    const double next = ladder->log ? log_steps_from(ladder, value, presses)
                                    : linear_steps_from(ladder, value, presses);
    if (next < ladder->floor)
        return value > ladder->floor   ? ladder->floor
               : value > ladder->least ? ladder->least
                                       : ladder->bottom;
    return fmin(next, ladder->max);
}

// The nearest by factor of 1, 2 and 5 times a power of ten.
static double round_step(double step)
{
    if (step <= 0)
        return step;
    const double decade = pow(10, floor(log10(step))), lead = step / decade;
    return decade * (lead < sqrt(2) ? 1 : lead < sqrt(10) ? 2 : lead < sqrt(50) ? 5 : 10);
}

// The step from 1 to 2 for a factor, of which steps are on average 0.7 over a decade. It is 1 or 5
// times a power of ten, so that steps from 1 reach 2 and 5.
static double step_for_factor(double factor)
{
    const double step = (factor - 1) / 0.7;
    const double decade = pow(10, floor(log10(step))), lead = step / decade;
    return decade * (lead < sqrt(5) ? 1 : lead < sqrt(50) ? 5 : 10);
}

static struct ladder ladder_of(const struct param *param, const void *values, bool fine)
{
    float min, max, slider_min, slider_max;
    param_range(param, values, &min, &max);
    param_slider(param, &slider_min, &slider_max);
    if (min != param->min || max != param->max) { // a length in per cent, a rect
        slider_min = min;
        slider_max = max;
    }
    struct ladder ladder = {
        .bottom = (double) (param->zero ? fminf(param->zero_at, min) : min),
        .least = (double) min,
        .floor = (double) min,
        .max = (double) max,
        .log = param->curve == PARAM_CURVE_LOG,
        .whole = param->type == PARAM_TYPE_INT,
        .step = (double) param->step,
    };
    if (ladder.log && min <= 0) {
        const float least = param->type == PARAM_TYPE_INT ? 1 : slider_max / 1000;
        ladder.floor = (double) (slider_min > 0 ? slider_min : least);
    }
    if (ladder.log && !(ladder.step > 1))
        ladder.step = pow((double) slider_max / ladder.floor, 0.01);
    else if (!ladder.log && ladder.step == 0)
        ladder.step = round_step((double) (slider_max - slider_min) / 100);
    if (ladder.log)
        ladder.step = fmin(step_for_factor(ladder.step), 1);
    if (fine)
        ladder.step /= 10;
    return ladder;
}

static void nudge_number(const struct param *param, void *values, int component, int presses,
                         bool fine)
{
    const struct ladder ladder = ladder_of(param, values, fine);
    const double value = (double) param_get(param, values, component);
    param_set(param, values, component, (float) walked(&ladder, value, presses));
}

static void nudge_int(const struct param *param, void *values, int presses, bool fine)
{
    struct ladder ladder = ladder_of(param, values, fine);
    const double value = (double) param_get(param, values, 0);
    if (!ladder.log)
        ladder.step = fmax(1, round(ladder.step));
    double next = walked(&ladder, value, presses);
    if (fabs(next - value) < 1) // the factor does not reach the next whole number
        next = value + (presses > 0 ? 1 : -1);
    param_set(param, values, 0, (float) next);
}

// Goes from name to name; a path comes after the last.
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
