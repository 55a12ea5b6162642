#pragma once

#include "effects/effect.h"

// The programs of an implementation, out of the cache.

enum { IMPL_DEFINES_SIZE = 2 * EFFECT_DEFINES_SIZE };

// One of them, with the defines that depend on the site. `defines` is where those are written.
struct program_desc impl_program(const struct effect_impl *impl, const struct effect_site *site,
                                 int program, char defines[static IMPL_DEFINES_SIZE]);

// All of them that are needed there, NULL for the others, compiled where they are not yet. False
// with an error when one does not compile.
bool impl_programs_get(const struct effect_impl *impl, const struct effect_site *site,
                       struct gpu *gpu, const struct program *programs[static EFFECT_MAX_PROGRAMS],
                       struct error *error);

// Whether all of them are compiled.
bool impl_programs_are_compiled(const struct effect_impl *impl, const struct effect_site *site,
                                const struct gpu *gpu);

// Lets them be freed before others, unless they are asked for again.
void impl_programs_spare(const struct effect_impl *impl, struct gpu *gpu,
                         const struct program *const programs[]);
