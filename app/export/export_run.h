#pragma once

#include "app/export/export.h"

// This is --export: writes what the path's ending says, a folder where it has none of these, and
// for "-" its shaders to stdout, for a reader. Gives the exit status.
// `also` are languages that a folder's shaders are translated to (export_also.h), or NULL.
int export_run(const struct draw_options *draw, const char *path, const char *also);

// Returns true if an export of that name may have several chains: a page.
bool export_accepts_several(const char *path);

// Returns true if an export to that path is possible; call it before drawing.
bool export_check(const char *path, struct error *error);

// Like export_run, but exports the chain of an existing renderer with the implementations chosen
// for it, on its context and outside a frame. The example is the picture at `time` seconds. Returns
// the exit status, with an error unless it is 0.
int export_renderer(struct renderer *renderer, double time, const char *path, const char *also,
                    struct error *error);
