#pragma once

#include "app/audit/impls/audit_marks.h"

// Chooses of all settings those that see every mark, with as few programs to compile as may be, and
// those that need no program more.

enum audit_turn {
    AUDIT_FIRST, // of an implementation: the one that sees the most
    AUDIT_ALL,   // what the others see
    AUDIT_FREE,  // what compiles nothing more
};

struct audit_cover {
    int count, capacity;
    struct audit_choice_of_setting {
        enum audit_turn turn;
        const struct effect *effect;
        int setting, by;  // number of the implementation; of a pointwise effect the enum plan_fuse
        int new_variants; // that it compiles, if all before it ran
    } * all;              // owned
    int variants;         // of programs, that all settings together have
};

// Rehearses every setting of an effect by every implementation, and adds what is to run.
void audit_cover_add(struct audit_cover *cover, struct lab *lab, const struct effect *effect);

void audit_cover_finish(struct audit_cover *cover);

// Makes a trial of what was chosen, without its pictures.
void audit_cover_trial(const struct audit_choice_of_setting *choice, struct audit_trial *trial);
