#pragma once

#include "app/export/glsl.h"
#include "app/renderer/renderer.h"
#include "render/frame_record.h"
#include "render/text/text_writer.h"

// A chain as data. Row 0 of every image is the top one. Each texture is written before it is read,
// except for the source and for constant data, whose texels are in `data`. The arrays are large
// enough for every program.
//
//     struct exported exported;
//     if (!exported_make(&exported, renderer, &chain, &options, EXPORTED_AS_CHOSEN, &error))
//         return false;
//     for (int i = 0; i < exported.pass_count; i++) {
//         const struct exported_pass *pass = &exported.passes[i];
//         fputs(exported.shaders[pass->shader].flattened.text, file); // GLSL 4.30 with bindings
//         form_at(&exported.textures[pass->output].width, 640, 360);
//     }
//     exported_finish(&exported);

// ---- forms (exported_sizes.c)

// Integer functions of the picture's size, found from examples: a level may have the size
// floor((width + 3) / 4), and a dispatch floor((height + 7) / 8) groups.

enum form_side { FORM_FIXED, FORM_WIDTH, FORM_HEIGHT };

// The value is step * floor((per * side + add) / by) + plus; of a fixed form it is `add`. A step
// above 1 rounds up to a multiple, such as of rows of a buffer.
struct form {
    enum form_side side;
    int per, add, by;
    int step, plus;
};

struct form form_fixed(int value);
int form_at(const struct form *form, int width, int height);
bool form_equal(const struct form *a, const struct form *b);
bool form_is_side(const struct form *form, enum form_side side); // the value is that side itself

// An example: `value` was recorded with a picture of that size.
struct form_example {
    int width, height;
    double value;
};

// Finds the simplest form that explains all examples. Returns false if there is none.
bool form_fit(struct form *form, const struct form_example examples[], int count);

// Writes "(width + 1) / 2", "(height + 3) / 5 + 1" or "64", in integers of C and GLSL, with the
// given words for the sides. No quotient is negative.
void form_print(struct text_writer *out, const struct form *form, const char *width,
                const char *height);

// ---- the data

enum {
    EXPORTED_NAME_SIZE = 64,
    EXPORTED_FILE_SIZE = 96,
    EXPORTED_FORMAT_SIZE = 32,
    EXPORTED_NONE = -1,
    EXPORTED_KNOTS = 33, // of a table over a parameter
    EXPORTED_MAX_PARAMS = 128,
    EXPORTED_MAX_SIDE = 32768, // texels
};

// A parameter of the chain that only changes uniforms, such as "dual.sigma".
struct exported_param {
    char name[EXPORTED_NAME_SIZE];
    const struct param *row; // borrowed
    int step;                // index in the chain
    int components;          // 1, or 3 for a colour
    float value[4];          // in the chain; lengths are in pixels
    float per_cent;    // the length in per cent of the picture's height; 0: it is not such a length
    float least, most; // range in which the recorded passes stay the same
    bool is_recorded;  // numbers of the recorded passes depend on it
    float lowest, highest; // range of the C program, which may have steps as code
    bool has_knots;        // `knots` are set
    float knots[EXPORTED_KNOTS];
};

// A number of a uniform or of an array element.
struct exported_number {
    enum exported_source {
        EXPORTED_CONSTANT, // `value`
        EXPORTED_SIZE,     // the form
        EXPORTED_INVERSE,  // 1 / the form
        EXPORTED_FRAME,    // the frame's number
        EXPORTED_PARAM,    // a component of a parameter
        EXPORTED_POWER,    // 2 to the power of that component
        EXPORTED_TABLE,    // interpolated linearly between the values of `table` at the parameter's
                           // knots
    } source;
    int pass;     // index of the pass that sets it
    int uniform;  // index in the pass's uniforms
    int recorded; // the same in the recorded pass, which also has unused uniforms
    int index;    // in the uniform: element * components + component
    float value;  // as recorded
    struct form form;
    int param, component;
    float *table; // owned
};

// Words for the types of uniforms, by enum uniform_type.
struct exported_type {
    const char *glsl;  // of an array that of its elements
    const char *macro; // of render/pass.h and assets/export/chain_gpu.h
    int components;    // of an element
};
extern const struct exported_type exported_types[];

struct exported_uniform {
    const char *name; // in the shader; borrowed from the shader's places
    enum uniform_type type;
    int count;               // of array elements; 1: no array
    int first, number_count; // range of exported.numbers
};

