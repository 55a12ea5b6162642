#pragma once

#include "app/options.h"

// --output: frames of the animation in numbered files, or one after another on stdout, and the time
// of every pass. The frames are drawn, read back, made files of and written at the same time; the
// bytes are the same on every run. Gives the exit status. What is on disk, whatever ends the
// program, is whole pictures.
int sequence_run(const struct options *options);
