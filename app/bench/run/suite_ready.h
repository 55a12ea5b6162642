#pragma once

#include "app/bench/run/suite_tools.h"

// A variant made ready to run.

struct suite_ready {
    struct suite_variant *variant;
    struct chain chain;
    struct plan plan; // points into `chain`, so it is never copied or moved
};

// Builds its plan and says in the variant what is known of it before it runs. Returns false where
// it does not fit or would take longer than the run's patience: the variant then has the reason.
bool suite_ready_init(struct suite_ready *ready, const struct suite_run *run,
                      struct suite_variant *variant);

// Leaves out a variant whose fastest run took more than twice the run's patience.
void suite_ready_leave_out_slow(const struct suite_ready *ready, const struct suite_run *run);
