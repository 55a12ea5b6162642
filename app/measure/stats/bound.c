#include "app/measure/stats/bound.h"

#include <math.h>
#include <stddef.h>

static const double least_share = 0.25; // of the time

const char *const bound_names[] = { "-", "memory", "texture", "arithmetic", "launch", NULL };

struct roofs bound_settle(const struct roofs *roofs, double time)
{
    struct roofs settled = *roofs;
    if (isnan(roofs->arithmetic))
        settled.arithmetic =
            fmax(0, time - fmax(roofs->memory, fmax(roofs->texture, roofs->launch)));
    return settled;
}

struct roofs bound_add(const struct roofs *a, const struct roofs *b)
{
    return (struct roofs){
        .memory = a->memory + b->memory,
        .texture = a->texture + b->texture,
        .arithmetic = a->arithmetic + b->arithmetic,
        .launch = a->launch + b->launch,
    };
}

enum bound bound_by(const struct roofs *roofs, double time)
{
    const struct roofs settled = bound_settle(roofs, time);
    const double heights[] = {
        [BOUND_MEMORY] = settled.memory,
        [BOUND_TEXTURE] = settled.texture,
        [BOUND_ARITHMETIC] = settled.arithmetic,
        [BOUND_LAUNCH] = settled.launch,
    };
    enum bound highest = BOUND_MEMORY;
    for (int i = BOUND_TEXTURE; i <= BOUND_LAUNCH; i++)
        if (heights[i] > heights[highest])
            highest = (enum bound) i;
    return time > 0 && heights[highest] >= least_share * time ? highest : BOUND_UNKNOWN;
}
