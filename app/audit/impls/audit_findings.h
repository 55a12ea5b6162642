#pragma once

#include "app/audit/impls/audit_trial.h"

// What was found of each implementation in all its runs.

enum { AUDIT_FINDINGS_MOST = 160 };

struct audit_finding {
    const struct effect *effect;
    char name[48];
    int runs, skipped;
    double worst; // of what is allowed
    char where[48], first[256];
};

struct audit_findings {
    int count;
    struct audit_finding all[AUDIT_FINDINGS_MOST];
};

// Returns what was found of an implementation so far, by its name.
struct audit_finding *audit_findings_of(struct audit_findings *findings,
                                        const struct effect *effect, const char *name);

// Adds a run of it, or, where there was none, that it was left out.
void audit_finding_add(struct audit_finding *finding, const struct audit_trial *trial,
                       const struct audit_difference *difference);

// Fills the report's table, and counts those that differ as broken.
void audit_findings_report(const struct audit_findings *findings, struct audit_report *report);
