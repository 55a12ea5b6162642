#pragma once

#include "app/audit/audit_tools.h"

// What every implementation is tried with: settings of every effect.

struct audit_impls_case {
    const char *text; // of a chain; what stands before its last step only makes display values
    bool is_even;     // as for reference_tolerance_of
};

extern const struct audit_impls_case audit_impls_cases[]; // ends with a zeroed one
