#pragma once

#include "render/pass.h"
#include "render/text/param.h"

// effects: the types of effects, chains and colours, and the fusing of shader text. Every effect
// has a directory of its own. Nothing here calls OpenGL: implementations run passes through
// render/pass.h.
//
// An effect is a constant of type struct effect; effects/pixelate/ is the shortest example of a
// spatial one, effects/pointwise/exposure.c of a pointwise one. The plan (effects/plan/) uses the
// implementation of a spatial effect in this order:
//
//   impl->fits(&site, why)         can it run with this GPU, size and these parameters?
//   impl->needs(&site, needed)     which of impl->programs to compile
//   impl->vary(&site, defines)     the defines of their text
//   impl->run(&call)               in each frame: the passes, with the compiled programs

enum {
    EFFECT_MAX_PROGRAMS = 136,
    EFFECT_MAX_PARAMS_SIZE = 416, // bytes
    EFFECT_MAX_CONSTANTS = 32,    // vectors of 4 floats
    EFFECT_WHY_SIZE = 160,        // bytes, of one line of text for the user
    EFFECT_DEFINES_SIZE = 2048,   // bytes
};

// The width of a blur: standard deviations in pixels of the picture.
struct effect_width {
    double asked, in_effect; // the requested width, and that of the solution
    double core;  // width of the bright core of a blur with scatter < 1; 0 if it has none
    bool by_hand; // other parameters than sigma determine the width
};

// The encoding of an image before and after an effect.
enum colour_state {
    COLOUR_LINEAR,  // scene-linear input and output
    COLOUR_ENCODES, // scene-linear input; the output is display values (sRGB, 0..1)
    COLOUR_DISPLAY, // display values as input and output
    COLOUR_KEPT,    // the output is encoded like the input: spatial effects, and effects with
                    // colour_of
};

// The plan may join the pointwise steps next to a spatial step into the program that reads the
// implementation's input or writes its output, which saves a pass and an image. The joined steps
// use the bindings from EFFECT_JOIN_INPUT and the uniform locations from EFFECT_JOIN_UNIFORM on;
// lower ones belong to the implementation.
enum { EFFECT_JOIN_INPUT = 5, EFFECT_JOIN_UNIFORM = 40 };

struct effect_join {
    const struct program *program; // with the joined text inserted; borrowed
    struct pass_input inputs[PASS_MAX_INPUTS - EFFECT_JOIN_INPUT];
    struct uniform uniforms[PASS_MAX_UNIFORMS - EFFECT_JOIN_UNIFORM];
};

// Makes a pass run the joined program, with its inputs and uniforms. Does nothing if `join` is
// NULL.
void effect_join(const struct effect_join *join, struct pass *pass);

// Width of the border that an image has on each side of the picture, in texels, and its content.
struct margin {
    int x, y;
    enum edge edge;
};

// The conditions under which an implementation runs: everything that determines if it fits, its
// cost and the defines of its programs. They are known before any image exists.
struct effect_site {
    const struct context_info *info; // the GPU's limits
    const struct effect *effect;
    const void *params;         // the effect's own struct
    const void *file;           // the file that the parameters name, from effect.read; NULL: none
    int width, height;          // texels of input and output: the picture and its margin
    struct margin margin;       // zero for most: effect.margin
    enum texture_format format; // of the images between the steps
    int depth;                  // bits per channel of the picture's target: 8 or 16
    double invisible_error;     // error that error=auto allows, as a share of the brightest texel
                                // (plan_invisible_error)
    int cell;                   // side of the cells, pixels; 1: no cells
    int hook_size; // size of the picture / size of the image that a shader file reads; 1 or more
    bool is_display_input; // the input is straight display values, not premultiplied light
};

// The state of a step that lasts from frame to frame, or is made once. A zeroed struct is empty.
// The owner is the code that runs the plan.
struct effect_state {
    int width, height; // pixels of the picture that the state was made for
    int frame;         // number of the last frame that was drawn
    int image_count, buffer_count;
    struct texture *images; // owned; id 0: unused
    struct buffer *buffers; // owned
};
void effect_state_finish(struct effect_state *state);

