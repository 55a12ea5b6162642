#pragma once

#include "app/bench/judge/judge.h"

// app/bench/bloom: recommends a bloom. It compares whole blooms by time, memory, nearness and
// shimmer.
//
// A row is a bloom as chain text: threshold, blur, composite, and a tone curve that encodes. Rows
// of one look make the same picture: their widths and core widths are equal. To add a bloom, add a
// row to bloom_rows. app/bench/judge measures the rows and chooses the one to recommend.

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

// Adds an item for each variant, not yet measured, and sets the limits.
void bloom_list(struct judge *judge, struct suite_run *run);

// Makes the table, recommends a row, and draws a chart.
void bloom_report(struct suite_run *run, struct judge *judge);

// Writes the pictures of the rows that ran to options->sheet: a lamp of the harbour above the
// numbers. The run has failed if the file cannot be written.
void bloom_sheet_write(struct suite_run *run, const struct judge *judge);
