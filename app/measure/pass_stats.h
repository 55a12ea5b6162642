#pragma once

#include "effects/stats/stats.h"
#include "render/gpu_timer.h"

// Times of the passes over several frames: the tree of scopes with a few numbers for each.

// The place of a pass in the tree of times, by which it is found again in another frame.

enum { PASS_PATH_SIZE = 2 * GPU_SCOPE_NAME_SIZE };

struct pass_place {
    char path[PASS_PATH_SIZE]; // of scopes below the frame, "dual/up 640x360"; "": no pass
    int number;                // which of the scopes of a frame with that path, from 1
    // Counts, from 1, the scopes directly below the frame that have the first name of the path.
    int step;
    bool ends_step; // it puts out what the step does: it is the step, or the last below it
};

struct pass_stats {
    int capacity;   // frames that are remembered; older ones are forgotten
    int frames;     // remembered now
    int next;       // where the next goes
    int count;      // scopes
    unsigned trees; // counts how often the tree was another
    struct pass_scope {
        char name[GPU_SCOPE_NAME_SIZE];
        struct pass_place place;
        int depth, dispatches;
        bool is_kept, has_image; // as in struct gpu_scope
        double last;             // as in struct pass_row
        struct gpu_traffic traffic;
    } scopes[GPU_TIMER_MAX_SCOPES];
    double *times;             // milliseconds, `capacity` of them for each scope
    struct unfolded *unfolded; // the last frame, with the passes of what is kept
};

// Statistics of one scope. Times are in milliseconds.
struct pass_row {
    char name[GPU_SCOPE_NAME_SIZE];
    int depth, dispatches;
    struct gpu_traffic traffic; // the least its passes must move
    struct stats_summary time;
    bool is_kept; // it does not run: an earlier frame's result stands
    double last;  // its median when it last ran, where it is kept; 0: not known
};

void pass_stats_init(struct pass_stats *stats, int capacity);
void pass_stats_finish(struct pass_stats *stats);
void pass_stats_clear(struct pass_stats *stats);

// Adds a frame. Where its tree differs from the one before, everything older is forgotten. Below a
// kept scope stand the passes of its last run, kept too.
void pass_stats_add(struct pass_stats *stats, const struct gpu_frame *frame);

// Forgets the newest `count` frames.
void pass_stats_forget(struct pass_stats *stats, int count);

// Sums up the i-th scope, parents before their children; row 0 is the whole frame.
void pass_stats_row(const struct pass_stats *stats, int i, struct pass_row *row);

// Writes the newest times of a scope, at most `count`. Returns how many.
int pass_stats_newest(const struct pass_stats *stats, int i, int count, double *times);

// Writes up to `capacity` times of a scope, from the oldest frame on, in milliseconds. Returns how
// many.
int pass_stats_times(const struct pass_stats *stats, int i, double *times);

// Returns true if the i-th scope contains no scopes: it is a pass.
bool pass_stats_is_innermost(const struct pass_stats *stats, int i);

bool pass_place_equal(const struct pass_place *a, const struct pass_place *b);

// The place of the i-th scope; no pass for the frame itself.
void pass_place_of(const struct pass_stats *stats, int i, struct pass_place *place);

// Returns the scope that is there; -1: the tree has none.
int pass_place_find(const struct pass_stats *stats, const struct pass_place *place);

// Finds the scope directly below the frame of that name, the `step`-th from 1; -1: there is none.
int pass_place_find_step(const struct pass_stats *stats, const char *name, int step);

// Returns the scope after this one, or before it (`by` -1), among a step and what is below it,
// round and round, of those that put out an image; scopes that hold others do that of the last.
// From a scope elsewhere: the first or the last below the step, or the step that has none.
int pass_place_turn(const struct pass_stats *stats, int step, int scope, int by);

// The times of every pass in the last ten seconds, through changes of the tree. What counts is time
// in which something was drawn: a pause of more than a second is left out, as is a frame in which
// nothing ran.

enum {
    PASS_HISTORY_SECONDS = 10,
    // The most that are remembered: ten seconds of 400 frames a second. At a higher rate some are
    // skipped.
    PASS_HISTORY_FRAMES = 4096,
};

struct pass_history { // to be made by pass_history_init
    int frames, next; // in a ring
    double *seconds;  // when each frame ended, of the time in which something was drawn
    double *passed;   // what each took of that time
    float *times;     // milliseconds, PASS_HISTORY_FRAMES for each track; below 0: it did not run
    uint64_t last_ns; // the end of the last frame, by the GPU's clock; 0: there is none

    int count; // of tracks, each of a pass
    struct pass_track {
        struct pass_place place;
        double ran; // when it last ran, in `seconds`
    } tracks[GPU_TIMER_MAX_SCOPES];
    // The track of each scope of the tree, as long as that is the same.
    unsigned trees;
    int scope_count, of_scope[GPU_TIMER_MAX_SCOPES];
};

void pass_history_init(struct pass_history *history);
void pass_history_finish(struct pass_history *history);

// Takes the newest frame of `stats`, to which `frame` was added just now.
void pass_history_add(struct pass_history *history, const struct pass_stats *stats,
                      const struct gpu_frame *frame);

// Sums up the frames of the last ten seconds in which that pass ran, in milliseconds. The place of
// no pass is the whole frame. `count` 0: it did not run.
struct stats_summary pass_history_sum(const struct pass_history *history,
                                      const struct pass_place *place);

// Writes the longest time of the pass in each part of the last ten seconds, from the oldest on, in
// milliseconds. A frame counts in every part that it lasted into; below 0: the pass
// did not run.
void pass_history_columns(const struct pass_history *history, const struct pass_place *place,
                          int count, float *columns);
