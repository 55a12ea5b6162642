#pragma once

// Colour in double precision. Colours are three values, red green blue in ITU-R BT.709 primaries
// with a D65 white; "encoded" is sRGB (IEC 61966-2-1), everything else scene-linear.

void colour_encode(const double linear[3], double encoded[3]);
void colour_decode(const double encoded[3], double linear[3]);

// ITU-R BT.709.
double colour_luminance(const double linear[3]);

// CIE 1976 L*a*b* against D65. Greys have a* = b* = 0; L* is 0..100 for 0..1.
void colour_lab(const double linear[3], double lab[3]);

// Of its values: the cube root, near 0 a straight line.
double colour_lab_root(double t);

// B. Ottosson, A perceptual color space for image processing, 2020. L is 0..1 for 0..1.
void colour_oklab(const double linear[3], double lab[3]);

// Its matrices: linear sRGB to cone responses, and their cube roots to L, a, b.
extern const double colour_oklab_cones[3][3], colour_oklab_lab[3][3];

// Straight colour of a premultiplied one: what alpha divides by. Light without cover (alpha 0 or
// less) is taken as it is.
double colour_cover(double alpha);
