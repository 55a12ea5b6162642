#pragma once

#include "render/scene.h"
#include "tests/gpu_fixture.h"

// One frame of a scene, made and freed again.
struct scene_shot {
    const char *scene; // as --scene takes it
    int width, height;
    double time;
    int samples;
    float scale; // 0: 1
};

// Makes `image`, of doubles. Fails the test when the scene cannot be made.
void shoot_scene(const struct scene_shot *shot, struct image *image);

// The same for a choice made by hand, with a state of its own or none.
void shoot_choice(const struct scene_choice *choice, void *state, const struct scene_shot *shot,
                  struct image *image);

// Every value finite and not negative, else the test fails.
void assert_is_light(const struct image *image);

// Decibels against a peak of 1, without `border` texels on every side.
double psnr_inside(const struct image *a, const struct image *b, int border);
