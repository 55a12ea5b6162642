#pragma once

#include "effects/effect_params.h"
#include "render/pass.h"
#include "render/program.h"

struct step_writer;

// The implementations of effects, and what they get. The plan (effects/plan/) uses
// the implementation of a spatial effect in this order:
//
//   impl->fits(&site, why)                  can it run with this GPU, size and these parameters?
//   impl->needs(&site, needed)              which of impl->programs to compile
//   impl->write_defines(&site, defines)     the defines of their text
//   impl->run(&call)                        in each frame: the passes, with the compiled programs

enum { EFFECT_MAX_PROGRAMS = 136 };

// The plan may join the pointwise steps next to a spatial step into the program that reads the
// implementation's input or writes its output, which saves a pass and an image. The joined steps
// use the bindings from EFFECT_JOIN_INPUT on; lower ones belong to the implementation.
enum { EFFECT_JOIN_INPUT = 5 };

struct effect_join {
    const struct program *program; // with the joined text inserted; borrowed. NULL: only recorded,
                                   // by impl_joins_find
    struct pass_input inputs[PASS_MAX_INPUTS - EFFECT_JOIN_INPUT];
    const struct uniform *uniforms; // borrowed
    int uniform_count;
};

// Width of the border that an image has on each side of the picture, in texels, and its content.
struct margin {
    int x, y;
    enum edge edge;
};

// The conditions under which an implementation runs: everything that determines if it fits, its
// cost and the defines of its programs. They are known before any image exists.
struct effect_site {
    const struct context_info *info; // the GPU's limits
    const struct effect *effect;
    const void *params;         // the effect's own struct
    const void *file;           // the file that the parameters name, from effect.read; NULL: none
    int width, height;          // texels of input and output: the picture and its margin
    struct margin margin;       // zero for most (effects/blur/margin.h)
    enum texture_format format; // of the images between the steps
    int depth;                  // bits per channel of the picture's target: 8 or 16
    double invisible_error;     // error that error=auto allows, as a share of the brightest texel
                                // (plan_invisible_error)
    int cell;                   // side of the cells, pixels; 1: no cells
    int hook_size; // size of the picture / size of the image that a shader file reads; 1 or more
    bool is_display_input; // the input is straight display values, not premultiplied light
    bool is_opaque;        // alpha is 1 in input and output
};

// Returns the value of the row `edge`.
enum edge effect_edge(const struct effect_site *site);

// Returns the format of the image between rows and columns: that of the row `via`, or without one
// that of the site.
enum texture_format effect_via(const struct effect_site *site);

// Returns the height of the picture without its margin, in pixels. Lengths in per cent are shares
// of it.
int effect_picture_height(const struct effect_site *site);

// The state of a step that lasts from frame to frame, or is made once. A zeroed struct is empty.
// The owner is the code that runs the plan.
struct effect_state {
    int width, height;      // pixels of the picture that the state was made for
    int frame;              // number of the last frame that was drawn
    int count;              // of images, and of buffers
    struct texture *images; // owned; id 0: unused
    struct buffer *buffers; // owned
};
void effect_state_finish(struct effect_state *state);

// One run of an implementation, inside a frame. Everything belongs to the caller.
struct effect_call {
    struct effect_site site;
    struct gpu *gpu;
    const struct program *const *programs; // compiled, in the order of impl->programs
    const struct texture *source;          // input of the chain
    const struct texture *input;
    struct texture *output;
    int frame;                  // number of the frame, from 0
    struct effect_state *state; // state of this step; NULL: each run starts without state
    const struct effect_join *before, *after; // NULL: no steps are joined
};

// An implementation calls these for passes whose programs have the insertion points of
// shaders/common/join.glsl: JOIN_BEFORE where they read input 0 or image 0, or JOIN_AFTER where
// they write their output. If that is the call's input or output, the pass runs the program with
// the steps that are joined there. The plan joins steps only where a single pass, joined so, reads
// the input or writes the output (impl_joins_find).
void effect_join_before(const struct effect_call *call, struct pass *pass);
void effect_join_after(const struct effect_call *call, struct pass *pass);

