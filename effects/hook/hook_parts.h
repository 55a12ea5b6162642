#pragma once

#include "effects/hook/hook_block.h"
#include "render/gpu.h"

// What a shader file consists of: passes, parameters, textures and buffers.

enum {
    HOOK_MAX_PASSES = 128,
    HOOK_MAX_BINDS = 16,  // of a pass: as many textures as every GPU lets a shader read
    HOOK_MAX_PARAMS = 63, // of a file
    HOOK_MAX_TEXTURES = 16,
    HOOK_MAX_BUFFERS = 16,
    HOOK_MAX_IMAGES = 4,          // textures with STORAGE that a pass binds
    HOOK_MAX_BLOCKS = 8,          // buffers that it binds
    HOOK_MAX_VARS = 64,           // of a buffer
    HOOK_MAX_FILE = 16 << 20,     // bytes
    HOOK_MAX_TEXTURE = 256 << 20, // bytes of its texels
    HOOK_MAX_BUFFER = 64 << 20,   // bytes
};

// Where passes run, in this order. The names behind OUTPUT are points that a picture of RGB at its
// own size never comes to.
#define HOOK_POINTS(X) \
    X(RGB) \
    X(LUMA) \
    X(CHROMA) \
    X(NATIVE) \
    X(MAIN) \
    X(LINEAR) \
    X(PREKERNEL) \
    X(POSTKERNEL) \
    X(OUTPUT) X(ALPHA) X(XYZ) X(CHROMA_SCALED) X(ALPHA_SCALED) X(SIGMOID) X(SCALED) X(PREOUTPUT)
#define HOOK_POINT_ENUM(NAME) HOOK_##NAME,
enum hook_point {
    HOOK_POINTS(HOOK_POINT_ENUM) HOOK_POINT_COUNT,
    HOOK_POINTS_HERE = HOOK_OUTPUT + 1
};
extern const char *const hook_point_names[]; // NULL-terminated

struct hook_pass {
    const char *label;   // DESC; "": none
    unsigned points;     // a bit for each enum hook_point
    struct hook_word at; // the first line of the block, and its first point
    int bind_count;
    struct hook_word binds[HOOK_MAX_BINDS];
    struct hook_word save; // NULL: the hooked texture
    struct hook_expr width, height, when;
    float offset[2]; // texels by which the result lies off
    int components;  // of the result, 1 to 4
    bool compute;
    int block[2], threads[2]; // texels and invocations of a group
    const char *body;
    int body_line;
};

enum hook_param_kind {
    HOOK_PARAM_UNIFORM,  // changes without a new program
    HOOK_PARAM_CONSTANT, // of the program
    HOOK_PARAM_DEFINE,   // of its preprocessor
};

struct hook_param {
    struct hook_word name;
    const char *label; // DESC; "": none
    enum hook_param_kind kind;
    enum hook_param_type { HOOK_FLOAT, HOOK_INT, HOOK_UINT } type;
    float min, max, def;
    bool is_ranged;       // by its own MINIMUM and MAXIMUM
    int choice_count;     // of an ENUM; 0: it is none
    const char **choices; // ends with NULL; owned
};

struct hook_texture {
    struct hook_word name;
    int dimensions, size[3];
    int filter, border;         // indices of NEAREST, LINEAR; of CLAMP, REPEAT, MIRROR
    bool is_stored;             // an image that passes read and write, kept from frame to frame
    enum texture_format format; // of that
    // That it begins with, as texture_upload_floats takes them; owned. Four for each where it is
    // not stored. NULL: all are 0.
    float *texels;
};

// Numbers that passes read by the names of its variables, in the layout std140, or with STORAGE
// read and write, std430 and kept from frame to frame.
struct hook_buffer {
    struct hook_word name;
    bool is_stored;
    int var_count;
    struct hook_word vars[HOOK_MAX_VARS]; // "vec3 sum[4]"
    size_t size;                          // bytes
    uint8_t *bytes;                       // that it begins with, owned; NULL: all are 0
};

// What lines "//@" say, which other programs pass over (effects/hook/hook_key.h).
struct hook_keys {
    char *text;                 // owned; what they name lies in it
    char *pointwise, *function; // owned GLSL of a pass that reads its own texel alone; NULL: none
    int sigma;                  // the parameter that is the width in pixels; -1: it is no blur
    struct hook_word same_as;   // a chain that gives the same image; NULL: none is said to
    enum edge edge;             // what lies beyond the border of its images
};

struct hook_file {
    const char *path; // as messages name it; borrowed
    char *text;       // owned; all names and bodies lie in it
    int pass_count, param_count, texture_count, buffer_count;
    struct hook_pass *passes; // owned
    struct hook_param params[HOOK_MAX_PARAMS];
    struct hook_texture textures[HOOK_MAX_TEXTURES];
    struct hook_keys keys;
    struct hook_buffer buffers[HOOK_MAX_BUFFERS];
};
