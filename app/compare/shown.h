#pragma once

#include "render/image/image.h"

// A picture from a file as a screen shows it.

struct shown {
    struct image image; // U8, straight alpha
    bool is_light;
};

// Reads display values of any depth, or light, which is shown at an exposure in stops. Where that
// is NaN it becomes the one that makes the mean luminance a middle grey of 0.18. The curve is that
// of HDR-FLIP (metrics_expose); what is not finite is dark.
bool shown_read(struct shown *shown, const char *path, double *exposure, struct error *error);
void shown_finish(struct shown *shown);
