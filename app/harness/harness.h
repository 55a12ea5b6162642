#pragma once

#include "app/renderer/renderer.h"
#include "render/pass.h"

// app/harness: every implementation of every effect beside the reference in double precision. The
// audit of implementations and the tests of effects use it; app/audit/audit_impls.c runs the whole
// cover.
//
//   settings.c  what an effect is tried with, from the rows of its parameters
//   rows.c      further settings, as data
//   pictures.c  what an implementation gets
//   trial.c     one run of one implementation, compared and timed
//   cover.c     an order of settings: those that reach most programs not yet drawn come first,
//               and together they reach every define of every program
//   server.c    runs trials in child processes, so that a driver that crashes costs one trial

// ---- settings

// The steps around the tested step.
enum harness_around {
    HARNESS_ALONE,
    HARNESS_PART,    // it works in a part of the picture
    HARNESS_LIGHT,   // pointwise steps on light on both sides
    HARNESS_DISPLAY, // display values as soon as may be, and a dither after it
    HARNESS_AROUND_COUNT,
};

enum harness_picture {
    HARNESS_NOISE,  // as bright as the effect is sensitive to; opaque in half of the texels
    HARNESS_FLAT,   // one colour
    HARNESS_ENDS,   // 0 and the largest values of a half float, of either sign
    HARNESS_POINTS, // patterns that bring out stated errors, another one in each channel
    HARNESS_SQUARES,
    HARNESS_SMOOTH, // a wave with a little noise, opaque: errors that are diffused live long
    HARNESS_AREAS,  // areas of pure colours, black to white
};

struct harness_setting {
    struct chain chain;
    int step;     // of the chain, that is tried
    bool is_even; // as for reference_tolerance_of
    enum harness_around around;
    enum harness_picture picture;
    int size[2];                // of the picture
    enum texture_format format; // of the images between the steps
    bool is_large;              // the picture is for what no small one reaches
    bool to_halves;             // what a pointwise step puts out is stored as halves
    bool hides;       // numbers at their ends, which may hide what choices do to one another
    bool as_hardware; // where implementations run otherwise on a software renderer
    bool is_row;      // of data (rows.c)
    int depth, frame;
};

enum { HARNESS_SIZES = 3 };
extern const int harness_sizes[HARNESS_SIZES][2];

// The formats of images that are tried.
enum { HARNESS_FORMATS = 4 };
extern const enum texture_format harness_formats[HARNESS_FORMATS];

// Makes the i-th setting of an effect; false past the last.
bool harness_setting_make(const struct effect *effect, int i, struct harness_setting *setting);

// Puts before a step what it needs to be tried alone, as `setting->around` says or as a chain has
// it.
void harness_setting_wrap(struct harness_setting *setting, const struct chain_step *step);

// Returns which of its values a row of the step that is tried has; -1 for a row that is not tried.
int harness_setting_value(const struct harness_setting *setting, const struct param *row);

// Makes the i-th step and setting of the rows of data about an effect; false past the last. In
// rows.c.
bool harness_row_make(const struct effect *effect, int i, struct chain_step *step,
                      struct harness_setting *setting);

// Returns how many values a parameter is tried with: every choice, both ends of a range and some
// between. 0 for a row that is not tried: which implementation it is, how far `auto` may be off,
// and parts of the picture. In values.c.
int harness_values_count(const struct param *row);

// Gives a row its i-th value.
void harness_values_set(const struct param *row, void *params, int i);

// ---- pictures, IMAGE_TYPE_F64

// Makes what the setting's step gets, as it is in the setting's format.
void harness_picture_make(struct gpu *gpu, const struct harness_setting *setting,
                          struct image *image);

// Makes what should come out: what the reference of the step does, or of a shader file that of the
// chain which it says to be the same as.
void harness_picture_expect(const struct harness_setting *setting, const struct image *source,
                            struct image *expected);

// ---- trials: one run of one implementation beside the reference

struct harness_trial {
    struct harness_setting setting;
    const struct effect_impl *impl; // NULL: pointwise
    enum plan_fuse fuse;            // of a pointwise step
    const struct image *source, *expected;
    bool is_timed; // and drawn twice
};

