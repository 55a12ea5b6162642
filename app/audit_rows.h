#pragma once

#include "app/audit.h"

// One file each: audit_<name>.c.
void audit_run_sigma(struct lab *lab, struct audit_report *report);
