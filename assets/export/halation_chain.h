#pragma once

// SPDX-License-Identifier: MIT-0
//
// A chain of image effects as OpenGL 4.3 runs it; README.md says which. Written by halation.
//
//     struct chain *chain = chain_create(NULL, 1280, 720, error);
//     chain_set(chain, "dual.sigma", 20, 0, 0);
//     chain_run(chain, scene_texture, 0, frame); // each frame: the picture goes to the window
//     chain_destroy(chain);
//
// All functions need the context current in which the chain was made. chain_create, chain_resize
// and chain_destroy leave the state of GL as they find it. chain_run changes:
//
//     the program, vertex array, draw and read framebuffer, viewport 0, active texture unit
//     textures and samplers of units 0 to CHAIN_UNITS - 1
//     images of units 0 to CHAIN_IMAGES - 1, storage buffers of bindings 0 to CHAIN_BUFFERS - 1
//     switched off: blending, scissor and colour mask of draw buffer 0, tests of depth and stencil,
//         culling, logic operation, dithering, sRGB encoding, multisample coverage, clip distances
//         0 to 7, primitive restart, discarding rasterizer; polygons are filled
//     how texels are read from memory (GL_UNPACK_...), and no buffer is bound for that
//
// A host that sets these itself needs no more. Another calls chain_save before and chain_restore
// after. The picture does not depend on any state of GL but conditional rendering, for which GL
// has no query: end that before. chain_save pauses a transform feedback. An active query counts
// what chain_run draws.

#include "chain_format.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct chain;

// With -DCHAIN_LOADS, call this first: `load` finds a function of GL by its name, as
// glfwGetProcAddress, SDL_GL_GetProcAddress and eglGetProcAddress do.
typedef void chain_function(void);
void chain_load(chain_function *(*load)(const char *name));

enum { CHAIN_ERROR_SIZE = 512, CHAIN_NO_FRAMEBUFFER = -1 };

// Compiles the shaders and makes the textures, for a picture of that size. `folder` is NULL for the
// shaders and tables that are compiled in, or the folder with their files, which may have been
// edited. Returns NULL, with one line in `error`, if a file is missing, a shader does not compile,
// the GPU has no texture so large, or the size is out of the range of chain_format.h.
struct chain *chain_create(const char *folder, int width, int height, char error[CHAIN_ERROR_SIZE]);
void chain_destroy(struct chain *chain); // may be NULL

// Makes the textures for another size; programs and parameters stay. Lengths that are shares of the
// picture's height follow it, unless chain_set has set them. Returns false with one line in
// `error`. The chain is then as before if the size is out of range; if memory was short, it can
// only be resized again or destroyed.
bool chain_resize(struct chain *chain, int width, int height, char error[CHAIN_ERROR_SIZE]);

// The numbers of blurs on levels have their whole range, at every size. Those of other steps, and
// of such a blur with an edge other than clamp or with a roi, have the range in which their passes
// stay the same; chain_passes.h has all ranges.
//
// chain_name returns the name of parameter number `i`, NULL past the last. chain_set takes one
// value, or three of a colour. A value out of the parameter's range becomes the nearest limit, and
// a fraction the nearest whole number where chain_passes.h says "whole numbers"; chain_set then
// returns false, as it does for an unknown name. chain_get gets the values in use, three of
// a colour. chain_get and chain_range return false for an unknown name.
const char *chain_name(int i);
bool chain_set(struct chain *chain, const char *name, float x, float y, float z);
bool chain_get(const struct chain *chain, const char *name, float value[3]);
bool chain_range(const char *name, float *least, float *most);

// Runs all passes. `input` is a texture of the chain's size, linear light with alpha premultiplied;
// for the same result to the last bit it has the format CHAIN_INPUT_FORMAT. If a shader has stored
// to it as an image, call glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT) before. Returns the texture
// of the picture, which stays the chain's own, and can be sampled, copied and read back without
// a barrier; 0 if memory was too short for the values that chain_set has set. It is also copied to
// `framebuffer` (0 is the window) from its corner on, unless that is CHAIN_NO_FRAMEBUFFER. Row 0 is
// where it is in the input. `frame` counts frames, for what is animated.
unsigned chain_run(struct chain *chain, unsigned input, int framebuffer, int frame);

// Save and restore the state of GL that chain_run changes.
void chain_save(struct chain *chain);
void chain_restore(const struct chain *chain);

#ifdef __cplusplus
}
#endif
