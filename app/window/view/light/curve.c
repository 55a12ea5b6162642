#include "app/window/view/light/curve.h"

#include <math.h>

double curve_light(double ev)
{
    return 0.18 * exp2(ev);
}

void curve_sample(const struct chain_step *step, int count, float *values)
{
    const double range = CURVE_MOST_EV - CURVE_LEAST_EV;
    for (int i = 0; i < count; i++) {
        const double light = curve_light(CURVE_LEAST_EV + range * i / (count - 1));
        values[i] = (float) step->effect->curve(step->params, light);
    }
}

const struct chain_step *curve_find(const struct chain *chain)
{
    for (int i = 0; i < chain->count; i++)
        if (!chain->steps[i].off && chain->steps[i].effect->curve)
            return &chain->steps[i];
    return NULL;
}
