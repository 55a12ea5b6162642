#pragma once

#include "app/options.h"

#include <stdio.h>

// What the program says about itself: --list and --print. Made from the same tables that run, so it
// is never out of date.

struct describe_row {
    const char *name, *summary;
    int (*print)(const struct options *options); // to stdout; gives the exit status
};

extern const struct describe_row describe_lists[], describe_prints[]; // end with a zeroed row

// The exit status of the row called `name`, which must be there.
int describe_run(const struct describe_row *rows, const char *name, const struct options *options);

// The names with their summaries.
int describe_help(const struct describe_row *rows);

// docs/effects.md: every effect with its parameters and ways to compute it. Needs no GPU.
void describe_effects_markdown(FILE *out);

// Every palette with its colours, as swatches of 24-bit colour or as RRGGBB.
void describe_palettes(FILE *out, bool as_swatches);

// Whether it is a terminal, and colour in it is not unwanted (the variable NO_COLOR, no-color.org).
bool describe_has_colour(FILE *out);

// The values that a parameter takes, in words: "0..64", "bayer2 | bayer4", "0.5..128 px". All names
// of a choice fit into DESCRIBE_RANGE_SIZE.
enum { DESCRIBE_RANGE_SIZE = 1024 };
void describe_range(const struct param *param, const char *separator, char *out, size_t size);

// Its default as chain text.
void describe_default(const struct param *param, char *out, size_t size);

// What a row of an effect at its defaults does for each pixel of a picture of 1920x1080.
struct cost describe_cost(const struct effect *effect, int impl);

// Every way to compute an effect, with that.
void describe_impls(FILE *out);
