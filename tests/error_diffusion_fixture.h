#pragma once

#include "tests/chain_fixture.h"

// What tests of error diffusion share: display values, run by one row or by the reference, which
// equal each other in every bit.

// Smooth colour with noise, so that errors live long, and alpha where asked. Made here.
void make_source(struct image *image, int width, int height, bool has_alpha);

// One step of error_diffusion, without `impl`; the row is named. The output is made here. Fails
// when a fault is heard.
void run_row(const char *text, const char *row, const struct image *source, struct image *output);
void run_reference(const char *text, const struct image *source, struct image *output);

void assert_equal(const char *text, const char *row, const struct image *image,
                  const struct image *expected);

// Every row of the effect, on a source or on a new one.
void assert_rows_on(const char *text, const struct image *source);
void assert_rows(const char *text, int width, int height, bool has_alpha);

// The same with enum error_diffusion_kernel and the other options.
void assert_kernel(int kernel, const char *options, int width, int height);
