#pragma once

#include "effects/hook/glsl_token.h"
#include "render/text/error.h"
#include "render/texture.h"

// A shader file: user shaders of mpv in one text, in the format that libplacebo documents
// (docs/custom-shaders.md). It is a list of blocks: directives "//!NAME arguments", and the text
// after them. Three steps lead from it to passes, and none of them needs a GPU:
//
//   shader_file_read    text -> struct shader_file: passes, parameters, textures and buffers
//   shader_layout_make  file, size and values -> struct shader_layout: runs and their images
//   shader_text_make    a pass -> the GLSL of its program
//
// effects/hook/hook.c runs them.

enum {
    SHADER_MAX_PASSES = 128,
    SHADER_MAX_BINDS = 16,  // of a pass; every GPU supports as many textures in a shader
    SHADER_MAX_PARAMS = 63, // of a file
    SHADER_MAX_RESOURCES = 32,
    SHADER_MAX_IMAGES = 4,          // textures with STORAGE that a pass may bind
    SHADER_MAX_BUFFERS = 8,         // buffers that a pass may bind
    SHADER_MAX_VARS = 64,           // of a buffer
    SHADER_MAX_CHOICES = 256,       // of an ENUM
    SHADER_MAX_NAME = 63,           // letters
    SHADER_MAX_STACK = 32,          // operands on the stack of an expression
    SHADER_MAX_WORDS = 256,         // of an expression
    SHADER_MAX_FILE = 16 << 20,     // bytes
    SHADER_MAX_TEXTURE = 256 << 20, // bytes of the texels of all textures, as floats
    SHADER_MAX_BUFFER = 64 << 20,   // bytes of all buffers
    SHADER_MAX_RUNS = SHADER_MAX_PASSES + 8,
};

// The hook points at which passes run, in this order. SCALED is reached if the picture is larger
// than the one that the file gets. A picture of RGB never reaches the points after OUTPUT.
#define HOOK_POINTS(X) \
    X(RGB) \
    X(LUMA) \
    X(CHROMA) \
    X(NATIVE) \
    X(MAIN) \
    X(LINEAR) \
    X(PREKERNEL) \
    X(POSTKERNEL) \
    X(SCALED) \
    X(OUTPUT) X(ALPHA) X(XYZ) X(CHROMA_SCALED) X(ALPHA_SCALED) X(SIGMOID) X(PREOUTPUT)
#define HOOK_POINT_ENUM(NAME) HOOK_##NAME,
enum hook_point {
    HOOK_POINTS(HOOK_POINT_ENUM) HOOK_POINT_COUNT,
    HOOK_POINTS_HERE = HOOK_OUTPUT + 1
};
extern const char *const hook_point_names[]; // NULL-terminated

// Returns the hook point of that name; MAINPRESUB is another name of MAIN. -1: there is no such
// point.
int hook_point_find(const char *name);

// ---- the contents of a file

// A line "//!NAME text" or, for halation's own keys, "//@ NAME text".
struct directive {
    const char *name;
    char *text;       // without spaces around it; "" if there is none
    int line, column; // of the text, from 1
    bool is_own;      // it begins with "//@"
};

// A block with HOOK. If a block has several hook points, the list of passes has one pass for each
// point that is reached, because the GLSL differs.
struct shader_pass {
    const char *label;   // DESC; "": none
    unsigned points;     // bits of enum hook_point; exactly one for a pass whose point is reached
    struct directive at; // its first HOOK
    int bind_count;
    struct directive binds[SHADER_MAX_BINDS];
    struct directive save; // name of the texture that gets the result; its text is NULL if the
                           // result replaces the hooked texture
    struct directive width, height, when; // expressions; the text is NULL if there is none
    float offset[2];                      // texels by which the result is shifted
    int components;                       // of the result, 1 to 4
    bool compute;
    int block[2], threads[2]; // texels and invocations of a group
    const char *body;
    int body_line;
    struct glsl_names names; // of the body
    int number;              // number of its block among the blocks with HOOK, from 1
    bool is_copy;            // the pass before it owns the names
};

