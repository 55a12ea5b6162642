#pragma once

#include "app/options.h"

// app/picture: pictures and sequences of them in files, and a look at one step. This is
// --screenshot: a picture without a window, and a line that says how long the GPU took for it. The
// same options give the same bytes on every run. Gives the exit status.
int capture_run(const struct options *options);

// Draws one picture and writes it to `options->picture.path`, without a word. Returns the exit
// status, and the error where that is not 0.
int capture_picture(const struct options *options, struct error *error);