struct exported_texture {
    char name[EXPORTED_NAME_SIZE];
    char file[EXPORTED_FILE_SIZE]; // of DATA: "data_3.f32"
    enum exported_role {
        EXPORTED_SOURCE,
        EXPORTED_OUTPUT,
        EXPORTED_BETWEEN,
        EXPORTED_DATA,
        EXPORTED_UNUSED
    } role;
    char format[EXPORTED_FORMAT_SIZE]; // "RGBA16F"
    int channels;                      // of `data`: 1 or 4
    struct form width, height;
    int dimensions, depth;
    int first, last; // passes that use it; EXPORTED_NONE: none does
    float *data;     // of DATA: width * height * depth texels of that many floats; owned
    size_t data_count;
};

struct exported_buffer {
    char name[EXPORTED_NAME_SIZE];
    size_t size; // bytes: unit * rows * columns
    struct form rows, columns;
    size_t unit;
};

struct exported_binding {
    enum flattened_kind kind; // SAMPLER, IMAGE or BUFFER
    const char *name;         // in the shader; borrowed from the shader's places
    int binding, thing;       // of textures or buffers
    enum filter filter;       // of a sampler
    enum edge edge;
    bool is_read, is_written, words; // of an image
};

struct exported_shader {
    char name[EXPORTED_NAME_SIZE]; // "dual_down"
    char file[EXPORTED_FILE_SIZE]; // "02_dual_down.frag"
    bool computes;
    struct flattened flattened;
    const struct program *program; // borrowed
};

enum { EXPORTED_MAX_BINDINGS = PASS_MAX_INPUTS + PASS_MAX_IMAGES + 1 + PASS_MAX_BUFFERS };

struct exported_pass {
    enum record_kind kind;
    char path[2 * GPU_SCOPE_NAME_SIZE];
    int shader; // EXPORTED_NONE for clears
    int binding_count;
    struct exported_binding bindings[EXPORTED_MAX_BINDINGS]; // of a dispatch also its output
    int output; // texture that a draw or a dispatch writes; EXPORTED_NONE: none
    int extent_count;
    struct form extent[4]; // x, y, width, height of a draw; numbers of groups of a dispatch
    int uniform_count;
    struct exported_uniform *uniforms; // owned
    bool runs_once;                    // depends on neither the picture, a parameter nor the frame
};

// A spatial step that an export has as code: the function of its implementation that lists its
// passes. They follow any size and all numbers of the step; the recorded ones are `first` to `end`
// - 1.
struct exported_step {
    int step; // index in the chain
    const struct effect *effect;
    const struct embedded_file *source; // of the function
    char run[EXPORTED_NAME_SIZE];       // its name
    int first, end;
    int input, output;                   // textures
    const struct program_list *programs; // valid while the export is made
    int shader_count;
    int shaders[EFFECT_MAX_PROGRAMS]; // of the programs; EXPORTED_NONE: not used
};

struct exported {
    struct chain chain;                // with the chosen implementations
    int width, height;                 // of the picture that was recorded
    char format[EXPORTED_FORMAT_SIZE]; // of the source
    // False: only the recorded size is possible, and `fixed_by` is the path of the pass that
    // requires it.
    bool has_any_size;
    int least, most;     // heights at which the recorded passes run; lengths may limit them
    int lowest, highest; // heights at which the C program runs, which may have steps as code
    const char *fixed_by;
    int step_count; // those that travel as code
    struct exported_step steps[CHAIN_MAX_STEPS];
    bool is_animated; // a uniform depends on the frame
    int pass_count, texture_count, buffer_count, shader_count, param_count, number_count;
    struct exported_pass *passes; // all owned
    struct exported_texture *textures;
    struct exported_buffer *buffers;
    struct exported_shader *shaders;
    struct exported_param *params;
    struct exported_number *numbers; // of all uniforms, by pass
    char *vertex;                    // the shader of all draws; owned
};

// The implementations of an export are those of the plan; or for a program in C, where the chain
// names none, those that travel as code; or fragment shaders on float images, for targets without
// compute shaders or without half float images that round as here.
enum exported_impls { EXPORTED_AS_CHOSEN, EXPORTED_AS_CODE, EXPORTED_FRAGMENTS };

