#pragma once

#include "render/pass.h"
#include "render/text/param.h"

// effects: what effects, chains of them and colours are, and fused text; every effect has a folder
// of its own. Nothing calls OpenGL: implementations run passes through render/pass.h.

enum {
    EFFECT_MAX_PROGRAMS = 136,
    EFFECT_MAX_PARAMS_SIZE = 416, // bytes
    EFFECT_MAX_CONSTANTS = 32,    // vectors of four
    EFFECT_WHY_SIZE = 160,        // bytes of a line for people
    EFFECT_DEFINES_SIZE = 2048,   // bytes
};

// The width of a blur, standard deviations in pixels.
struct effect_width {
    double asked, in_effect;
    double core;  // of the bright core of a blur that scatters; 0: it has none
    bool by_hand; // other parameters than sigma decide
};

// What the values of an image mean before and after an effect.
enum colour_state {
    COLOUR_LINEAR,  // scene-linear in, scene-linear out
    COLOUR_ENCODES, // scene-linear in, display values (sRGB, 0..1) out
    COLOUR_DISPLAY, // display values in and out
    COLOUR_KEPT,    // either in, the same out: a spatial effect, or one whose colour_of decides
};

// The plan may put pointwise neighbours of a step into the program with which an implementation
// reads its input or writes its output, which saves a pass and an image. These are their first
// binding and location; those below belong to the implementation.
enum { EFFECT_JOIN_INPUT = 5, EFFECT_JOIN_UNIFORM = 40 };

struct effect_join {
    const struct program *program; // the implementation's own, with its hole filled; borrowed
    struct pass_input inputs[PASS_MAX_INPUTS - EFFECT_JOIN_INPUT];
    struct uniform uniforms[PASS_MAX_UNIFORMS - EFFECT_JOIN_UNIFORM];
};

// Makes a pass run the joined program, with its inputs and uniforms. Does nothing where `join` is
// NULL.
void effect_join(const struct effect_join *join, struct pass *pass);

// Texels that an image has on each side of the picture, and what they hold.
struct margin {
    int x, y;
    enum edge edge;
};

// Where an implementation works: everything that decides whether it fits, what it costs and which
// defines its programs take. It is known before any image exists.
struct effect_site {
    const struct context_info *info; // the GPU's limits
    const struct effect *effect;
    const void *params;         // the effect's own struct
    const void *file;           // that they name, as effect.read gave it; NULL: none
    int width, height;          // of input and output, texels: the picture and its margin
    struct margin margin;       // zero for most: effect.margin
    enum texture_format format; // of the images between the steps
    int depth;                  // bits a channel of the picture's target: 8 or 16
    double unseen;      // what error=auto allows: a share of the brightest texel (plan_unseen)
    int cell;           // side of the cells that it works on, pixels; 1: none
    int hook_size;      // the picture's size over that which a shader file gets
    bool takes_display; // straight display values, not premultiplied light
};

// What a step keeps from frame to frame, or makes once. Zeroed: nothing. Owned by who runs the
// plan.
struct effect_state {
    int width, height; // of the picture that it was made for
    int frame;         // the last one
    int image_count, buffer_count;
    struct texture *images; // owned; those without an id are none
    struct buffer *buffers; // owned
};
void effect_state_finish(struct effect_state *state);

// One run of an implementation, inside a frame. Everything belongs to the caller.
struct effect_call {
    struct effect_site site;
    struct gpu *gpu;
    const struct program *const *programs; // compiled, in the order of impl->programs
    const struct texture *source;          // what entered the chain
    const struct texture *input;
    struct texture *output;
    int frame;                                // that is drawn, from 0
    struct effect_state *state;               // of this step; NULL: it begins anew in each run
    const struct effect_join *before, *after; // NULL: nothing is joined
};

// What a run does, from which `auto` estimates its time. Counts are of all invocations together.
struct cost {
    double texels;       // read with texelFetch or imageLoad
    double bilinear;     // read with the filter
    double shared;       // read from shared memory
    double sums;         // texels multiplied and added to another, beside one for each that is read
    double shared_bytes; // of shared memory in a group, in the program that declares the most
    double stores;
    double passes;     // draws or dispatches
    double iterations; // of all loops of one invocation, in the pass that has the most, where their
                       // number grows with the parameters or the size
    double waits;      // the longest chain of reads in one invocation that wait for one another
};

