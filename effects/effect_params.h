#pragma once

#include "render/text/param.h"

// Rows that the parameter tables of several effects have. Code finds these rows by their keys.

// True if the row ROW of a table describes the field FIELD of struct S.
#define PARAM_ROW_IS(ROW, S, FIELD) ((ROW)->offset == offsetof(S, FIELD))

// The row `impl` of an effect with several implementations: 0 is auto, 1 the first of the list.
#define PARAM_IMPL(S, IMPLS) PARAM_IMPL_RENAMED(S, IMPLS, NULL, NULL)
#define PARAM_IMPL_RENAMED(S, IMPLS, WAS, NOW) \
    PARAM_CHOICE(S, impl, .zero = "auto", .choice_structs = (IMPLS), .old_prefix = (WAS), \
                 .new_prefix = (NOW), .help = "Which implementation computes it")

// The row `sigma` of a blur.
#define PARAM_SIGMA(S, MAX, HELP) \
    PARAM_LENGTH(S, sigma, .def = 16, .max = (MAX), .slider_min = 1, .slider_max = 64, \
                 .curve = PARAM_CURVE_LOG, .unit = "px", .help = HELP)
#define SIGMA_HELP "Width of the blur, its standard deviation; 0 leaves the picture as it is"

// The row `error` of an effect with implementations that state an error, in per cent.
#define PARAM_ERROR(S) \
    PARAM_FLOAT(S, error, .zero = "auto", .zero_value = -1, .def = -1, .max = 10, \
                .slider_min = 0.01f, .slider_max = 10, .step = 1.25f, .curve = PARAM_CURVE_LOG, \
                .unit = "%", \
                .help = "How far from the exact picture impl=auto may be, of the brightest " \
                        "texel; auto: 1/1024, which 8 bits do not show, and nothing where " \
                        "floats or 16 bits are kept; 0%: nothing")

// The row `edge` of an effect that reads around a texel: an enum edge for its passes (effect_edge).
extern const char *const effect_edges[]; // the names of enum edge, NULL-terminated
#define PARAM_EDGE(S) \
    PARAM_CHOICE(S, edge, .choices = effect_edges, \
                 .help = "What lies beyond the border: its texels, the picture mirrored, nothing")

// The row `cell` of an effect that works on cells: squares of pixels that begin at the picture's
// top left corner and are cut off at its right and lower border. Where the row has a name for 0,
// the cells of an earlier step then count. Where it has none, the effect makes cells, also for
// later steps (effect_cell).
enum { EFFECT_MAX_CELL = 512 };
#define PARAM_CELL(S, ...) \
    PARAM_LENGTH(S, cell, .max = EFFECT_MAX_CELL, .slider_max = 64, .unit = "px", __VA_ARGS__)
