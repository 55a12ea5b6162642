#pragma once

#include "app/stats/bound.h"
#include "app/suite/run/suite_tools.h"

// Finds what binds a variant that has run with its passes: for each of its scopes, and as what is
// returned for the whole. Without a profile of the GPU all are unknown. The variant's plan is made
// again, so outside a frame.
enum bound suite_bound(const struct suite_run *run, const struct suite_variant *variant,
                       enum bound scopes[GPU_TIMER_MAX_SCOPES]);
