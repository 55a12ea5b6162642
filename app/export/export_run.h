#pragma once

#include "app/export/export.h"

// This is --export: writes what the path's ending says, a folder where it has none of these, and
// for "-" its shaders to stdout, for a reader. Gives the exit status.
// `also` are languages that a folder's shaders are translated to (export_also.h), or NULL.
int export_run(const struct draw_wish *draw, const char *path, const char *also);

// Whether an export of that name may have several chains: a page.
bool export_takes_several(const char *path);

// Whether there can be an export of that name, found out before anything is drawn.
bool export_check(const char *path, struct error *error);

// The same of a lab that is there, on its context and outside a frame: the chain that it has, with
// the implementations that were chosen for it, and the picture at `time` seconds as an example.
// Returns the exit status, and the error where that is not 0.
int export_lab(struct lab *lab, double time, const char *path, const char *also,
               struct error *error);
