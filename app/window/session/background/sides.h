#pragma once

#include "app/measure/copies.h"
#include "app/measure/pass_stats.h"
#include "app/renderer/renderer.h"
#include "render/read_back.h"

// Two chains at the same time of the scene: the renderer's own and another. Draws the other one,
// measures both in the same frames, and compares their pictures.

// ---- difference of two pictures

struct sides_difference {
    double psnr; // dB, of display values; INFINITY: identical
    double ssim;
    double most; // largest difference of a channel, 0 to 255
};

struct sides_quality; // a thread that compares two pictures (job.h), with its data

// Compares two 8-bit pictures of one size. The thread takes ownership of them.
struct sides_quality *sides_quality_begin(struct image pair[2]);

// Does not wait for the thread. `quality` may be NULL.
void sides_quality_drop(struct sides_quality *quality);

// Returns the result; NULL until it is known.
const struct sides_difference *sides_quality_found(const struct sides_quality *quality);

// ---- two sides

enum { SIDES_SAMPLES = 30 };

struct sides {
    // There is another side, and it has the picture's size. While its programs compile for a new
    // size, sides_draw sets it to false, and sides_update builds the side again.
    bool shown;
    struct side other;
    struct copies copies;
    bool waits;              // for the program that measures copies
    struct pass_stats stats; // of frames in which both sides ran
    int frames_left;         // still to be measured
    int64_t first;           // first GPU frame that counts; the one before may compile programs
    double begun;            // clock_seconds when measuring began
    struct read_back reader; // of both pictures, while frames are drawn
    bool is_unread;          // the current pictures are still to be read
    struct sides_quality *quality; // of the pictures that were read last; NULL: none
    struct sides_key {
        struct chain chains[2];
        int frame, width, height;
        unsigned reloads;
    } compared;       // state at the last measurement
    bool is_compared; // both sides still show that state
};

// Measurements of each side and of both together. Index 0 is the renderer's chain, 1 the other.
struct sides_numbers {
    double time[2]; // GPU milliseconds, medians; NaN: not known yet
    double copies[2];
    double bytes[2];  // read and written, per frame
    int frames;       // number of measured frames
    struct pair pair; // the other side compared with the renderer's
    bool has_difference;
    struct sides_difference difference;
};

void sides_init(struct sides *sides);
void sides_finish(struct sides *sides); // with a current context

// Takes the other chain, and builds what has changed; NULL: none, which frees the resources of the
// other side. If the chain cannot run here, returns false with the reason, and there is no other
// side.
bool sides_update(struct sides *sides, struct renderer *renderer, const struct chain *other,
                  struct error *error);

// Rebuilds the plan of the other side, if there is one. On failure the old plan stays.
bool sides_rebuild(struct sides *sides, struct renderer *renderer, struct error *error);

// Draws the other side after the renderer was drawn, outside a GPU frame. `is_still`: time is
// paused, so both sides are measured and compared over the next frames.
void sides_draw(struct sides *sides, struct renderer *renderer, bool is_still);

// Takes the times of a GPU frame. Returns false if sides_draw did not draw it.
bool sides_count(struct sides *sides, const struct gpu_frame *frame);

// Returns true if more frames are to be drawn although nothing moves.
bool sides_are_due(const struct sides *sides);

// `chains`: the current chains of the renderer and of the other side. Results of earlier chains
// count as not known.
void sides_sum_up(const struct sides *sides, const struct chain *const chains[2],
                  struct sides_numbers *numbers);
