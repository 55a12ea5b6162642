#include "effects/effect.h"

// This table has a file of its own so that a test can link another one.

#define POINTER(NAME) &effect_##NAME,
const struct effect *const effects[] = { EFFECTS(POINTER) NULL };
