#pragma once

#include "effects/effect.h"
#include "render/text/step_text.h"

#include <stdalign.h>
#include <stddef.h>

enum { CHAIN_MAX_STEPS = 16, CHAIN_TEXT_SIZE = 8192, CHAIN_FILE_NAME_SIZE = 1024 };

struct chain_step {
    const struct effect *effect;
    bool off;        // the step stays in the chain and is not run
    struct rect roi; // where it works; elsewhere its input passes. 0/0/1/1 is everywhere
    alignas(max_align_t) unsigned char params[EFFECT_MAX_PARAMS_SIZE];
};

// The steps from the source image to the picture. Each reads the step before it and may read the
// source. A chain is a plain value: copy it, compare it, keep ten.
struct chain {
    int count;
    struct chain_step steps[CHAIN_MAX_STEPS];
};

// chain = [ ( preset | step ) { ("," | newline) step } ]   step = ["-"] effect { ":" key "=" value
// }
//
//   threshold:level=1.2,dual:sigma=2%h,composite:strength=0.6,tonemap:curve=agx,dither:matrix=bayer8
//   tonemap,shaders/glow.glsl:strength=2,"my glow.hook"
//
// A name is that of a shader file (effects/hook/hook.h) where it ends in .glsl or .hook, has a '/'
// in it or stands in double quotes, and no effect has it. Without a '/' it may be that of a file in
// the folder of --effects or of the user (effects/hook/shader_folder.h).
// A preset stands for its steps, where the caller knows presets; a name that an effect has too
// means the effect. "-" keeps a step, switched off. Spaces around names are ignored, and "#" begins
// a comment up to the end of the line. A text value with a space, ':', ',' or '#' in it stands in
// double quotes. Every effect also has the key roi=x0/y0/x1/y1. Options that are left out have
// their defaults. On failure `chain` is unchanged and the error is one line such as "column 11:
// threshold has no option 'lvl'; it has level, knee, limit", with "line 2, column 3: ..." in longer
// text. `column`, where it is not NULL, gets the place as a byte offset into `text`, for a caret
// under it.
bool chain_parse(struct chain *chain, const char *text, size_t *column, struct error *error);

// The line of chain text, or of a scene's, that is wrong, for a caret under the place. Columns
// count from 0.
struct chain_place {
    char line[96]; // a part of the line when it is longer; "" when there is no place
    int column;
};

// What a text may name beside effects.
struct chain_names {
    // Presets that it may begin with: their names, NULL past the last, and their texts, which have
    // steps alone. NULL: none.
    const char *(*preset)(int i);
    const char *(*preset_text)(int i);
    const char *folder; // from which names of shader files count; NULL: the current one
};

bool chain_parse_from(struct chain *chain, const char *text, const struct chain_names *words,
                      size_t *column, struct error *error);

// Whether a step of that name is a shader file.
bool chain_is_file(const struct step_token *name);

// Writes text that chain_parse reads back into the same chain, without options at their defaults.
// Returns the length, like snprintf.
int chain_print(const struct chain *chain, char *out, size_t size);
int chain_print_step(const struct chain_step *step, char *out, size_t size);

// The same for a text in that folder, as chain_names has it: names of shader files count from
// there. In "/" they are whole.
int chain_print_in(const struct chain *chain, const char *folder, char *out, size_t size);
int chain_print_step_in(const struct chain_step *step, const char *folder, char *out, size_t size);

// Writes the files that the steps are or name, each with the hash of its bytes:
// "98edb46d43f11ad1 glow.glsl; 09d9a..."; "" where there are none. Returns the length, like
// snprintf.
int chain_print_files(const struct chain *chain, char *out, size_t size);

// Returns the name, borrowed from the chain, of a file whose bytes are other ones than such a text
// says; NULL: there is none, or there is no text.
const char *chain_changed_file(const struct chain *chain, const char *known);

bool chain_equal(const struct chain *a, const struct chain *b);
bool chain_step_equal(const struct chain_step *a, const struct chain_step *b);

// Returns the width, a standard deviation in pixels, of all blurs together that are on: a picture
// of that height (pixels) is as wide as one Gaussian of it would make it. 0: nothing blurs.
double chain_sigma(const struct chain *chain, int height);

// Makes a step of an effect with its defaults.
void chain_step_init(struct chain_step *step, const struct effect *effect);

// The i-th row of a step: first the effect's, then those that every step has (roi); NULL past the
// last. `values` gets the struct that the row describes.
const struct param *chain_step_param(struct chain_step *step, int i, void **values);

// The value of the row `impl`; 0 is auto, or an effect without that row.
int chain_step_impl(const struct chain_step *step);

// How many colours the step wants of the picture, as effect.colours_wanted says.
int chain_step_colours_wanted(const struct chain_step *step);

// Gives that row a value; does nothing where the effect has no such row.
void chain_step_choose_impl(struct chain_step *step, int value);

bool chain_step_has_roi(const struct chain_step *step);

// The texels whose centres lie in the step's region, counted from the top left; x1 and y1 are one
// past the last. They are found here, since GPUs divide differently and a bound may lie on a
// centre.
struct rect chain_step_texels(const struct chain_step *step, int width, int height);

// Whether a step fits light above 1 into the display. A step that is switched off counts too, so
// that the source stays the same while steps are switched on and off.
bool chain_shows_highlights(const struct chain *chain);

// Whether a step that is on changes with the number of the frame.
bool chain_is_animated(const struct chain *chain);

// The first step that is on and goes on from what it left in the last frame; NULL: none does.
const struct chain_step *chain_keeper(const struct chain *chain);
