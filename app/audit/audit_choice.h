#pragma once

#include "app/audit/audits.h"

// Which audits run, and what of the command line they are about.

struct audit_choice {
    int count;
    const struct audit *all[AUDITS_COUNT];
};

// The audit that is asked for, or all that can take what is given; the others are named on stderr.
// False, with what it does not take and why, where the one that is asked for cannot.
bool audit_choice_make(struct audit_choice *choice, const struct options *options,
                       struct error *error);
