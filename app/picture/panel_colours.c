#include "app/picture/panel_colours.h"

const struct panel_colours panel_colours = {
    .plain = { 0.93f, 0.94f, 0.96f, 1 },
    .soft = { 0.80f, 0.82f, 0.86f, 1 },
    .dim = { 0.67f, 0.70f, 0.75f, 1 },
    .accent = { 0.42f, 0.75f, 0.92f, 1 },
    .alarm = { 1.0f, 0.68f, 0.52f, 1 },
    .warn = { 0.98f, 0.86f, 0.40f, 1 },
    .side_a = { 0.97f, 0.72f, 0.34f, 1 },
    .side_b = { 0.52f, 0.78f, 1.0f, 1 },

    .panel = { 0.045f, 0.05f, 0.065f, 1 },
    .popup = { 0.065f, 0.07f, 0.09f, 1 },
    .field = { 1, 1, 1, 0.06f },
    .field_hovered = { 1, 1, 1, 0.08f },
    .field_active = { 1, 1, 1, 0.09f },
    .selected = { 0.36f, 0.70f, 0.86f, 0.12f },

    .knob = { 0.36f, 0.70f, 0.86f, 0.9f },
    .bar = { 0.50f, 0.80f, 0.95f, 0.95f },
    .fine_bar = { 0.36f, 0.70f, 0.86f, 0.66f },
    .scroll = { 1, 1, 1, 0.36f },
    .red = { 0.92f, 0.30f, 0.34f, 1 },
    .green = { 0.70f, 0.95f, 0.40f, 1 },
    .blue = { 0.45f, 0.55f, 1.0f, 1 },
    .idle_knob = { 1, 1, 1, 0.14f },
    .line = { 1, 1, 1, 0.10f },
};

static uint8_t paint_value(float value)
{
    return (uint8_t) (value * 255 + 0.5f);
}

struct paint panel_paint(const struct panel_colour *colour)
{
    return (struct paint){ paint_value(colour->r), paint_value(colour->g), paint_value(colour->b),
                           paint_value(colour->a) };
}
