#pragma once

#include "app/audit/report/audit_tools.h"

// What the implementations of an effect are tried with, by the rows of its parameters: every choice
// and both ends of every range, alone and mixed, beside neighbours, in a part of the picture, in
// every format.

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

// Puts before a step what it needs to be tried alone, as `setting->around` says or as a chain has
// it.
void audit_setting_wrap(struct audit_setting *setting, const struct chain_step *step);

// The sizes of the pictures, the last a large one.
enum { AUDIT_SETTING_LARGE = 3 };
extern const int audit_setting_sizes[][2];

// Makes the i-th setting of an effect; false past the last.
bool audit_setting_make(const struct effect *effect, int i, struct audit_setting *setting);

// Returns which of its values a row of the step that is tried has; -1 for a row that is not tried.
int audit_setting_value(const struct audit_setting *setting, const struct param *row);
