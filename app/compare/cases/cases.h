#pragma once

#include "app/compare/cases/comparison.h"

// app/compare/cases: what is compared, and how much it differs: pairs of pictures, such as those
// that two folders have under the same names.

struct compare_case {
    char *name;            // owned; of the file in both folders, or of the second picture
    char *paths[2];        // owned; the reference, and what is held against it
    const char *tolerance; // its text, borrowed
    enum {
        CASE_COMPARED,
        CASE_MISSING, // one of the files is not there
        CASE_BROKEN,  // cannot be compared
    } state;
    struct error why; // it is missing or broken
    struct comparison comparison;
};

struct compare_cases {
    const char *command; // that asks for them, as "--compare"
    bool are_many;       // rather than two pictures that the user has named
    int count;
    struct compare_case *all;
};

// Finds what there is to compare, by name. False with the reason where there is nothing: no folder
// and no file of a name, a file and a folder, folders without a picture in common.
bool compare_cases_find(struct compare_cases *cases, const char *const paths[2],
                        const char *tolerance, struct error *error);

// Adds a pair, whose name and paths are copied.
void compare_cases_add(struct compare_cases *cases, const char *name, const char *reference,
                       const char *picture, const char *tolerance);
void compare_cases_finish(struct compare_cases *cases);

// Compares one of them. `wants_flip` even where the tolerance does not limit it.
void compare_case_run(struct compare_case *one, bool wants_flip);

// Returns the tolerance of all of them, or NULL where they have different ones.
const char *compare_cases_tolerance(const struct compare_cases *cases);

// Returns the exit status: EXIT_USAGE where one is broken, 1 where one is not within its tolerance.
int compare_cases_status(const struct compare_cases *cases);

bool compare_case_is_within(const struct compare_case *one);

// Writes why it is not within the tolerance, or "": as comparison_explain, or what is missing or
// broken.
void compare_case_explain(const struct compare_case *one, char out[COMPARISON_TEXT_SIZE]);
