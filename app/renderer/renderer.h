#pragma once

#include "app/options.h"
#include "effects/auto/impl_timing.h"
#include "effects/plan/plan.h"
#include "effects/plan/plan_cache.h"
#include "render/context/context.h"
#include "render/gpu.h"
#include "render/gpu_profile.h"
#include "render/scene/scene.h"

// app/renderer: the objects that all modes share: the GPU, the scene, the source image and the
// chain that turns it into the picture.
//
// A renderer lives on the current context. renderer_init reads the scene's files, creates the
// images and builds the plan of the chain; renderer_draw then draws the scene into `source` and
// runs the chain into `side.output`. Between frames the size, the scene and the chain can be
// changed. A change that is not possible fails with an error, and the renderer is unchanged. A
// window calls renderer_draw_changes, which runs only the steps that changed, and
// renderer_request_chain, so that no frame waits for a compiler.
//
//     struct headless headless;
//     const int status = headless_open(&headless, &options->draw);
//     if (status == EXIT_SUCCESS) {
//         renderer_draw(&headless.renderer, 1.5);
//         read_back(&headless.renderer.side.output);
//     }
//     headless_close(&headless);
//
// app/edit has chains as values: their text, presets and changes. app/text prints text for people
// in 80 columns, and progress.

// The picture's size where neither the command line nor the scene gives one.
enum { RENDERER_DEFAULT_WIDTH = 1280, RENDERER_DEFAULT_HEIGHT = 720, RENDERER_MAX_COLOURS = 8 };

#define RENDERER_FRAME "frame" // the name of GPU frames that draw the picture

struct side {
    struct chain chain;
    struct plan plan;        // points into `chain`, so a side is never copied or moved
    struct texture output;   // the plan's last node writes it
    struct plan_cache cache; // results that renderer_draw_changes can use again
};

struct renderer {
    struct gpu gpu;
    struct gpu_profile profile;
    struct impl_times times;
    bool stores_times; // writes measured times to the user's cache directory
    // A window measures implementations between frames: renderer_time_some.
    struct impl_timing timing;
    bool is_untimed;     // the chain may have implementations that are not measured yet
    unsigned plan_times; // times.puts when the renderer's plan was built
    int plans;           // number of plans that were built
    struct scene_choice scene;
    void *scene_state;
    int samples; // per pixel of the scene; 0: one
    float scene_scale;
    struct plan_options plan_options; // the picture's size, formats, fusing
    int requested_size[2];            // a scene may use less of it (scene_fit)
    // A window: large pictures are drawn from overviews until renderer_refine has finished.
    bool is_window;
    struct texture source;
    struct side side;
    // The palettes of steps with palette=auto, computed from the picture that reaches the step;
    // once per number of colours and per chain of effects before the step.
    struct renderer_colours {
        struct {
            uint64_t place;                // a hash of the chain before the step
            const struct palette *palette; // NULL: none
        } known[RENDERER_MAX_COLOURS];
        unsigned next; // number of palettes that were computed
    } colours;
    int frame; // number of the next source image, which counts up from --frame
    // The inputs of the last source image, by which renderer_draw_changes decides whether it is
    // still valid.
    struct renderer_drawn {
        bool is_valid;
        struct scene_choice scene;
        double time;
        int samples;
        float scale;
        unsigned reloads;
        size_t texels_left; // texels of the scene's picture file that renderer_refine has not
                            // processed
    } drawn;
};

// Releases the images and the plan of a side; its context must be current. A zeroed side may be
// finished.
void side_finish(struct side *side);

// Returns true if a built side shows that chain in the size of the renderer's picture, except for
// values that need no other plan.
bool side_fits(const struct side *side, const struct renderer *renderer, const struct chain *chain);

// Makes another side show a chain, with the renderer's source. Copies the chain's values and the
// size, and builds the plan unless `is_built` is set and side_fits holds. Returns false with the
// reason on failure.
bool side_update(struct side *side, struct renderer *renderer, const struct chain *chain,
                 bool is_built, struct error *error);

// Draws the side from the same frame, after the renderer. `changes`: draws only the steps that
// changed, like renderer_draw_changes.
void side_run_plan(struct side *side, struct renderer *renderer, bool changes);

// Draws the side's chain once more, into `output`. Effects with state repeat the frame: they start
// from the state of the frame before.
void side_draw_again(struct side *side, struct renderer *renderer, struct texture *output);

extern const char *const renderer_profile_names[]; // of enum profile_use, NULL-terminated

// Initializes the renderer and its GPU on the current context: reads the scene's files, creates the
// images, builds the plan. Call renderer_finish in either case.
bool renderer_init(struct renderer *renderer, const struct draw_options *draw, struct error *error);
void renderer_finish(struct renderer *renderer);

// Sets the picture's size to the largest that fits and that the scene allows. Fails above the GPU's
// limit; the size is then unchanged.
bool renderer_resize(struct renderer *renderer, int width, int height, struct error *error);

// Replaces a requested size by the size that the picture would get. Returns true if that is the
// current size. After renderer_set_scene it may differ; then call renderer_resize with
// `requested_size`.
bool renderer_fit(const struct renderer *renderer, int size[2]);

