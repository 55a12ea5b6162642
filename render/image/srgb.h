#pragma once

// The exact piecewise transfer function of sRGB (IEC 61966-2-1, 1999) and its inverse. Light and
// display values are 0 or more, 1 is white; above 1 the power function continues.
double srgb_encode(double light);
double srgb_decode(double encoded);
