#pragma once

#include "render/pass.h"
#include "render/text/param.h"

enum {
    EFFECT_MAX_PROGRAMS = 16,
    EFFECT_MAX_PARAMS_SIZE = 416,
    EFFECT_MAX_FACTS = 32,
    EFFECT_WHY_SIZE = 160,
    EFFECT_DEFINES_SIZE = 320
};

// What light is before and after an effect.
enum colour_state {
    COLOUR_LINEAR,  // scene-linear in, scene-linear out
    COLOUR_ENCODES, // scene-linear in, display values (sRGB, 0..1) out
    COLOUR_DISPLAY, // display values in and out
    COLOUR_KEPT,    // either in, the same out: spatial effects only
};

// Pointwise neighbours of a step, put by the plan into the program with which an implementation
// reads its input or writes its output: a pass and an image less. Their first binding and location;
// those below are the implementation's.
enum { EFFECT_JOIN_INPUT = 5, EFFECT_JOIN_UNIFORM = 40 };

struct effect_join {
    const struct program *program; // the implementation's own with its hole filled
    struct pass_input inputs[PASS_MAX_INPUTS - EFFECT_JOIN_INPUT];
    struct uniform uniforms[PASS_MAX_UNIFORMS - EFFECT_JOIN_UNIFORM];
};

// Makes a pass run the joined program. Nothing where `join` is NULL.
void effect_join(const struct effect_join *join, struct pass *pass);

// Texels that an image has on either side of the picture, and what they hold.
struct margin {
    int x, y;
    enum edge edge;
};

// Where an implementation is to work, known before there are images: all that says whether it fits,
// what it costs and which defines its programs take.
struct effect_site {
    const struct context_info *info; // the GPU's limits
    const void *params;              // the effect's own struct
    int width, height;               // of input and output: the picture and its margin
    struct margin margin;            // zero for most: effect.margin
    enum texture_format format;      // of the images between the steps
    int depth;                       // bits a channel of the picture's target
    int cell;                        // side of the cells that it works on, pixels; 1: pixels
    bool takes_display;              // straight display values, not premultiplied light
};

// One run of an implementation, inside a frame. Everything belongs to the caller.
struct effect_call {
    struct effect_site site;
    struct gpu *gpu;
    const struct program *const *programs; // compiled, in the order of impl->programs
    const struct texture *source;          // what entered the chain
    const struct texture *input;
    struct texture *output;
    const struct effect_join *before, *after; // NULL: nothing is joined
};

// What a run does, from which `auto` estimates its time. Whole counts for all invocations.
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

// One way to compute an effect. All rows of an effect give the same image, unless the row states
// its error.
struct effect_impl {
    struct {              // as struct param_named
        const char *name; // how it runs, fs (fragment shader), cs (compute shader) or cpu, and what
                          // it does: "cs_shared_16"
        const char *formerly; // its name in earlier versions; NULL: the same
    };
    const char *summary;
    const char *origin; // author, title, year, or "this program"; NULL: the effect's
    const char *wins;   // where it has been seen to be the fastest; NULL: nowhere
    const struct program_desc *programs; // up to EFFECT_MAX_PROGRAMS, ends with a zeroed row
    bool compute;                        // by which part of the GPU's profile the cost counts
    float error; // 0, or the largest difference to the other rows; auto skips it then
    // Defines that depend on parameters and format, beside those of each program. NULL: none.
    void (*vary)(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE]);
    void (*cost)(const struct effect_site *site, struct cost *cost);
    // What the shared memory and the turns of loops that `cost` counts do not tell. NULL: always.
    bool (*fits)(const struct effect_site *site, char why[EFFECT_WHY_SIZE]);
    void (*run)(const struct effect_call *call);
    // Of `programs`, the one that alone reads the call's input, and the one that writes its output:
    // their text has the holes of shaders/common/join.glsl. -1: not with these numbers. NULL:
    // never.
    int (*input_program)(const struct effect_site *site);
    int (*output_program)(const struct effect_site *site);
};