// Makes it one of the implementation with that number, which its chain then names; of a pointwise
// effect the number is an enum plan_fuse.
void harness_trial_set(struct harness_trial *trial, int number);

// The name of the implementation: of a pointwise effect that of the fusing.
const char *harness_trial_name(const struct harness_trial *trial);

// The numbers that the implementations of an effect have: first <= number < end.
int harness_trial_first(const struct effect *effect);
int harness_trial_end(const struct effect *effect);

// The plan of a trial, which is not run.
struct harness_rehearsal {
    struct plan plan;
    const struct plan_node *node; // of the step
    struct pass_list passes;
    struct error why; // it would not
};

// Notes which passes would run, with which programs, and compiles and draws nothing. False where
// the implementation does not fit, promises nothing, would leave the picture as it is, or would
// take a software renderer longer than all else.
bool harness_trial_rehearse(struct gpu *gpu, const struct harness_trial *trial,
                            struct harness_rehearsal *rehearsal);

// A difference between implementation and reference. It describes the texel with the largest error,
// as a share of the allowed one.
struct harness_difference {
    double worst; // that share; where a few may be off, their number over the allowed one
    int beyond;   // texels that are further off than allowed
    int x, y, channel;
    double off, allowed;
    double nanoseconds; // that a texel takes; NaN: it was not timed
    struct error error; // of a shader that does not compile, of a run that crashes or is another
                        // picture when it is drawn again; "" otherwise
    bool died;          // the process that ran it
};

// Runs and compares what could be rehearsed, where `tolerance` times as much as the tests allow may
// differ. A shader that does not compile is infinitely far off.
struct harness_difference harness_trial_run(struct gpu *gpu, const struct harness_trial *trial,
                                            double tolerance);

// Says in a line what was tried and how far off it is, where `difference` says that it is.
enum { HARNESS_LINE_SIZE = CHAIN_TEXT_SIZE + 256 };
void harness_trial_describe(const struct harness_setting *setting,
                            const struct harness_difference *difference,
                            char line[HARNESS_LINE_SIZE]);

// ---- cover: settings that see every define of every program, with as few programs to compile as
// may be, then the rows of data, and settings that need no program more

enum harness_turn {
    HARNESS_FIRST, // of an implementation: the effect as it is
    HARNESS_ALL,   // what the others see
    HARNESS_FREE,  // what compiles nothing more
    HARNESS_TURNS,
};

struct harness_cover {
    int count, capacity;
    struct harness_pick {
        enum harness_turn turn;
        const struct effect *effect;
        int order;        // of the effect
        int setting, by;  // by: the number of the implementation
        int new_variants; // of programs that it compiles, if all before it ran
        double value;     // what it sees that is new, for what it compiles
    } * all;              // owned
    int variants;         // of programs, that all settings together have
};

// Rehearses every setting of every effect by every implementation. Where a folder of shaders
// changes some of the program's, only settings that run one of these count. The caller frees `all`.
// `is_first_alone`: makes the first turn alone, for which it rehearses a few.
struct harness_cover harness_cover_make(struct gpu *gpu, bool is_first_alone);

// ---- server: trials in child processes

// A trial without its images.
struct harness_job {
    struct harness_setting setting;
    int by;     // the number of the implementation
    int images; // jobs in a row with the same number have the same images
    bool is_timed;
    bool on_software; // on Mesa's software renderer, whatever this machine has
    double tolerance;
    // Seconds of a processor, or of waiting without one, after which the child ends. Without a
    // server there is no limit.
    double most_seconds;
};

struct harness_server;

// Starts it, before there is a context: drivers do not survive a fork, and no other thread may
// run, but for that of progress, which pauses. Its children draw as `draw`
// says, which must live on. NULL where the system has no processes left.
struct harness_server *harness_server_start(const struct draw_options *draw);
void harness_server_stop(struct harness_server *server);

// The next job gets a new process.
void harness_server_renew(struct harness_server *server);

// Runs a job in the server's child. Where that dies, the difference is infinite and its error says
// by what, and the next job gets a new process. `server` NULL: in this process, by `renderer`.
struct harness_difference harness_server_run(struct harness_server *server,
                                             struct renderer *renderer,
                                             const struct harness_job *job);
