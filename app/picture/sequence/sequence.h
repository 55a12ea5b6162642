#pragma once

#include "app/options.h"

// app/picture/sequence: many frames, and whether their files belong together. This is --output:
// frames of of every pass. The frames are drawn, read back, made files of and written at the same
// time; the bytes are the same on every run. Gives the exit status. What is on disk, whatever ends
// the program, is whole pictures.
int sequence_run(const struct options *options);
