#pragma once

#include "render/text/param.h"
#include "render/texture.h"

#include <stdalign.h>
#include <stdatomic.h>

// render/scene: scenes, which draw the input of a chain: scene-linear light that is premultiplied,
// finite and 0 or more. This header is the interface of all scenes; the files scene_*.c implement
// them.

struct DESIGNATED scene_call {
    struct gpu *gpu;
    const void *params;  // the scene's parameter struct
    void *state;         // from `create`
    double time;         // of the animation, seconds
    int samples;         // samples per texel: 0 (no multisampling), 2, 4, ...
    bool is_tone_mapped; // see struct scene_choice
    bool may_be_coarse;  // see struct scene_choice
    struct texture *output;
};

// The image that a scene has read from a file, on the CPU. Zeroed: none.
struct scene_picture {
    struct image image;
    bool is_light; // scene-linear light; otherwise display values
    bool is_opaque;
    // A subsampled copy of an image that is too large to upload within a frame; without texels:
    // none.
    struct image overview;
};

// A scene: constant data and callbacks. Objects on the GPU belong to its state, which `create`
// makes.
struct scene {
    const char *name, *summary, *origin; // origin may be NULL
    const struct param *params;          // NULL: none
    // Reads the file that the text parameters name. May run in any thread; returns with an error
    // soon after *stop becomes true (`stop` NULL: never). The error contains the path. The callback
    // is NULL if the scene reads no file.
    bool (*read)(const void *params, const atomic_bool *stop, struct scene_picture *picture,
                 struct error *error);
    // Makes the state, outside a frame. It may depend on text parameters only: `draw` reads all
    // others. If the scene has `read`, it can draw only after `receive`. The callback is NULL if
    // the scene has no state; a NULL result is an error.
    void *(*create)(struct gpu *gpu, const void *params, struct error *error);
    void (*destroy)(struct gpu *gpu, void *state); // NULL: the scene does not own its state
    // Moves the picture into the state, which then owns it. NULL if `read` is.
    void (*receive)(void *state, struct scene_picture *picture);
    // Returns true if alpha is 1 everywhere. NULL: it always is.
    bool (*is_opaque)(const void *state);
    // See scene_refine. NULL: drawing always gives the final picture.
    size_t (*refine)(const struct scene_call *call, size_t texels);
    // Gets the natural size in texels, such as that of an image file. NULL, or a result of false:
    // the scene has none.
    bool (*size)(const void *state, int *width, int *height);
    // See scene_fit. NULL: the scene fills every size.
    void (*fit)(const void *params, const void *state, int size[2]);
    // Draws the scene into call->output, inside a frame, with timer scopes for its passes. Its
    // programs call shaders/scene/finite.glsl on values before these are filtered or blended.
    void (*draw)(const struct scene_call *call);
    bool animated;
};

extern const struct scene *const scenes[]; // NULL-terminated; the first is the default

const struct scene *scene_find(const char *name, size_t length);

enum { SCENE_MAX_PARAMS_SIZE = 416 };

// A scene with its parameters, whose text is like a step of a chain:
// "image:file=photo.png:fit=fill". The struct may be copied.
struct scene_choice {
    const struct scene *scene;
    alignas(max_align_t) unsigned char params[SCENE_MAX_PARAMS_SIZE];
    bool is_tone_mapped; // the chain has a tone curve, so light above 1 is visible
    int enlarged;       // side of the square of output texels that shows one scene texel; 0 means 1
    bool may_be_coarse; // draw a large image from its overview until scene_refine returns 0
};

// Returns the file that the scene shows; "": none.
const char *scene_choice_file(const struct scene_choice *choice);

// Parse text such as "icosahedra:background=pale". After an error, which begins with the column,
// `choice` is unchanged, and `column` is the byte offset of the mistake, for a caret under the
// text.
bool scene_parse(struct scene_choice *choice, const char *text, struct error *error);
bool scene_parse_at(struct scene_choice *choice, const char *text, size_t *column,
                    struct error *error);
int scene_print(const struct scene_choice *choice, char *out, size_t size);
bool scene_equal(const struct scene_choice *a, const struct scene_choice *b);

// Returns true if both can use the same state: the same scene with equal text parameters.
bool scene_shares_state(const struct scene_choice *a, const struct scene_choice *b);

// Frees a picture; one that has an overview in another thread, because freeing takes 0.1 s per GiB.
void scene_picture_finish(struct scene_picture *picture);

// Makes the overview of a large picture, for a scene with may_be_coarse. May be called in any
// thread.
void scene_picture_overview(struct scene_picture *picture);

// Makes the state, and reads the scene's file into it. *state is NULL if the scene needs none, and
// after a failure, which returns false. scene_destroy frees the state and ignores NULL.
bool scene_create(const struct scene_choice *choice, struct gpu *gpu, void **state,
                  struct error *error);
void scene_destroy(const struct scene *scene, struct gpu *gpu, void *state);

// Reduces the width or height of `size`, in texels, to the aspect ratio of the scene, so that an
// image with fit=fit has no bars. A size that has been fitted is unchanged.
void scene_fit(const struct scene_choice *choice, const void *state, int size[2]);

// Uploads about `texels` more texels of a large image, for a scene with may_be_coarse, outside a
// frame. `scale` and `output` are those of scene_draw. Returns the number of texels left; 0:
// scene_draw now draws the full image instead of its overview.
size_t scene_refine(const struct scene_choice *choice, void *state, struct gpu *gpu, float scale,
                    struct texture *output, size_t texels);

// Draws the scene in the timer scope "scene", inside a frame. `scale` (0.25..1) is the resolution
// relative to the output; below 1 a further pass upsamples. `time` is in seconds; `samples` is 0 or
// the samples per texel.
void scene_draw(const struct scene_choice *choice, void *state, struct gpu *gpu, double time,
                int samples, float scale, struct texture *output);
