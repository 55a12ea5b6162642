#pragma once

#include "render/image/image.h"

// The properties of a blur, measured by what it did to a picture. Lengths are in pixels.

enum {
    ANALYSIS_DIRECTIONS = 4,
    ANALYSIS_FAMILIES = 6,
    ANALYSIS_CHAIN_SIZE = 48,
};

struct analysis {
    bool is_light; // it blurs scene-linear light, not display values
    double sigma;  // standard deviation of the point spread, mean of both axes
    double fit;    // sigma of the Gaussian nearest to the profile along an axis
    double directions[ANALYSIS_DIRECTIONS]; // across, down, falling, rising
    double x, y;                            // how far the picture moved
    double kurtosis;                        // excess kurtosis of the profiles, 0 for a Gaussian
    double kept;                            // share of the values that is left, 1: all
    double contrast;                        // of wide structures, 1: unchanged
    double unexplained;      // squares that no point spread explains, as a share of all
    const char *border;      // the rule; NULL: none was found
    struct analysis_family { // the Gaussian of `fit`, others of `sigma`
        const char *name;
        char chain[ANALYSIS_CHAIN_SIZE];
        double psnr;               // dB from the picture, display values
        bool is_near;              // the PSNR is nearly the largest of all
    } families[ANALYSIS_FAMILIES]; // the Gaussian first
    int nearest;                   // index of the first that is near
};

// Analyses two pictures of one size: doubles, display values, alpha straight. `noise` is the
// standard deviation of the rounding of `after`; tails far from the core are found in the test
// pattern alone. Returns false if no blur is found; the error
// begins with a verb.
bool analysis_make(struct analysis *analysis, const struct image *before, const struct image *after,
                   double noise, bool is_pattern, struct error *error);
