#pragma once

#include "app/audit/impls/audit_settings.h"
#include "render/pass_list.h"

// One run of one implementation beside the reference.

struct audit_trial {
    struct audit_setting setting;   // whose chain names the implementation
    const struct effect_impl *impl; // NULL: pointwise
    enum plan_fuse fuse;
    const struct image *source, *expected;
    double largest; // value of the source
};

struct audit_difference {
    double worst; // of what is allowed
    int beyond;   // texels
    int x, y, channel;
    double off, allowed; // of the first of them
    struct error error;  // of a shader that does not compile; "" otherwise
};

// Makes the chain name the implementation that the trial is of.
void audit_trial_name(struct audit_trial *trial);

// Returns the largest value of an image, without its sign.
double audit_trial_largest(const struct image *image);

// Notes which passes would run, with which programs, and compiles and draws nothing. `node` gets
// the plan's node of the step. False where the implementation does not fit, promises nothing, would
// leave the picture as it is, or would take a software renderer longer than all else.
bool audit_trial_rehearse(struct lab *lab, const struct audit_trial *trial, struct plan *plan,
                          const struct plan_node **node, struct pass_list *passes);

// Runs and compares what could be rehearsed, where `tolerance` times as much as the tests allow may
// differ. A shader that does not compile is infinitely far off.
void audit_trial_run(struct lab *lab, const struct audit_trial *trial, double tolerance,
                     struct audit_difference *difference);
