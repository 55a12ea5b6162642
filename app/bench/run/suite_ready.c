#include "app/bench/run/suite_ready.h"

#include "render/text/log.h"

#include <stdio.h>

#define LOG_MODULE "suite"

// Returns milliseconds by the profile.
static double sum_estimates(const struct plan *plan, const struct gpu *gpu)
{
    double sum = 0;
    for (int i = 0; i < plan->count; i++) {
        struct impl_estimate estimate;
        const struct plan_node *node = &plan->nodes[i];
        if (node->impl && plan_estimate(plan, gpu, node, node->impl, &estimate, NULL))
            sum += estimate.model;
    }
    return sum * 1e-6;
}

static void describe_impl(struct suite_variant *variant, const struct plan *plan,
                          const struct gpu *gpu)
{
    variant->estimate = sum_estimates(plan, gpu);
    for (int i = 0; i < plan->count && !variant->impl; i++) {
        const struct plan_node *node = &plan->nodes[i];
        struct impl_estimate estimate;
        if (!node->impl)
            continue;
        variant->impl = node->impl->name;
        variant->was_timed =
            plan_estimate(plan, gpu, node, node->impl, &estimate, NULL) && estimate.timed > 0;
    }
}

static bool build_plan(struct suite_ready *ready, const struct suite_run *run)
{
    struct suite_variant *variant = ready->variant;
    struct error error;
    const struct plan_options options = {
        .width = variant->width,
        .height = variant->height,
        .format = variant->format,
        .fuse = run->options->draw.fuse,
        .linear = !variant->displays,
        .depth = 8,
        .times = run->lab->plan_options.times,
    };
    if (lab_build_plan(run->lab, &ready->plan, &ready->chain, &options, &error))
        return true;
    snprintf(variant->left_out, sizeof(variant->left_out), "%.*s", SUITE_TEXT_SIZE - 1, error.text);
    return false;
}

bool suite_ready_init(struct suite_ready *ready, const struct suite_run *run,
                      struct suite_variant *variant)
{
    struct error error;
    ready->variant = variant;
    if (variant->left_out[0])
        return false;
    if (!chain_parse(&ready->chain, variant->chain, NULL, &error)) // the suite itself is wrong
        log_fatal("%s: %s", variant->chain, error.text);
    if (!build_plan(ready, run))
        return false;
    describe_impl(variant, &ready->plan, &run->lab->gpu);
    variant->is_slow = variant->estimate > run->patience * 1e3;
    if (variant->is_slow)
        snprintf(variant->left_out, sizeof(variant->left_out),
                 "it would take about %.2g s a run, and the patience is %g s",
                 variant->estimate * 1e-3, run->patience);
    return !variant->is_slow;
}

void suite_ready_leave_out_slow(const struct suite_ready *ready, const struct suite_run *run)
{
    struct suite_variant *variant = ready->variant;
    const double least =
        variant->count > 0 ? stats_quantile(variant->times[0], variant->count, 0) : 0;
    variant->is_slow = least > 2 * run->patience * 1e3;
    if (variant->is_slow)
        snprintf(variant->left_out, sizeof(variant->left_out),
                 "it takes %.2g s a run, and the patience is %g s", least * 1e-3, run->patience);
}