// An implementation computes an effect. All of one effect give the same image, unless one states
// its error.
struct effect_impl {
    const char *name; // how it runs, fs (fragment shader), cs (compute shader) or cpu, and what it
                      // does: "cs_shared". The first field, which PARAM_IMPL relies on
    const char *summary;
    const char *origin; // author, title, year, or "this program"; NULL: the effect's
    const char *wins;   // where it has been seen to be the fastest; NULL: nowhere
    const struct program_desc *programs; // at most EFFECT_MAX_PROGRAMS; ends with a zeroed one
    bool compute; // the GPU profile's part that the cost is counted with: compute or fragment
    // The most that a picture may differ from that of the others, beside what formats round: a
    // share of the brightest texel of light, which is 0 or more. 0: nothing; 1: nothing is
    // promised. It holds for every picture of any size. NULL: always 0. `auto` skips what differs
    // by more than the step's own `error` allows.
    double (*error)(const struct effect_site *site);
    // Writes the defines that depend on the site, beside those of each program. NULL: none.
    void (*vary)(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE]);
    // Says which programs run there; one that does not is not compiled. NULL: all do.
    void (*needs)(const struct effect_site *site, bool needed[EFFECT_MAX_PROGRAMS]);
    void (*cost)(const struct effect_site *site, struct cost *cost);
    // Limits other than shared memory and the iterations of loops, which `cost` counts. Where it
    // does not fit, `why` says which limit that is. NULL: it always fits.
    bool (*fits)(const struct effect_site *site, char why[EFFECT_WHY_SIZE]);
    void (*run)(const struct effect_call *call);
    // Whether it reads the picture itself where the site has a margin (effects/blur/margin.h), and
    // writes that alone. Otherwise its input and output hold the margin, too. NULL: never.
    bool (*takes_margin)(const struct effect_site *site);
    // Index into `programs` of the only one that reads the call's input, and of the only one that
    // writes its output; their text has the holes of shaders/common/join.glsl. -1: there is none
    // with these parameters. NULL: never.
    int (*input_program)(const struct effect_site *site);
    int (*output_program)(const struct effect_site *site);
};

// Each implementation is a constant at the bottom of its file. An effect with several of them lists
// their names once, in a macro IMPLS(X) that calls X(box_cs_scan) for each, in the order in which a
// choice without measurement tries them: first those that state an error and read so much less that
// no GPU takes longer for them, since they are only tried where their error is allowed.
// IMPLS(EFFECT_IMPL_DECLARE) declares them, and { IMPLS(EFFECT_IMPL_LIST) NULL } is the value of
// effect.impls.
#define EFFECT_IMPL_DECLARE(NAME) extern const struct effect_impl NAME;
#define EFFECT_IMPL_LIST(NAME)    &NAME,

// What the values of a blur come to, beside its width.
struct effect_amounts {
    double reach;    // along an axis, pixels: no light goes further
    int taps, times; // taps along each axis, so often; 0: they are not on one image, or once
    int levels;      // halvings of the size; 0: none
    int passes; // one after the other, at the smallest size, that each blur; 0: it has none such
};

