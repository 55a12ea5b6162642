#pragma once

#include "app/options.h"

#include <stdio.h>

// --explain: one page about an effect. Its text is assets/effects/NAME.md, four paragraphs that
// begin with the words of explain_parts; docs/effects.md has the same. Everything else on the page
// comes from the effect's table and from its reference, which draws the step that the last
// paragraph names.

extern const char *const explain_parts[]; // end with NULL

// Prints the text as it is, with the drawing as a block behind it.
void explain_print_markdown(const struct effect *effect, FILE *out);

// Prints the page of options.what; writes the drawing where a picture is asked for; adds the times
// of the effect in the results that options.bench.baseline names. Returns the exit status.
int explain_run(const struct options *options);
