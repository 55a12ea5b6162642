#pragma once

#include "app/renderer/renderer.h"

// app/export: writes a chain as data, and as programs for other places that are made from it.
// A frame is recorded, not translated: the chain's plan runs while render/frame_record.h records
// its passes. Recordings at other sizes show how numbers depend on the picture's size; a recording
// with another value of a parameter shows which uniforms depend on it; one at another time shows
// which depend on the frame. Each recording is a list of numbers in the same order (struct
// making_item), and these lists are compared.
//
// An export goes through these files; the example is `halation --export out --chain bloom`:
//
//   export.c           chooses by the path's ending what to write: here a folder. It also has what
//                      the kinds of export share: names, comments and floats
//   exported.c         exported_make: names an implementation for each step, so that all recordings
//                      run the same passes, and records a frame
//   exported_passes.c  its programs, and what each pass binds and sets
//     flatten.c        a program's shader as one text: split into tokens (glsl.c), without #if and
//                      with other names (glsl_prepare.c), without unused declarations
//                      (glsl_items.c); then the steps are named
//   exported_steps.c   blurs on levels, whose C travels with the folder instead of their passes
//   exported_sizes.c   numbers that depend on the picture's size, as forms, and on the frame
//   exported_params.c  numbers that depend on a parameter, directly or by a table
//   export_folder.c    the files: shaders, C (export_code.c), chain.json (export_json.c), a picture
//
// The result is a struct exported (export_data.h), from which export_hook*.c also make a user
// shader, and export_page.c a page.

// Runs --export: writes what the path's ending names; a folder for another path, and for "-" the
// shaders to stdout. Returns the exit status.
int export_run(const struct draw_options *draw, const char *path);

// Returns true if an export to that path may have several chains, as a page.
bool export_accepts_several(const char *path);

// Returns true if an export to that path is possible; call it before drawing.
bool export_check(const char *path, struct error *error);

// Like export_run, but exports the chain of an existing renderer with the implementations chosen
// for it, on its context and outside a frame. The example is the picture at `time` seconds. Returns
// the exit status, with an error unless it is 0.
int export_renderer(struct renderer *renderer, double time, const char *path, struct error *error);

// Names in a chain the implementations of its plan, except where an export has its own choice, and
// returns how the plan fuses steps, so that another plan of the chain runs the same other passes.
enum plan_fuse exported_name_impls(struct chain *chain, const struct side *side);
