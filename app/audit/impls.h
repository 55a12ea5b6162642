#pragma once

#include "app/audit/audit_report.h"
#include "render/pass_list.h"

// The parts of the audit of implementations: settings to try an effect with, one run of one
// implementation beside the reference, and the choice of settings that see every define of every
// program.

// ---- settings: by the rows of an effect's parameters every choice and both ends of every range,
// alone and mixed, beside neighbours, in a part of the picture, in every format

// What stands around the step that is tried.
enum audit_around {
    AUDIT_ALONE,
    AUDIT_PART,    // it works in a part of the picture
    AUDIT_LIGHT,   // pointwise steps on light on both sides
    AUDIT_DISPLAY, // display values as soon as may be, and a dither after it
    AUDIT_AROUND_COUNT,
};

struct audit_setting {
    struct chain chain;
    int step;     // of the chain, that is tried
    bool is_even; // as for reference_tolerance_of
    enum audit_around around;
    const int *size;            // of the picture
    enum texture_format format; // of the images between the steps
    bool to_halves;             // what a pointwise step puts out is stored as halves
    bool hides; // numbers at their ends, which may hide what choices do to one another
    int depth, frame;
};

// The sizes of the pictures, the last a large one.
enum { AUDIT_SETTING_LARGE = 3 };
extern const int audit_setting_sizes[][2];

// Makes the i-th setting of an effect; false past the last.
bool audit_setting_make(const struct effect *effect, int i, struct audit_setting *setting);

// Puts before a step what it needs to be tried alone, as `setting->around` says or as a chain has
// it.
void audit_setting_wrap(struct audit_setting *setting, const struct chain_step *step);

// Returns which of its values a row of the step that is tried has; -1 for a row that is not tried.
int audit_setting_value(const struct audit_setting *setting, const struct param *row);

// ---- trials: one run of one implementation beside the reference

struct audit_trial {
    struct audit_setting setting;
    const struct effect_impl *impl; // NULL: pointwise
    enum plan_fuse fuse;            // of a pointwise step
    const struct image *source, *expected;
};

// Makes it one of the implementation with that number, which its chain then names; of a pointwise
// effect the number is an enum plan_fuse.
void audit_trial_set(struct audit_trial *trial, int number);

// The numbers that the implementations of an effect have: first <= number < end.
int audit_trial_first(const struct effect *effect);
int audit_trial_end(const struct effect *effect);

// What would run.
struct audit_rehearsal {
    struct plan plan;
    const struct plan_node *node; // of the step
    struct pass_list passes;
    char why[EFFECT_WHY_SIZE]; // it would not
};

// Notes which passes would run, with which programs, and compiles and draws nothing. False where
// the implementation does not fit, promises nothing, would leave the picture as it is, or would
// take a software renderer longer than all else.
bool audit_trial_rehearse(struct lab *lab, const struct audit_trial *trial,
                          struct audit_rehearsal *rehearsal);

struct audit_difference {
    double worst; // of what is allowed
    int beyond;   // texels
    int x, y, channel;
    double off, allowed; // of the first of them
    struct error error;  // of a shader that does not compile; "" otherwise
};

// Runs and compares what could be rehearsed, where `tolerance` times as much as the tests allow may
// differ. A shader that does not compile is infinitely far off.
struct audit_difference audit_trial_run(struct lab *lab, const struct audit_trial *trial,
                                        double tolerance);

// ---- cover: settings that see every define of every program, with as few programs to compile as
// may be, and those that need no program more

enum audit_turn {
    AUDIT_FIRST, // of an implementation: the one that sees the most
    AUDIT_ALL,   // what the others see
    AUDIT_FREE,  // what compiles nothing more
    AUDIT_TURNS,
};

struct audit_cover {
    int count, capacity;
    struct audit_pick {
        enum audit_turn turn;
        const struct effect *effect;
        int setting, by;  // by: the number of the implementation
        int new_variants; // of programs that it compiles, if all before it ran
        double value;     // what it sees that is new, for what it compiles
    } * all;              // owned
    int variants;         // of programs, that all settings together have
};

// Rehearses every setting of every effect by every implementation. The caller frees `all`.
struct audit_cover audit_cover_make(struct lab *lab);
