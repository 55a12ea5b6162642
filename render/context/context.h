#pragma once

#include "render/text/error.h"

#include <stddef.h>
#include <stdint.h>

// The GL context without a window, through EGL, and what is known about whichever context is
// current. (app/window/window.c makes the one with a window.)

// The facts and limits of the current context.
struct context_info {
    char renderer[128], vendor[128], version[128];
    char driver[64];  // the part of `version` that names the driver and its version
    bool software;    // llvmpipe, softpipe, SwiftShader
    bool subgroups;   // KHR_shader_subgroup
    int shuffles;     // invocations among which compute shaders shuffle values; 0: not known
    bool truncates;   // stores to halves cut off what they cannot hold: render/context/half_store.h
    int max_texture;  // texels a side
    int max_viewport; // the smaller side
    int max_samples;
    int shared_bytes;    // of one work group
    int max_iterations;  // of all loops of an invocation: then they end, in silence; 0: never
    int max_group;       // invocations of one work group
    int64_t max_storage; // bytes of one storage buffer
};

struct context { // only for contexts made here
    void *display, *handle;
};

// Makes a GL 4.3 core context current: the first EGL device that gives one, real GPUs before
// software, or device `gpu` (counted as context_list_gpus counts; -1 for any), or a surfaceless
// display. Fails with what is missing and what to do.
bool context_init(struct context *context, int gpu, bool debug, struct error *error);
void context_finish(struct context *context);

// One line for each EGL device: "0  NVIDIA H200 (/dev/dri/renderD128)". Makes no context current
// afterwards.
void context_list_gpus(void (*line)(const char *text, void *data), void *data);

// Reads the facts of the current context. Fails when it is less than GL 4.3.
bool context_query(struct context_info *info, struct error *error);