// An effect is a constant. Textures come from the pool, programs from the cache and numbers from
// the chain's step, so nothing is made or freed when a parameter changes. `params` is always the
// struct that the rows describe.
struct effect {
    const char *name;    // in chain text, timer scopes, JSON and docs; also the GLSL function
    const char *file;    // that holds it, as chain text names it instead; NULL: the program does
    uint64_t hash;       // of that file's bytes (render/text/hash.h)
    size_t bytes;        // of memory that it takes, with its textures and buffers
    const char *summary; // one line
    const char *origin;  // author, title, year; NULL for common knowledge
    const struct param *params; // ends with a zeroed row; NULL: no parameters
    size_t params_size;         // bytes, at most EFFECT_MAX_PARAMS_SIZE
    enum colour_state colour;
    // Which state a step with these parameters has. NULL: always `colour`. See effect_colour.
    enum colour_state (*colour_of)(const void *params);
    // Whether it makes each colour from the colour at the same place, with the GLSL function
    // vec4 <name>(vec4 color, Pixel px, <params in the order of their rows>) of
    // shaders/pointwise/<name>.glsl. Neighbours in a chain become one pass. A choice is a constant
    // there, and a text a bool: whether it is given.
    bool pointwise;
    const char *function, *text; // of a pointwise shader file: the GLSL that stands in for that
                                 // function, and its name there; NULL: the program has it
    bool reads_source;           // as px.source; otherwise the source is not bound
    bool reads_size;             // as px.size, the picture's; otherwise Pixel does not have it
    bool blurs;                  // the window's B key walks through these
    bool baseline;               // a blur for comparison, which need not keep what blurs promise
    bool by_frame;               // changes with the frame's number; others may by a row `animate`
    bool keeps;                  // goes on from what it left in the last frame, effect_call.state
    bool makes_cells;            // its row `cell` also holds for later steps that leave theirs at 0
    const struct effect_impl *const *impls; // of a spatial effect; ends with NULL
    // Parameters, as "sigma=3", with which every implementation runs on every GPU: what a list of
    // golden pictures begins with. NULL: the defaults.
    const char *golden;
    // Gives what the parameters name, a file or something by its name, as the hooks below get it
    // and implementations find it in site.file: it stays until step_file_free_old, and is the same
    // for the same bytes (effects/step_file.h). NULL is given where they name none; otherwise the
    // error blames the row. NULL: they never do.
    bool (*read)(const void *params, const void **file, struct error *error);
    // How many colours these parameters want of the display values that reach the step; 0: none.
    // The plan then takes its `file`, a palette, from plan_options.palettes. NULL: always 0.
    int (*colours_wanted)(const void *params);
    // Textures of a pointwise effect, bound as u_table and u_noise. They are never NULL and
    // borrowed from gpu->luts. A hook that is NULL binds nothing.
    const struct texture *(*table)(struct gpu *gpu, const void *params, const void *file);
    const struct texture *(*noise)(struct gpu *gpu, const void *params);
    // The variant of a pointwise effect's function that these parameters need. It is the argument
    // after the rows, and a constant, so that other variants cost nothing. Parameters that agree in
    // their choices, and in the variant without a file, agree in it with any. NULL: no such
    // argument.
    int (*variant)(const void *params, const void *file);
    // Works out once what is the same for all pixels, for the uniform u_constants of an effect with
    // table or noise. `depth` is the bits a channel of the picture's target. Returns how many
    // vectors there are: 1 to EFFECT_MAX_CONSTANTS, and always as many for one variant. NULL: none.
    int (*constants)(const void *params, const void *file, int depth,
                     float constants[EFFECT_MAX_CONSTANTS][4]);
    // The display value that a pointwise effect makes of grey light (scene-linear, 0 or more), to
    // draw its curve. NULL: there is no curve to draw.
    double (*curve)(const void *params, double light);
    // Whether that curve fits light above 1 into the display instead of clipping it. NULL: no.
    bool (*shows_highlights)(const void *params);
    // Whether these parameters leave a picture of that height (pixels) as it is. The plan leaves
    // such a step out, so no implementation runs with them. NULL: never.
    bool (*is_identity)(const void *params, int height);
    // Gives the width of a blur on a picture of that height. NULL: the effect does not blur, or has
    // no one width.
    struct effect_width (*width)(const void *params, int height);
    // Says what follows from the parameters and no row shows, beside the width, which is in the
    // text before. `height` is that of the picture, pixels. NULL: there is nothing else to say.
    void (*remark)(const void *params, int height, char text[EFFECT_WHY_SIZE]);
    // What the parameters of a blur come to in a picture of that height. NULL: it does not blur, or
    // it is a shader file, whose taps are unknown.
    struct effect_amounts (*amounts)(const void *params, int height);
    // Whether a row can change the picture while the others keep their values: the white of a curve
    // that has none cannot. NULL: every row can.
    bool (*matters)(const void *params, const struct param *row);
    // The margin, in texels, that a blur needs around a picture of that size so that its smaller
    // images hold there what `edge` says. The plan adds it and cuts it off again
    // (effects/blur/margin.h). NULL: none.
    struct margin (*margin)(const void *params, int width, int height);
    // Refuses values that are each in range and together wrong, or that a target of `depth` bits a
    // channel (0: not known yet) cannot show. The error says why, and by error_blame which row it
    // is. NULL: never.
    bool (*check)(const void *params, int depth, struct error *error);
    // A chain that gives the same image at the defaults, as a shader file says, and where it says
    // so: "glow.glsl:3:12: //@ same-as: ". NULL: none is said to.
    const char *same_as, *same_as_at;
};

