#pragma once

#include "app/renderer/renderer.h"
#include "render/pass.h"

// app/harness: compares every implementation of every effect with the reference in double
// precision. The audit of implementations (app/audit/audit_impls.c) runs the whole cover; the tests
// of effects run parts of it.
//
//   settings.c  settings of an effect, from the rows of its parameters and their values
//   rows.c      further settings, as data
//   pictures.c  source and expected pictures
//   trial.c     one run of one implementation, compared and timed
//   cover.c     an order of settings: those that reach most programs not yet drawn come first,
//               and together they reach every define of every program
//   server.c    runs trials in child processes, so that a driver that crashes costs one trial

// ---- settings

// The steps that surround the tested step.
enum harness_around {
    HARNESS_ALONE,
    HARNESS_PART,    // it has a region smaller than the picture
    HARNESS_LIGHT,   // pointwise steps on light on both sides
    HARNESS_DISPLAY, // display values as early as possible, and a dither after the step
    HARNESS_AROUND_COUNT,
};

enum harness_picture {
    HARNESS_NOISE,  // up to the brightness that the effect reacts to; half of the texels are opaque
    HARNESS_FLAT,   // one colour
    HARNESS_ENDS,   // 0 and the largest half floats of either sign
    HARNESS_POINTS, // patterns that maximize the stated errors; each channel has another one
    HARNESS_SQUARES,
    HARNESS_SMOOTH, // a wave with a little noise, opaque, in which diffused errors travel far
    HARNESS_AREAS,  // areas of pure colours, from black to white
};

struct harness_setting {
    struct chain chain;
    int step;     // index of the tested step in the chain
    bool is_even; // as for reference_tolerance_of
    enum harness_around around;
    enum harness_picture picture;
    int size[2];                // of the picture
    enum texture_format format; // of the images between the steps
    bool is_large;              // the picture is for code that no small picture reaches
    bool to_halves;             // the output of a pointwise step is stored as half floats
    bool hides;                 // numbers are at their ends, which may hide the effect of choices
    bool as_hardware;           // runs the code for GPUs even on a software renderer
    bool is_row;                // from rows.c
    int depth, frame;
};

enum { HARNESS_SIZES = 3 };
extern const int harness_sizes[HARNESS_SIZES][2];

// The tested formats of images.
enum { HARNESS_FORMATS = 4 };
extern const enum texture_format harness_formats[HARNESS_FORMATS];

struct harness_settings {
    int count;
    struct harness_setting *all; // owned
};

// Makes all settings of an effect. The first has its defaults.
struct harness_settings harness_settings_make(const struct effect *effect);

// Adds a setting with this step and the steps that its `around` requires. Sets what follows from
// the position in the list, unless it is a row of rows.c.
void harness_settings_add(struct harness_settings *settings, const struct chain_step *step,
                          struct harness_setting setting);

// Adds the settings of rows.c.
void harness_settings_add_rows(struct harness_settings *settings, const struct effect *effect);

// Adds the steps that must precede a step, by `setting->around`, and then the step. Sets
// `setting->step`.
void harness_setting_wrap(struct harness_setting *setting, const struct chain_step *step);

// Returns the number of values that a parameter is tested with: all choices, or both ends of a
// range and some values between. Returns 0 for a row that is not tested: `impl`, the error that
// `auto` may make, and regions.
int harness_values_count(const struct param *row);

// Sets a parameter to its i-th value.
void harness_values_set(const struct param *row, void *params, int i);

// ---- pictures, IMAGE_TYPE_F64

// Makes the input of the tested step, rounded to the setting's format.
void harness_picture_make(struct gpu *gpu, const struct harness_setting *setting,
                          struct image *image);

// Makes the expected output: that of the step's reference, or, of a shader file, that of the chain
// in its `same-as`.
void harness_picture_expect(const struct harness_setting *setting, const struct image *source,
                            struct image *expected);

// ---- trials: one run of one implementation, compared with the reference

struct harness_trial {
    struct harness_setting setting;
    int by;     // number of the implementation; of a pointwise effect, 0: fragment, 1: compute
    int images; // trials in a row with the same number have the same images
    const struct image *source, *expected; // set where it is drawn
    bool is_timed;                         // also measures its time, and compares two drawings
    bool on_software;                      // the server uses Mesa's software renderer
    double tolerance;                      // multiplies the error that the tests allow
    // The server ends the trial after this many seconds of CPU time, or of waiting without using
    // the CPU.
    double most_seconds;
};

