#pragma once

#include "app/lab/lab.h"

#include <jansson.h>

// Where and of what numbers were taken: the record under every file of results.

// How much the record knows. Each level knows all that those before it do.
enum environment_level {
    ENVIRONMENT_GPU,     // program and GPU: the same on every run
    ENVIRONMENT_MACHINE, // and day, host, and what the GPU's driver is like
    ENVIRONMENT_PICTURE, // and what the lab draws
};

struct environment {
    enum environment_level level;
    struct context_info info;
    char date[32]; // ISO 8601, UTC
    char host[192];
    int processors;
    const char *commit; // that the program was built from, or "unknown"
    int width, height;  // of the picture, pixels
    const char *format, *fuse, *profile;
    char chain[CHAIN_TEXT_SIZE], scene[256];
    int frames, warmup; // that were counted, and before them: the caller's to fill in
    int msaa;           // samples a pixel
    float scene_scale;
    double time; // of the animation, where it starts, seconds
};

void environment_fill(struct environment *environment, enum environment_level level,
                      const struct lab *lab, const struct options *options);

// Adds what the record's level knows of program, machine and GPU to a JSON object.
void environment_add(const struct environment *environment, json_t *json);

// Adds what of the picture all runs share; for ENVIRONMENT_PICTURE. Text that is no UTF-8 (names of
// files) is repaired, with a warning.
void environment_add_settings(const struct environment *environment, json_t *json);
