#pragma once

#include "app/compare/comparison.h"

// What is compared: two pictures, or those that two folders have under the same names.

struct compare_case {
    char *name; // owned; of the file in both folders, or of the second picture
    enum {
        CASE_COMPARED,
        CASE_MISSING, // one of the folders does not have it
        CASE_BROKEN,  // cannot be compared
    } state;
    struct error why; // it is missing or broken
    struct comparison comparison;
};

struct compare_cases {
    bool are_folders;
    int count;
    struct compare_case *all; // by name
};

// Finds what there is to compare. False with the reason where there is nothing: no folder and no
// file of a name, a file and a folder, folders without a picture in common.
bool compare_cases_find(struct compare_cases *cases, const char *const paths[2],
                        struct error *error);
void compare_cases_finish(struct compare_cases *cases);

// Compares one of them.
void compare_cases_run(struct compare_case *one, const struct compare_cases *cases,
                       const char *const paths[2], const struct comparison_wish *wish);

bool compare_case_is_within(const struct compare_case *one);

// Writes why it is not within the tolerance: "share (largest 0.1, mean 0.01, PSNR 31.20 dB)", or
// "".
void compare_case_explain(const struct compare_case *one, char *out, size_t size);