// Each implementation is a constant at the bottom of its file. An effect with several names them
// once, in a macro IMPLS(X) that calls X(box_cs_scan) for each, in the order in which a choice
// without a measurement tries them: IMPLS(EFFECT_IMPL_DECLARE) declares them, and
// { IMPLS(EFFECT_IMPL_LIST) NULL } is the value of effect.impls.
#define EFFECT_IMPL_DECLARE(NAME) extern const struct effect_impl NAME;
#define EFFECT_IMPL_LIST(NAME)    &NAME,

// An effect is a constant. Textures come from the pool, programs from the cache, numbers from the
// chain step: nothing is made or freed when a parameter turns.
struct effect {
    const char *name;    // in chain text, timer scopes, JSON and docs; also the GLSL function
    const char *summary; // one line
    const char *origin;  // author, title, year; NULL for common knowledge
    const struct param *params; // NULL for none
    size_t params_size;
    enum colour_state colour;
    // Pointwise: vec4 <name>(vec4 color, Pixel px, <params in the order of their rows>) in
    // shaders/pointwise/<name>.glsl. Neighbours in a chain become one pass. Choices are constants
    // there, and text is a bool: whether it is given.
    bool pointwise;
    bool reads_source; // px.source; without it the source is not bound
    bool blurs;        // the window's B key walks through these
    bool baseline;     // a blur to compare others with: what blurs promise does not hold for it
    bool makes_cells;  // the row `cell` holds for steps after it that leave theirs at 0
    const struct effect_impl *const *impls; // spatial effects: all, ends with NULL
    // Data of a pointwise effect, bound as u_palettes and u_noise: never NULL, borrowed from
    // gpu->tables. A hook that is NULL binds nothing.
    const struct texture *(*palette)(struct gpu *gpu, const void *params);
    const struct texture *(*noise)(struct gpu *gpu, const void *params);
    // Pointwise: which of the function's ways these numbers need; an argument after the rows, a
    // constant there, so that the others cost nothing. NULL: no such argument.
    int (*way)(const void *params);
    // Of one with data: what is worked out of the numbers once for all pixels, uniform u_facts.
    // `depth`: bits a channel of the picture's target. Returns how many there are, 1 to
    // EFFECT_MAX_FACTS and the same for one way. NULL: none.
    int (*facts)(const void *params, int depth, float facts[EFFECT_MAX_FACTS][4]);
    // Pointwise: what becomes of grey light (scene-linear, 0 or more), for a view of it. NULL: no
    // view.
    double (*curve)(const void *params, double light);
    // Whether that fits light above 1 into the display, and does not cut it off. NULL: no.
    bool (*shows_highlights)(const void *params);
    // Whether these values leave the picture as it is, at that height: the plan leaves the step
    // out, so no implementation runs with them. NULL: never.
    bool (*is_identity)(const void *params, int height);
    // What values come to that no row of the table shows ("sigma is 7.91 px in effect"); "" when
    // there is nothing to say. `height` is the picture's. NULL: never.
    void (*remark)(const void *params, int height, char text[EFFECT_WHY_SIZE]);
    // Whether a row can change the picture while the other values are what they are: the white of a
    // curve that has none cannot. NULL: all can.
    bool (*matters)(const void *params, const struct param *row);
    // What a blur needs around a picture of that size so that its smaller images hold there what
    // `edge` says: the plan puts it there and cuts it off again (effects/blur/margin.h). NULL:
    // nothing.
    struct margin (*margin)(const void *params, int width, int height);
    // Says why values that are each in range are wrong together, for this effect (an unknown
    // palette) or for a target of `depth` bits a channel (0: not known yet), and by error_blame
    // which row it is. NULL: never.
    bool (*check)(const void *params, int depth, struct error *error);
};

// Whether a row is the one of that field.
#define PARAM_IS(ROW, S, FIELD) ((ROW)->offset == offsetof(S, FIELD))

// Whether the row matters; `row` is one of the effect's, or one that every step has.
bool effect_matters(const struct effect *effect, const void *params, const struct param *row);

