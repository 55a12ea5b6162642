#include "effects/plan/plan_layout.h"

const char *const plan_fuse_names[] = { "auto", "fragment", "compute", "off", NULL };

int plan_depth(const struct plan_options *options)
{
    return options->depth > 0 ? options->depth : 8;
}

bool plan_node_is_fused(const struct plan_node *node)
{
    return node->run.count == 0 || node->run.steps[0]->effect->pointwise;
}
