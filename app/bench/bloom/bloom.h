#pragma once

#include "app/bench/judge/judge.h"

// app/bench/bloom: recommends a bloom. It compares whole blooms by time, memory, nearness and
// shimmer.
//
// A row is a bloom as chain text: threshold, blur, composite, and a tone curve that encodes. Rows
// of one look make the same picture: their widths and core widths are equal. To add a bloom, add a
// row to bloom_rows. app/bench/judge measures the rows; bloom_take chooses the one to recommend.

extern const struct suite suite_bloom;

#define BLOOM_SIGMA 0.022 // share of the height: 2.2%h, the width of the preset "bloom"

enum bloom_look { BLOOM_PRESETS, BLOOM_BRIGHT_CORE, BLOOM_WIDE_CORE, BLOOM_BELL, BLOOM_LOOKS };

enum { BLOOM_ROWS = 14 };

extern const struct bloom_row {
    const char *name;
    const char *blur; // the blur step, as wide as that of the presets
    enum bloom_look look;
    bool has_karis; // bright texels have less weight in the first downsampling: the picture differs
                    // intentionally
    bool is_long;   // left out by --quick
    bool is_published; // only compared: its faster implementations have a row
} bloom_rows[BLOOM_ROWS];

// Adds an item for each row, measured or not, in the order of the rows.
void bloom_list(struct judge *judge, struct suite_run *run);

// Measures the items that ran; this draws. `size` receives the width and height of the scenes.
void bloom_measure(struct judge *judge, struct suite_run *run, int size[2]);

struct bloom_answer {
    const struct judge_item *taken; // NULL: none
    const struct judge_item *rival; // may be as fast, since the drift hides the difference
    bool is_fit;                    // it is near and stable enough
    bool is_affordable;             // its time is within the budget
};

// Returns the fastest row that is near enough, stable enough and within the budget (milliseconds;
// 0: no limit), first of the rows that look like the presets, then of all. Otherwise returns the
// fastest that is near and stable enough, or else the nearest.
struct bloom_answer bloom_take(struct judge *judge, double budget);

// Makes the table, recommends a row, and draws charts. `size`: of the scenes.
void bloom_report(struct suite_run *run, struct judge *judge, const int size[2]);

// Writes the pictures of the rows that ran to options->sheet: a lamp of the harbour above the
// numbers. The run has failed if the file cannot be written.
void bloom_sheet_write(struct suite_run *run, const struct judge *judge);
