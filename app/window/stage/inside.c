#include "app/window/stage/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_left_out(const struct plan *plan, int step)
{
    for (int i = 0; i < plan->identity_count; i++)
        if (plan->identities[i].step == step)
            return true;
    return false;
}

// Nodes that were put in belong to no step; a fused one puts out the result of its last.
static const struct plan_node *find_node(const struct plan *plan, int step)
{
    for (int i = 0; i < plan->count; i++)
        if (plan->nodes[i].last_step >= step)
            return &plan->nodes[i];
    return NULL;
}

// Where the node stands in the tree; -1: it does not.
static int find_scope(const struct plan *plan, const struct plan_node *node,
                      const struct pass_stats *stats)
{
    int number = 1;
    for (const struct plan_node *before = plan->nodes; before < node; before++)
        number += strcmp(before->label, node->label) == 0;
    return pass_place_find_step(stats, node->label, number);
}

void inside_turn(struct workbench *workbench, const struct plan *plan,
                 const struct pass_stats *stats)
{
    const int turns = workbench->pass_turns, step = workbench->step;
    workbench->pass_turns = 0;
    if (turns == 0 || step >= workbench->chain.count)
        return;
    const char *name = workbench->chain.steps[step].effect->name;
    const bool is_off = workbench->chain.steps[step].off;
    const struct plan_node *node = find_node(plan, step);
    const int scope = node ? find_scope(plan, node, stats) : -1;
    if (is_off || is_left_out(plan, step) || scope < 0) {
        workbench_say(workbench, "step %d, %s, %s, so it has no passes", step + 1, name,
                      is_off ? "is off" : "does not run");
        return;
    }
    int at = pass_place_find(stats, &workbench->pass);
    for (int i = 0; i < abs(turns); i++)
        at = pass_place_turn(stats, scope, at, turns > 0 ? 1 : -1);
    pass_place_of(stats, at, &workbench->pass);
}

void inside_describe(const struct pass_view *view, char *out, size_t size)
{
    const struct texture *picture = &view->side.output;
    const double times = (double) picture->width / view->width;
    char enlarged[48] = "";
    if (picture->width != view->width || picture->height != view->height)
        snprintf(enlarged, sizeof(enlarged), ", %.3g times as large here", times);
    snprintf(out, size, "%s: %s of %dx%d%s", view->place.path,
             view->is_light ? "light" : "display values", view->width, view->height, enlarged);
}
