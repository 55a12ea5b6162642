#pragma once

#include "render/text/error.h"

#include <stdint.h>

// render/context: the GL context, what it can do and holds, its debug messages and its stores of
// halves. A context without a window is made here, through EGL; app/window/input/window.c makes the
// one with a window.

// Names and limits of the current context.
struct context_info {
    char renderer[128], vendor[128], version[128];
    char driver[64];     // the part of `version` behind GL's own: "Mesa 22.3.6", "NVIDIA 580.159"
    bool software;       // llvmpipe, softpipe, SwiftShader
    bool compiles_apart; // says when it has compiled a program: KHR_parallel_shader_compile
    bool subgroups;      // KHR_shader_subgroup
    int shuffles;        // invocations of a subgroup of compute shaders that shuffle; 0: not known
    bool truncates;   // stores to halves cut off instead of rounding: render/context/half_store.h
    int max_texture;  // texels a side
    int max_viewport; // texels, of its smaller side
    int max_samples;
    int shared_bytes;    // of one work group
    int max_iterations;  // of all loops of one invocation, which then end silently; 0: no limit
    int max_group;       // invocations of one work group
    int64_t max_storage; // bytes of one storage buffer
};

struct context { // one that was made here; EGL's display and context
    void *display, *handle;
};

// Makes a GL 4.3 core context current: that of EGL device `gpu`, counted as context_list_gpus does,
// or for -1 of the first device that gives one, GPUs before software, or else of a surfaceless
// display. The error says what is missing, or what the driver gives instead, and what to do.
bool context_init(struct context *context, int gpu, bool debug, struct error *error);
void context_finish(struct context *context);

// Appends to an error the variables of the environment by which Mesa takes another driver or states
// another version: "; GALLIUM_DRIVER is softpipe". Returns false.
bool context_name_overrides(struct error *error);

// Callbacks for the text about each EGL device: `line` gets "0  NVIDIA H200 (/dev/dri/renderD128)";
// `detail`, unless NULL, gets versions and limits that the program depends on.
struct context_lines {
    void (*line)(const char *text);
    void (*detail)(const char *name, const char *value);
};

// Calls them for each device. Afterwards no context is current. Returns false with the reason if no
// device supports OpenGL 4.3.
bool context_list_gpus(struct context_lines *lines, struct error *error);

// Queries the current context. Fails if it supports less than GL 4.3.
bool context_query(struct context_info *info, struct error *error);
