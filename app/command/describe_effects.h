#pragma once

#include "effects/effect.h"

#include <stdbool.h>
#include <stdio.h>

// Effects, their parameters, implementations and palettes, in words.

// Writes docs/effects.md: every effect with its parameters and implementations. Needs no GPU.
void describe_effects_markdown(FILE *out);

// Writes every palette with its colours, as swatches of 24-bit colour or as RRGGBB.
void describe_palettes(FILE *out, bool as_swatches);

// Writes the values that a parameter takes, in words: "0..64", "bayer2 | bayer4", "0.5..128 px".
// All names of a choice fit into DESCRIBE_RANGE_SIZE.
enum { DESCRIBE_RANGE_SIZE = 1024 };
void describe_range(const struct param *param, const char *separator, char *out, size_t size);

// Writes its default as chain text.
void describe_default(const struct param *param, char *out, size_t size);

// Writes every implementation of every effect with what it reads, sums and stores for each
// pixel of a picture of 1920x1080.
void describe_impls(FILE *out);