// Selects an implementation by its number, and names it in the trial's chain.
void harness_trial_set(struct harness_trial *trial, int number);

// Returns the selected implementation; NULL: the effect is pointwise.
const struct effect_impl *harness_trial_impl(const struct harness_trial *trial);

// Returns the name of the implementation; of a pointwise effect that of the fusing.
const char *harness_trial_name(const struct harness_trial *trial);

// Returns the number of an effect's implementations.
int harness_trial_count(const struct effect *effect);

enum { HARNESS_MAX_PASSES = 192 };

// The plan of a trial that is not drawn.
struct harness_rehearsal {
    struct plan plan;
    const struct plan_node *node; // of the step
    int pass_count;
    const struct program *programs[HARNESS_MAX_PASSES]; // of the passes, in their order
    struct error why;                                   // reason if it cannot run
};

// Lists the passes and programs that the trial would run, without compiling or drawing. Returns
// false if the implementation does not fit, would not change the picture, or would be far too slow
// on a software renderer.
bool harness_trial_rehearse(struct gpu *gpu, const struct harness_trial *trial,
                            struct harness_rehearsal *rehearsal);

// The difference between implementation and reference. The fields describe the texel with the
// largest error relative to the allowed one.
struct harness_difference {
    double worst; // error / allowed error; if some texels may be beyond, their number / the allowed
                  // number
    int beyond;   // number of texels with more than the allowed error
    int x, y, channel;
    double off, allowed;
    double nanoseconds; // nanoseconds per texel; NaN: not timed
    // The error of a shader that does not compile, or of a run that crashes or whose picture
    // differs when it is drawn again; "": none.
    struct error error;
};

// Runs and compares a trial that could be rehearsed. If a shader does not compile, `worst` is
// infinite.
struct harness_difference harness_trial_run(struct gpu *gpu, const struct harness_trial *trial);

// Writes a line about the trial, and about its error if `difference` has one.
enum { HARNESS_LINE_SIZE = CHAIN_TEXT_SIZE + 256 };
void harness_trial_describe(const struct harness_setting *setting,
                            const struct harness_difference *difference,
                            char line[HARNESS_LINE_SIZE]);

// ---- cover: settings that reach every define of every program, with as few programs to compile as
// possible; then the rows of data; then settings that compile nothing more

enum harness_turn {
    HARNESS_FIRST, // the first setting of an implementation: the defaults of the effect
    HARNESS_ALL,   // settings that reach the remaining marks: values, surroundings and defines
    HARNESS_FREE,  // settings that compile nothing more
    HARNESS_TURNS,
};

struct harness_cover {
    int count;
    struct harness_pick {
        enum harness_turn turn;
        int order;        // index of the effect
        int number, by;   // of the setting, and of the implementation
        int new_variants; // variants of programs that it compiles after all picks before it
        double value;     // new marks that it reaches, per cost
        struct harness_setting setting;
    } * all;      // owned
    int variants; // variants of programs in all settings
};

// Rehearses every setting of every effect with every implementation, and chooses. If a directory of
// shaders replaces some sources, only settings that run one of these are chosen. `is_first_alone`:
// chooses only the first turn, for which few settings are rehearsed. The caller frees `all`.
struct harness_cover harness_cover_make(struct gpu *gpu, bool is_first_alone);

// ---- server: trials in child processes, one for each effect

struct harness_server;

// Starts the server. Call it before there is a context, since drivers do not survive a fork, and
// while no thread runs other than that of progress, which pauses. The children draw with the
// options `draw`, which must stay valid. NULL: the system has no processes left.
struct harness_server *harness_server_start(const struct draw_options *draw);
void harness_server_stop(struct harness_server *server);

// Runs a trial in the server's child. If the child dies, `worst` is infinite and `error` says why.
// `server` NULL: runs it in this process, with `renderer`.
struct harness_difference harness_server_run(struct harness_server *server,
                                             struct renderer *renderer,
                                             const struct harness_trial *trial);
