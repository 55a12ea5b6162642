#pragma once

// Colours as FLIP compares them.

struct flip_colours {
    double to_linear[3][3]; // from XYZ as multiples of white's
    double most;            // the distance of green and blue, which is the largest
};

struct flip_colours flip_colours_make(void);

// Makes Y, Cx, Cz of a colour: what the eye blurs, an achromatic value of -16 to 100 and two
// opponents. Linear.
void flip_colours_opponents(const double linear[3], double opponents[3]);

// Returns how far two colours are from each other, 0..1: section 4.1.3 of the paper.
double flip_colours_difference(const struct flip_colours *colours, const double a[3],
                               const double b[3]);
