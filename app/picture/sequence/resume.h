#pragma once

#include "app/picture/capture_view.h"
#include "app/picture/sequence/frame_span.h"

// What a sequence that was interrupted has already. A file is kept where it is a whole PNG, of the
// depth that is asked for, and says exactly what it would say now: the same chain, scene, time,
// size and formats, from the same version, renderer, driver and kind of processor.

struct resume {
    int kept;
    int replaced;       // files that are there and are not kept
    struct error first; // why the first of these is not
};

// Returns the numbers of the frames that are to be drawn, `count` of them, for the caller to free.
// Those are all, unless the options ask to resume.
int *resume_find(struct resume *resume, const struct capture_view *view, const struct lab *lab,
                 const struct options *options, const struct frame_span *span, int *count);
