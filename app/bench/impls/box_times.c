#include "app/bench/impls/box_times.h"

#include "effects/box/box.h"

#include <math.h>
#include <string.h>

const char *const box_times_formats[BOX_TIMES_FORMATS] = { "rgba8", "rgba16f", "rgba32f" };

// What it takes to judge most claims.
static const int quick_radii[] = { 1, 4, 16, 63, 0 };

bool box_times_takes_radius(const struct suite_run *run, int radius)
{
    const int *quick = quick_radii;
    while (*quick && *quick != radius)
        quick++;
    return !run->options->bench.quick || *quick;
}

static int impl_called(const char *name)
{
    int i = 0;
    while (effect_box.impls[i] && strcmp(effect_box.impls[i]->name, name) != 0)
        i++;
    return effect_box.impls[i] ? i : -1;
}

// Returns where the radius begins in the list, which goes by radius.
static int first_of(const struct suite_run *run, int radius)
{
    int low = 0, high = run->count;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (run->variants[middle].key.radius < radius)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct suite_variant *box_times_find(const struct suite_run *run, const char *impl,
                                           int radius, int via)
{
    const int place = impl_called(impl);
    for (int i = first_of(run, radius); i < run->count; i++) {
        const struct suite_key *key = &run->variants[i].key;
        if (key->radius != radius)
            return NULL;
        if (key->impl == place && key->via == via)
            return &run->variants[i];
    }
    return NULL;
}

double box_times_median(const struct suite_run *run, const char *impl, int radius, int via)
{
    return suite_median(box_times_find(run, impl, radius, via));
}

double box_times_mean(const struct suite_run *run, const char *impl, int via, int part)
{
    double sum = 0;
    int count = 0;
    for (int radius = BOX_TIMES_MEAN_FROM; radius <= BOX_TIMES_RADIUS; radius++) {
        if (!box_times_takes_radius(run, radius))
            continue;
        const struct suite_variant *variant = box_times_find(run, impl, radius, via);
        if (!suite_has_run(variant))
            return NAN;
        sum += part < 0 ? variant->time.median : variant->parts[part];
        count++;
    }
    return sum / count;
}
