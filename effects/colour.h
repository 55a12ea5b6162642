#pragma once

// Colour in double precision. A colour is three values, red, green and blue in ITU-R BT.709
// primaries with a D65 white. "Encoded" means sRGB display values (IEC 61966-2-1); all else is
// scene-linear.

void colour_encode(const double linear[3], double encoded[3]);
void colour_decode(const double encoded[3], double linear[3]);

// Multiplies a matrix, given by its rows, with a colour. `out` may not be `in`.
void colour_multiply(const double matrix[3][3], const double in[3], double out[3]);

// Inverts the first `size` rows and columns of a matrix in place; no leading minor may be 0.
void colour_invert(double matrix[3][3], int size);

// Luminance by ITU-R BT.709.
double colour_luminance(const double linear[3]);

// Converts to CIE 1931 XYZ, each relative to that of white.
void colour_xyz(const double linear[3], double xyz[3]);

// Converts to CIE 1976 L*a*b* with a D65 white. Greys have a* = b* = 0; L* is 0..100 for 0..1.
void colour_lab(const double linear[3], double lab[3]);

// The root of L*a*b*: a cube root, and a straight line near 0.
double colour_lab_root(double t);

// Convert to and from Oklab (B. Ottosson, A perceptual color space for image processing, 2020). L
// is 0..1 for 0..1.
void colour_oklab(const double linear[3], double lab[3]);
void colour_from_oklab(const double lab[3], double linear[3]);

// The matrices of Oklab: linear sRGB to cone responses, and their cube roots to L, a, b.
extern const double colour_oklab_cones[3][3], colour_oklab_lab[3][3];

// Returns the divisor that makes a premultiplied colour straight: alpha, or 1 if alpha is 0 or
// less, since light without coverage is left unchanged.
double colour_cover(double alpha);
