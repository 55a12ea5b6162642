#pragma once

#include "app/export/export.h"

// An exported folder's shaders in other languages, by glslangValidator and spirv-cross where these
// are installed. Nothing is translated here.

// Returns true if a text such as "hlsl,msl,es310" contains only names of languages.
bool export_also_check(const char *languages, struct error *error);

// Returns true if both programs are installed; otherwise the error says what to install.
bool export_also_can(struct error *error);

// Writes 01_threshold.frag.hlsl and so on beside the shaders. Says in a line what either program
// refuses, and then returns false.
bool export_also_write(const struct exported *exported, const char *folder, const char *languages,
                       struct error *error);
