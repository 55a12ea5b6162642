#pragma once

#include "app/lab/lab.h"

// Adds what a picture says about how it was made. `chain` may be NULL for a picture of several,
// which says nothing of chain and scene. `time` in seconds. The caller finishes the texts.
void capture_describe(const struct lab *lab, const struct chain *chain, double time,
                      struct image_texts *texts);

enum { CAPTURE_TIME_SIZE = 32 };

// Writes a time as a picture says it: with the fewest digits, of nine and more, that read back to
// the same.
void capture_describe_time(double time, char out[static CAPTURE_TIME_SIZE]);
