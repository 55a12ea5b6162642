#pragma once

#include "app/audit/impls/audit_trial.h"

// What a run of an implementation goes through: the values of its parameters, what stands around
// it, and each define of each program that it runs. An audit that has seen each of these marks once
// has drawn each define once.

enum { AUDIT_MARKS_MOST = 4096, AUDIT_MARKS_OF_RUN = 256, AUDIT_VARIANTS_OF_RUN = 32 };

struct audit_marks {
    int count;
    struct audit_mark {
        uint64_t name, value; // hashes of what it is of, and of its text
        bool is_number, is_row;
        double number;
        bool counts;  // of numbers only the ends do
        bool is_seen; // by a run that was chosen
    } all[AUDIT_MARKS_MOST];
};

// A program as a driver compiles it: a software renderer does so anew for each format of images.
struct audit_variant {
    const struct program *program;
    enum texture_format format;
};

struct audit_run_marks {
    int count, variant_count;
    short marks[AUDIT_MARKS_OF_RUN];
    struct audit_variant variants[AUDIT_VARIANTS_OF_RUN];
};

// Notes what a trial that was rehearsed goes through.
void audit_marks_note(struct audit_marks *marks, const struct lab *lab,
                      const struct audit_trial *trial, const struct plan_node *node,
                      const struct pass_list *passes, struct audit_run_marks *run);

// Adds a mark that is told by its name and a value.
void audit_marks_add(struct audit_marks *marks, const char *name, uint64_t value,
                     struct audit_run_marks *run);

// Once all runs are noted: decides which marks count.
void audit_marks_sift(struct audit_marks *marks);
