#pragma once

#include "app/picture/frame.h"
#include "app/sequence/frame_span.h"

// Which files of a sequence are there and as they should be: whole PNGs of one depth that say
// exactly what is expected of how they were made.

enum frame_state { FRAME_MISSING, FRAME_WHOLE, FRAME_OTHER };

struct frame_check {
    const struct options *options; // the pattern, times and threads
    const struct frame_span *span;
    enum image_type type;
    // Adds what the frame of that time has to say.
    void (*expect)(const void *data, double time, struct image_texts *texts);
    const void *data;
};

// Looks at the i-th frame. `why` says what is wrong where it is not whole.
enum frame_state frame_check_one(const struct frame_check *check, int i, struct error *why);

// Looks at all of them, in several threads. Returns an enum frame_state for each, for the caller to
// free. After a signal the rest counts as missing.
char *frame_check_all(const struct frame_check *check);
