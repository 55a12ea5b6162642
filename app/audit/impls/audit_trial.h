#pragma once

#include "app/audit/report/audit_tools.h"

// One run of one implementation beside the reference.

struct audit_trial {
    const struct chain *chain;
    const char *text;
    bool is_even;
    enum texture_format format;
    enum plan_fuse fuse;
    const struct effect_impl *impl; // NULL: pointwise
    const struct image *source, *expected;
    double largest; // value of the source
};

struct audit_difference {
    double worst; // of what is allowed
    int beyond;   // texels
    int x, y, channel;
    double off, allowed; // of the first of them
};

// Returns the index of the step that is tried: the last with implementations, or else the last.
int audit_trial_step(const struct chain *chain);

// Whether the implementation states how far it may be off.
bool audit_trial_promises(const struct lab *lab, const struct audit_trial *trial);

// Returns the largest value of an image, without its sign.
double audit_trial_largest(const struct image *image);

// Runs and compares it, where `tolerance` times as much as the tests allow may differ. False where
// it does not fit, or would take a software renderer longer than all else.
bool audit_trial_run(struct lab *lab, const struct audit_trial *trial, double tolerance,
                     struct audit_difference *difference);
