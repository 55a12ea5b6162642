#pragma once

#include "app/options.h"

// --explain: one page about an effect. Its text is assets/effects/NAME.md, four paragraphs, of
// which the last names a step as an example; docs/effects.md has the same. The rest of the page
// comes from tables. The page of a shader file is made from the comments and directives of the
// file.

// Returns the text of an effect of the program.
const char *explain_text(const struct effect *effect);

// Makes the chain of the one step that the text names; a shader file's at its defaults.
void explain_example(const struct effect *effect, struct chain *chain);

// Returns the numbers of the example's taps or tone curve, as --print has them; "" if it has none,
// or too many. The caller frees them.
char *explain_numbers(const struct effect *effect);

// Prints the comment that a shader file begins with, its parameters, its passes and its lines
// "//@".
void explain_print_file(const struct effect *effect);

// Returns the effect, or the shader file, of that name; NULL with an error if there is none.
const struct effect *explain_find(const char *name, struct error *error);

// Prints the page of an effect.
void explain_print(const struct effect *effect);

// Prints the page of options.what; or draws the scene before and after the example, and the output
// of each of its passes, to the given .png file. Returns the exit status.
int explain_run(const struct options *options);
