#include "effects/effect.h"

// In a file of its own, so that a test can put other effects in its place.

#define POINTER(NAME) &effect_##NAME,
const struct effect *const effects[] = { EFFECTS(POINTER) NULL };
