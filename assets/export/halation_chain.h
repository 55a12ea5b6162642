#pragma once

// SPDX-License-Identifier: MIT-0
//
// A chain of image effects as OpenGL 4.3 runs it; README.md says which. Written by halation.
//
//     struct chain *chain = chain_create("path/to/this/folder", 1280, 720, error);
//     chain_set(chain, "dual.sigma", 20, 0, 0);
//     chain_run(chain, scene_texture, 0, frame); // each frame: the picture goes to the window
//     chain_destroy(chain);
//
// All functions need the context current in which the chain was made. They leave the state of GL as
// they find it, and the picture does not depend on it; chain_state.h lists what they touch. GL
// has no query for conditional rendering, so call none of them between glBeginConditionalRender
// and its end. A query that is active counts what chain_run draws.

#include "chain_format.h"

#include <stdbool.h>

struct chain;

// With -DCHAIN_LOADS, call this first: `load` finds a function of GL by its name, as
// glfwGetProcAddress, SDL_GL_GetProcAddress and eglGetProcAddress do.
typedef void chain_function(void);
void chain_load(chain_function *(*load)(const char *name));

enum { CHAIN_ERROR_SIZE = 512, CHAIN_NO_FRAMEBUFFER = -1 };

// Compiles the shaders and makes the textures, for a picture of that size. `folder` is the one that
// this file lies in. Returns NULL, with one line in `error`, if a file is missing or does not
// compile, the GPU has no texture so large, or the size is out of the range of chain_format.h.
// Lengths that are shares of the picture's height follow it.
struct chain *chain_create(const char *folder, int width, int height, char error[CHAIN_ERROR_SIZE]);
void chain_destroy(struct chain *chain); // may be NULL

// chain_name returns the name of parameter number `i`, NULL past the last. chain_set takes
// one value, or three of a colour, keeps it within its range and returns false for an unknown name.
const char *chain_name(int i);
bool chain_set(struct chain *chain, const char *name, float x, float y, float z);
bool chain_range(const char *name, float *least, float *most);

// Runs all passes. `input` is a texture of the chain's size, linear light with alpha premultiplied;
// for the same result to the last bit it has the format CHAIN_INPUT_FORMAT. Returns
// the texture of the picture, which stays the chain's own. It is also copied to `framebuffer` (0 is
// the window) from its corner on, unless that is CHAIN_NO_FRAMEBUFFER. Row 0 is where it is in the
// input. `frame` counts frames, for what is animated.
unsigned chain_run(struct chain *chain, unsigned input, int framebuffer, int frame);