// One run of an implementation, inside a frame. Everything belongs to the caller.
struct effect_call {
    struct effect_site site;
    struct gpu *gpu;
    const struct program *const *programs; // compiled, in the order of impl->programs
    const struct texture *source;          // input of the chain
    const struct texture *input;
    struct texture *output;
    int frame;                  // number of the frame, from 0
    struct effect_state *state; // state of this step; NULL: each run starts without state
    const struct effect_join *before, *after; // NULL: no steps are joined
};

// An implementation computes an effect. All implementations of an effect give the same image,
// except for the errors that they state.
struct effect_impl {
    const char *name; // fs (fragment shader), cs (compute shader) or cpu, then the method:
                      // "cs_shared". It must be the first field, on which PARAM_IMPL relies
    const char *summary;
    const char *origin; // author, title, year, or "this program"; NULL: the effect's `origin`
    // The GPUs or cases in which it was measured to be the fastest. NULL: none is known.
    const char *wins;
    const struct program_desc *programs; // at most EFFECT_MAX_PROGRAMS; ends with a zeroed entry
    bool compute; // the GPU profile applies its compute or its fragment costs
    // Returns the largest difference from the exact picture, beyond the rounding of formats, as a
    // share of the brightest texel of an input that is 0 or more: 0 is exact, and 1 means that
    // there is no bound. It holds for pictures of every content and size. NULL: always 0. `auto`
    // only chooses an implementation whose error is at most effect_allowed_error.
    double (*error)(const struct effect_site *site);
    // Writes the defines that depend on the site, in addition to those of each program. NULL: there
    // are no such defines.
    void (*vary)(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE]);
    // Sets which programs run there; the others are not compiled. NULL: all run.
    void (*needs)(const struct effect_site *site, bool needed[EFFECT_MAX_PROGRAMS]);
    // Checks limits other than shared memory and loop iterations, which passes state. If it returns
    // false, `why` names the limit. NULL: it always fits.
    bool (*fits)(const struct effect_site *site, char why[EFFECT_WHY_SIZE]);
    // Runs its passes, each of which states its program's work (pass.work).
    // effects/auto/impl_cost.h also calls `run`, for sites that `fits` accepts, to count costs
    // without a GPU: images, tables and cached textures then have the right size, but no content
    // and no GL name.
    void (*run)(const struct effect_call *call);
    // Returns the bytes of shared memory of a group, in the program that declares the most. Needed
    // only if `run` does not run all of its programs; NULL: the passes state the bytes.
    int (*shared_bytes)(const struct effect_site *site);
    // Returns true if, at a site with a margin (effects/blur/margin.h), the implementation reads
    // and writes the picture without its margin. Otherwise its input and output include the margin.
    // NULL: always false.
    bool (*handles_margin)(const struct effect_site *site);
    // Return the index into `programs` of the only program that reads the call's input, and of the
    // only one that writes its output; their text has the insertion points of
    // shaders/common/join.glsl. -1: no such program exists with these parameters. NULL: always -1.
    int (*input_program)(const struct effect_site *site);
    int (*output_program)(const struct effect_site *site);
};

// Each implementation is a constant at the bottom of its file. An effect with several
// implementations lists their names once, in a macro IMPLS(X) that calls X(box_cs_scan) for each,
// in the order in which a choice without measurement tries them. Those that state an error and read
// so much less that they are faster on every GPU come first, since they are only tried if their
// error is allowed. IMPLS(EFFECT_IMPL_DECLARE) declares them, and { IMPLS(EFFECT_IMPL_LIST) NULL }
// is the value of effect.impls.
#define EFFECT_IMPL_DECLARE(NAME) extern const struct effect_impl NAME;
#define EFFECT_IMPL_LIST(NAME)    &NAME,

// Reach and work of a blur, beside its width.
struct effect_amounts {
    double reach;    // pixels along an axis; no light goes further
    int taps, times; // taps along each axis (0: not all on one image); repetitions (0: one)
    int levels;      // number of times that the size is halved
    int passes;      // number of blur passes in sequence at the smallest size
};

