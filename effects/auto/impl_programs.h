#pragma once

#include <stdbool.h>

struct effect_impl;
struct effect_site;
struct error;
struct gpu;

// The programs of an implementation, from the program cache.

enum { IMPL_DEFINES_SIZE = 4096 }; // bytes

// Returns one of the programs, with the defines that depend on the site; they are written to
// `defines`, to which the result points.
struct program_desc impl_program(const struct effect_impl *impl, const struct effect_site *site,
                                 int program, char defines[IMPL_DEFINES_SIZE]);

// Gets all programs that are needed there, NULL for the others, and compiles those that are not
// compiled yet. Returns NULL with the error if one does not compile.
const struct program_list *impl_programs_get(const struct effect_impl *impl,
                                             const struct effect_site *site, struct gpu *gpu,
                                             struct error *error);

// Returns true if all programs that are needed there are compiled.
bool impl_programs_are_compiled(const struct effect_impl *impl, const struct effect_site *site,
                                const struct gpu *gpu);
