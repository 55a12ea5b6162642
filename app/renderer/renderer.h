#pragma once

#include "app/options.h"
#include "effects/auto/impl_timing.h"
#include "effects/plan/plan.h"
#include "render/gpu_profile.h"
#include "render/scene/scene.h"

// app/renderer: what every mode shares: the GPU, the scene, the source image and the chain that
// makes the picture of it.
//
// A renderer lives on the current context. renderer_init reads the scene's files, makes the images
// and builds the plan of the chain; renderer_draw then draws the scene into `source` and the chain
// into `side.output`. Between frames the renderer takes another size, scene or chain. What cannot
// be is refused, and the renderer is as before. A window draws by renderer_draw_changes, which runs
// only what changed, and takes a chain by renderer_request_chain, so that no frame
// waits for a compiler.
//
//     struct headless headless;
//     const int status = headless_open(&headless, &options->draw, false);
//     if (status == EXIT_SUCCESS) {
//         renderer_draw(&headless.renderer, 1.5);
//         read_back(&headless.renderer.side.output);
//     }
//     headless_close(&headless);
//
// app/edit has chains as values: their text, presets and changes. app/text has
// lines for people, 80 columns wide, and progress.

// The picture's size where neither the command line nor the scene gives one.
enum { RENDERER_DEFAULT_WIDTH = 1280, RENDERER_DEFAULT_HEIGHT = 720, RENDERER_MOST_COLOURS = 8 };

struct side {
    struct chain chain;
    struct plan plan;       // points into `chain`, so a side is never copied or moved
    struct texture output;  // the plan's last node writes it
    struct plan_cache kept; // what renderer_draw_changes need not run again
};

struct renderer {
    struct gpu gpu;
    struct gpu_profile profile;
    struct impl_times times;
    bool stores_times; // in the user's cache folder
    // A window measures implementations while frames go on: renderer_time_some.
    struct impl_timing timing;
    bool is_untimed;     // there may be some of the renderer's chain to measure
    unsigned plan_times; // times.puts when the renderer's plan was built
    int plans;           // number of plans that were built
    struct scene_choice scene;
    void *scene_state;
    int samples; // of the scene, a pixel; 0: one
    float scene_scale;
    struct plan_options plan_options; // the picture's size, formats, fusing
    int room[2];                      // the size asked for, which a scene may not fill (scene_fit)
    // A window: large pictures are drawn from overviews until renderer_refine is through.
    bool is_window;
    struct texture source;
    struct side side;
    // The palettes that steps want of the picture, palette=auto: those of the picture that reaches
    // the step, found once for as many colours behind the same effects.
    struct renderer_colours {
        struct {
            uint64_t place;                // a hash of what it was found for
            const struct palette *palette; // NULL: none
        } known[RENDERER_MOST_COLOURS];
        unsigned next; // counts those that were found
    } colours;
    int frame; // of the next source: counts how often one was drawn, from --frame on
    // The inputs of the last source image, by which renderer_draw_changes decides whether it is
    // still valid.
    struct renderer_drawn {
        bool is_valid;
        struct scene_choice scene;
        double time;
        int samples;
        float scale;
        unsigned reloads;
        size_t left; // texels of its picture that renderer_refine is still to make
    } drawn;
};

// Releases what a side draws into; with a current context. A zeroed one may be finished.
void side_finish(struct side *side);

// Returns whether a side that was built shows that chain in the size of the renderer's picture, but
// for values that need no other plan.
bool side_fits(const struct side *side, const struct renderer *renderer, const struct chain *chain);

// Makes another side show a chain as the renderer does its own, of the same source: takes its
// values and size, and builds the plan unless `is_built` holds and it fits. False with the reason
// where it cannot.
bool side_update(struct side *side, struct renderer *renderer, const struct chain *chain,
                 bool is_built, struct error *error);

// Draws the side after the renderer, of the same frame. `changes`: only what has changed, as
// renderer_draw_changes.
void side_draw(struct side *side, struct renderer *renderer, bool changes);

// Draws its chain once more, into `output`: what goes on from the frame before does so again.
void side_draw_again(struct side *side, struct renderer *renderer, struct texture *output);

extern const char *const renderer_profile_names[]; // of enum profile_use, NULL-terminated

// Makes the renderer, and its gpu, on the current context: reads the scene's files, makes the
// images, builds the plan. `linear`: the chain's last linear image comes out, for .exr, .hdr and
// .pfm. To be finished in either case.
bool renderer_init(struct renderer *renderer, const struct draw_options *draw, bool linear,
                   struct error *error);
void renderer_finish(struct renderer *renderer);

// Changes the picture's size to that in which the scene fits. Fails above the GPU's limit, and has
// then changed nothing.
bool renderer_resize(struct renderer *renderer, int width, int height, struct error *error);

// Makes a size, which was asked for, that of the picture. Returns whether the renderer has it
// already: after another scene was taken it may not, until renderer_resize is called with `room`.
bool renderer_fit(const struct renderer *renderer, int size[2]);

