#pragma once

#include "app/measure/copies.h"
#include "app/measure/pass_stats.h"
#include "render/gpu.h"

// app/measure: measures GPU times, and describes them.
//
//   frames.h       the measuring loop of every benchmark: see below
//   copies.h       known work: copies of an image, the unit of relative times, and arithmetic
//   as_json.h      measurements, and the machine, as parts of a document
//   pass_stats.h   times of each pass over some frames, and over the last ten seconds; as a tree
//   quality/       distance of a blur from the exact one, by effects/metrics
//
// Each frame first fills the GPU's time with known work, so that its clocks neither start low nor
// fall, then draws the subject, and then the canaries: copies of the same image, and arithmetic.
// Frames are judged in blocks. If a canary shows that the speed of the machine changed during a
// block, the block is measured again (effects/stats/stats.h). The next frames are always queued on
// the GPU: the loop waits for the oldest frame only if the ring of timers is full.
//
//   struct frames_subject blur = { draw_blur, count_blur, forget_blur, &data };
//   const struct frames_subject *block[] = { &blur, &blur, &blur, &blur };
//   frames_init(&frames, gpu, &source, 4, &error);
//   frames_draw(&frames, &blur);                    // compiles
//   frames_drain(&frames);
//   frames_settle(&frames, false);
//   while (frames_draw_block(&frames, block, 4) != STEADY_COUNTS)
//       forget_all(&data);                          // count_blur now has been called four times
//   frames_finish(&frames);

// A subject is what a block measures.
struct frames_subject {
    void (*draw)(void *data); // inside a frame
    // NULL: nothing is counted. Otherwise it is called for each frame that counts, some frames
    // later. Scope 0 is the whole of what was drawn, without filler and canaries. `submit`:
    // milliseconds of CPU time that draw() took; NaN on a software renderer, which draws during the
    // call.
    void (*count)(void *data, const struct gpu_frame *frame, double submit);
    void (*forget)(void *data); // drops the newest frame that was counted
    void *data;
};

// Frames that are submitted before the loop waits for the first of them.
enum { FRAMES_IN_FLIGHT = 4 };

// Frames of a block, which are judged together. If a run would have less than four blocks, they are
// smaller, but not below FRAMES_MIN_BLOCK.
enum { FRAMES_BLOCK = 32, FRAMES_MIN_BLOCK = 4, FRAMES_MAX_BLOCK = 2 * FRAMES_BLOCK };

enum { FRAMES_TRIES = 9 }; // of each copy, to find the fastest

struct frames {
    struct gpu *gpu;
    struct texture *source;
    bool by_effort; // times are those of gpu_scope_effort, not of the clock
    struct busy busy;
    struct copies copies;
    bool all_copies; // every frame ends with all copies; otherwise only with `copy`
    int copy;        // index of the fastest
    double filler;   // milliseconds in each frame
    // Each subject is first drawn in a frame that does not count: a program takes up to 12 % longer
    // on an NVIDIA H200, depending on which one ran before.
    bool rehearses;
    struct pass_stats copied; // rows: all copies, each copy, arithmetic
    int64_t first;            // the first frame that counts
    bool is_judged;           // false: every block counts, for measurements of CPU time
    struct steady steady;
    double kept, thrown; // seconds in blocks that counted, and that did not
    struct {
        const struct frames_subject *subject;
        double submit;
    } in_flight[FRAMES_IN_FLIGHT];
};

// Creates copies for images like `source`, which the caller owns. At first all frames count, up to
// `capacity` of them, and end with all copies. Returns false if an edited shader of the copies does
// not compile. Call frames_finish in either case.
bool frames_init(struct frames *frames, struct gpu *gpu, struct texture *source, int capacity,
                 struct error *error);
void frames_finish(struct frames *frames);

// Draws one GPU frame; NULL: only canaries. The subject must stay valid until its frames are
// collected.
void frames_draw(struct frames *frames, const struct frames_subject *subject);

// Waits for everything that was drawn, and counts it.
void frames_drain(struct frames *frames);

// Drops the copies so far: only frames from now on count.
void frames_begin_counting(struct frames *frames);

// Prepares the GPU for measuring, after everything is compiled: finds the fastest copy, with which
// alone later frames end unless `all_copies`; keeps the GPU busy until the canaries no longer get
// faster (at most three seconds); and then begins to count.
void frames_settle(struct frames *frames, bool all_copies);

// Draws a block, waits for it and judges it. After STEADY_AGAIN the block does not count, and the
// caller draws it again. After STEADY_FROM_START nothing since frames_settle counts, and the caller
// drops its own times. SIGINT cuts the block short; the frames until then count. `count`: 1 to
// FRAMES_MAX_BLOCK.
enum steady_verdict frames_draw_block(struct frames *frames,
                                      const struct frames_subject *const subjects[], int count);

// Draws a subject `count` times without anything else. Returns the wall-clock milliseconds per
// draw. These frames do not count.
double frames_wall(struct frames *frames, const struct frames_subject *subject, int count);

// Returns the size of the next block if `left` of `total` draws are left.
int frames_block_size(int left, int total);

// Returns how many rows of `copied` are copies; they begin at row 1.
int frames_copy_count(const struct frames *frames);

// Returns the index of the copy with the least median in `copied`, whose row is 1 + that index. If
// only one copy ends each frame, the index is 0.
int frames_fastest_copy(const struct frames *frames);
