#pragma once

#include "app/lab.h"
#include "app/measure/sheet.h"

// --audit: measures without a clock of what the program promises, the same numbers on every run and
// on a software renderer too.

// What an audit found.
struct audit_report {
    const struct audit *audit;
    const struct options *options;
    int broken; // promises that were not kept
    struct sheet sheet;
};

struct audit {
    const char *name, *summary, *promise;
    void (*run)(struct lab *lab, struct audit_report *report);
};

extern const struct audit audits[]; // ends with a zeroed row

const struct audit *audit_find(const char *name); // NULL: there is none

// The audit called `options->audit`, or all. Gives the exit status: EXIT_FAILURE when a promise is
// broken.
int audit_run(const struct options *options);