// Takes another chain, or the same with other values or new times. On failure the old one stays.
bool renderer_set_chain(struct renderer *renderer, const struct chain *chain, struct error *error);

// Starts to compile the programs of that chain. Returns how many are not compiled yet: 0 if
// renderer_set_chain with it would not wait. Call it again after the next frame. Only the last
// chain is waited for.
int renderer_prepare_chain(struct renderer *renderer, const struct chain *chain);

// Does both: starts to compile what is missing, and takes the chain when nothing is. Returns how
// many programs are missing; -1 with the reason: the chain cannot run, and the old one stays.
int renderer_request_chain(struct renderer *renderer, const struct chain *chain,
                           struct error *error);

// Like renderer_prepare_chain, for a plan of that chain with other options.
int renderer_prepare_plan(struct renderer *renderer, const struct chain *chain,
                          const struct plan_options *options);

// Finds the colours of palette=auto again, in the scene as it was drawn last, where the chain wants
// such. On failure the old ones stay.
bool renderer_find_colours_again(struct renderer *renderer, struct error *error);

// Gives options the colours of palette=auto for that chain, which `found` holds as long as they are
// used, by the steps' places. Where they are not known, this draws the scene and the steps before,
// outside a frame; false where those cannot be drawn. In renderer_colours.c.
bool renderer_find_colours(struct renderer *renderer, const struct chain *chain,
                           struct plan_options *options,
                           const struct palette *found[CHAIN_MAX_STEPS], struct error *error);

// Any plan of this GPU: except in a window this measures the implementations that `auto` cannot
// tell apart, which draws, and then builds it. Outside a frame.
bool renderer_build_plan(struct renderer *renderer, struct plan *plan, const struct chain *chain,
                         const struct plan_options *options, struct error *error);

// A window: goes on measuring those implementations of the renderer's chain that `auto` cannot tell
// apart, after a frame was drawn, as far as the budget of the frame goes. renderer_has_new_times
// then says whether renderer_set_chain may choose others.
void renderer_time_some(struct renderer *renderer);
bool renderer_has_new_times(const struct renderer *renderer);

// Say with --verbose that a chain is about to be compiled, and that it was and is about to be
// drawn: after a crash of the driver the last line names what it was given.
void renderer_announce_chain(const struct chain *chain, const struct plan_options *options);
void renderer_announce_plan(const struct plan *plan);

// Returns whether the implementation that a step of the chain names fits this GPU and size; for
// `auto`, whether one does. Draws and compiles nothing. Exact for the renderer's own chain with any
// implementation; a step of another chain is judged as if it stood alone.
bool renderer_impl_fits(const struct renderer *renderer, const struct chain *chain, int step);

// Returns the implementation by which the renderer's picture has that step of its chain. NULL:
// none, or the step runs within another one's.
const struct effect_impl *renderer_impl(const struct renderer *renderer, int step);

// Takes another scene, or the same with other numbers. On failure the old one stays.
bool renderer_set_scene(struct renderer *renderer, const struct scene_choice *scene,
                        struct error *error);

// Takes a scene with a state that was made for it, and owns that.
void renderer_take_scene(struct renderer *renderer, const struct scene_choice *scene, void *state);

// Builds the plan anew, after shaders were reloaded or plan_options changed.
bool renderer_rebuild(struct renderer *renderer, struct error *error);

// Returns false, with what to say, where a program on the GPU has found a fault of its own
// (gpu.fault). With `wait` all that was drawn is done first.
bool renderer_check_fault(struct renderer *renderer, bool wait, struct error *error);

// Draws one GPU frame: the scene at `time` seconds, then the chain, into side.output.
void renderer_draw(struct renderer *renderer, double time);

// Draws the same picture, but only what has changed since the last frame: no scene that stands
// still, and no step before the first changed one (effects/plan/plan_cache.h). For windows.
void renderer_draw_changes(struct renderer *renderer, double time);

// Makes more of a large picture that was drawn from its overview, for as long as a frame may take:
// between frames, until it returns 0, the number of its texels that are left. The next frame then
// draws it as it is. At most renderer_refine_most of them are made at once, or a line of the
// picture.
size_t renderer_refine(struct renderer *renderer);
size_t renderer_refine_most(const struct renderer *renderer);

// Lets nothing of the last frame stand.
void renderer_forget_drawn(struct renderer *renderer);

// Draws the whole inside a frame that the caller begins and ends, with passes of its own beside.
void renderer_draw_in_frame(struct renderer *renderer, double time);

// ---- without a window

// A renderer on a context without a window: for pictures, benchmarks and listings.
struct headless {
    struct context context;
    struct renderer renderer;
};

// Returns EXIT_SUCCESS, or the exit status after saying the reason on stderr. `linear` as for
// renderer_init. The caller closes it in either case.
int headless_open(struct headless *headless, const struct draw_options *draw, bool linear);

// Like headless_open, but the caller prints the reason.
int headless_try(struct headless *headless, const struct draw_options *draw, bool linear,
                 struct error *error);
void headless_close(struct headless *headless);