// The row `impl` of an effect with several implementations: 0 is auto, n is the n-th of the list.
#define PARAM_IMPL(S, IMPLS) \
    PARAM_CHOICE(S, impl, .zero = "auto", .named = (IMPLS), .help = "Which way to compute it")

// The row `edge` of an effect that reads around a texel: enum edge, for its passes.
#define PARAM_EDGE(S) \
    PARAM_CHOICE(S, edge, .choices = effect_edges, \
                 .help = "What lies beyond the border: its texels, the picture mirrored, nothing")

// The same of a blur on ever smaller images, effects/blur/margin.h.
#define PARAM_EDGE_OF_LEVELS(S) \
    PARAM_CHOICE(S, edge, .choices = effect_edges, \
                 .help = \
                     "What lies beyond the border: its texels, the picture mirrored, nothing; " \
                     "the last two within 0.01 of the largest value, the first up to 0.5 off " \
                     "where light changes beside the border, each step repeating that of its " \
                     "own image")

// The row `scatter` of a blur whose levels may keep light, sigma_scatter_shares.
#define PARAM_SCATTER(S) \
    PARAM_FLOAT(S, scatter, .def = 1, .min = 0.1f, .max = 1, .step = 0.05f, \
                .help = "Share of a level's light that goes on to a wider one; less than 1 keeps " \
                        "a bright core in a haze so wide that all together is as wide as sigma")

// The row `cell` of an effect that works on cells: squares of pixels, the first at the top left
// corner of the picture, cut off at its right and lower border.
enum { EFFECT_MAX_CELL = 512 };
#define PARAM_CELL(S, ...) \
    PARAM_LENGTH(S, cell, .max = EFFECT_MAX_CELL, .slider_max = 64, .unit = "px", __VA_ARGS__)

extern const char *const effect_edges[]; // the names of enum edge, NULL-terminated

// One in each file of that name, and all of them in a list that ends with NULL.
extern const struct effect effect_threshold, effect_composite, effect_saturation, effect_exposure,
    effect_tonemap, effect_encode, effect_dither, effect_dual, effect_kawase, effect_gaussian,
    effect_box, effect_pyramid, effect_mips, effect_pixelate, effect_error_diffusion;
extern const struct effect *const effects[];

// `length` counts bytes of `name`. NULL when there is none.
const struct effect *effect_find(const char *name, size_t length);

// Whether display values come out whatever goes in.
bool effect_makes_display(const struct effect *effect);

int effect_impl_count(const struct effect *effect);

// NULL when there is none.
const struct effect_impl *effect_impl_find(const struct effect *effect, const char *name);

// Of the picture itself, of which lengths in per cent are shares.
int effect_picture_height(const struct effect_site *site);

// The row `cell`; NULL for an effect that knows no cells.
const struct param *effect_cell_row(const struct effect *effect);

// The side of the cells that a step works on in a picture of that height, whole pixels, 1 or more:
// its own, or where that is 0 `before`, that of the cells made before it (0: none were).
int effect_cell(const struct effect *effect, const void *params, int height, int before);

// For `fits` of rows that read so many taps for each texel in one pass: drivers take a dispatch of
// many seconds for one that hangs, and end the program.
bool effect_fits_in_taps(const struct effect_site *site, double taps, char why[EFFECT_WHY_SIZE]);

// For `remark` of blurs, in px: the width in effect, where the effect's own numbers decide over it
// or it is not the one asked for, and that of the core unless it is 0.
struct effect_width {
    double asked, in_effect, core;
    bool by_hand;
};
void effect_remark_width(const struct effect_width *width, char text[EFFECT_WHY_SIZE]);

// Whether an implementation can run there: by its own word, by the shared memory it holds, and by
// the turns of its loops, which one software renderer ends in silence (max_turns).
// Otherwise says which limit is in the way.
bool effect_impl_fits(const struct effect_impl *impl, const struct effect_site *site,
                      char why[EFFECT_WHY_SIZE]);