// Records a chain on the renderer's current context, outside a frame, and computes all fields. A
// palette of the picture's own colours is that of the renderer's picture. Names in the chain the
// implementations that are used. Returns false with a line that names the step if a step has state
// between frames, needs the CPU or compute shaders, or has uniforms that no form or parameter
// explains. Draws nothing, and leaves the pool and the programs unchanged.
bool exported_make(struct exported *exported, struct renderer *renderer, struct chain *chain,
                   const struct plan_options *options, enum exported_impls impls,
                   struct error *error);
void exported_finish(struct exported *exported);

// Returns the parameter of a row of a step; NULL: none.
const struct exported_param *exported_find_param(const struct exported *exported, int step,
                                                 const struct param *row);

// Returns true for a draw of its whole output.
bool exported_draws_whole(const struct exported *exported, const struct exported_pass *pass);

// Returns true if some heights are not valid because of lengths that are shares of the height.
bool exported_heights_are_limited(const struct exported *exported);

// Returns the step as code that has the pass; NULL: it has its own call.
const struct exported_step *exported_step_at(const struct exported *exported, int pass);

// ---- the parts of exported_make, in the order in which they run

// A frame of a chain, recorded without running or compiling anything.
struct recording {
    struct chain chain;
    struct plan plan; // points into `chain`, so a recording is never moved
    struct frame_record frame;
    struct text_writer passes; // a line for each pass, equal where only sizes and values differ
};

// Records a frame on the current context, outside a frame, at the options' size. Returns false if
// the chain cannot run at that size; there is nothing to finish then.
bool recording_make(struct recording *recording, struct gpu *gpu, const struct chain *chain,
                    const struct plan_options *options, int number, struct error *error);
void recording_finish(struct recording *recording);

// A number of a recording. One of the pointers is not NULL.
struct making_item {
    int pass;                       // pass that has the number, or names the texture or buffer
    struct form *form;              // of a size
    struct exported_number *number; // of a uniform
    struct exported_buffer *buffer; // its size, the product of two forms
};

// The state of exported_make.
struct making {
    // Lengths that are shares of the picture's height in the chain as it was given; in
    // exported->chain they are in pixels.
    int share_count;
    struct making_share {
        int step; // index in the chain
        const struct param *row;
        float per_cent;
    } * shares; // owned
    struct exported *exported;
    struct gpu *gpu;
    struct plan_options options;
    struct recording base;     // of exported->chain at the options' size
    int item_count;            // the same in all recordings with the same passes
    struct making_item *items; // owned
    double *values;            // of the base, for each item; owned
};

// The members that are not 0 are the differences of a recording to the base.
struct making_change {
    const struct chain *chain; // with other values
    int width, height;
    int frame; // its number
};

// Records the chain once more. Returns the values of the items, which the caller frees; NULL if the
// chain does not run or its passes differ. Then `where`, which may be NULL, gets the index of the
// first pass that differs, or EXPORTED_NONE if it does not run.
double *making_record(const struct making *making, struct making_change change, int *where);

// Return a number of a recording: of a uniform, and of a pass's extent.
double recorded_number(const struct recording *recording, const struct exported_number *number);
int recorded_extent(const struct record_pass *pass, int i);

// Fills in the shaders, bindings and uniforms of the passes; the uniforms are constants at first.
// `only_draws`: fails for a pass that does more than draw and read textures.
bool exported_make_passes(struct making *making, bool only_draws, struct error *error);

// Returns the index of the shader of a recorded pass, which is added if it is new; EXPORTED_NONE
// with an error if it cannot be parsed.
int exported_shader(struct making *making, const struct record_pass *pass, struct error *error);

// Returns true for an implementation that can travel as code: its programs depend on neither the
// size nor the numbers of a step, and its sources are built into this program.
bool exported_impl_travels(const struct effect *effect, const struct effect_impl *impl);

// Finds the steps that travel as code, with all programs that they need at other values.
bool exported_find_steps(struct making *making, struct error *error);

// Returns true for rows of numbers that may become parameters.
bool exported_is_number(const struct param *row);

// Find the numbers that depend on the picture's size, and those that depend on the frame's number.
void exported_fit_sizes(struct making *making);
bool exported_fit_frames(struct making *making, struct error *error);

// Finds the numbers that depend on the parameters of the chain.
void exported_fit_params(const struct making *making);

// Marks the passes that need to run only once: they make a cached texture, or what is needed for
// one, and depend neither on a parameter nor on the frame.
void exported_find_once(struct making *making);
