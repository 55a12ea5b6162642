#pragma once

#include "effects/hook/hook_expr.h"
#include "effects/hook/hook_token.h"
#include "render/gpu.h"

// A file of mpv's user shaders, as libplacebo documents them (docs/custom-shaders.md): blocks of
// lines "//!DIRECTIVE arguments" and the text behind them, which are passes, parameters, textures
// and buffers. Reading one needs no GPU.

enum {
    HOOK_MAX_PASSES = 128,
    HOOK_MAX_BINDS = 16,  // of a pass: as many textures as every GPU lets a shader read
    HOOK_MAX_PARAMS = 63, // of a file
    HOOK_MAX_RESOURCES = 32,
    HOOK_MAX_IMAGES = 4,          // textures with STORAGE that a pass binds
    HOOK_MAX_BLOCKS = 8,          // buffers that it binds
    HOOK_MAX_VARS = 64,           // of a buffer
    HOOK_MAX_CHOICES = 256,       // of an ENUM
    HOOK_MAX_FILE = 16 << 20,     // bytes
    HOOK_MAX_TEXTURE = 256 << 20, // bytes of the texels of all textures, as floats
    HOOK_MAX_BUFFER = 64 << 20,   // bytes of all buffers
};

// Where passes run, in this order. SCALED comes where the picture is larger than what the file
// gets. The names behind OUTPUT are points that a picture of RGB never comes to.
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

// Among sizes, the name of what the file gets, before anything else.
#define HOOK_CROPPED "NATIVE_CROPPED"

// The point of that name, MAINPRESUB being MAIN; -1: there is none.
int hook_find_point(const char *name);

// A pass of several points stands in the file once for each that comes, since its text differs.
struct hook_pass {
    const char *label;   // DESC; "": none
    unsigned points;     // a bit for each enum hook_point; one where any of them comes
    struct hook_line at; // its first HOOK
    int bind_count;
    struct hook_line binds[HOOK_MAX_BINDS];
    struct hook_line save; // of no text: the hooked texture
    struct hook_expr width, height, when;
    float offset[2]; // texels by which the result lies off
    int components;  // of the result, 1 to 4
    bool compute;
    int block[2], threads[2]; // texels and invocations of a group
    const char *body;
    int body_line;
    struct hook_names names; // of the body
    int number;              // of its block among those of passes, from 1
    bool is_copy;            // names and expressions are owned by the pass before it
};

enum hook_param_kind {
    HOOK_PARAM_UNIFORM,  // changes without a new program
    HOOK_PARAM_CONSTANT, // of the program
    HOOK_PARAM_DEFINE,   // of its preprocessor
};

extern const char *const hook_type_names[]; // by enum hook_param_type; NULL-terminated

struct hook_param {
    struct hook_line name;
    const char *label; // DESC; "": none
    enum hook_param_kind kind;
    enum hook_param_type { HOOK_FLOAT, HOOK_INT, HOOK_UINT } type;
    float min, max, def;
    bool is_ranged;       // by its own MINIMUM and MAXIMUM
    int choice_count;     // of an ENUM; 0: it is none
    const char **choices; // ends with NULL; owned
};

// What a file declares beside passes and parameters.
struct hook_resource {
    struct hook_line name;
    enum hook_resource_kind {
        HOOK_TABLE,  // a texture that passes sample
        HOOK_IMAGE,  // a texture with STORAGE: passes read and write it, and it is kept
        HOOK_BUFFER, // variables, in the layout std140; with STORAGE, kept, in std430
    } kind;
    bool is_stored; // STORAGE: it is kept from frame to frame

    int dimensions, size[3];    // of a texture
    int filter, border;         // indices of NEAREST, LINEAR; of CLAMP, REPEAT, MIRROR
    enum texture_format format; // of an image

    int var_count;                        // of a buffer
    struct hook_line vars[HOOK_MAX_VARS]; // "vec3 sum[4]"

    // What it begins with, owned: `bytes` bytes of a buffer; texels of an image, as
    // texture_upload_floats takes them; of a table, four for each. NULL: all are 0.
    void *data;
    size_t bytes;
};

// What the lines say that halation alone knows, anywhere in the file:
//
//   //@ pointwise               its one pass reads its own texel alone, and is fused with others
//   //@ sigma NAME              that parameter is the width of a blur, in pixels
//   //@ same-as gaussian:...    a chain that gives the same image
//   //@ edge mirror             what its passes read beyond the border; clamp where it is not said
struct hook_keys {
    char *text;                 // owned; what they name lies in it
    char *pointwise, *function; // owned GLSL of a pass that reads its own texel alone; NULL: none
    int sigma;                  // the number of the parameter; -1: it is no blur
    struct hook_line same_as;   // of no text: none is said to
    enum edge edge;
};

struct hook_file {
    const char *path; // as messages name it; borrowed
    char *text;       // owned; all names and bodies lie in it
    int pass_count, param_count, resource_count;
    struct hook_pass *passes; // owned
    struct hook_param params[HOOK_MAX_PARAMS];
    struct hook_resource resources[HOOK_MAX_RESOURCES];
    struct hook_keys keys;
};

// The points that come to the passes of a file, a bit for each: planes of LUMA and CHROMA do not
// where a pass stands at RGB, as players give a file one or the other.
unsigned hook_points_here(const struct hook_file *file);

// The number of the resource of that name; -1: there is none.
int hook_find_resource(const struct hook_file *file, const char *name);

// The parameter of that name or with a choice of it; NULL: there is none. `choice` gets the number
// of the choice, or -1.
const struct hook_param *hook_find_param(const struct hook_file *file, const char *name,
                                         int *choice);

// Whether it keeps something from frame to frame.
bool hook_keeps(const struct hook_file *file);

// Reads a text of that size, which is followed by a zero. The error names the path, line, column
// and directive, and `file` is then empty.
bool hook_file_read(struct hook_file *file, const char *path, const char *text, size_t size,
                    struct error *error);
void hook_file_finish(struct hook_file *file);

// ---- for that

// Each reads a block into the part that it makes, which is zeroed.
bool hook_param_read(const struct hook_reader *reader, const struct hook_block *block,
                     struct hook_param *param);
bool hook_texture_read(const struct hook_reader *reader, const struct hook_block *block,
                       struct hook_resource *texture);
bool hook_buffer_read(const struct hook_reader *reader, const struct hook_block *block,
                      struct hook_resource *buffer);

// Reads the keys of a file that is read, but for these.
bool hook_keys_read(struct hook_file *file, const char *text, size_t size, struct error *error);
