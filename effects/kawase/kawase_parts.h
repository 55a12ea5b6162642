#pragma once

#include "effects/effect.h"

// What the files of Kawase's blur are to each other: kawase.c has the table and the rows that run
// pass by pass, kawase_separable.c the row that runs all passes along x, then all along y.

// The programs of every row; those after KAWASE_COPY differ between the rows.
enum { KAWASE_DOWN, KAWASE_UP, KAWASE_COPY, KAWASE_PASS };
enum { KAWASE_ROWS = KAWASE_PASS, KAWASE_ROWS_DOWN };

enum edge kawase_edge(const struct effect_site *site);

// Gives an image between the steps back to the pool.
void kawase_release(const struct effect_call *call, const struct texture *texture);

// The separable row. Its programs come with defines for the format.
void kawase_vary_separable(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE]);
void kawase_cost_separable(const struct effect_site *site, struct cost *cost);
void kawase_run_separable(const struct effect_call *call);