// An effect is a constant. Textures come from the pool, programs from the cache and values from the
// chain's step, so nothing is created or freed when a parameter changes. `params` is always the
// struct that the rows describe.
struct effect {
    const char *name; // its name in chain text, timer scopes, JSON and docs, and its GLSL function
    const char *file; // shader file that defines it, by its name in chain text; NULL: built in
    uint64_t hash;    // hash of that file's bytes (render/text/hash.h)
    size_t bytes;     // memory, with its textures and buffers
    const char *summary;        // one line
    const char *origin;         // author, title, year; NULL for common knowledge
    const struct param *params; // end with a zeroed row; NULL: no parameters
    size_t params_size;         // bytes, at most EFFECT_MAX_PARAMS_SIZE
    enum colour_state colour;
    // Returns the colour state of a step with these parameters. NULL: always `colour`. See
    // effect_colour.
    enum colour_state (*colour_of)(const void *params);
    // A pointwise effect computes each colour from the colour at the same place, with the GLSL
    // function vec4 <name>(vec4 color, Pixel px, <params in the order of their rows>) of
    // shaders/pointwise/<name>.glsl. Neighbours in a chain become one pass. In that function a
    // choice is a constant, and a text is a bool that is true if the text is not empty.
    bool pointwise;
    const char *function, *text; // of a pointwise shader file: the name of its function, and the
                                 // GLSL that defines it; NULL: built in
    bool reads_source;           // it reads px.source; otherwise the source is not bound
    bool reads_size; // it reads px.size, the picture's size; otherwise Pixel has no such member
    bool blurs;      // the window's B key cycles through these
    bool baseline; // a blur for comparison only: tests do not hold it to the accuracy of the other
                   // blurs
    bool by_frame; // it always changes with the frame number; other effects do if their row
                   // `animate` is on
    bool keeps;    // the output depends on effect_call.state, which earlier frames have written
    bool makes_cells; // its row `cell` is also the cell of later steps whose own `cell` is 0
    const struct effect_impl *const *impls; // of a spatial effect; end with NULL
    // Parameters, such as "sigma=3", with which every implementation runs on every GPU. A list of
    // golden pictures starts with them. NULL: the defaults.
    const char *golden;
    // Loads the file, or the built-in object, that the parameters name. The callbacks below get the
    // result as `file`, implementations as site.file. It lives until step_file_free_old, and the
    // same bytes give the same pointer (effects/step_file.h). It is NULL if the parameters name no
    // file. On failure the error blames the row. NULL: the parameters never name a file.
    bool (*read)(const void *params, const void **file, struct error *error);
    // Returns the number of colours that the step's palette must have if it is made from the
    // display values that reach the step. The plan then takes its `file`, a palette, from
    // plan_options.palettes. 0: the palette is not made from the picture. NULL: always 0.
    int (*palette_size)(const void *params);
    // Return the textures of a pointwise effect, bound as u_table and u_noise. They are never NULL
    // and borrowed from gpu->cache. A callback that is NULL binds nothing.
    const struct texture *(*table)(struct gpu *gpu, const void *params, const void *file);
    const struct texture *(*noise)(struct gpu *gpu, const void *params);
    // Returns the variant of a pointwise effect's function that these parameters need: a constant
    // that the function receives as the argument after its rows, so that code for other variants is
    // removed by the compiler. If two steps have the same values of choices, and the same variant
    // when `file` is NULL, they must have the same variant with every file (fuse_same_text relies
    // on it). NULL: there is no such argument.
    int (*variant)(const void *params, const void *file);
    // Computes values that are the same for all pixels, for the uniform u_constants of an effect
    // with `table` or `noise`. `depth` is the bits per channel of the picture's target. Returns the
    // number of vectors, 1 to EFFECT_MAX_CONSTANTS, which depends on the variant only. NULL: there
    // is no such uniform.
    int (*constants)(const void *params, const void *file, int depth,
                     float constants[EFFECT_MAX_CONSTANTS][4]);
    // Returns the display value of a pointwise effect for grey light (scene-linear, 0 or more), to
    // draw its curve. NULL: there is no curve to draw.
    double (*curve)(const void *params, double light);
    // Returns true if that curve compresses light above 1 into the display's range instead of
    // clipping it. NULL: always false.
    bool (*shows_highlights)(const void *params);
    // Returns true if these parameters leave a picture of that height (pixels) unchanged. The plan
    // omits such a step, so no implementation runs with them. NULL: always false.
    bool (*is_identity)(const void *params, int height);
    // Returns the width of a blur on a picture of that height. NULL: the effect does not blur, or
    // has no single width.
    struct effect_width (*width)(const void *params, int height);
    // Appends facts that follow from the parameters and that no row shows to `text`, which already
    // has the width. `height` is that of the picture, pixels. NULL: there are no such facts.
    void (*remark)(const void *params, int height, char text[EFFECT_WHY_SIZE]);
    // Returns the reach and work of a blur on a picture of that height. NULL: it does not blur, or
    // it is a shader file, whose taps are unknown.
    struct effect_amounts (*amounts)(const void *params, int height);
    // Returns true if a row can change the picture while the other rows have their values: `white`
    // cannot if the curve has no white. NULL: every row can.
    bool (*matters)(const void *params, const struct param *row);
    // Returns the margin, in texels, that a blur needs around a picture of that size so that its
    // smaller images have the content that `edge` defines there. The plan adds it and crops it
    // again (effects/blur/margin.h). NULL: no margin.
    struct margin (*margin)(const void *params, int width, int height);
    // Returns false, with the reason in the error, for values that are each in range but invalid
    // together, or that a target of `depth` bits per channel (0: not known yet) cannot show.
    // error_set_key must name the row. NULL: all values are valid.
    bool (*check)(const void *params, int depth, struct error *error);
    // The chain that a shader file declares to give the same image at the defaults, and the place
    // of that declaration: "glow.glsl:3:12: //@ same-as: ". NULL: there is no declaration.
    const char *same_as, *same_as_at;
};

