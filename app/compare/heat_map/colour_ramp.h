#pragma once

#include <stdint.h>

// Colours of a map of numbers: magma, from black over violet and orange to a pale yellow. Equal
// steps look equal, and who cannot tell red from green sees the order by the lightness. N. Smith,
// S. van der Walt, the colour maps of matplotlib 1.5, 2015, at ten of its 256 colours; in between
// display values are mixed.

// `place` is 0..1; display values of 0..255.
void colour_ramp_at(double place, uint8_t colour[3]);
