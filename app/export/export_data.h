#pragma once

#include "app/export/glsl.h"
#include "app/renderer/renderer.h"
#include "render/frame_record.h"
#include "render/text/text_writer.h"

// A chain as data. Row 0 is the top one of every image. A texture is written before it is read, but
// for the source and for data, whose texels are in `data`. Sizes of the record itself hold for any
// program.
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

// ---- forms (form.c)

// Whole numbers as functions of the picture's size, found from examples: the size of a level is
// floor((width + 3) / 4), a number of groups floor((height + 7) / 8).

enum form_side { FORM_FIXED, FORM_WIDTH, FORM_HEIGHT };

// step * floor((per * side + add) / by) + plus; fixed: `add`. A step above 1 is that of what is
// rounded up to whole steps, such as rows of a buffer; a step of 0 is 1.
struct form {
    enum form_side side;
    int per, add, by;
    int step, plus;
};

struct form form_fixed(int value);
int form_step(const struct form *form); // 1 or more
int form_at(const struct form *form, int width, int height);
bool form_equal(const struct form *a, const struct form *b);
bool form_is_side(const struct form *form, enum form_side side); // that side as it is

// An example: `value` was recorded for a picture of that size.
struct form_example {
    int width, height;
    double value;
};

// Finds the form that explains all of them, the simplest first. False: none does. `open` gets how
// many forms of that kind explain them too, 0 where it is the only one, and `next` a side at which
// two of them differ.
bool form_fit(struct form *form, const struct form_example examples[], int count, int *open,
              int *next);

// The greatest number that divides all values less one.
long form_divisor(const struct form_example examples[], int count, double less);

// Writes "ceil(width / 2)", "floor((height + 3) / 5) + 1" or "64" with the words for the sides; as
// code "(width + 1) / 2", whole numbers of C and GLSL in which no quotient is negative.
void form_print(struct text_writer *out, const struct form *form, const char *width,
                const char *height, bool is_code);

// ---- the data

enum {
    EXPORTED_NAME_SIZE = 64,
    EXPORTED_NONE = -1,
    EXPORTED_KNOTS = 33, // of a table over a parameter
    EXPORTED_MOST_PARAMS = 128,
    EXPORTED_MOST_SIDE = 32768, // texels
};

// Bits of glMemoryBarrier, by what comes behind it.
enum {
    EXPORTED_WAIT_SAMPLE = 0x8,    // GL_TEXTURE_FETCH_BARRIER_BIT
    EXPORTED_WAIT_IMAGE = 0x20,    // GL_SHADER_IMAGE_ACCESS_BARRIER_BIT
    EXPORTED_WAIT_COPY = 0x300,    // GL_TEXTURE_UPDATE_ and GL_BUFFER_UPDATE_BARRIER_BIT
    EXPORTED_WAIT_DRAW = 0x400,    // GL_FRAMEBUFFER_BARRIER_BIT
    EXPORTED_WAIT_BUFFER = 0x2000, // GL_SHADER_STORAGE_BARRIER_BIT
};

// A parameter of the chain that changes uniforms alone, such as "dual.sigma".
struct exported_param {
    char name[EXPORTED_NAME_SIZE];
    const struct param *row; // borrowed
    int step;                // of the chain
    int components;          // 1, or 3 of a colour
    float value[4];          // in the chain; a length in pixels
    float per_cent;          // of the picture's height, that a length is; 0: it is none
    float least, most;       // within which the passes stay the same
    int knot_count;          // of its tables; 0: it has none
    float knots[EXPORTED_KNOTS];
};

// A number of a uniform, or an element of it.
struct exported_number {
    enum exported_source {
        EXPORTED_CONSTANT, // `value`
        EXPORTED_SIZE,     // the form
        EXPORTED_INVERSE,  // 1 / the form
        EXPORTED_FRAME,    // the frame's number
        EXPORTED_PARAM,    // a component of a parameter
        EXPORTED_POWER,    // 2 to the power of that
        EXPORTED_TABLE,    // between two of `table`, at the parameter's knots; linear
    } source;
    float value; // as recorded
    struct form form;
    int param, component;
    float *table; // owned
};