enum shader_param_kind {
    SHADER_PARAM_UNIFORM,  // a change needs no new program
    SHADER_PARAM_CONSTANT, // of the program
    SHADER_PARAM_DEFINE,   // of its preprocessor
};

extern const char *const shader_type_names[]; // by enum shader_param_type; NULL-terminated

struct shader_param {
    struct directive name;
    const char *label; // DESC; "": none
    enum shader_param_kind kind;
    enum shader_param_type { SHADER_FLOAT, SHADER_INT, SHADER_UINT } type;
    float min, max, def;
    bool is_ranged;       // the file gives MINIMUM and MAXIMUM
    int choice_count;     // of an ENUM; 0: it is none
    const char **choices; // NULL-terminated; owned
};

struct shader_resource {
    struct directive name;
    enum shader_resource_kind {
        SHADER_TABLE,  // a texture that passes sample
        SHADER_IMAGE,  // a texture with STORAGE, which passes read and write
        SHADER_BUFFER, // variables, in the layout std140, or std430 with STORAGE
    } kind;
    bool is_stored; // STORAGE: its contents last from frame to frame

    int dimensions, size[3];              // of a texture
    int filter, border;                   // indices of NEAREST, LINEAR; of CLAMP, REPEAT, MIRROR
    enum texture_format format;           // of an image; FORMAT_COUNT: GL has none
    const struct shader_numbers *numbers; // of the texels in the file
    int channels;                         // of a texel in the file
    struct directive format_at;

    int var_count;                          // of a buffer
    struct directive vars[SHADER_MAX_VARS]; // "vec3 sum[4]"

    // The first contents, owned: `bytes` bytes of a buffer; texels of an image, as
    // texture_upload_floats takes them; four floats for each texel of a table.
    void *data;
    size_t bytes;
};

// Lines "//@ NAME text" may be anywhere in the file. For other programs they are comments.
//
//   //@ pointwise               its only pass reads no other texel, and is fused with other steps
//   //@ sigma NAME              that parameter is the width of a blur, in pixels
//   //@ same-as gaussian:...    a chain that gives the same image
//   //@ edge mirror             the values that passes read outside the picture; default: clamp
//   //@ light                   MAIN, its only point, carries light; HALATION_LIGHT is defined
struct shader_keys {
    char *text;                 // owned; the strings are in it
    char *pointwise, *function; // GLSL of a pointwise pass and the name of its function, owned
    int sigma;                  // index of the parameter; -1: the file is not a blur
    struct directive same_as;   // its text is NULL if there is none
    int edge;                   // enum edge
    bool light;
};

struct shader_file {
    const char *path; // for messages; borrowed
    char *text;       // owned; all names and bodies are in it
    int pass_count, param_count, resource_count;
    struct shader_pass *passes; // owned
    struct shader_param params[SHADER_MAX_PARAMS];
    struct shader_resource resources[SHADER_MAX_RESOURCES];
    struct shader_keys keys;

    // Bits of hook points. The planes LUMA and CHROMA are not reached by a file with a pass at RGB,
    // since players give a file either planes or RGB.
    unsigned reached; // points at which passes of any file could run
    unsigned hooked;  // points at which passes of this file run
    unsigned used;    // `hooked`, and the points whose images the passes bind
    int finisher;   // index of the pass whose program copies the picture's alpha; -1: there is none
    bool is_stored; // a resource lasts from frame to frame
};

// Parses a text. If it fails, the error names path, line, column and directive, and `file` is
// empty.
bool shader_file_read(struct shader_file *file, const char *path, const char *text,
                      struct error *error);
void shader_file_finish(struct shader_file *file);

// Returns true if it works on scene-linear light: all its hook points are LINEAR, or it has
// "//@ light".
bool shader_file_is_linear(const struct shader_file *file);

// Returns the number of texels of a texture.
size_t shader_texels(const struct shader_resource *texture);

