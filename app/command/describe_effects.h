#pragma once

#include "effects/effect.h"

#include <stddef.h>

// Effects, their parameters, implementations and palettes, in words.

// Prints docs/effects.md: every effect with its parameters and implementations. Needs no GPU.
void describe_effects_markdown(void);

// Prints every palette with its colours, as swatches of 24-bit colour in a terminal that
// has colour, else as RRGGBB.
void describe_palettes(void);

// Writes the values that a parameter takes, in words: "0..64", "bayer2, bayer4", "0.5..128 px".
// All names of a choice fit into DESCRIBE_RANGE_SIZE.
enum { DESCRIBE_RANGE_SIZE = 1024 };
void describe_range(const struct param *param, char *out, size_t size);

// Writes its default as chain text.
void describe_default(const struct param *param, char *out, size_t size);

// Prints every implementation of every effect with what it reads, sums and stores for each
// pixel of a picture of 1920x1080.
void describe_impls(void);