struct exported_uniform {
    char name[EXPORTED_NAME_SIZE];
    int recorded; // index in the uniforms of the recorded pass
    enum uniform_type type;
    int count;                       // of elements; 1: it is no array
    struct exported_number *numbers; // count times the components; owned. Of an int one
    int number_count;
};

struct exported_texture {
    char name[EXPORTED_NAME_SIZE];
    enum exported_role { EXPORTED_SOURCE, EXPORTED_OUTPUT, EXPORTED_BETWEEN, EXPORTED_DATA } role;
    enum texture_format format;
    struct form width, height;
    int dimensions, depth, levels;
    float *data; // of DATA: width * height * depth texels of 1 (r32f) or 4 floats; owned
    size_t data_count;
};

struct exported_buffer {
    char name[EXPORTED_NAME_SIZE];
    size_t size; // bytes: unit * rows * columns
    struct form rows, columns;
    size_t unit;
};

struct exported_binding {
    enum flattened_kind kind;      // SAMPLER, IMAGE or BUFFER
    char name[EXPORTED_NAME_SIZE]; // in the shader
    int binding, thing;            // of textures or buffers
    enum filter filter;            // of a sampler
    enum edge edge;
    bool is_read, is_written, words; // of an image
};

struct exported_shader {
    char name[EXPORTED_NAME_SIZE]; // "dual_down"
    bool computes;
    struct flattened flattened;
    const struct program *program; // borrowed
};

enum { EXPORTED_MOST_BINDINGS = PASS_MAX_INPUTS + PASS_MAX_IMAGES + 1 + PASS_MAX_BUFFERS };

struct exported_pass {
    enum record_kind kind;
    char path[2 * GPU_SCOPE_NAME_SIZE];
    int shader; // EXPORTED_NONE of mips and clears
    int binding_count;
    struct exported_binding bindings[EXPORTED_MOST_BINDINGS]; // a dispatch's output among them
    int output; // texture of a draw, a dispatch or mips; EXPORTED_NONE: none
    int extent_count;
    struct form extent[4]; // of a draw x, y, width, height; of a dispatch groups along three axes
    int uniform_count;
    struct exported_uniform *uniforms; // owned
    unsigned barriers;                 // bits of glMemoryBarrier before it
    bool is_once;                      // it reads nothing of the picture, nor a parameter or frame
};

struct exported {
    struct chain chain;         // with the implementations that were chosen
    int width, height;          // of the picture that was recorded
    enum texture_format format; // of the source
    // false: only the recorded size is possible; `fixed_by` is the path of the pass that requires
    // it.
    bool has_any_size;
    int least[2], most[2]; // widths and heights at which it runs; heights may be fewer even so
    char fixed_by[2 * GPU_SCOPE_NAME_SIZE];
    bool is_animated; // a uniform follows the frame
    int pass_count, texture_count, buffer_count, shader_count, param_count;
    struct exported_pass *passes; // all owned
    struct exported_texture *textures;
    struct exported_buffer *buffers;
    struct exported_shader *shaders;
    struct exported_param *params;
    char *vertex; // the shader of all draws; owned
};

// The implementations of an export: those of the plan, or fragment shaders on float images, for
// targets without compute shaders and without images of halves that round as here.
enum exported_impls { EXPORTED_AS_CHOSEN, EXPORTED_FRAGMENTS };

// Records a chain on the current context of the renderer, outside a frame, and works out all of it;
// a palette of the picture's own colours is that of the renderer's picture. Names in the chain the
// implementations that it has. False with one line that names the step, where a step goes on from
// the last frame, needs the processor or compute shaders, or has uniforms that nothing explains.
// Draws nothing, and leaves pool and programs as they are.
bool exported_make(struct exported *exported, struct renderer *renderer, struct chain *chain,
                   const struct plan_options *options, enum exported_impls impls,
                   struct error *error);
void exported_finish(struct exported *exported);

// Returns true if lengths that are shares of the picture's height are valid for some heights only.
bool exported_heights_are_limited(const struct exported *exported);

// Returns true if the pass draws and only reads textures, as user shaders and browsers can.
bool exported_only_draws(const struct exported_pass *pass);
