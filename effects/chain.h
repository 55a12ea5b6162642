#pragma once

#include "effects/effect.h"
#include "render/text/param.h"

#include <stdalign.h>

struct step_token;

enum { CHAIN_MAX_STEPS = 16, CHAIN_TEXT_SIZE = 8192, CHAIN_FILE_NAME_SIZE = 1024 };

struct chain_step {
    const struct effect *effect;
    bool off;        // the step stays in the chain, but does not run
    struct rect roi; // part of the picture where it applies; elsewhere the output is the input.
                     // 0/0/1/1: everywhere
    alignas(max_align_t) unsigned char params[EFFECT_MAX_PARAMS_SIZE];
};

// The steps from the source image to the picture. Each step reads the output of the one before it
// and may also read the source. A chain is a plain value: it may be copied and compared, and owns
// nothing. The effects of shader files that it points to live until step_file_free_old.
//
//   struct chain chain;
//   struct error error;
//   if (chain_parse(&chain, "dual:sigma=16,tonemap", NULL, &error))
//       plan_build(&plan, &chain, gpu, &options, &error);     // effects/plan/plan.h
struct chain {
    int count;
    struct chain_step steps[CHAIN_MAX_STEPS];
};

// Loops over the steps: chain_for_each(step, &chain) { ... }
#define chain_for_each(step, chain) \
    for (const struct chain_step *step = (chain)->steps; step < (chain)->steps + (chain)->count; \
         step++)

// Parses the text of a chain:
//
//   chain = [ ( preset | step ) { ("," | newline) step } ]
//   step  = ["-"] effect { ":" key "=" value }
//
//   threshold:level=1.2,dual:sigma=2%h,composite:strength=0.6,tonemap:curve=agx,dither:matrix=bayer8
//   tonemap,shaders/glow.glsl:strength=2,"my glow.hook"
//
// A name denotes a shader file (effects/hook/hook.h) if it ends in .glsl or .hook, contains a '/'
// or is in double quotes, and no effect has that name. Without a '/' it may be a file in the folder
// of --effects or of the user (effects/hook/shader_folder.h). A preset expands to its steps, if the
// caller has presets; an effect of the same name has precedence. "-" switches a step off. Spaces
// around names are ignored, and "#" begins a comment up to the end of the line. A text value that
// contains a space, ':', ',' or '#' must be in double quotes. Every effect also has the key
// roi=x0/y0/x1/y1. Omitted options have their defaults.
//
// On failure `chain` is unchanged and the error is one line such as "column 11: threshold has no
// option 'lvl'; it has level, knee, limit", or "line 2, column 3: ..." if the text has several
// lines. If `column` is not NULL, it receives the place of the error as a byte offset into `text`,
// for a caret under it.
bool chain_parse(struct chain *chain, const char *text, size_t *column, struct error *error);

// The line of a chain's or scene's text that contains an error, for printing it with a caret under
// the place.
struct chain_place {
    char line[96]; // the part around the place if the line is longer; "": the error has no place
    int column;
};

// Names that a text may contain in addition to those of effects, for chain_parse_from.
struct chain_names {
    // Return the name and the text of the i-th preset, with which a chain may begin. The name is
    // NULL past the last preset; the text consists of steps only. NULL: there are no presets.
    const char *(*preset)(int i);
    const char *(*preset_text)(int i);
    const char *folder; // names of shader files are relative to it; NULL: the current one
};

bool chain_parse_from(struct chain *chain, const char *text, const struct chain_names *names,
                      size_t *column, struct error *error);

// Returns true if a step of that name is a shader file.
bool chain_is_file(const struct step_token *name);

// Writes text that chain_parse reads back into the same chain, omitting options at their defaults.
// Returns the length, like snprintf.
int chain_print(const struct chain *chain, char *out, size_t size);
int chain_print_step(const struct chain_step *step, char *out, size_t size);

// Like chain_print, with the names of shader files relative to `folder`, as in chain_names. "/"
// gives absolute paths.
int chain_print_in(const struct chain *chain, const char *folder, char *out, size_t size);
int chain_print_step_in(const struct chain_step *step, const char *folder, char *out, size_t size);

// Writes the shader files of the steps and the files that steps name, each after the hash of its
// bytes: "98edb46d43f11ad1 glow.glsl; 09d9a..."; "" if there are no files. Returns the length, like
// snprintf.
int chain_print_files(const struct chain *chain, char *out, size_t size);

// Returns the name, borrowed from the chain, of a file whose hash is not in `known`, a text of
// chain_print_files. NULL: all hashes are in it, or `known` is NULL.
const char *chain_changed_file(const struct chain *chain, const char *known);

bool chain_equal(const struct chain *a, const struct chain *b);
bool chain_step_equal(const struct chain_step *a, const struct chain_step *b);

// Returns the combined width, a standard deviation in pixels, of all blurs that are on, in a
// picture of that height (pixels): the root of the sum of their variances. 0: no step blurs.
double chain_sigma(const struct chain *chain, int height);

// Initialises a step of an effect with its defaults.
void chain_step_init(struct chain_step *step, const struct effect *effect);

// Returns the i-th row of a step: first those of the effect, then those that every step has (roi);
// NULL past the last. `values` receives the struct that the row describes.
const struct param *chain_step_param(struct chain_step *step, int i, void **values);

// Returns the value of the row `impl`; 0: auto, or the effect has no such row.
int chain_step_impl(const struct chain_step *step);

// Returns the number of colours (row `colors`) that the step's palette must have if it is made from
// the display values that reach the step (row `palette` is "auto"); otherwise 0. The plan then
// takes the step's file, a palette, from plan_options.palettes.
int chain_step_palette_size(const struct chain_step *step);

// Sets the row `impl`; does nothing if the effect has no such row.
void chain_step_set_impl(struct chain_step *step, int value);

// Sets the row `impl` to one of the effect's implementations.
void chain_step_name_impl(struct chain_step *step, const struct effect_impl *impl);

bool chain_step_has_roi(const struct chain_step *step);

// Returns the texels whose centres are in the step's region, counted from the top left; x1 and y1
// are one past the last. The CPU computes them, since GPUs divide differently and a bound may
// coincide with a centre.
struct rect chain_step_texels(const struct chain_step *step, int width, int height);

// Returns true if a step compresses light above 1 into the display's range. A step that is switched
// off counts too, so that the source does not change while steps are switched on and off.
bool chain_shows_highlights(const struct chain *chain);

// Returns true if a step that is on changes with the frame number.
bool chain_is_animated(const struct chain *chain);

// Returns the first step that is on and makes display values of light; NULL: there is none.
const struct chain_step *chain_find_display(const struct chain *chain);

// Returns the first step that is on and whose output depends on earlier frames
// (effect_file.has_state); NULL: there is no such step.
const struct chain_step *chain_find_stateful(const struct chain *chain);
