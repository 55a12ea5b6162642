#pragma once

#include "app/audit/audit.h"

// One file each: audit_<name>.c.
void audit_run_sigma(struct lab *lab, struct audit_report *report);
void audit_run_psf(struct lab *lab, struct audit_report *report);
void audit_run_stability(struct lab *lab, struct audit_report *report);
void audit_run_odd_sizes(struct lab *lab, struct audit_report *report);
void audit_run_quality(struct lab *lab, struct audit_report *report);
void audit_run_precision(struct lab *lab, struct audit_report *report);
void audit_run_banding(struct lab *lab, struct audit_report *report);
