#pragma once

#include "effects/box/box.h"

// What the box's implementation rows share, and what their table in box_impls.c is made of.

enum { BOX_ROWS, BOX_COLUMNS }; // a row's programs

struct box box_of_call(const struct effect_site *site);
enum edge box_edge(const struct effect_site *site);
enum texture_format box_via(const struct effect_site *site); // of the image between the passes
double box_total(const struct box *box);                     // of one iteration's weights
double box_texels(const struct effect_site *site);           // of the picture
// Whether shared memory holds halves, since they hold all that is read and would be stored between.
bool box_is_packed(const struct effect_site *site);
// Whether the input's halves go into shared memory as they are.
bool box_reads_words(const struct effect_site *site);
bool box_is_software(const struct effect_site *site); // whether a CPU draws

// From one image to another, along rows or columns.
typedef void box_run_direction(const struct effect_call *call, const struct box *box,
                               const struct texture *from, struct texture *to, bool down);

void box_run_both(const struct effect_call *call, box_run_direction *rows,
                  box_run_direction *columns);

bool box_fits(const struct effect_site *site, char why[EFFECT_WHY_SIZE]);

// box_taps.c: by taps. Single: all in one pass; linear: by bilinear reads.
void box_run_double(const struct effect_call *call);
void box_run_double_linear(const struct effect_call *call);
void box_run_single(const struct effect_call *call);
void box_run_single_linear(const struct effect_call *call);
void box_cost_double(const struct effect_site *site, struct cost *cost);
void box_cost_double_linear(const struct effect_site *site, struct cost *cost);
void box_cost_single(const struct effect_site *site, struct cost *cost);
void box_cost_single_linear(const struct effect_site *site, struct cost *cost);
bool box_fits_single(const struct effect_site *site, char why[EFFECT_WHY_SIZE]);
bool box_fits_single_linear(const struct effect_site *site, char why[EFFECT_WHY_SIZE]);
void box_vary_taps(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE]);

// box_sums.c: by running sums. `turn` is how many texels are read at once.
void box_run_running(const struct effect_call *call);
void box_run_scan(const struct effect_call *call);
void box_run_segmented(const struct effect_call *call);
void box_cost_running(const struct effect_site *site, int turn, struct cost *cost);
void box_cost_scan(const struct effect_site *site, struct cost *cost);
void box_cost_segmented(const struct effect_site *site, struct cost *cost);
void box_vary_sums(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE]);
void box_vary_segmented(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE]);

// box_tiles.c: over tiles in shared memory.
void box_run_tiled(const struct effect_call *call);
void box_cost_tiled(const struct effect_site *site, struct cost *cost);
void box_vary_tiled(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE]);

// box_fused.c: both directions at once.
void box_run_fused(const struct effect_call *call);
void box_cost_fused(const struct effect_site *site, struct cost *cost);
bool box_fits_fused(const struct effect_site *site, char why[EFFECT_WHY_SIZE]);
void box_vary_fused(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE]);
