#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;
struct gpu;
struct kernel;
struct param;
struct step_writer;
struct texture;

// effects: the types of effects, chains and colours, and the fusing of shader text. Every effect
// has a directory of its own. Nothing here calls OpenGL: implementations run passes through
// render/pass.h.
//
// An effect is a constant of type struct effect; effects/pixelate/ is the shortest example of a
// spatial one, effects/pointwise/exposure.c of a pointwise one. It has three parts: what it
// computes (struct effect), what a shader file adds to that (struct effect_file), and what the
// panel and --explain tell about it (struct effect_about).

enum {
    EFFECT_MAX_PARAMS_SIZE = 416, // bytes
    EFFECT_REMARK_SIZE = 160,     // bytes of one line of text for the user
    EFFECT_MAX_CONSTANTS = 32,    // vectors of 4 floats
};

// The encoding of an image before and after an effect.
enum colour_state {
    COLOUR_LINEAR,  // scene-linear input and output
    COLOUR_ENCODES, // scene-linear input; the output is display values (sRGB, 0..1)
    COLOUR_DISPLAY, // display values as input and output
    COLOUR_ANY,     // either, and the output is encoded like the input. If the effect has a row
                    // `domain`, that decides: 0 is display values, 1 is light
};

// The widths of a blur with some parameters, standard deviations, in pixels of the picture like all
// its lengths.
struct effect_blur {
    double requested; // width that the row `sigma` asks for
    double width;     // width of the construction; 0: the picture is unchanged
    double core;      // width of the bright core of a blur with scatter < 1; 0 if it has none
    bool by_hand;     // other parameters than sigma determine the width
    double reach;     // along an axis; no light goes further; 0: not known
    int taps, times;  // taps along each axis (0: not all on one image); repetitions (0: one)
    int levels;       // number of times that the size is halved
    int passes;       // number of blur passes in sequence at the smallest size
    double margin; // width that the margin of a blur on levels is made for (effects/blur/margin.h)
};

// The part of an effect that comes from a user shader (effects/hook/hook.h). A built-in effect has
// a zeroed one.
struct effect_file {
    const char *path;            // its name in chain text; NULL: the effect is built in
    uint64_t hash;               // hash of its bytes (render/text/hash.h)
    const char *function, *text; // of a pointwise file: the name of its function, and the GLSL that
                                 // defines it; NULL: the file has passes
    bool changes_with_frame;     // other effects do if their row `animate` is on
    bool has_state;              // the output depends on effect_call.state, which earlier frames
                                 // have written
    // The chain that it declares to give the same image at the defaults, and the place of that
    // declaration: "glow.glsl:3:12: //@ same-as: ". NULL: there is no declaration.
    const char *same_as, *same_as_at;
};

// The part of an effect that the panel, --explain and lists of pictures show.
struct effect_about {
    const char *summary; // one line
    const char *origin;  // author, title, year; NULL for common knowledge
    // Parameters, such as "sigma=3", with which every implementation runs on every GPU. A list of
    // golden pictures starts with them. NULL: the defaults.
    const char *golden;
    // Returns true if a row can change the picture while the other rows have their values: `white`
    // cannot if the curve has no white. NULL: every row can. See effect_uses_row.
    bool (*uses_row)(const void *params, const struct param *row);
    // Writes facts that follow from the parameters and that no row shows to `text`, which already
    // has the width. NULL: there are no such facts.
    void (*remark)(const void *params, int picture_height, struct step_writer *text);
    // Returns the display value that a tone curve makes of grey light (scene-linear, 0 or more),
    // for graphs of it. The row `curve` names the curve: its value 0 clips light above 1, the
    // others compress it into the display's range. NULL: the effect is no tone curve.
    double (*curve)(const void *params, double light);
};