// Whether the values are right together, as effect.check says, and name a file that there is, which
// `file` gets, as of effect.read. The error is that of the one or of the other.
bool effect_check(const struct effect *effect, const void *params, int depth, const void **file,
                  struct error *error);

// The path of the file that a step's value of that row names, which is part of it; NULL: none.
const char *effect_path(const struct param *row, const void *params);

// Whether a row is that of the field FIELD of struct S.
#define PARAM_IS(ROW, S, FIELD) ((ROW)->offset == offsetof(S, FIELD))

// effect.matters for a row of the effect, and true for the rows that every step has. An allowed
// error matters to no implementation that is named.
bool effect_matters(const struct effect *effect, const void *params, const struct param *row);

// The row `impl` of an effect with several implementations: 0 is auto, n the n-th of the list
// from 1.
#define PARAM_IMPL(S, IMPLS) PARAM_IMPL_RENAMED(S, IMPLS, NULL, NULL)
#define PARAM_IMPL_RENAMED(S, IMPLS, WAS, NOW) \
    PARAM_CHOICE(S, impl, .zero = "auto", .named = (IMPLS), .was = (WAS), .now = (NOW), \
                 .help = "Which implementation computes it")

// The row `error` of an effect that has implementations which state one, in per cent.
#define PARAM_ERROR(S) \
    PARAM_FLOAT(S, error, .zero = "auto", .zero_at = -1, .def = -1, .max = 10, \
                .slider_min = 0.01f, .slider_max = 10, .step = 1.25f, .curve = PARAM_CURVE_LOG, \
                .unit = "%", \
                .help = "How far from the exact picture impl=auto may be, of the brightest " \
                        "texel; auto: 1/1024, which 8 bits do not show, and nothing where " \
                        "floats or 16 bits are kept; 0%: nothing")

// The row `edge` of an effect that reads around a texel: an enum edge for its passes.
#define PARAM_EDGE(S) \
    PARAM_CHOICE(S, edge, .choices = effect_edges, \
                 .help = "What lies beyond the border: its texels, the picture mirrored, nothing")

// The same row for a blur on ever smaller images, which needs a margin (effects/blur/margin.h).
#define PARAM_EDGE_OF_LEVELS(S) \
    PARAM_CHOICE(S, edge, .choices = effect_edges, \
                 .help = \
                     "What lies beyond the border: its texels, the picture mirrored, nothing; " \
                     "mirror and zero are right to 0.01 of the largest value; clamp goes on with " \
                     "the border of each smaller image, which is up to 0.5 off where light " \
                     "changes beside the border")

// The row `scatter` of a blur whose levels may keep light: sigma_scatter_shares.
#define PARAM_SCATTER(S) \
    PARAM_FLOAT(S, scatter, .def = 1, .min = 0.1f, .max = 1, .step = 0.05f, \
                .help = "Share of a level's light that goes on to a wider one; less than 1 keeps " \
                        "a bright core in a haze so wide that all together is as wide as sigma")

// The row `cell` of an effect that works on cells. These are squares of pixels, beginning at the
// picture's top left corner and cut off at its right and lower border.
enum { EFFECT_MAX_CELL = 512 };
#define PARAM_CELL(S, ...) \
    PARAM_LENGTH(S, cell, .max = EFFECT_MAX_CELL, .slider_max = 64, .unit = "px", __VA_ARGS__)

extern const char *const effect_edges[]; // the names of enum edge, NULL-terminated

// Every effect, in the order of `--list effects`: a constant effect_<name> in the file of its name,
// and a reference_<name> in effects/reference/. Adding one is a line here.
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

