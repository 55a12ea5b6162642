#pragma once

// Colour in double precision. A colour is three values, red, green and blue in ITU-R BT.709
// primaries with a D65 white. "Encoded" means sRGB display values (IEC 61966-2-1); all else is
// scene-linear.

void colour_encode(const double linear[3], double encoded[3]);
void colour_decode(const double encoded[3], double linear[3]);

// Luminance by ITU-R BT.709.
double colour_luminance(const double linear[3]);

// CIE 1931 XYZ, each as a multiple of white's.
void colour_xyz(const double linear[3], double xyz[3]);

// CIE 1976 L*a*b* against D65. Greys have a* = b* = 0; L* is 0..100 for 0..1.
void colour_lab(const double linear[3], double lab[3]);

// The root in L*a*b*: a cube root, and near 0 a straight line.
double colour_lab_root(double t);

// B. Ottosson, A perceptual color space for image processing, 2020. L is 0..1 for 0..1.
void colour_oklab(const double linear[3], double lab[3]);
void colour_from_oklab(const double lab[3], double linear[3]);

// The matrices of Oklab: linear sRGB to cone responses, and their cube roots to L, a, b.
extern const double colour_oklab_cones[3][3], colour_oklab_lab[3][3];

// The divisor that makes a premultiplied colour straight: alpha, or 1 where alpha is 0 or less,
// since light without cover is taken as it is.
double colour_cover(double alpha);