// The part of an effect that computes. Textures come from the pool, programs from the cache and
// values from the chain's step, so nothing is created or freed when a parameter changes. In the
// callbacks `params` is the struct that the rows describe; `file` is the result of `read`;
// `picture_height`, in pixels, converts lengths in per cent of it (length_pixels).
struct effect {
    const char *name; // its name in chain text, timer scopes, JSON and docs, and its GLSL function
    const struct param *params; // end with a zeroed row; NULL: no parameters. They describe a
                                // struct of at most EFFECT_MAX_PARAMS_SIZE bytes
    enum colour_state colour;   // see effect_colour
    // A pointwise effect computes each colour from the colour at the same place, with the GLSL
    // function vec4 <name>(vec4 color, Pixel px, <numbers in the order of their rows>) of
    // shaders/pointwise/<name>.glsl. Neighbours in a chain become one pass. A choice and a text are
    // no arguments but macros, TONEMAP_CURVE for the row `curve` of tonemap: the index of the
    // choice; 1 for a text other than its default, or else 0. docs/architecture.md, "How to add an
    // effect", has a whole example.
    bool pointwise;
    bool reads_source; // it reads px.source; otherwise Pixel has no such member
    bool reads_size;   // it reads px.size; otherwise Pixel has no such member
    const struct effect_impl *const *impls; // of a spatial effect; end with NULL
    bool is_average;  // a blur for comparison only, whose width is right only on average over the
                      // positions of a point: tests do not hold it to the accuracy of the others
    bool on_levels;   // a blur on ever smaller images, which needs a margin (effects/blur/margin.h)
    bool quantises;   // its output has few levels: rounding may give the next one
    double tolerance; // largest difference of a pointwise effect from the reference in rgba32f.
                      // It is relative to the texel's largest value if that is above 1, and
                      // absolute otherwise. 0: 1e-6
    // Returns the widths of the blur with these parameters. The window's B key cycles through the
    // effects that have it. NULL: the effect does not blur, or has no single width.
    struct effect_blur (*blur)(const void *params, int picture_height);
    // Computes the weights of a blur that is the same along rows and along columns. NULL: it is
    // not.
    void (*kernel)(const void *params, int picture_height, struct kernel *kernel);
    // Returns true if these parameters leave every picture unchanged. The plan omits such a step,
    // so no implementation runs with them. NULL: no parameters do, except those of a blur whose
    // width is 0. See effect_is_identity.
    bool (*is_identity)(const void *params, int picture_height);
    // Returns false, with the reason in the error, for values that are each in range but invalid
    // together, or that a target of `depth` bits per channel (0: not known yet) cannot show.
    // error_set_key must name the row. NULL: all values are valid.
    bool (*check)(const void *params, int depth, struct error *error);
    // Loads the file, or the built-in object, that the parameters name. The callbacks below get the
    // result as `file`, implementations as site.file. It lives until step_file_free_old, and the
    // same bytes give the same pointer (effects/step_file.h). The caller sets it to NULL, and
    // it stays so if the parameters name no file. On failure the error blames the row. NULL: the
    // parameters never name a file.
    bool (*read)(const void *params, const void **file, struct error *error);
    // Sets the textures of a pointwise effect that are bound as u_table and u_noise, borrowed from
    // gpu->cache. NULL: it has none.
    void (*textures)(struct gpu *gpu, const void *params, const void *file,
                     const struct texture *textures[2]);
    // Returns the variant of a pointwise effect's function that these parameters need, the macro
    // <NAME>_VARIANT of its GLSL, so that code for other variants is not compiled. If two steps
    // have the same values of choices, and the same variant when `file` is NULL, they must have the
    // same variant with every file (fuse_same_text relies on it). NULL: there is no such macro.
    int (*variant)(const void *params, const void *file);
    // Computes values that are the same for all pixels, for the uniform u_constants of an effect
    // with textures. `depth` is the bits per channel of the picture's target. Returns the number of
    // vectors, 1 to EFFECT_MAX_CONSTANTS, which depends on the variant only. NULL: there is no such
    // uniform.
    int (*constants)(const void *params, const void *file, int depth,
                     float constants[EFFECT_MAX_CONSTANTS][4]);
    struct effect_file file;
    struct effect_about about;
};

