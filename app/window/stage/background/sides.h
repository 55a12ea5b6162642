#pragma once

#include "app/lab/lab.h"
#include "app/measure/copies.h"
#include "app/measure/pass_stats.h"
#include "render/read_back.h"

// Two chains on one moment: the lab's own and another. Draws the other, finds out what both take in
// the same frames, and how far their pictures lie apart.

// ---- how far two pictures lie apart

struct sides_difference {
    double psnr; // dB of display values; INFINITY: alike
    double ssim;
    double most; // the largest difference of a channel, of 255
};

struct sides_quality; // a thread that finds it (job.h), and what it works on

// Compares two pictures of 8 bits, of one size, which become the thread's to free.
struct sides_quality *sides_quality_begin(struct image pair[2]);

// Waits for nothing. NULL: nothing.
void sides_quality_drop(struct sides_quality *quality);

// Returns what was found; NULL while that is not known.
const struct sides_difference *sides_quality_found(const struct sides_quality *quality);

// ---- two sides

enum { SIDES_SAMPLES = 30 };

struct sides {
    bool shown; // there is another
    struct side other;
    struct copies copies;
    bool waits;                    // for the program of the copies
    struct pass_stats stats;       // of frames in which both ran
    int due;                       // frames that are still to be measured
    int64_t first;                 // GPU frame that counts: the one before may compile
    double begun;                  // seconds of the clock: when measuring began
    struct read_back reader;       // of both pictures, while frames follow
    bool is_unread;                // the pictures of this moment are to be read
    struct sides_quality *quality; // of the pictures that were read last; NULL: none
    struct sides_key {
        struct chain chains[2];
        int frame, width, height;
        unsigned reloads;
    } compared;       // what was last measured
    bool is_compared; // and it is what both show now
};

// What is known of a side, and of both together. Index 0 is the lab's chain, 1 the other.
struct sides_numbers {
    double time[2]; // milliseconds of the GPU, medians; NaN: not known yet
    double copies[2];
    double bytes[2];  // read and written
    int frames;       // that were measured
    struct pair pair; // of the other, compared with the lab's
    bool has_difference;
    struct sides_difference difference;
};

void sides_init(struct sides *sides);
void sides_finish(struct sides *sides); // with a current context

// Takes the other chain, or NULL for none, which frees what was made for it, and builds what has
// changed. Returns false with the
// reason where it cannot run here; then there is no other.
bool sides_follow(struct sides *sides, struct lab *lab, const struct chain *other,
                  struct error *error);

// Builds the plan of the other side anew, where there is one. On failure the old one stays.
bool sides_rebuild(struct sides *sides, struct lab *lab, struct error *error);

// Draws the other side, after the lab was drawn, outside a GPU frame. `is_still`: the moment
// stands, so that what both take and how far they lie apart is found out, over the next frames.
void sides_draw(struct sides *sides, struct lab *lab, bool is_still);

// Takes the times of a GPU frame that sides_draw drew. Returns false for a frame of others.
bool sides_count(struct sides *sides, const struct gpu_frame *frame);

// Returns whether more frames are to be drawn although nothing moves.
bool sides_are_due(const struct sides *sides);

// `chains`: the lab's and the other that are wanted. Numbers of others are not known.
void sides_sum_up(const struct sides *sides, const struct chain *const chains[2],
                  struct sides_numbers *numbers);
