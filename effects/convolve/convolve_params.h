#pragma once

#include "render/text/param.h"

// The parameters of a convolution.

struct convolve_params {
    char kernel[PARAM_TEXT_SIZE]; // a name in convolve_shapes, or '@' and the path of a picture
    struct length size;           // of the shape, or of a picture's longer side; 0: auto
    int blades;
    float roundness; // 0: straight edges, 1: a disc
    int rays;
    float falloff;
    float angle; // degrees, clockwise
    int edge;    // enum edge
    int impl;
};

enum convolve_shape {
    CONVOLVE_DISC,
    CONVOLVE_POLYGON,
    CONVOLVE_STAR,
    CONVOLVE_STREAK,
    CONVOLVE_GAUSSIAN,
    CONVOLVE_PICTURE, // the names end here
};

enum { CONVOLVE_MAX_SIZE = 1024 }; // px, of a kernel's sides

extern const char *const convolve_shapes[]; // their names; ends with NULL

// Returns the shape that the parameters name; CONVOLVE_PICTURE also for an unknown name.
enum convolve_shape convolve_shape_of(const struct convolve_params *params);
