#pragma once

#include "app/audit/report/audit_tools.h"

// What every implementation is tried with: settings of every effect.

struct audit_impls_case {
    const char *text; // of a chain; the last step with implementations is tried, or else the last
    bool is_even;     // as for reference_tolerance_of
    bool is_joined;   // pointwise steps beside it go into its own programs; tried in a hurry too
};

extern const struct audit_impls_case audit_impls_cases[]; // ends with a zeroed one
