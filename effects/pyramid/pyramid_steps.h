#pragma once

#include "effects/blur/levels.h"
#include "effects/pyramid/pyramid.h"

// The pyramid with one step per pass and either kernel, for implementations that use single steps
// for all or some of the way.

// Indices of the programs, the first of an implementation's. With PYRAMID_GAUSS5 added they are
// those of the five taps. An implementation of the thirteen taps may have only those that go down.
enum {
    PYRAMID_DOWN,
    PYRAMID_DOWN_KARIS,
    PYRAMID_UP_MIX,
    PYRAMID_UP,
    PYRAMID_SMOOTH,
    PYRAMID_GAUSS5,
};

#define PYRAMID_STEP(KIND, DEFINES) \
    { \
        .file = "pyramid/pyramid." KIND, .defines = DEFINES \
    }
#define PYRAMID_STEPS(KIND) \
    [PYRAMID_SMOOTH] = PYRAMID_STEP(KIND, "SMOOTH"), [PYRAMID_DOWN] = PYRAMID_STEP(KIND, "DOWN"), \
    [PYRAMID_DOWN_KARIS] = PYRAMID_STEP(KIND, "DOWN KARIS"), \
    [PYRAMID_UP_MIX] = PYRAMID_STEP(KIND, "UP MIX"), [PYRAMID_UP] = PYRAMID_STEP(KIND, "UP")
#define PYRAMID_STEPS_GAUSS5(KIND) \
    [PYRAMID_GAUSS5 + PYRAMID_DOWN] = PYRAMID_STEP(KIND, "DOWN GAUSS5"), \
                      [PYRAMID_GAUSS5 + PYRAMID_DOWN_KARIS] = \
                          PYRAMID_STEP(KIND, "DOWN KARIS GAUSS5"), \
                      [PYRAMID_GAUSS5 + PYRAMID_UP_MIX] = PYRAMID_STEP(KIND, "UP MIX GAUSS5"), \
                      [PYRAMID_GAUSS5 + PYRAMID_UP] = PYRAMID_STEP(KIND, "UP GAUSS5")

// Makes `level` from the level above it. The result is from the pool.
struct texture *pyramid_step_down(const struct effect_call *call, const struct texture *from,
                                  int level);

void pyramid_steps_run(const struct effect_call *call);
