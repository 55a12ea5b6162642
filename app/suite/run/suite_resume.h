#pragma once

#include "app/suite/run/suite_tools.h"

// --resume of a suite that runs in stages: the .json of --results keeps what was measured, stage by
// stage, and a later run goes on from there.

// Returns the file of results that an earlier run can be read from, a .json of ours; NULL: none.
const char *suite_resume_file(const struct options *options);

// Takes the stages that the file has whole, and leaves the others to be measured. Without a file
// there are none. Returns false, and nothing is taken, where the file cannot be read or is of
// another suite, program, GPU, driver or settings.
bool suite_resume_load(struct suite_run *run, struct error *error);

// Call when a stage has been measured: says how many are and how long the others may take, and with
// --resume writes the file. Returns false after saying why on stderr.
bool suite_resume_stage(struct suite_run *run);
