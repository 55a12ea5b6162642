#pragma once

// The filters of FLIP at 67 pixels per degree: three that blur as the eye does, by its sensitivity
// to contrast (section 4.1.1 of the paper), and three that find edges and points (4.2). All work
// along one axis; one along rows and one along columns make the paper's filters of two dimensions,
// which are products, or for blue and yellow a sum of two.

// Three deviations of the widest.
enum { FLIP_REACH = 10, FLIP_TAPS = 2 * FLIP_REACH + 1 };

enum flip_kernel_name {
    FLIP_ACHROMATIC,
    FLIP_RED_GREEN,
    FLIP_BLUE_YELLOW,
    FLIP_BLUE_YELLOW_FINE,
    FLIP_SMOOTH,
    FLIP_EDGE,
    FLIP_POINT,
    FLIP_KERNEL_COUNT
};

struct flip_kernel {
    int reach;                // weights beyond it are 0; 1, 4, 7 or 10, so that the taps are threes
    float weights[FLIP_TAPS]; // the one of the middle at [FLIP_REACH]
};

struct flip_kernels {
    struct flip_kernel all[FLIP_KERNEL_COUNT];
    double blue_yellow_share; // of FLIP_BLUE_YELLOW; FLIP_BLUE_YELLOW_FINE has the rest
};

struct flip_kernels flip_kernels_make(void);
