#include "effects/plan/plan_cache.h"

#include <string.h>

// ---- comparing nodes

// Lists the steps of a node, those that are joined to its programs too. Returns their number.
static int list_steps(const struct plan_node *node,
                      const struct chain_step *steps[CHAIN_MAX_STEPS + 1])
{
    const struct fused_steps *const runs[] = { &node->before, &node->fused, &node->after };
    int count = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < runs[i]->count; k++)
            steps[count++] = runs[i]->steps[k];
    return count;
}

// Compares all of two nodes, with the values of the steps of `a` in `values`. Two pointers to the
// same program mean the same text, because the cache finds programs by their text; a reload is
// found by plan_cache_moment.reloads. The members that are not compared follow from the steps of
// the node and of those before it.
static bool is_same_node(const struct plan_node *a, const struct chain_step values[],
                         const struct plan_node *b)
{
    const struct chain_step *steps[CHAIN_MAX_STEPS + 1];
    bool is_same = a->impl == b->impl && a->programs == b->programs &&
                   a->joined_before == b->joined_before && a->joined_after == b->joined_after &&
                   a->select == b->select && a->shift == b->shift &&
                   a->before.file == b->before.file && a->fused.file == b->fused.file &&
                   a->after.file == b->after.file;
    for (int i = list_steps(b, steps) - 1; i >= 0 && is_same; i--)
        is_same = chain_step_equal(&values[i], steps[i]);
    return is_same;
}

// ---- comparing runs

static int find_changed(const struct plan_cache *cache, const struct plan *plan,
                        const struct plan_cache_moment *moment)
{
    const struct plan *last = &cache->plan;
    const struct plan_cache_moment *before = &cache->moment;
    const struct plan_options *a = &last->options, *b = &plan->options;
    if (!cache->has_run || before->source != moment->source || before->output != moment->output ||
        before->frame != moment->frame || before->reloads != moment->reloads)
        return 0;
    if (a->width != b->width || a->height != b->height || a->format != b->format ||
        a->fuse != b->fuse || a->linear != b->linear || a->hook_size != b->hook_size ||
        a->depth != b->depth || a->as_floats != b->as_floats)
        return 0;
    // The last node writes to the output of the plan, every other one to an image of its own.
    const struct chain_step *steps[CHAIN_MAX_STEPS + 1], *values = cache->steps;
    int node = 0;
    for (; node < plan->count && node < last->count &&
           (node == last->count - 1) == (node == plan->count - 1) &&
           is_same_node(&last->nodes[node], values, &plan->nodes[node]);
         node++)
        values += list_steps(&plan->nodes[node], steps);
    return node;
}

// ---- images

static void take_if_it_fits(const struct plan *plan, int node, size_t *left,
                            bool requested[PLAN_MAX_NODES])
{
    const size_t bytes =
        (size_t) plan->options.width * (size_t) plan->options.height *
        (size_t) texture_format_texel_bytes(plan_node_format(plan, &plan->nodes[node]));
    if (requested[node] || bytes > *left)
        return;
    requested[node] = true;
    *left -= bytes;
}

static void choose_images(const struct plan_cache *cache, const struct plan *plan,
                          bool requested[PLAN_MAX_NODES])
{
    size_t left = cache->budget > 0 ? cache->budget : PLAN_CACHE_BUDGET;
    if (cache->changed > 0 && cache->changed < plan->count)
        take_if_it_fits(plan, cache->changed - 1, &left, requested);
    for (int node = plan->count - 2; node >= 0; node--)
        take_if_it_fits(plan, node, &left, requested);
}

// Frees the images whose element of `requested` is false. The image of node `input`, from which the
// run still reads, stays; -1: there is none.
static void drop_images(struct plan_cache *cache, const bool requested[PLAN_MAX_NODES], int input)
{
    for (int node = 0; node < PLAN_MAX_NODES; node++)
        if (!requested[node] && node != input)
            texture_finish(&cache->images[node]);
}

// ---- runs

int plan_cache_begin(struct plan_cache *cache, const struct plan *plan,
                     const struct plan_cache_moment *moment)
{
    int first = find_changed(cache, plan, moment);
    if (first == plan->count)
        return first;
    if (first > 0)
        cache->changed = first;
    while (first > 0 && !cache->images[first - 1].id)
        first--;
    bool requested[PLAN_MAX_NODES] = { false };
    choose_images(cache, plan, requested);
    drop_images(cache, requested, first - 1);
    for (int node = first; node < plan->count; node++)
        if (requested[node])
            texture_fit_plain(&cache->images[node], plan->options.width, plan->options.height,
                              plan_node_format(plan, &plan->nodes[node]), "cached");
    cache->has_run = true;
    cache->moment = *moment;
    cache->plan = *plan;
    struct chain_step *values = cache->steps;
    for (int node = 0; node < plan->count; node++) {
        const struct chain_step *steps[CHAIN_MAX_STEPS + 1];
        const int count = list_steps(&plan->nodes[node], steps);
        for (int i = 0; i < count; i++)
            *values++ = *steps[i];
    }
    return first;
}

void plan_cache_end(struct plan_cache *cache)
{
    bool requested[PLAN_MAX_NODES] = { false };
    choose_images(cache, &cache->plan, requested);
    drop_images(cache, requested, -1);
}

struct texture *plan_cache_image(struct plan_cache *cache, int node)
{
    return cache->images[node].id ? &cache->images[node] : NULL;
}

void plan_cache_free_images(struct plan_cache *cache)
{
    drop_images(cache, (const bool[PLAN_MAX_NODES]){ false }, -1);
    cache->has_run = false;
}

void plan_cache_reset_state(struct plan_cache *cache, int step)
{
    effect_state_finish(&cache->states[step]);
    cache->has_run = false;
}

static void reset_states(struct plan_cache *cache)
{
    for (int step = 0; step < CHAIN_MAX_STEPS; step++)
        effect_state_finish(&cache->states[step]);
}

void plan_cache_finish(struct plan_cache *cache)
{
    plan_cache_free_images(cache);
    reset_states(cache);
}

void plan_cache_match_states(struct plan_cache *cache, const struct plan *plan)
{
    const struct effect *now[CHAIN_MAX_STEPS] = { NULL };
    plan_for_each(node, plan)
        if (node->impl && node->last_step >= 0)
            now[node->last_step] = node->fused.steps[0]->effect;
    if (memcmp(now, cache->effects, sizeof(now)) != 0)
        reset_states(cache);
    memcpy(cache->effects, now, sizeof(now));
}
