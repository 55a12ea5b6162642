#pragma once

#include "app/suite/blurs/blur_choice.h"
#include "app/tune/tune_wants.h"

// What a search for the fastest blur (app/tune/tune.h) says of what it has found.

struct tuning {
    struct suite_run *run;
    struct tune_wants wants;
    struct blur_choices choices;    // from the fastest on
    int measured;                   // the first of them: whose quality is known
    const struct blur_choice *best; // the first that keeps all; NULL: none
    // Another that keeps all and takes longer by no more than the machine drifted; NULL: none.
    const struct blur_choice *rival;
};

// Fills the run's table: what each that was measured gives up. Of a search that was interrupted,
// all that have a time.
void tune_report_make(const struct tuning *tuning);

// Prints it on stderr, with how steady the machine was above it and the run's findings below it.
// Nothing with --quiet.
void tune_report_print(const struct suite_run *run);

// Says the best there is where none keeps all: of the one limit that none keeps, or of all of them
// together. Returns false.
bool tune_report_refuse(const struct tuning *tuning, struct error *error);
