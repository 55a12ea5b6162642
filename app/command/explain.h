#pragma once

#include "app/options.h"

#include <stdio.h>

// --explain: one page about an effect. Its text is assets/effects/NAME.md, four paragraphs that
// begin with the words of explain_parts; docs/effects.md has the same. Everything else on the page
// comes from the effect's table and from its reference, which draws the step that the last
// paragraph names. The page of a shader file has what its lines say, and draws what it does where
// there is a GPU.

extern const char *const explain_parts[]; // end with NULL

// Prints the text as it is, with the drawing as a block behind it.
void explain_print_markdown(const struct effect *effect, FILE *out);

// Prints what a shader file says: the comment that it begins with, its parameters, its passes, and
// its lines "//@"; and which step is drawn, unless `drawing` is NULL.
struct explain_drawing;
void explain_print_file(const struct effect *effect, const struct explain_drawing *drawing);

// Finds the effect, or the shader file, of that name. NULL with the reason.
const struct effect *explain_find(const char *name, struct error *error);

// Prints the page of options.what; writes the drawing where a picture is asked for; adds the times
// of the effect in the results that options.bench.baseline names. Returns the exit status.
int explain_run(const struct options *options);
