#pragma once

// Returns a copy of the text with invalid UTF-8 replaced (text_repair), which the caller frees. The
// first replacement in a run of the program logs a warning, in which `what` names the text: "the
// chain in the results". Exits if memory is short.
char *text_copy_as_utf8(const char *text, const char *what);