// Returns true if effect.check accepts the values and effect.read loads the file that they name
// into `file`. The error is that of the callback that failed.
bool effect_check(const struct effect *effect, const void *params, int depth, const void **file,
                  struct error *error);

// Returns the path of the file that the value of a row names; it points into that value. NULL: it
// names no file.
const char *effect_path(const struct param *row, const void *params);

// True if a row describes the field FIELD of struct S.
#define PARAM_IS(ROW, S, FIELD) ((ROW)->offset == offsetof(S, FIELD))

// Returns effect.matters for a row of the effect, and true for the rows that every step has. The
// row `error` does not matter if the row `impl` names an implementation.
bool effect_matters(const struct effect *effect, const void *params, const struct param *row);

// The row `impl` of an effect with several implementations: 0 is auto, 1 the first of the list.
#define PARAM_IMPL(S, IMPLS) PARAM_IMPL_RENAMED(S, IMPLS, NULL, NULL)
#define PARAM_IMPL_RENAMED(S, IMPLS, WAS, NOW) \
    PARAM_CHOICE(S, impl, .zero = "auto", .choice_structs = (IMPLS), .old_prefix = (WAS), \
                 .new_prefix = (NOW), .help = "Which implementation computes it")

// The row `error` of an effect with implementations that state an error, in per cent.
#define PARAM_ERROR(S) \
    PARAM_FLOAT(S, error, .zero = "auto", .zero_value = -1, .def = -1, .max = 10, \
                .slider_min = 0.01f, .slider_max = 10, .step = 1.25f, .curve = PARAM_CURVE_LOG, \
                .unit = "%", \
                .help = "How far from the exact picture impl=auto may be, of the brightest " \
                        "texel; auto: 1/1024, which 8 bits do not show, and nothing where " \
                        "floats or 16 bits are kept; 0%: nothing")

// The row `edge` of an effect that reads around a texel: an enum edge for its passes.
#define PARAM_EDGE(S) \
    PARAM_CHOICE(S, edge, .choices = effect_edges, \
                 .help = "What lies beyond the border: its texels, the picture mirrored, nothing")

