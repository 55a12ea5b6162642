#pragma once

#include "effects/stats/stats.h"
#include "render/gpu_timer.h"

#include <stdio.h>

// Times of the passes over several frames: the tree of scopes with a few numbers for each.

// The place of a pass in the tree of times identifies the pass in other frames.

enum { PASS_PATH_SIZE = 2 * GPU_SCOPE_NAME_SIZE };

struct pass_place {
    char path[PASS_PATH_SIZE]; // path of scopes below the frame, "dual/up 640x360"; "": no pass
    int number;                // index, from 1, among the scopes of a frame with that path
    // Index, from 1, among the scopes directly below the frame that have the first name of the
    // path.
    int step;
    bool ends_step; // its output is that of the step: it is the step, or the last pass below it
};

struct pass_stats {
    int capacity;   // frames that are stored; older ones are dropped
    int frames;     // frames stored now
    int next;       // position of the next frame in the ring
    int count;      // number of scopes
    unsigned trees; // number of times that the tree changed
    struct pass_scope {
        char name[GPU_SCOPE_NAME_SIZE];
        struct pass_place place;
        int depth, dispatches;
        bool is_cached, has_image; // as in struct gpu_scope
        double last;               // as in struct pass_row
        struct gpu_traffic traffic;
    } scopes[GPU_TIMER_MAX_SCOPES];
    double *times;             // milliseconds, `capacity` of them for each scope
    struct unfolded *unfolded; // the last frame, with the passes of cached scopes
};

// Statistics of one scope. Times are in milliseconds.
struct pass_row {
    char name[GPU_SCOPE_NAME_SIZE];
    int depth, dispatches;
    struct gpu_traffic traffic; // the minimum that its passes must move
    struct stats_summary time;
    bool is_cached; // it did not run, and its result is from an earlier frame
    double last;    // median of its last run, if it is cached; 0: not known
};

void pass_stats_init(struct pass_stats *stats, int capacity);
void pass_stats_finish(struct pass_stats *stats);
void pass_stats_clear(struct pass_stats *stats);

// Adds a frame. If its tree differs from the one before, all older frames are dropped. Below a
// cached scope the passes of its last run are added, marked as cached.
void pass_stats_add(struct pass_stats *stats, const struct gpu_frame *frame);

// Removes the newest `count` frames.
void pass_stats_forget(struct pass_stats *stats, int count);

// Computes the statistics of the i-th scope, parents before their children; row 0 is the whole
// frame.
void pass_stats_row(const struct pass_stats *stats, int i, struct pass_row *row);

// Writes the newest times of a scope, at most `count`. Returns how many.
int pass_stats_newest(const struct pass_stats *stats, int i, int count, double *times);

// Writes up to `capacity` times of a scope, from the oldest frame on, in milliseconds. Returns how
// many.
int pass_stats_times(const struct pass_stats *stats, int i, double *times);

// Returns true if the i-th scope contains no scopes: it is a pass.
bool pass_stats_is_innermost(const struct pass_stats *stats, int i);

bool pass_place_equal(const struct pass_place *a, const struct pass_place *b);

// Sets the place of the i-th scope; for the frame itself, the place of no pass.
void pass_place_of(const struct pass_stats *stats, int i, struct pass_place *place);

// Returns the index of the scope at a place; -1: the tree has none.
int pass_place_find(const struct pass_stats *stats, const struct pass_place *place);

// Returns the `step`-th scope (from 1) of that name directly below the frame; -1: there is none.
int pass_place_find_step(const struct pass_stats *stats, const char *name, int step);

// The times of every pass in the last ten seconds, also if the tree changes. Only drawing time
// counts: pauses of more than a second are left out, and frames in which nothing ran.

enum {
    PASS_HISTORY_SECONDS = 10,
    // Ten seconds at 400 frames a second. At a higher rate some frames are skipped.
    PASS_HISTORY_FRAMES = 4096,
};

struct pass_history { // call pass_history_init before use
    int frames, next; // in a ring
    struct pass_history_frame {
        double second; // drawing time at the end of the frame
        double passed; // drawing time of the frame
        int count;
        struct pass_history_time {
            uint32_t key; // hash of the pass's place
            float ms;
        } passes[GPU_TIMER_MAX_SCOPES]; // that ran
    } * all;
    uint64_t last_ns; // end of the last frame by the GPU's clock; 0: there is none
};

void pass_history_init(struct pass_history *history);
void pass_history_finish(struct pass_history *history);

// Adds the newest frame of `stats`; `frame` is the one that pass_stats_add added last.
void pass_history_add(struct pass_history *history, const struct pass_stats *stats,
                      const struct gpu_frame *frame);

// Computes the statistics of the pass over the last ten seconds, in milliseconds. The place of no
// pass is the whole frame. `count` is 0 if it did not run.
struct stats_summary pass_history_sum(const struct pass_history *history,
                                      const struct pass_place *place);

// Writes the longest time of the pass in each part of the last ten seconds, oldest first, in
// milliseconds; below 0: the pass did not run. A frame that spans several parts counts in each.
void pass_history_columns(const struct pass_history *history, const struct pass_place *place,
                          int count, float *columns);

// ---- the tree of passes, printed

// A line of the tree of passes, which a terminal, a picture and the window's panel show. Its
// indentation is row.depth.
struct pass_line {
    struct pass_row row;
    // Milliseconds: the median; of a cached pass that of its last run (0: not known). The frame's
    // is the sum, and it is cached if all steps are.
    double ms;
    double share;      // of the frame's time, 0 to 1; -1: it is cached
    double gbps;       // GB/s, from the minimum of bytes; NaN: not known
    double copies;     // the median as a multiple of a copy's; NaN: not known
    const char *bound; // one of bound_names; NULL: not known
};

// Prints the tree of GPU times: a line for each pass, with bars; of a benchmark, which knows the
// time of a copy, also with the p95.
void pass_table_print(FILE *out, const struct pass_line *rows, int count);

// Fills in the lines from the statistics. `copy`: milliseconds of one copy, the unit of `copies`;
// 0: not known. Returns the number of lines.
int pass_table_rows(const struct pass_stats *stats, double copy,
                    struct pass_line rows[GPU_TIMER_MAX_SCOPES]);
