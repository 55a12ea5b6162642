#pragma once

#include "app/export/export.h"
#include "app/options.h"

#include <jansson.h>

// A page of HTML that runs chains in a browser, by WebGL2, and needs no network.
//
// assets/export/page.html has the marks and the script; what it runs stands in blocks of the page:
// a picture in linear light, and chains as chain.json has them, with the text of their shaders in
// GLSL ES 3.00 and what its sliders need. Only implementations of fragment shaders can be there.

enum { EXPORT_PAGE_WIDTH = 720, EXPORT_PAGE_HEIGHT = 405 }; // at most, where no size is given

// Writes a page of all chains of the command line; without one, of the renderer's. Returns the exit
// status, and the error where that is not 0: a step that cannot be there is named in it.
int export_page_run(struct renderer *renderer, const struct draw_options *draw, const char *path,
                    struct error *error);

// ---- its parts

// A shader of GLSL 4.30 as GLSL ES 3.00: places are found by name there. The caller's.
char *export_page_shader(const char *text);

// Returns the JSON of a chain for the page; NULL with an error that names what the page does not
// support. `given` is the chain before implementations were chosen, `name` its name on the page.
// Its shaders are added to the list that all chains share.
json_t *export_page_chain(const struct exported *exported, const struct chain *given,
                          const char *name, json_t *shaders, struct error *error);
