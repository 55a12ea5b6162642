#pragma once

#include "render/gpu.h"
#include "render/pass.h"

// Records the passes of a frame as data instead of running them: programs, textures, buffers,
// uniforms and sizes, in order. Between frame_record_begin and frame_record_end pass_run adds each
// pass to the record; programs need not be compiled, and textures have no GL objects. app/export
// generates code for other programs from it.
//
//     struct frame_record record;
//     frame_record_begin(&record, gpu);
//     plan_run(&plan, NULL, gpu, &source, &output, 0);  // in a GPU frame
//     frame_record_end(&record, gpu);
//     ... record.passes[0].uniforms[2].name ...
//     frame_record_finish(&record);

enum { FRAME_RECORD_NONE = -1 };

// A texture. A texture of the pool that is released and acquired again is a new entry.
struct record_texture {
    unsigned id, use_id; // as of struct texture
    int width, height, dimensions, depth;
    enum texture_format format;
    const struct texture *texture; // borrowed; valid only if the texture outlives the frame
    bool is_written;               // a pass of the frame writes it
    bool is_kept; // from gpu.cache and made by passes that do not depend on the picture
};

struct record_buffer {
    unsigned id, use_id;
    size_t size; // bytes requested from the pool
};

// A sampler binding: `texture` is an index into frame_record.textures, or FRAME_RECORD_NONE.
struct record_input {
    int texture;
    enum filter filter;
    enum edge edge;
};

struct record_image {
    int texture;
    bool is_written, words; // see struct pass_image
};

struct record_pass {
    enum record_kind {
        RECORD_DRAW,     // full-screen triangle with a fragment program
        RECORD_DISPATCH, // compute program
        RECORD_CLEAR,    // sets every byte of buffers[0] to 0
    } kind;
    char path[2 * GPU_SCOPE_NAME_SIZE]; // timer scopes of the pass: "dual/down 640x360"
    const struct program *program;      // borrowed; NULL for CLEAR
    struct record_input inputs[PASS_MAX_INPUTS];
    struct record_image images[PASS_MAX_IMAGES]; // image bindings 1, 2, ...
    int buffers[PASS_MAX_BUFFERS];
    int scope;  // index of the timer scope below the frame, which is that of a plan's node
    int output; // texture index of the render target, or of image binding 0; FRAME_RECORD_NONE
    struct pass_area area; // RECORD_DRAW: viewport, in texels
    // RECORD_DISPATCH: work groups. {0}: the program is not compiled, so its group size is unknown;
    // one invocation per texel of the output.
    int groups[3];
    struct uniform *uniforms; // all that were set; owned, as are their names and arrays
    int uniform_count;
};

struct frame_record {
    struct gpu_recorder recorder; // must be the first member: pass_run has only its address
    struct texture_pool pool;     // saved gpu->pool while recording
    int count, texture_count, buffer_count;
    struct record_pass *passes;
    struct record_texture *textures;
    struct record_buffer *buffers;
};

// Begins an empty record, inside a frame. Cached textures that passes had made are freed, so that
// these passes are recorded too. Between begin and end no pass runs and gpu->pool is dry (no GL
// objects), so a frame of any size needs no GPU memory.
void frame_record_begin(struct frame_record *record, struct gpu *gpu);
void frame_record_end(struct frame_record *record, struct gpu *gpu);
void frame_record_finish(struct frame_record *record); // frees the record
