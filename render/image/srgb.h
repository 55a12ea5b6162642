#pragma once

// The transfer function of sRGB (IEC 61966-2-1, 1999), exact and piecewise: light of 0 and more to
// display values, both 1 for white, and back. Light above 1 goes on along the power.
double srgb_encode(double light);
double srgb_decode(double encoded);
