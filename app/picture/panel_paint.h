#pragma once

#include "app/picture/panel_colours.h"
#include "render/paint/paint.h"

// The panel's colours for pictures that are drawn on without a GPU.

static inline uint8_t panel_paint_value(float value)
{
    return (uint8_t) (value * 255 + 0.5f);
}

static inline struct paint panel_paint(const struct panel_colour *colour)
{
    return (struct paint){ panel_paint_value(colour->r), panel_paint_value(colour->g),
                           panel_paint_value(colour->b), panel_paint_value(colour->a) };
}
