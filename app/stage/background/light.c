#include "app/stage/background/light.h"

#include "app/text/clock.h"

static const double seconds_between = 0.1;

void light_finish(struct light *light)
{
    for (int i = 0; i < 2; i++)
        histogram_finish(&light->counters[i]);
    chain_light_finish(&light->kept);
    *light = (struct light){ 0 };
}

// ---- counting

static void take_counts(struct light *light)
{
    const bool has_before = histogram_read(&light->counters[0], false, &light->before);
    histogram_read(&light->counters[1], false, &light->after);
    light->is_known = light->is_known || has_before;
}

static bool is_counting(const struct light *light)
{
    return light->counters[0].fence || light->counters[1].fence;
}

static void count(struct light *light, struct lab *lab, const struct texture *seen)
{
    struct gpu *gpu = &lab->gpu;
    struct chain_light *kept = &light->kept;
    histogram_count(&light->counters[0], gpu, &lab->source, seen);
    light->has_after = kept->is_built;
    chain_light_draw(kept, lab);
    if (kept->is_built)
        histogram_count(&light->counters[1], gpu, &kept->side.output, NULL);
    light->is_due = false;
    light->next = clock_seconds() + seconds_between;
}

// A step that is looked at is another chain in the same place.
static bool is_other(const struct light *light, const struct side *seen)
{
    return light->seen != seen || !chain_equal(&light->seen_chain, &seen->chain);
}

void light_draw(struct light *light, struct lab *lab, const struct side *seen, bool changed,
                bool may_build)
{
    light->is_due = light->is_due || changed || is_other(light, seen);
    light->seen = seen;
    light->seen_chain = seen->chain;
    if (!light->wanted) {
        light->is_due = true;
        chain_light_finish(&light->kept);
        return;
    }
    take_counts(light);
    if (light->is_due && !is_counting(light) && clock_seconds() >= light->next &&
        chain_light_follow(&light->kept, lab, &lab->side.chain, may_build))
        count(light, lab, &seen->output);
}

bool light_is_due(const struct light *light)
{
    return light->wanted && (light->is_due || is_counting(light));
}