// Sets the chain, or the same chain with other values or new times, and waits until its programs
// are compiled; renderer_request_chain does not wait. On failure the old chain stays.
bool renderer_set_chain(struct renderer *renderer, const struct chain *chain, struct error *error);

// Starts to compile the programs of a chain. Returns how many are not compiled yet: at 0
// renderer_set_chain would not wait. Call it again after the next frame. Only the programs of the
// last chain are compiled. `options` are plan_options, or those of another plan.
int renderer_prepare_plan(struct renderer *renderer, const struct chain *chain,
                          const struct plan_options *options);

// Sets the chain if all its programs are compiled. Otherwise starts to compile them; the old chain
// stays, and the caller calls this again after the next frame. Returns the number of missing
// programs; 0: the chain is set; -1 with the reason: the chain cannot run, and the old one stays.
int renderer_request_chain(struct renderer *renderer, const struct chain *chain,
                           struct error *error);

// Computes the colours of palette=auto again from the scene that was drawn last, if the chain uses
// them. On failure the old ones stay.
bool renderer_find_colours_again(struct renderer *renderer, struct error *error);

// Sets the palettes of palette=auto in the options, by the index of the step; `found` owns them. If
// they are not known, this draws the scene and the chain up to the step, so call it outside a
// frame. Returns false if that fails. It is defined in renderer_colours.c.
bool renderer_find_colours(struct renderer *renderer, const struct chain *chain,
                           struct plan_options *options,
                           const struct palette *found[CHAIN_MAX_STEPS], struct error *error);

// Builds any plan on this GPU. Except in a window it first measures the implementations that `auto`
// cannot rank, which draws; call it outside a frame.
bool renderer_build_plan(struct renderer *renderer, struct plan *plan, const struct chain *chain,
                         const struct plan_options *options, struct error *error);

// For windows: after a frame, continues to measure the implementations that `auto` cannot rank, as
// long as the frame's budget allows.
void renderer_time_some(struct renderer *renderer);

// Returns true if renderer_set_chain may choose other implementations: there are new times, or the
// scene has become opaque or transparent.
bool renderer_is_outdated(const struct renderer *renderer);

// Print with --verbose that a chain is about to be compiled, and that it is compiled and about to
// be drawn: after a crash of the driver the last line tells what it was doing.
void renderer_announce_chain(const struct chain *chain, const struct plan_options *options);
void renderer_announce_plan(const struct plan *plan);

// Returns true if the implementation that the step names fits this GPU and size; for `auto`, if any
// does. Draws and compiles nothing. The answer is exact for the renderer's own chain with any
// implementation; a step of another chain is judged without its neighbours.
bool renderer_impl_fits(const struct renderer *renderer, const struct chain *chain, int step);

// Returns the implementation that the current plan uses for a step of the chain. NULL: none, or the
// step is fused into another one.
const struct effect_impl *renderer_impl(const struct renderer *renderer, int step);

// Sets the scene, or the same scene with other values. On failure the old scene stays.
bool renderer_set_scene(struct renderer *renderer, const struct scene_choice *scene,
                        struct error *error);

// Sets a scene whose state is already made, and takes ownership of the state.
void renderer_take_scene(struct renderer *renderer, const struct scene_choice *scene, void *state);

// Builds the plan again, after shaders were reloaded or plan_options changed.
bool renderer_rebuild(struct renderer *renderer, struct error *error);

// Returns false with an error if a program on the GPU has reported a fault (gpu.fault). `wait`:
// finishes all drawing first.
bool renderer_check_fault(struct renderer *renderer, bool wait, struct error *error);

// Draws one GPU frame: the scene at `time` seconds, then the chain, into side.output.
void renderer_draw(struct renderer *renderer, double time);

// Draws the same picture, but only the parts that changed since the last frame: it skips a scene
// that does not move, and all steps before the first changed one (effects/plan/plan_cache.h). For
// windows.
void renderer_draw_changes(struct renderer *renderer, double time);

// Refines a large picture file that was drawn from its overview, within the time of a frame. Call
// it between frames until it returns 0, the number of texels that are left; the next frame then
// draws the picture at full resolution. Processes at most renderer_refine_limit texels, or one line
// of the picture.
size_t renderer_refine(struct renderer *renderer);
size_t renderer_refine_limit(const struct renderer *renderer);

// Makes the next frame draw everything.
void renderer_forget_drawn(struct renderer *renderer);

// Draws everything inside a frame that the caller begins and ends, so that it can add passes.
void renderer_draw_in_frame(struct renderer *renderer, double time);

// ---- without a window

// A renderer on a context without a window: for pictures, benchmarks and listings.
struct headless {
    struct context context;
    struct renderer renderer;
};

// Returns EXIT_SUCCESS, or an exit status after printing the reason on stderr. Call headless_close
// in either case.
int headless_open(struct headless *headless, const struct draw_options *draw);

// Like headless_open, but the caller prints the reason.
int headless_try(struct headless *headless, const struct draw_options *draw, struct error *error);
void headless_close(struct headless *headless);