// All of them, ends with NULL.
extern const struct effect *const effects[];

// `length` counts bytes of `name`, which needs no end. NULL: there is no such effect.
const struct effect *effect_find(const char *name, size_t length);

// The effect that a file holds, a shader as mpv and libplacebo run them (effects/hook/hook.h),
// which stays until step_file_free_old. It is the same one for the same name and the same bytes.
// NULL: the file cannot be read, or is none; the error has a line that says where and what would be
// right.
const struct effect *effect_of_file(const char *path, struct error *error);

// The same of a name in a text, which counts from that folder (NULL: the current one). A file that
// is not there, and has no folder in its name, is looked for where effects/hook/shader_folder.h
// says.
const struct effect *effect_of_name(const char *folder, const char *name, size_t length,
                                    struct error *error);

// Whether a name ends as those of shader files do: .glsl or .hook.
bool effect_is_file_name(const char *name, size_t length);

// Whether both are the same one, or of the same file, perhaps of other texts of it.
bool effect_is_same(const struct effect *a, const struct effect *b);

// What the values mean before and after a step with these parameters.
enum colour_state effect_colour(const struct effect *effect, const void *params);

// Whether it puts out display values, whatever it is given.
bool effect_makes_display(const struct effect *effect, const void *params);

int effect_impl_count(const struct effect *effect); // 0 for a pointwise effect

// NULL: the effect has no implementation of that name.
const struct effect_impl *effect_impl_find(const struct effect *effect, const char *name);

// The height of the picture without its margin, in pixels: lengths in per cent are shares of it.
int effect_picture_height(const struct effect_site *site);

// The share of the brightest texel by which a picture in halves or of 8 bits may be off unseen: no
// value of any scene moves by more than one step of 8 bits (tests/effects/gaussian_gpu_test.c).
// With twice as much some of the scene `lights` move by two.
#define EFFECT_UNSEEN (1.0 / 1024)

// The error of a read between two texels, as a share of how far they differ: GPUs filter with
// fractions of 8 bits.
#define EFFECT_FILTER_ERROR (1.0 / 512)

// What the implementation states for that site: effect_impl.error, or 0.
double effect_impl_error(const struct effect_impl *impl, const struct effect_site *site);

// The error that the row `error` allows `auto` there, as a share; 0 where there is no such row.
double effect_allowed_error(const struct effect *effect, const struct effect_site *site);

// Whether the parameters name an implementation that states an error, or allow `auto` one.
bool effect_may_differ(const struct effect *effect, const void *params);

// Whether `auto` may take the implementation, if it fits.
bool effect_allows_impl(const struct effect *effect, const struct effect_impl *impl,
                        const struct effect_site *site);

// The row `cell` of an effect; NULL where it has none.
const struct param *effect_cell_row(const struct effect *effect);

// The side of the cells that a step works on, in whole pixels, 1 or more. It is the step's own
// `cell` in a picture of that height, or, where that is 0, `before`: the side of the cells that an
// earlier step made (0: none did).
int effect_cell(const struct effect *effect, const void *params, int height, int before);

// For `fits` of an implementation whose pass reads `taps` taps for each texel. Drivers take a
// dispatch of many seconds for one that hangs, and end the program.
bool effect_fits_in_taps(const struct effect_site *site, double taps, char why[EFFECT_WHY_SIZE]);

// Writes what the values come to, "" where that is nothing to say: of a blur its width, where it is
// set by hand or more than 0.5 % off the one asked for, and that of the core; what the effect's own
// `remark` makes of that; of an effect with the row `error` how far the implementation that is
// named, or any that is allowed, may be from the exact picture, or that none is as near as that.
void effect_remark(const struct effect *effect, const void *params, int height,
                   char text[EFFECT_WHY_SIZE]);

// Whether an implementation can run there: by its own `fits`, by the shared bytes that it needs,
// and by the iterations of its loops, which one software renderer ends silently
// (context_info.max_iterations). Otherwise `why` says which limit it exceeds.
bool effect_impl_fits(const struct effect_impl *impl, const struct effect_site *site,
                      char why[EFFECT_WHY_SIZE]);
