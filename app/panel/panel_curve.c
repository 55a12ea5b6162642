#include "app/panel/panel_curve.h"

#include "app/panel/curve.h"
#include "app/panel/panel_widgets.h"

#include <stdio.h>

enum { POINTS = 129, GRID_EV = 2 };

static void explain(const struct chain_step *step, float share)
{
    char text[160];
    const double ev = CURVE_LEAST_EV + (CURVE_MOST_EV - CURVE_LEAST_EV) * (double) share;
    const double light = curve_light(ev);
    snprintf(text, sizeof(text), "%+.1f EV from middle grey\nlight %.3g becomes %.3f", ev, light,
             step->effect->curve(step->params, light));
    widgets_tip(text);
}

void panel_curve(const struct chain_step *step)
{
    float values[POINTS];
    if (!step->effect->curve)
        return;
    curve_sample(step, POINTS, values);
    const struct widgets_graph graph = {
        .values = values,
        .count = POINTS,
        .columns = (CURVE_MOST_EV - CURVE_LEAST_EV) / GRID_EV,
        .marked = -CURVE_LEAST_EV / (float) (CURVE_MOST_EV - CURVE_LEAST_EV),
        .left = "-8 EV",
        .middle = "middle grey",
        .right = "+8 EV",
    };
    const float share = widgets_curve(&graph);
    if (share >= 0)
        explain(step, share);
}
