#pragma once

#include "app/options.h"
#include "effects/auto/impl_timing.h"
#include "effects/plan/plan.h"
#include "render/gpu_profile.h"
#include "render/scene/scene.h"

// app/lab: what every mode shares: the GPU, the scene, the source image and the chain that makes
// the picture of it.
//
// A lab lives on the current context. lab_init reads the scene's files, makes the images and builds
// the plan of the chain; lab_draw then draws the scene into `source` and the chain into
// `side.output`. Between frames the lab takes another size, scene or chain. What cannot be is
// refused, and the lab is as before. A window draws by lab_draw_changes, which runs only what
// changed, and asks lab_prepare_chain before it takes a chain, so that no frame waits for a
// compiler.
//
//     struct headless headless;
//     const int status = headless_open(&headless, &options->draw, false);
//     if (status == EXIT_SUCCESS) {
//         lab_draw(&headless.lab, 1.5);
//         read_back(&headless.lab.side.output);
//     }
//     headless_close(&headless);
//
// lab/edit has chains as values: their text, presets and files, changes and undo. lab/text has what
// is written for people, in lines of 80 columns, and how far a long work is.

// The picture's size where neither the command line nor the scene gives one.
enum { LAB_DEFAULT_WIDTH = 1280, LAB_DEFAULT_HEIGHT = 720, LAB_MOST_COLOURS = 8 };

struct side {
    struct chain chain;
    struct plan plan;      // points into `chain`, so a side is never copied or moved
    struct texture output; // the plan's last node writes it
    struct plan_kept kept; // what lab_draw_changes need not run again
};

struct lab {
    struct gpu gpu;
    struct gpu_profile profile;
    struct impl_times times;
    bool stores_times; // in the user's cache folder
    // A window measures implementations while frames go on: lab_time_some.
    struct impl_timing timing;
    bool is_untimed;     // there may be some of the lab's chain to measure
    unsigned plan_times; // times.puts when the lab's plan was built
    struct scene_choice scene;
    void *scene_state;
    int samples; // of the scene, a pixel; 0: one
    float scene_scale;
    struct plan_options plan_options; // the picture's size, formats, fusing
    int room[2];                      // the size asked for, which a scene may not fill (scene_fit)
    // A window: large pictures are drawn from overviews until lab_refine is through.
    bool is_window;
    struct texture source;
    struct side side;
    // The palettes that steps want of the picture, palette=auto: those of the picture that reaches
    // the step, found once for as many colours behind the same effects.
    struct lab_colours {
        struct {
            uint64_t place;                // a hash of what it was found for
            const struct palette *palette; // NULL: none
        } known[LAB_MOST_COLOURS];
        unsigned next; // counts those that were found
    } colours;
    int frame; // of the next source: counts how often one was drawn, from --frame on
    // The inputs of the last source image, by which lab_draw_changes decides whether it is still
    // valid.
    struct lab_drawn {
        bool is_valid;
        struct scene_choice scene;
        double time;
        int samples;
        float scale;
        unsigned reloads;
        size_t left; // texels of its picture that lab_refine is still to make
    } drawn;
};

// Releases what a side draws into; with a current context. A zeroed one may be finished.
void side_finish(struct side *side);

// Returns whether a side that was built shows that chain in the size of the lab's picture, but for
// values that need no other plan.
bool side_fits(const struct side *side, const struct lab *lab, const struct chain *chain);

// Makes another side show a chain as the lab does its own, of the same source: takes its values and
// size, and builds the plan unless `is_built` holds and it fits. False with the reason where it
// cannot.
bool side_update(struct side *side, struct lab *lab, const struct chain *chain, bool is_built,
                 struct error *error);

// Draws the side after the lab, of the same frame. `changes`: only what has changed, as
// lab_draw_changes.
void side_draw(struct side *side, struct lab *lab, bool changes);

// Draws its chain once more, into `output`: what goes on from the frame before does so again.
void side_draw_again(struct side *side, struct lab *lab, struct texture *output);

extern const char *const lab_profile_names[]; // of enum profile_use, NULL-terminated

// Makes the lab, and its gpu, on the current context: reads the scene's files, makes the images,
// builds the plan. `linear`: the chain's last linear image comes out, for .exr, .hdr and .pfm. To
// be finished in either case.
bool lab_init(struct lab *lab, const struct draw_options *draw, bool linear, struct error *error);
void lab_finish(struct lab *lab);

// Changes the picture's size to that in which the scene fits. Fails above the GPU's limit, and has
// then changed nothing.
bool lab_resize(struct lab *lab, int width, int height, struct error *error);