// Returns the index of the resource of that name; -1: there is none.
int shader_resource_find(const struct shader_file *file, const char *name);

// Returns the parameter of that name, or the one that has a choice of that name; NULL: there is
// none. *choice receives the index of the choice, or -1.
const struct shader_param *shader_param_find(const struct shader_file *file, const char *name,
                                             int *choice);

// Returns true if the result of a pass replaces the image of that hook point.
bool shader_pass_replaces(const struct shader_pass *pass, enum hook_point point);

// Returns the value of a name in an expression: that of a parameter or, with `axis` 0 or 1, the
// width or height of a texture. Returns false with the error, or with an empty error, if it has
// none.
typedef bool shader_value(const void *data, const char *name, int axis, float *value,
                          struct error *error);

// Evaluates an expression in reverse Polish notation: "HOOKED.w 2 *" or "OUTPUT.w MAIN.w / 1.2 >".
// On failure it sets the column of `at`. Without `value` it is only checked, and without `value_of`
// only its syntax.
bool shader_expr_evaluate(struct directive *at, shader_value *value_of, const void *data,
                          float *value, struct error *error);

// Puts the place of a directive before an error: "12:8: //!BIND: words". Returns false.
bool shader_place(struct error *error, const struct directive *at);

// ---- the layout: which passes run in a picture of one size

// The program of a run: an index of a pass or, after all passes, one of these helpers.
enum shader_helper {
    HELPER_LINEARIZE,   // display values to light
    HELPER_DELINEARIZE, // and back
    HELPER_LUMA_PLANE,  // of BT.709, as 0..1
    HELPER_CHROMA_PLANES,
    HELPER_MERGE,  // both planes back to RGB
    HELPER_FINISH, // resizes to the size of the picture, and copies its alpha
    HELPER_RESIZE, // resizes to the size of the picture, and keeps the alpha of a blur
    HELPER_REDUCE, // reduces the picture to the size that the file gets, by means of squares
    HELPER_COUNT,
};

struct shader_run {
    int program;
    enum hook_point point;
    int input_count;
    int inputs[SHADER_MAX_BINDS]; // indices of images; if negative, -1 - the index of a resource
    int output;                   // index of an image
};

struct shader_image {
    int width, height;
    float offset[2]; // texels by which its content is shifted
    int last; // index of the last run that reads it, or of the run that writes it if none does
};

struct shader_layout {
    int run_count, image_count;
    struct shader_run runs[SHADER_MAX_RUNS];
    struct shader_image images[SHADER_MAX_RUNS + 1]; // images[0] is the input of the step
    int result; // index of the image that is the output of the step
};

struct shader_site {
    int width, height;   // texels of the picture, and of the hook point OUTPUT
    int reduced;         // size of the picture / size of the image that the file gets
    int most;            // limit of a side, texels
    int texel_bytes;     // bytes per texel of images between passes
    const float *values; // values of the parameters, in the file's order
};

// Returns false if a size is invalid, all images together are too large, or no pass runs. The error
// begins with line and column.
bool shader_layout_make(struct shader_layout *layout, const struct shader_file *file,
                        const struct shader_site *site, struct error *error);

// ---- the GLSL of a pass

// The uniforms of a pass are those of shaders/hook/pass.glsl, halation_<i> of parameter i, and of
// texture i halation_size<i>, its size and 1 / size, and halation_off<i>, texels by which it is
// shifted.

// Returns the text of a pass's program; the caller frees it. Parameters that are constants become
// the defines HALATION_<index>. The program of the finisher reads one more texture, the step's
// input.
char *shader_text_make(const struct shader_file *file, int pass);

// Sets keys.pointwise and keys.function: the GLSL of vec4 <function>(vec4 color, Pixel px, <the
// parameters>). The function's name is the prefix of all names of the file, so that the names of
// several files differ. Returns false, with an error at the directive `at` or at the word of the
// body, if the file is not pointwise.
bool shader_pointwise_make(struct error *error, struct directive *at, struct shader_file *file);