// Every effect, in the order of `--list effects`. Each has a constant effect_<name> in the file of
// its name, and a reference_<name> in effects/reference/. A new effect needs one line here.
#define EFFECTS(X) \
    X(threshold) \
    X(composite) \
    X(saturation) \
    X(exposure) \
    X(tonemap) \
    X(encode) \
    X(lut) \
    X(dither) \
    X(dual) \
    X(kawase) \
    X(gaussian) \
    X(box) \
    X(pyramid) \
    X(mips) \
    X(convolve) \
    X(pixelate) \
    X(error_diffusion)
#define EFFECT_DECLARE(NAME) extern const struct effect effect_##NAME;
EFFECTS(EFFECT_DECLARE)

// All effects; ends with NULL.
extern const struct effect *const effects[];

// ---- finding effects

// Returns the effect of that name; NULL: there is no such effect. `length` is the number of bytes
// of `name`, which needs no terminator.
const struct effect *effect_find(const char *name, size_t length);

// Loads a user shader, in the format of mpv and libplacebo (effects/hook/hook.h), as an effect that
// lives until step_file_free_old. The same name and the same bytes give the same effect. Returns
// NULL if the file cannot be read or is not a valid shader; the error is one line with the place
// and the correction.
const struct effect *effect_of_file(const char *path, struct error *error);

// Like effect_of_file, for a name in a text, relative to `folder` (NULL: the current one). A name
// without a folder that is not found there is searched for in the folders of
// effects/hook/shader_folder.h.
const struct effect *effect_of_name(const char *folder, const char *name, size_t length,
                                    struct error *error);

// Returns true if a name ends like those of shader files: .glsl or .hook.
bool effect_is_file_name(const char *name, size_t length);

// Returns true if both are the same effect, or come from the same file, even if its text has
// changed between them.
bool effect_is_same(const struct effect *a, const struct effect *b);

int effect_impl_count(const struct effect *effect); // 0 for a pointwise effect

// Returns the implementation that the row `impl` names; NULL: `auto`, or there is no such row.
const struct effect_impl *effect_named_impl(const struct effect *effect, const void *params);

// ---- facts about a step with these parameters

// Returns true if effect.check accepts the values and effect.read loads the file that they name
// into `file`. The error is that of the callback that failed.
bool effect_check(const struct effect *effect, const void *params, int depth, const void **file,
                  struct error *error);

// Returns the path of the file that the value of a row names; it points into that value. NULL: it
// names no file.
const char *effect_path(const struct param *row, const void *params);

// Returns effect_about.uses_row for a row of the effect, and true for the rows that every step has.
// The row `error` does not matter if the row `impl` names an implementation.
bool effect_uses_row(const struct effect *effect, const void *params, const struct param *row);

// Returns true if the step leaves every picture unchanged: a blur if its width is 0, another effect
// by effect.is_identity.
bool effect_is_identity(const struct effect *effect, const void *params, int picture_height);

// Returns the encoding before and after the step.
enum colour_state effect_colour(const struct effect *effect, const void *params);

// Returns true if the output is always display values, whatever the input.
bool effect_makes_display(const struct effect *effect, const void *params);

// Returns true if the parameters name an implementation that states an error, or allow `auto` an
// error.
bool effect_may_differ(const struct effect *effect, const void *params);

// Returns the row `cell` of an effect; NULL if it has none.
const struct param *effect_cell_row(const struct effect *effect);

// Returns true if the effect makes cells, also for later steps: its row `cell` has no name for 0.
bool effect_makes_cells(const struct effect *effect);

// Returns the side of the cells that a step works on, in whole pixels, 1 or more. It is the step's
// own `cell` or, if that is 0, `before`: the side of the cells that an earlier step made (0: there
// are none).
int effect_cell(const struct effect *effect, const void *params, int picture_height, int before);

// Writes remarks on the values, "" if there are none. For a blur: its width, if it is set by hand
// or more than 0.5 % off the requested one, and that of its core. Then the text of
// effect_about.remark. For an effect with the row `error`: the largest error of the named
// implementation, or of any that is allowed, or that every one with an error exceeds the allowed
// error.
void effect_remark(const struct effect *effect, const void *params, int picture_height,
                   char text[EFFECT_REMARK_SIZE]);
