#pragma once

#include "app/renderer/renderer.h"

// app/export: a chain as data, and as programs for other places that are made of that.
//
// A frame is recorded, not translated: the chain's plan runs while render/frame_record.h notes its
// passes. Recorded again at other sizes, it says how numbers follow the picture's size; with
// another value of a parameter, which uniforms that feeds; at another moment, which follow the
// frame. Each recording is a list of numbers in the same order (struct making_item), and lists are
// compared.
//
// The way of one export through the files, `halation --export out --chain bloom`:
//
//   export.c           says by the path's ending what is to be written: here a folder
//   exported.c         exported_make: names an implementation for each step, so that all recordings
//                      have the same, and records a frame (recording.c)
//   exported_passes.c  its programs, and what each pass binds and sets
//     flatten.c        a program's shader as one text: cut into words (glsl.c), without #if and
//                      other names for things (glsl_prepare.c), without what is not used
//                      (glsl_items.c); then steps get their names
//   exported_sizes.c   numbers that follow the picture's size, as forms (form.c), and the frame's
//   exported_params.c  numbers that follow a parameter, themselves or by a table
//   exported_order.c   textures that share memory, barriers, passes that run once for all frames
//   export_folder.c    the files: shaders, C (export_code.c), chain.json (export_json.c), a picture
//
// What comes out in between is a struct exported (export_data.h), of which export_hook*.c make a
// user shader and export_page.c a page. export_number.c writes a uniform's number for all of them.

// This is --export: writes what the path's ending says, a folder where it has none of these, and
// for "-" its shaders to stdout, for a reader. Returns the exit status.
int export_run(const struct draw_options *draw, const char *path);

// Returns true if an export of that name may have several chains: a page.
bool export_accepts_several(const char *path);

// Returns true if an export to that path is possible; call it before drawing.
bool export_check(const char *path, struct error *error);

// Like export_run, but exports the chain of an existing renderer with the implementations chosen
// for it, on its context and outside a frame. The example is the picture at `time` seconds. Returns
// the exit status, with an error unless it is 0.
int export_renderer(struct renderer *renderer, double time, const char *path, struct error *error);

// Names in a chain the implementations that a plan of it has, and returns how that fuses steps: so
// another plan of the chain runs the same passes.
enum plan_fuse exported_name_impls(struct chain *chain, const struct side *side);