// PARAM_EDGE of a blur on ever smaller images, which needs a margin (effects/blur/margin.h).
#define PARAM_EDGE_OF_LEVELS(S) \
    PARAM_CHOICE(S, edge, .choices = effect_edges, \
                 .help = \
                     "What lies beyond the border: its texels, the picture mirrored, nothing; " \
                     "mirror and zero are right to 0.01 of the largest value; clamp goes on with " \
                     "the border of each smaller image, which is up to 0.5 off where light " \
                     "changes beside the border")

// The row `scatter` of a blur whose levels may retain a share of the light: sigma_scatter_shares.
#define PARAM_SCATTER(S) \
    PARAM_FLOAT(S, scatter, .def = 1, .min = 0.1f, .max = 1, .step = 0.05f, \
                .help = "Share of a level's light that goes on to a wider one; less than 1 keeps " \
                        "a bright core in a haze so wide that all together is as wide as sigma")

// The row `cell` of an effect that works on cells. Cells are squares of pixels that begin at the
// picture's top left corner and are cut off at its right and lower border.
enum { EFFECT_MAX_CELL = 512 };
#define PARAM_CELL(S, ...) \
    PARAM_LENGTH(S, cell, .max = EFFECT_MAX_CELL, .slider_max = 64, .unit = "px", __VA_ARGS__)

extern const char *const effect_edges[]; // the names of enum edge, NULL-terminated

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

// Returns the encoding before and after a step with these parameters.
enum colour_state effect_colour(const struct effect *effect, const void *params);

// Returns true if the output is always display values, whatever the input.
bool effect_makes_display(const struct effect *effect, const void *params);

int effect_impl_count(const struct effect *effect); // 0 for a pointwise effect

// Returns NULL if the effect has no implementation of that name.
const struct effect_impl *effect_impl_find(const struct effect *effect, const char *name);

// Returns the height of the picture without its margin, in pixels. Lengths in per cent are shares
// of it.
int effect_picture_height(const struct effect_site *site);

// The error, as a share of the brightest texel, that is invisible in a picture of half floats or 8
// bits: no value of any scene changes by more than one step of 8 bits
// (tests/effects/gaussian_gpu_test.c). With twice the error, some values of the scene `lights`
// change by two.
#define EFFECT_INVISIBLE_ERROR (1.0 / 1024)

// The error of a filtered read between two texels, as a share of their difference: GPUs filter with
// fractions of 8 bits.
#define EFFECT_FILTER_ERROR (1.0 / 512)

// Returns the error that the implementation states for that site: effect_impl.error, or 0 if it is
// NULL.
double effect_impl_error(const struct effect_impl *impl, const struct effect_site *site);

// Returns the error that the row `error` allows `auto` there, as a share of the brightest texel; 0
// if there is no such row.
double effect_allowed_error(const struct effect *effect, const struct effect_site *site);

// Returns true if the parameters name an implementation that states an error, or allow `auto` an
// error.
bool effect_may_differ(const struct effect *effect, const void *params);

// Returns true if `auto` may choose the implementation, provided that it fits.
bool effect_allows_impl(const struct effect *effect, const struct effect_impl *impl,
                        const struct effect_site *site);

// Returns the row `cell` of an effect; NULL if it has none.
const struct param *effect_cell_row(const struct effect *effect);

// Returns the side of the cells that a step works on, in whole pixels, 1 or more. It is the step's
// own `cell` in a picture of that height or, if that is 0, `before`: the side of the cells that an
// earlier step made (0: there are none).
int effect_cell(const struct effect *effect, const void *params, int height, int before);

// Helps `fits` of an implementation whose pass reads `taps` taps for each texel. Returns false,
// with the reason, if the dispatch would take many seconds: drivers treat such a dispatch as hung
// and end the program.
bool effect_fits_in_taps(const struct effect_site *site, double taps, char why[EFFECT_WHY_SIZE]);

// Writes remarks on the values, "" if there are none. For a blur: its width, if it is set by hand
// or more than 0.5 % off the requested one, and that of its core. Then the text of effect.remark.
// For an effect with the row `error`: the largest error of the named implementation, or of any that
// is allowed, or that every one with an error exceeds the allowed error.
void effect_remark(const struct effect *effect, const void *params, int height,
                   char text[EFFECT_WHY_SIZE]);
