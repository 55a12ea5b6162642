#pragma once

#include "app/measure/copies.h"
#include "app/measure/pass_stats.h"
#include "render/gpu.h"

// app/measure: times taken, and what is said of them.
//
//   frames.h       the engine under every benchmark: below
//   copies.h       known work: copies of an image, the unit in which times are told, and arithmetic
//   trials.h       the implementations of a step, tried between the frames of a window
//   pass_table.h   the tree of passes with its times, in a terminal
//   as_json.h      what was measured, and where, as parts of a document
//   pass_stats.h   times of each pass over some frames, and over the last ten seconds
//   quality/       how near a blur comes to the exact one, by effects/metrics
//
// Each frame of the engine fills the GPU's time with known work, so that its clocks neither start
// low nor fall, draws what is measured, and then the canaries: copies of the same image, and
// arithmetic. Frames are judged in blocks, and where a canary says that the machine was another
// during a block it is measured again (effects/stats/stats.h). The GPU always has the next
// frames waiting: only when the ring of timers is full does the engine wait for the oldest frame.
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

// Something that is measured.
struct frames_subject {
    void (*draw)(void *data); // inside a frame
    // NULL: for nothing. Called for each frame that counts, some frames later. Scope 0 is all that
    // was drawn, without filler and canaries. `submit`: milliseconds of the processor that draw()
    // took; NaN on a software renderer, which draws meanwhile.
    void (*count)(void *data, const struct gpu_frame *frame, double submit);
    void (*forget)(void *data); // the newest that counted does not count any more
    void *data;
};

// Frames that the GPU is given before the first of them is waited for.
enum { FRAMES_IN_FLIGHT = 4 };

// Draws of a block, which are judged together: fewer, where there would not be four blocks, but not
// less than FRAMES_LEAST_BLOCK.
enum { FRAMES_BLOCK = 32, FRAMES_LEAST_BLOCK = 4, FRAMES_MOST_BLOCK = 2 * FRAMES_BLOCK };

enum { FRAMES_TRIES = 9 }; // of each copy, to find the fastest

struct frames {
    struct gpu *gpu;
    struct texture *source;
    bool by_effort; // times are those of gpu_scope_effort, not of the clock
    struct busy busy;
    struct copies copies;
    bool all_copies; // end each frame; otherwise `copy` alone
    int copy;        // the fastest
    double filler;   // milliseconds of each frame
    // Each subject is drawn before, in a frame that does not count: among others a program takes up
    // to 12 % longer on an NVIDIA H200, by which ran before it.
    bool rehearses;
    struct pass_stats copied; // row 0 is all copies of a frame, then each of them, then arithmetic
    int64_t first;            // the first frame that counts
    bool is_judged;           // otherwise every block counts: for what waits for the processor
    struct steady steady;
    double kept, thrown; // seconds that blocks took
    struct {
        const struct frames_subject *subject;
        double submit;
    } in_flight[FRAMES_IN_FLIGHT];
};

// Makes copies for images like `source`, which stays the caller's. All frames count, up to
// `capacity` of them, and end with all copies. Returns false where an edited shader of theirs does
// not compile; to be finished in either case.
bool frames_init(struct frames *frames, struct gpu *gpu, struct texture *source, int capacity,
                 struct error *error);
void frames_finish(struct frames *frames);

// Draws one GPU frame; NULL: of canaries alone. The subject stays where it is until its frames are
// collected.
void frames_draw(struct frames *frames, const struct frames_subject *subject);

// Waits for all that was drawn, and counts it.
void frames_drain(struct frames *frames);

// Forgets the copies so far: only frames from now on count.
void frames_begin_counting(struct frames *frames);

// Makes the GPU ready to be measured, after everything is compiled: finds the fastest copy, with
// which alone later frames end unless `all_copies`, keeps the GPU busy until the canaries take as
// long as they took before (at most three seconds), and then begins to count.
void frames_settle(struct frames *frames, bool all_copies);

// Draws a block, waits for it and judges it. After STEADY_AGAIN none of it counts, and the caller
// draws it again. After STEADY_FROM_START nothing that was drawn since frames_settle counts, and
// the caller forgets its own times. A signal that asks for the end cuts the block short; what was
// drawn until then counts. `count`: 1 to FRAMES_MOST_BLOCK.
enum steady_verdict frames_draw_block(struct frames *frames,
                                      const struct frames_subject *const subjects[], int count);

// Draws a subject `count` times without anything else. Returns the milliseconds that each took by
// the clock on the wall. Nothing of it counts.
double frames_wall(struct frames *frames, const struct frames_subject *subject, int count);

// Returns how many belong into the next block, where `left` of `total` draws are left.
int frames_block_size(int left, int total);

// Returns how many rows of `copied` are copies; they begin at row 1.
int frames_copy_count(const struct frames *frames);

// Returns the fastest, by its median, of the copies in `copied`: it is row 1 + that number. Where
// one copy ends each frame the number is 0.
int frames_fastest_copy(const struct frames *frames);
