#include "render/param_field.h"

#include <math.h>

// What the arrow keys walk along: from `floor` to `max` by steps, and below the floor there is
// only `bottom` (0 with a name of its own, or the 0 that a log curve cannot reach).
struct ladder {
    double bottom, floor, max;
    double step; // added, or a factor
    bool log;
};

static double nearest_with_places(double value, int places)
{
    const double scale = pow(10, places);
    return round(value * scale) / scale;
}

// 0.3 and not 0.30000001 after three steps of 0.1.
static double tidy(const struct ladder *ladder, double value)
{
    const double grain = ladder->log ? fabs(value) / 10 : ladder->step;
    if (grain == 0)
        return value;
    return nearest_with_places(value, (int) ceil(-log10(grain)) + 2);
}

static double steps_from(const struct ladder *ladder, double value, int presses)
{
    return ladder->log ? value * pow(ladder->step, presses) : value + presses * ladder->step;
}

static double walked(const struct ladder *ladder, double value, int presses)
{
    const bool up = presses > 0;
    if (value < ladder->floor && up) {
        value = ladder->floor;
        if (--presses == 0)
            return value;
    }
    const double exact = steps_from(ladder, value, presses);
    if (exact >= ladder->max)
        return ladder->max;
    double next = tidy(ladder, exact);
    if (up ? next <= value : next >= value) // a step finer than what tidy keeps
        next = exact;
    if (next < ladder->floor)
        next = value > ladder->floor ? ladder->floor : ladder->bottom;
    return fmin(next, ladder->max);
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
        .bottom = param->zero && min > 0 ? 0 : (double) min,
        .floor = (double) min,
        .max = (double) max,
        .log = param->curve == PARAM_CURVE_LOG,
        .step = (double) param->step,
    };
    if (ladder.log && min <= 0) {
        const float least = param->type == PARAM_TYPE_INT ? 1 : slider_max / 1000;
        ladder.floor = (double) (slider_min > 0 ? slider_min : least);
    }
    if (ladder.log && !(ladder.step > 1))
        ladder.step = pow((double) slider_max / ladder.floor, 0.01);
    else if (!ladder.log && ladder.step == 0)
        ladder.step = (double) (slider_max - slider_min) / 100;
    if (fine)
        ladder.step = ladder.log ? pow(ladder.step, 0.1) : ladder.step / 10;
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
    if (fabs(next - value) < 1) // a factor that does not reach the next whole number
        next = value + (presses > 0 ? 1 : -1);
    param_set(param, values, 0, (float) next);
}

void param_nudge(const struct param *param, void *values, int presses, bool fine)
{
    if (presses == 0)
        return;
    switch (param->type) {
    case PARAM_TYPE_CHOICE:
        param_set(param, values, 0, param_get(param, values, 0) + (float) presses);
        break;
    case PARAM_TYPE_INT:
        nudge_int(param, values, presses, fine);
        break;
    case PARAM_TYPE_RECT:
        nudge_number(param, values, 0, presses, fine);
        break;
    default:
        for (int i = 0; i < param_components(param); i++)
            nudge_number(param, values, i, presses, fine);
    }
}
