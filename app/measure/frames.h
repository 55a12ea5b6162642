#pragma once

#include "app/measure/copies.h"
#include "app/measure/pass_stats.h"

// The engine under every benchmark. Each frame draws what is measured and then copies of the same
// image, so that both share whatever the GPU's clocks do. The GPU always has the next frames
// waiting, because its clocks would fall in a gap: only when the ring of timers is full does the
// engine wait for the oldest frame.

// Something that is measured.
struct frames_subject {
    void (*draw)(void *data); // inside a frame
    // Called for each frame that counts, some frames later. Scope 0 is all that was drawn, without
    // the copies.
    void (*count)(void *data, const struct gpu_frame *frame);
    void *data;
};

enum { FRAMES_ALL_COPIES = -1 };

struct frames {
    struct gpu *gpu;
    struct texture *source;
    bool by_effort; // times are those of gpu_scope_effort, not of the clock
    struct copies copies;
    int copy;                 // that ends each frame, or FRAMES_ALL_COPIES
    struct pass_stats copied; // of the copies: row 0 is all of a frame, the next rows each of them
    int64_t first;            // the first frame that counts
    const struct frames_subject *in_flight[GPU_TIMER_LATENCY];
};

// Makes copies for images like `source`, which stays the caller's. All frames count, up to
// `capacity` of them, and end with all copies. Returns false where an edited shader of theirs does
// not compile; to be finished in either case.
bool frames_init(struct frames *frames, struct gpu *gpu, struct texture *source, int capacity,
                 struct error *error);
void frames_finish(struct frames *frames);

// Draws one GPU frame; NULL: of copies alone. The subject stays where it is until its frames are
// collected.
void frames_draw(struct frames *frames, const struct frames_subject *subject);

// Waits for all that was drawn, and counts it.
void frames_drain(struct frames *frames);

// Forgets the copies so far: only frames from now on count.
void frames_begin_counting(struct frames *frames);

// Draws a few frames of copies, takes the fastest, and ends each later frame with that one alone.
void frames_choose_copy(struct frames *frames);

// Returns the fastest, by its median, of the copies in `copied`: it is row 1 + that number. Where
// one copy ends each frame the number is 0.
int frames_fastest_copy(const struct frames *frames);

// Returns how much longer the fastest copy took at the end than at the beginning (stats_drift):
// whether the machine changed its speed.
double frames_copy_drift(const struct frames *frames);

// A drift from here on is worth a word.
extern const double frames_notable_drift;