// An implementation computes an effect. All implementations of an effect give the same image,
// except for the errors that they state.
struct effect_impl {
    const char *name; // fs (fragment shader), cs (compute shader) or cpu, then the method:
                      // "cs_shared". The kind decides which costs of the GPU's profile apply. It
                      // must be the first field, on which PARAM_IMPL relies
    const char *summary;
    const char *origin;     // author, title, year, or "this program"; NULL: the effect's `origin`
    const char *fastest_on; // GPUs or cases in which it was measured to be the fastest; NULL: none
    const struct program_desc *programs; // at most EFFECT_MAX_PROGRAMS; ends with a zeroed entry
    // Returns the largest difference from the exact picture, beyond the rounding of formats, as a
    // share of the brightest texel of an input that is 0 or more: 0 is exact, and 1 means that
    // there is no bound. It holds for pictures of every content and size. NULL: always 0. `auto`
    // only chooses an implementation for which effect_allows_impl returns true.
    double (*error)(const struct effect_site *site);
    // Writes the defines that depend on the site, in addition to those of each program: "
    // NAME=VALUE" for each. NULL: there are no such defines.
    void (*write_defines)(const struct effect_site *site, struct step_writer *defines);
    // Sets which programs run there; the others are not compiled. NULL: all run.
    void (*needs)(const struct effect_site *site, bool needed[EFFECT_MAX_PROGRAMS]);
    // Checks limits other than shared memory and loop iterations, which passes state. If it returns
    // false, `why` names the limit. NULL: it always fits.
    bool (*fits)(const struct effect_site *site, struct error *why);
    // Runs its passes, each of which states its program's work (pass.work).
    // effects/auto/impl_cost.h also calls `run`, for sites that `fits` accepts, to count costs
    // without a GPU: images, tables and cached textures then have the right size, but no content
    // and no GL name.
    void (*run)(const struct effect_call *call);
    // Returns the bytes of shared memory of a group, in the program that declares the most. Needed
    // only if `run` does not run all of its programs; NULL: the passes state the bytes.
    int (*shared_bytes)(const struct effect_site *site);
    // Returns true if, at a site with a margin (effects/blur/margin.h), the implementation reads
    // and writes the picture without its margin. Otherwise its input and output include the margin.
    // NULL: always false.
    bool (*handles_margin)(const struct effect_site *site);
};

// Each implementation is a constant at the bottom of its file. An effect with several
// implementations lists their names once, in a macro IMPLS(X) that calls X(box_cs_scan) for each,
// in the order in which a choice without measurement tries them. Those that state an error and read
// so much less that they are faster on every GPU come first, since they are only tried if their
// error is allowed. IMPLS(EFFECT_IMPL_DECLARE) declares them, and { IMPLS(EFFECT_IMPL_LIST) NULL }
// is the value of effect.impls.
#define EFFECT_IMPL_DECLARE(NAME) extern const struct effect_impl NAME;
#define EFFECT_IMPL_LIST(NAME)    &NAME,

// The array for effect_impl.programs.
#define EFFECT_PROGRAMS(...) \
    (const struct program_desc[]) \
    { \
        __VA_ARGS__, \
        { \
            0 \
        } \
    }

// Writes " NAME=1,5,3" for effect_impl.write_defines.
void effect_define_list(struct step_writer *defines, const char *name, const int values[],
                        int count);

// The error, as a share of the brightest texel, that is invisible in a picture of half floats or 8
// bits: no value of any scene changes by more than one step of 8 bits
// (tests/effects/gaussian_gpu_test.c). With twice the error, some values of the scene `lights`
// change by two.
#define EFFECT_INVISIBLE_ERROR (1.0 / 1024)

// The error of a filtered read between two texels, as a share of their difference: GPUs filter with
// fractions of 8 bits.
#define EFFECT_FILTER_ERROR (1.0 / 512)

// Returns true if its programs are compute shaders, by its name.
bool effect_impl_is_compute(const struct effect_impl *impl);

// Returns the error that the implementation states for that site: effect_impl.error, or 0 if it is
// NULL.
double effect_impl_error(const struct effect_impl *impl, const struct effect_site *site);

// Returns true if `auto` may choose the implementation, provided that it fits.
bool effect_allows_impl(const struct effect_impl *impl, const struct effect_site *site);

// Helps `fits` of an implementation whose pass reads `taps` taps for each texel. Returns false,
// with the reason, if the dispatch would take many seconds: drivers treat such a dispatch as hung
// and end the program.
bool effect_fits_in_taps(const struct effect_site *site, double taps, struct error *why);

// Helps `fits`: returns true if a storage buffer may have so many bytes.
bool effect_fits_storage(const struct effect_site *site, size_t bytes, struct error *why);
