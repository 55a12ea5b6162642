#pragma once

// The exact piecewise transfer function of sRGB (IEC 61966-2-1, 1999): light of 0 or more to
// display values, both 1 for white, and back. Above 1 the power goes on.
double srgb_encode(double light);
double srgb_decode(double encoded);
