#pragma once

#include "render/text/error.h"

#include <stddef.h>

// Results as JUnit's XML, which systems of continuous integration read.

struct junit_case {
    const char *name;
    enum {
        JUNIT_PASSED,
        JUNIT_FAILED,
        JUNIT_BROKEN,
        JUNIT_STATES
    } state;        // broken: nothing could be found out
    char why[1024]; // of one that has not passed
};

struct junit_suite {
    const char *command;   // "--audit": the suite is "halation --audit", its cases "halation.audit"
    const char *tolerance; // that the command has behind it; NULL: none
    int count;
    const void *set;
    void (*describe)(const void *set, int i, struct junit_case *out); // the i-th, of a zeroed case
};

// Writes a suite beside the file, and then renames it.
bool junit_write(const struct junit_suite *suite, const char *path, struct error *error);

// Whether the ending is .xml and the folder can be written to.
bool junit_check_path(const char *path, struct error *error);
