#pragma once

#include "app/export/export.h"

// An exported folder's shaders in other languages, by glslangValidator and spirv-cross where these
// are installed. Nothing is translated here.

// Whether a text such as "hlsl,msl,es310" names languages and no others.
bool export_also_check(const char *languages, struct error *error);

// Whether both programs are there; otherwise the line says what to install.
bool export_also_can(struct error *error);

// Writes 01_threshold.frag.hlsl and so on beside the shaders. Says in a line what either program
// refuses, and then returns false.
bool export_also_write(const struct exported *exported, const char *folder, const char *languages,
                       struct error *error);
