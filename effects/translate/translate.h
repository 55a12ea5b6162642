#pragma once

#include "effects/blur/line_blur.h"
#include "effects/chain.h"

// effects/translate: converts blur settings of other programs. For a setting it computes the width
// and the equivalent chain of this program, and for a width the nearest setting of the other
// program.
//
// A program is a struct translate_program: its parameters, and a function that appends its passes
// along one axis (effects/blur/line_blur.h). Widths, residuals and the search are computed from
// these passes, so another program needs one such struct and one function. Sigmas are in pixels of
// the blurred image.
//
//     struct translate_setting setting;
//     struct translation translation;
//     if (translate_parse(&setting, "hyprland:size=8,passes=3", &error))
//         translate(&setting, &translation);

enum { TRANSLATE_PARAMS_SIZE = 32, TRANSLATE_TEXT_SIZE = 128 };

struct translate_program {
    const char *name;
    const char *version; // version of the source from which the passes were taken
    const char *formula; // one line that describes the passes
    const char *also;    // other processing of the program that is not converted; one line
    const struct param *params;
    const char *needs; // example for the error message if a setting must name a parameter; NULL:
                       // the defaults are valid
    const char *odd;   // key of the parameter that must be odd; NULL: none
    // Keys of the parameters that translate_nearest varies: `turned` by bisection, `levels` through
    // all of its values; `levels` may be NULL.
    const char *turned, *levels;
    // Appends the passes of these parameters to `blur`. Writes the text of the equivalent chain, or
    // leaves `chain` unchanged if there is none.
    void (*draw)(const void *params, struct line_blur *blur, char chain[TRANSLATE_TEXT_SIZE]);
};

extern const struct translate_program *const translate_programs[]; // ends with NULL

// Append the passes of the dual filter (M. Bjørge, Bandwidth-efficient rendering, SIGGRAPH 2015). A
// step down has five taps, four of them diagonal at `distance` finer texels; a step up has eight,
// four diagonal at `distance` coarser texels and four axial at twice that.
void translate_add_downs(struct line_blur *blur, int levels, double distance);
void translate_add_ups(struct line_blur *blur, int levels, double distance);

// Appends a pass of one tap, which only changes the size.
struct line_pass *translate_add_single(struct line_blur *blur, double step);

struct translate_setting {
    const struct translate_program *program;
    alignas(max_align_t) unsigned char params[TRANSLATE_PARAMS_SIZE];
};

// translate_parse reads a text such as "kwin:strength=8", in which ',' or ':' separates parameters;
// translate_print writes one.
bool translate_parse(struct translate_setting *setting, const char *text, struct error *error);
void translate_print(const struct translate_setting *setting, char text[TRANSLATE_TEXT_SIZE]);

struct translation {
    double sigma;    // standard deviation, px: for adding widths and comparing them
    double fit;      // sigma of the nearest Gaussian, px: for a blur that looks the same
    double residual; // largest difference from that Gaussian, as a share of the peak
    char chain[TRANSLATE_TEXT_SIZE]; // the equivalent chain, or the nearest one
    double chain_residual;           // largest difference from that chain, as a share of the peak
};

void translate(const struct translate_setting *setting, struct translation *translation);

// Finds the setting that is nearest to the Gaussian of that sigma: TRANSLATE_MIN to
// TRANSLATE_MAX px.
#define TRANSLATE_MIN 0.5
#define TRANSLATE_MAX 250
void translate_nearest(const struct translate_program *program, double sigma,
                       struct translate_setting *setting);

// All programs. Those that work at full size are in translate_kernels.c, those with smaller images
// in translate_levels.c.
#define TRANSLATE_PROGRAMS(X) \
    X(kwin) \
    X(hyprland) \
    X(scenefx) \
    X(niri) \
    X(wayfire) \
    X(picom) \
    X(css) \
    X(firefox) \
    X(godot) \
    X(opencv) \
    X(imagemagick) \
    X(gimp)

#define TRANSLATE_DECLARE(NAME) extern const struct translate_program translate_##NAME;
TRANSLATE_PROGRAMS(TRANSLATE_DECLARE)
