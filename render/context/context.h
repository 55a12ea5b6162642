#pragma once

#include "render/text/error.h"

#include <stdint.h>

// render/context: creation of a GL context without a window (through EGL), its limits, its debug
// messages, a count of its objects, and the rounding of half floats. app/window/input/window.c
// creates the context of the window.

// Names and limits of the current context.
struct context_info {
    char renderer[128], vendor[128], version[128];
    char driver[64]; // part of `version` without the GL version: "Mesa 22.3.6", "NVIDIA 580.159"
    bool software;   // llvmpipe, softpipe, SwiftShader
    bool compiles_in_threads; // KHR_parallel_shader_compile: compiles in threads and reports
                              // completion
    bool subgroups;           // KHR_shader_subgroup
    int shuffles;     // subgroup size of compute shaders that may shuffle; 0: do not use shuffles
    bool truncates;   // imageStore to half floats truncates instead of rounding: half_store.h
    int max_texture;  // texels a side
    int max_viewport; // texels, the smaller of both limits
    int max_samples;
    int shared_bytes; // of shared memory of one work group
    // Limit of the loop iterations of one invocation, all loops together; at the limit loops end
    // without an error. 0: no limit.
    int max_iterations;
    int max_group;       // invocations of one work group
    int64_t max_storage; // bytes of one storage buffer
};

struct context { // from context_init: EGLDisplay and EGLContext
    void *display, *handle;
};

// Creates a GL 4.3 core context and makes it current. `gpu` is the index of the EGL device in
// context_list_gpus; -1 tries all devices, GPUs before software renderers, and then a surfaceless
// display. `debug` requests a debug context. The error names what is missing and how to install it.
// context_finish destroys the context; it does nothing for a zeroed struct.
bool context_init(struct context *context, int gpu, bool debug, struct error *error);
void context_finish(struct context *context);

// Appends to an error those environment variables that are set and make Mesa use another driver or
// report another version: "; GALLIUM_DRIVER is softpipe". Returns false.
bool context_name_overrides(struct error *error);

// Callbacks of context_list_gpus: `line` gets one line for each EGL device, "0  NVIDIA H200
// (/dev/dri/renderD128)"; `detail` (may be NULL) then gets its versions and limits.
struct context_lines {
    void (*line)(const char *text);
    void (*detail)(const char *name, const char *value);
};

// Calls `lines` for each EGL device. No context is current afterwards. Returns false, with an
// error, if no device supports OpenGL 4.3.
bool context_list_gpus(struct context_lines *lines, struct error *error);

// Fills `info` from the current context. Fails if it supports less than GL 4.3.
bool context_query(struct context_info *info, struct error *error);
