#include "effects/convolve/convolve_params.h"

#include <string.h>

const char *const convolve_shapes[] = {
    [CONVOLVE_DISC] = "disc",     [CONVOLVE_POLYGON] = "polygon",   [CONVOLVE_STAR] = "star",
    [CONVOLVE_STREAK] = "streak", [CONVOLVE_GAUSSIAN] = "gaussian", NULL,
};

enum convolve_shape convolve_shape_of(const struct convolve_params *params)
{
    int shape = 0;
    while (convolve_shapes[shape] && strcmp(convolve_shapes[shape], params->kernel) != 0)
        shape++;
    return (enum convolve_shape) shape;
}
