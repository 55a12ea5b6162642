#pragma once

#include "app/options.h"

// app/sequence: writes many frames. One is drawn while others come back, are compressed by threads
// (frame_queue) and are written.

// Runs a sequence: draws, reads back, compresses and writes several frames at the same time; the
// bytes are the same on every run. Returns the exit status. However the program ends, all files on
// disk are complete pictures.
int sequence_run(const struct draw_options *draw, const struct picture_options *options);

// Number of frames of a sequence without --frames, and the most that one may have.
enum { SEQUENCE_DEFAULT = 60, SEQUENCE_MOST = 1000000 };