// Makes a size, which was asked for, that of the picture. Returns whether the lab has it already:
// after another scene was taken it may not, until lab_resize is called with `room`.
bool lab_fit(const struct lab *lab, int size[2]);

// Takes another chain, or the same with other values or new times. On failure the old one stays.
bool lab_set_chain(struct lab *lab, const struct chain *chain, struct error *error);

// Starts to compile the programs of that chain. Returns how many are not compiled yet: 0 if
// lab_set_chain with it would not wait. Call it again after the next frame. Only the last chain is
// waited for.
int lab_prepare_chain(struct lab *lab, const struct chain *chain);

// Like lab_prepare_chain, for a plan of that chain with other options.
int lab_prepare_plan(struct lab *lab, const struct chain *chain,
                     const struct plan_options *options);

// Finds the colours of palette=auto again, in the scene as it was drawn last, where the chain wants
// such. On failure the old ones stay.
bool lab_find_colours_again(struct lab *lab, struct error *error);

// Gives options the colours of palette=auto for that chain, which `found` holds as long as they are
// used, by the steps' places. Where they are not known, this draws the scene and the steps before,
// outside a frame; false where those cannot be drawn. In lab_colours.c.
bool lab_find_colours(struct lab *lab, const struct chain *chain, struct plan_options *options,
                      const struct palette *found[CHAIN_MAX_STEPS], struct error *error);

// Any plan of this GPU: except in a window this measures the implementations that `auto` cannot
// tell apart, which draws, and then builds it. Outside a frame.
bool lab_build_plan(struct lab *lab, struct plan *plan, const struct chain *chain,
                    const struct plan_options *options, struct error *error);

// A window: goes on measuring those implementations of the lab's chain that `auto` cannot tell
// apart, after a frame was drawn, as far as the budget of the frame goes. lab_has_new_times then
// says whether lab_set_chain may choose others.
void lab_time_some(struct lab *lab);
bool lab_has_new_times(const struct lab *lab);

// Say with --verbose that a chain is about to be compiled, and that it was and is about to be
// drawn: after a crash of the driver the last line names what it was given.
void lab_announce_chain(const struct chain *chain, const struct plan_options *options);
void lab_announce_plan(const struct plan *plan);

// Returns whether the implementation that a step of the chain names fits this GPU and size; for
// `auto`, whether one does. Draws and compiles nothing. Exact for the lab's own chain with any
// implementation; a step of another chain is judged as if it stood alone.
bool lab_impl_fits(const struct lab *lab, const struct chain *chain, int step);

// Returns the implementation by which the lab's picture has that step of its chain. NULL: none, or
// the step runs within another one's.
const struct effect_impl *lab_impl(const struct lab *lab, int step);

// Takes another scene, or the same with other numbers. On failure the old one stays.
bool lab_set_scene(struct lab *lab, const struct scene_choice *scene, struct error *error);

// Takes a scene with a state that was made for it, and owns that.
void lab_take_scene(struct lab *lab, const struct scene_choice *scene, void *state);

// Builds the plan anew, after shaders were reloaded or plan_options changed.
bool lab_rebuild(struct lab *lab, struct error *error);

// Returns false, with what to say, where a program on the GPU has found a fault of its own
// (gpu.fault). With `wait` all that was drawn is done first.
bool lab_check_fault(struct lab *lab, bool wait, struct error *error);

// Draws one GPU frame: the scene at `time` seconds, then the chain, into side.output.
void lab_draw(struct lab *lab, double time);

// Draws the same picture, but only what has changed since the last frame: no scene that stands
// still, and no step before the first changed one (effects/plan/plan_kept.h). For windows.
void lab_draw_changes(struct lab *lab, double time);

// Makes more of a large picture that was drawn from its overview, for as long as a frame may take:
// between frames, until it returns 0, the number of its texels that are left. The next frame then
// draws it as it is. At most lab_refine_most of them are made at once, or a line of the picture.
size_t lab_refine(struct lab *lab);
size_t lab_refine_most(const struct lab *lab);

// Lets nothing of the last frame stand.
void lab_forget_drawn(struct lab *lab);

// Draws the whole inside a frame that the caller begins and ends, with passes of its own beside.
void lab_draw_in_frame(struct lab *lab, double time);

// ---- without a window

// A lab on a context without a window: for pictures, benchmarks and listings.
struct headless {
    struct context context;
    struct lab lab;
};

// Returns EXIT_SUCCESS, or the exit status after saying the reason on stderr. `linear` as for
// lab_init. The caller closes it in either case.
int headless_open(struct headless *headless, const struct draw_options *draw, bool linear);

// Like headless_open, but the caller prints the reason.
int headless_try(struct headless *headless, const struct draw_options *draw, bool linear,
                 struct error *error);
void headless_close(struct headless *headless);
