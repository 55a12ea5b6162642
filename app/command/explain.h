#pragma once

#include "app/options.h"

#include <stdio.h>

// --explain: one page about an effect. Its text is assets/effects/NAME.md, four paragraphs that
// begin with the words of explain_parts; docs/effects.md has the same. The rest of the page comes
// from the effect's table and from its reference, which draws the step that the last paragraph
// names. The page of a shader file is made from the comments and directives of the file; its
// drawing needs a GPU.

extern const char *const explain_parts[]; // end with NULL

// Prints the text unchanged, followed by the drawing as a block.
void explain_print_markdown(const struct effect *effect, FILE *out);

// Prints the description of a shader file: the comment that it begins with, its parameters, its
// passes and its lines "//@"; and the step that is drawn, unless `drawing` is NULL.
struct explain_drawing;
void explain_print_file(const struct effect *effect, const struct explain_drawing *drawing);

// Returns the effect, or the shader file, of that name; NULL with an error if there is none.
const struct effect *explain_find(const char *name, struct error *error);

// Prints the page of options.what; writes the drawing if --to-file is given; adds the times of the
// effect from the results that options.bench.baseline names. Returns the exit status.
int explain_run(const struct options *options);
