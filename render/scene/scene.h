#pragma once

#include "render/pass.h"
#include "render/text/param.h"

// What the chain looks at: scene-linear light, premultiplied, 0..inf and finite.

struct DESIGNATED scene_call {
    struct gpu *gpu;
    const void *params; // the scene's own struct
    void *state;        // what `create` made
    double time;        // seconds of the animation
    int samples;        // multisampling, 0 or 2, 4, ...
    bool is_tone_mapped;
    struct texture *output;
};

// A scene is a constant, like an effect; what it must keep on the GPU is in its state.
struct scene {
    const char *name, *summary, *origin; // origin may be NULL
    const struct param *params;          // NULL for none
    size_t params_size;
    // NULL: no state. Reads what the text parameters name, and those alone: numbers are read when
    // it draws. On failure says which file and why.
    void *(*create)(struct gpu *gpu, const void *params, struct error *error);
    void (*destroy)(struct gpu *gpu, void *state); // NULL where `create` is
    // The size that the scene has of itself (an image). NULL or false: any.
    bool (*size)(const void *state, int *width, int *height);
    // Fills the output, with passes in their own scopes. Its programs make the values finite
    // (shaders/scene/finite.glsl), before anything mixes them.
    void (*draw)(const struct scene_call *call);
    bool animated;
};

extern const struct scene *const scenes[]; // NULL-terminated; the first is the default

const struct scene *scene_find(const char *name, size_t length);

enum { SCENE_MAX_PARAMS_SIZE = 416 };

// A scene that was chosen, with its numbers: "image:file=photo.png:fit=fill" in the chain's step
// syntax.
struct scene_choice {
    const struct scene *scene;
    _Alignas(max_align_t) unsigned char params[SCENE_MAX_PARAMS_SIZE];
    bool is_tone_mapped; // whether a curve fits its light, also that above 1, into the display
};

// Text such as "icosahedra:background=pale". Errors have the column, as in a chain. `choice` is
// then unchanged.
bool scene_parse(struct scene_choice *choice, const char *text, struct error *error);
int scene_print(const struct scene_choice *choice, char *out, size_t size);
bool scene_equal(const struct scene_choice *a, const struct scene_choice *b);

// Where things lie over a part of the picture: the scene is to be seen in what they leave free, in
// shares of the picture. So that the text of the choice says what is seen, this is a parameter,
// `view`, of the scenes that have it and were not told another one. The others are about the whole
// picture and stay: charts, images, the harbour.
void scene_look(struct scene_choice *choice, const struct rect *free);

// Draws with the scope "scene": at `scale` (0.25..1) of the output's size, then upsampled in a pass
// of its own.
void scene_draw(const struct scene_choice *choice, void *state, struct gpu *gpu, double time,
                int samples, float scale, struct texture *output);
