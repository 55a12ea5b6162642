#pragma once

#include "render/gpu.h"
#include "render/text/param.h"

#include <stdatomic.h>

// render/scene: what a chain is applied to, as scenes that draw scene-linear light: premultiplied,
// finite and 0 or more.

struct DESIGNATED scene_call {
    struct gpu *gpu;
    const void *params;  // the scene's own struct
    void *state;         // from `create`
    double time;         // of the animation, seconds
    int samples;         // of each texel, 0 (no multisampling) or 2, 4, ...
    bool is_tone_mapped; // as in struct scene_choice
    bool may_be_coarse;  // so too
    struct texture *output;
};

// The picture that a scene reads, on the CPU. Zeroed: none was read.
struct scene_picture {
    struct image image;
    bool is_light; // otherwise display values
    // A smaller version of a picture that takes longer than a frame to make; without texels: none.
    struct image overview;
};

// A scene is a constant, like an effect; its state holds what it keeps on the GPU.
struct scene {
    const char *name, *summary, *origin; // origin may be NULL
    const struct param *params;          // NULL: none
    size_t params_size;                  // bytes, at most SCENE_MAX_PARAMS_SIZE
    // Reads the file that the text parameters name, in any thread, and gives up soon after `stop`
    // becomes true (NULL: never). The error says which file failed and why. NULL: it reads none.
    bool (*read)(const void *params, const atomic_bool *stop, struct scene_picture *picture,
                 struct error *error);
    // Makes the state, outside a frame. Numbers are only read when it draws. A scene that reads a
    // picture cannot draw until `receive` has put it into the state. NULL: it has no state.
    void *(*create)(struct gpu *gpu, const void *params, struct error *error);
    void (*destroy)(struct gpu *gpu, void *state); // NULL where `create` is
    // Moves the picture into the state, which frees it. NULL where `read` is.
    void (*receive)(void *state, struct scene_picture *picture);
    // See scene_refine. NULL: the scene never has anything left to do.
    size_t (*refine)(const struct scene_call *call, size_t texels);
    // The scene's own size in texels, such as an image's. NULL or false: it has none.
    bool (*size)(const void *state, int *width, int *height);
    // See scene_fit. NULL: the scene fills every size.
    void (*fit)(const void *params, const void *state, int size[2]);
    // Fills the output by passes in scopes of their own. Its programs make values finite
    // (shaders/scene/finite.glsl) before anything mixes them.
    void (*draw)(const struct scene_call *call);
    bool animated;
};

extern const struct scene *const scenes[]; // NULL-terminated; the first is the default

const struct scene *scene_find(const char *name, size_t length);

enum { SCENE_MAX_PARAMS_SIZE = 416 };

// A scene with its parameters, written like a step of a chain: "image:file=photo.png:fit=fill". A
// plain value.
struct scene_choice {
    const struct scene *scene;
    _Alignas(max_align_t) unsigned char params[SCENE_MAX_PARAMS_SIZE];
    bool is_tone_mapped; // whether the chain has a tone curve, which shows light above 1
    int enlarged;        // side, in texels of the output, of the square for each texel; 0 means 1
    bool may_be_coarse;  // draws a large picture from its overview until scene_refine is through
};

// Reads text such as "icosahedra:background=pale". Errors state the column, as those of a chain do,
// and leave `choice` as it was; `column` gets the place as a byte offset, for a caret under it.
bool scene_parse(struct scene_choice *choice, const char *text, struct error *error);
bool scene_parse_at(struct scene_choice *choice, const char *text, size_t *column,
                    struct error *error);
int scene_print(const struct scene_choice *choice, char *out, size_t size);
bool scene_equal(const struct scene_choice *a, const struct scene_choice *b);

// Returns true if both can use one state: scenes read files when they are made, and numbers when
// they draw.
bool scene_shares_state(const struct scene_choice *a, const struct scene_choice *b);

// A large picture, which has an overview, is freed by a thread: that takes a tenth of a second for
// each gigabyte.
void scene_picture_finish(struct scene_picture *picture);

// Makes the overview of a picture that was read, for a scene that may be coarse, in any thread.
void scene_picture_overview(struct scene_picture *picture);

// Makes the state, whole, with all that the scene reads; NULL where it has none. False, with NULL
// and the reason, where that fails. To be destroyed by scene_destroy, which takes NULL too.
bool scene_create(const struct scene_choice *choice, struct gpu *gpu, void **state,
                  struct error *error);
void scene_destroy(const struct scene *scene, struct gpu *gpu, void *state);

// Makes a size, in texels, as much narrower or lower as the scene is in it: a photograph that is
// shown whole has its own shape, and no bars beside it. A size that was fitted stays as it is.
void scene_fit(const struct scene_choice *choice, const void *state, int size[2]);

// A scene that may be coarse draws a large picture from its overview. This makes about `texels` of
// the full picture at most, outside a frame. Returns how many are left; 0: from the next scene_draw
// on the output is the same as of a scene that may not be coarse.
size_t scene_refine(const struct scene_choice *choice, void *state, struct gpu *gpu, float scale,
                    struct texture *output, size_t texels);

// Draws the scene within the scope "scene", at `scale` (0.25..1) of the output's size, below 1 with
// a pass that upsamples it.
void scene_draw(const struct scene_choice *choice, void *state, struct gpu *gpu, double time,
                int samples, float scale, struct texture *output);
