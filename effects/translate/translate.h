#pragma once

#include "effects/blur/line_blur.h"
#include "effects/chain.h"

// effects/translate: blurs of other programs in the terms of this one: how wide a setting of theirs
// is, the chain that draws it here, and their setting that is the nearest to a width.
//
// A program is a row: its parameters, and what its passes do with them along one axis, as
// effects/blur/line_blur.h has it. Widths, residuals and the search all come from these passes, so
// another program is a row and one function. Sigmas are pixels of the image that is blurred.
//
//     struct translate_setting setting;
//     struct translation translation;
//     if (translate_parse(&setting, "hyprland:size=8,passes=3", &error))
//         translate(&setting, &translation);

enum { TRANSLATE_PARAMS_SIZE = 32, TRANSLATE_TEXT_SIZE = 128 };

struct translate_program {
    const char *name;
    const char *version; // that the passes were read from
    const char *formula; // what the passes are, in a line
    const char *also;    // what else the program does to the picture
    const struct param *params;
    const char *needs; // an example, where a setting must say something; NULL: defaults will do
    const char *odd;   // a parameter that must be odd; NULL: none
    // The parameter that the search for a width turns, and the parameter of which it tries every
    // value; NULL: none.
    const char *turned, *levels;
    // Appends its passes, and writes the chain that does the same, if there is one.
    void (*draw)(const void *params, struct line_blur *blur, char chain[TRANSLATE_TEXT_SIZE]);
};

extern const struct translate_program *const translate_programs[]; // ends with NULL

// The passes of the dual filter (M. Bjørge, Bandwidth-efficient rendering, SIGGRAPH 2015): five
// taps, four of them diagonal at a distance of finer texels; eight, diagonal at a distance of
// coarser texels and axial at twice that.
void translate_add_downs(struct line_blur *blur, int levels, double distance);
void translate_add_ups(struct line_blur *blur, int levels, double distance);

// Finds a program by its name. NULL, with the names that there are.
const struct translate_program *translate_find(const char *name, struct error *error);

struct translate_setting {
    const struct translate_program *program;
    alignas(max_align_t) unsigned char params[TRANSLATE_PARAMS_SIZE];
};

// Reads "kwin:strength=8", with ',' or ':' between several. The second writes such a text.
bool translate_parse(struct translate_setting *setting, const char *text, struct error *error);
void translate_print(const struct translate_setting *setting, char text[TRANSLATE_TEXT_SIZE]);

struct translation {
    double sigma;                    // by variance, px: to add up and to compare
    double fit;                      // of the nearest Gaussian, px: for a look-alike
    double residual;                 // how far it is from that Gaussian: a share of its peak
    char chain[TRANSLATE_TEXT_SIZE]; // that does the same here, or the nearest there is
    double chain_residual;           // how far that is
};

void translate(const struct translate_setting *setting, struct translation *translation);

// Finds the setting that is the nearest to the Gaussian of that sigma, in px.
#define TRANSLATE_LEAST 0.5
#define TRANSLATE_MOST  250
void translate_nearest(const struct translate_program *program, double sigma,
                       struct translate_setting *setting);

// Programs, each in the file of its kind.
#define TRANSLATE_PROGRAMS(X) \
    X(kwin) \
    X(hyprland) \
    X(scenefx) \
    X(picom) \
    X(css) \
    X(godot) \
    X(opencv) \
    X(imagemagick) \
    X(gimp)

#define TRANSLATE_DECLARE(NAME) extern const struct translate_program translate_##NAME;
TRANSLATE_PROGRAMS(TRANSLATE_DECLARE)
