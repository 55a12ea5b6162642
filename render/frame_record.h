#pragma once

#include "render/pass.h"

// The work of a frame on the GPU, in order, as data: passes with their programs, textures, buffers,
// uniforms and sizes. While gpu.recorder points to a record, pass_run adds the pass to it and does
// not run it, so programs need not be compiled and images need no contents. app/export writes
// programs for other hosts from it.
//
//     struct frame_record record;
//     frame_record_begin(&record, gpu);
//     plan_run(&plan, gpu, &source, &output, 0);      // between gpu_begin_frame and gpu_end_frame
//     frame_record_end(&record, gpu);
//     ... record.passes[0].uniforms[2].f[0] ...
//     frame_record_finish(&record);

enum { FRAME_RECORD_NONE = -1 };

// A texture from its first use to its last: one that the pool lends again is another one.
struct record_texture {
    unsigned id, use_id; // as of struct texture
    int width, height, dimensions, depth, levels;
    enum texture_format format;
    const struct texture *texture; // borrowed: only of those that outlive the frame
    bool is_written;               // by a pass of the frame
    bool is_kept;                  // by gpu.cache: made of no picture
};

struct record_buffer {
    unsigned id, use_id;
    size_t size; // bytes that were asked for
};

// A use of textures[texture]; FRAME_RECORD_NONE: nothing is bound.
struct record_input {
    int texture;
    enum filter filter;
    enum edge edge;
};

struct record_image {
    int texture;
    bool is_written, words; // as of struct pass_image
};

struct record_pass {
    enum record_kind {
        RECORD_DRAW,     // of a fragment program
        RECORD_DISPATCH, // of a compute program
        RECORD_MIPS,     // copies inputs[0] to the output, and makes its other levels
        RECORD_CLEAR,    // sets every byte of buffers[0] to 0
    } kind;
    char path[2 * GPU_SCOPE_NAME_SIZE]; // of timer scopes: "dual/down 640x360"
    const struct program *program;      // borrowed; NULL of MIPS and CLEAR
    struct record_input inputs[PASS_MAX_INPUTS];
    struct record_image images[PASS_MAX_IMAGES]; // bindings 1, 2, ...
    int buffers[PASS_MAX_BUFFERS];
    int output;            // of a dispatch image binding 0; FRAME_RECORD_NONE: none
    struct pass_area area; // of a draw, texels
    int groups[3];         // of a dispatch; 0, 0, 0: the program is not compiled, which says them
    struct uniform uniforms[PASS_MAX_UNIFORMS]; // by location; arrays are owned
};

struct frame_record {
    struct gpu_recorder recorder; // first, by which passes find the record
    struct texture_pool pool;     // the gpu's own, meanwhile
    int count, texture_count, buffer_count;
    struct record_pass *passes;
    struct record_texture *textures;
    struct record_buffer *buffers;
};

// Begins a record with nothing in it, inside a frame. What passes made for gpu.cache is dropped, so
// that the record has the passes that make it. Between begin and end nothing runs, and the pool
// lends sizes alone, so that a frame of any size takes no memory of the GPU.
void frame_record_begin(struct frame_record *record, struct gpu *gpu);
void frame_record_end(struct frame_record *record, struct gpu *gpu);
void frame_record_finish(struct frame_record *record); // frees it
