#pragma once

#include "app/compare/tolerance.h"
#include "render/image/image.h"

#include <stdint.h>

// What is compared, and how much it differs: pairs of pictures, such as those that two folders have
// under the same names.

struct picture_pair {
    struct image images[2]; // of doubles; light is premultiplied, display values straight
    struct image_texts texts[2];
    bool is_light; // otherwise display values 0..1
};

// Reads two files. False with the reason for files that are no pictures, and for a picture of light
// against one for the display. To be finished in every case.
bool picture_pair_read(struct picture_pair *pair, char *const paths[2], struct error *error);
void picture_pair_finish(struct picture_pair *pair);

// Whether the pictures have one size and every value is finite. The error says what is not so.
bool picture_pair_check(const struct picture_pair *pair, struct error *error);

// Blurs both, as tolerances of dithered pictures ask for.
void picture_pair_blur(struct picture_pair *pair);

enum { COMPARISON_PERCENTILES = 3, COMPARISON_TEXT_SIZE = 1024, COMPARISON_MAKER_SIZE = 256 };

extern const double comparison_percentiles[COMPARISON_PERCENTILES]; // 0..100

struct comparison {
    bool is_light; // differences are in light; otherwise in display values 0..1
    int width, height;
    struct comparison_channel {
        double most; // absolute
        int x, y;    // the first texel, by rows, that differs so much
    } channels[4];   // red, green, blue, alpha
    // A texel differs by the largest of its four channels.
    uint64_t beyond; // texels that differ by more than the tolerance's `max`
    double percentiles[COMPARISON_PERCENTILES]; // of the texels' differences, nearest rank
    // What a tolerance may limit. Mean, SSIM, structure and FLIP are of the colours, PSNR of them
    // or of alpha, whichever is less. Its peak is 1, and for the colours of light the largest value
    // of the first picture; SSIM and structure see light as a screen shows it. FLIP takes long: NaN
    // where it is not wished for.
    double values[TOLERANCE_LIMITS];
    struct tolerance tolerance;
    bool is_beyond; // the tolerance, or any
    // What the files say of how they were made, where that differs; of pictures within the
    // tolerance their files alone: "the reference was made with chain tonemap, not
    // dual:sigma=3,tonemap", or "".
    char recipe[COMPARISON_TEXT_SIZE];
    // The renderer and driver that drew the reference and the picture; "" where one does not say.
    char makers[2][COMPARISON_MAKER_SIZE];
    bool is_of_other_renderer; // both files name their renderers, and these differ
};

// Writes the limits that are broken, "share, psnr", and returns `out`.
const char *comparison_broken_limits(const struct comparison *comparison, char *out, size_t size);

struct compare_case {
    char *name;            // owned; of the file in both folders, or of the second picture
    char *paths[2];        // owned; the reference, and what is held against it
    const char *tolerance; // its text, borrowed
    enum {
        CASE_COMPARED,
        CASE_FAULTY,  // beyond any tolerance: other sizes, values that are not finite
        CASE_MISSING, // one of the files is not there
        CASE_BROKEN,  // cannot be compared
    } state;
    struct error why;             // it is not CASE_COMPARED
    struct comparison comparison; // measured where it is CASE_COMPARED
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

// Adds a pair. The name is copied; the paths become the case's.
void compare_cases_add(struct compare_cases *cases, const char *name, char *reference,
                       char *picture, const char *tolerance);
void compare_cases_finish(struct compare_cases *cases);

// Compares one of them. `wants_flip` even where the tolerance does not limit it.
void compare_case_run(struct compare_case *one, bool wants_flip);

// Returns the tolerance of all of them, or NULL where they have different ones.
const char *compare_cases_tolerance(const struct compare_cases *cases);

// Returns the first case whose reference another renderer or driver drew; NULL: there is none.
const struct compare_case *compare_cases_other_maker(const struct compare_cases *cases);

// Returns the exit status: EXIT_USAGE where one is broken, 1 where one is not within its tolerance.
int compare_cases_status(const struct compare_cases *cases);

bool compare_case_is_within(const struct compare_case *one);

// Writes why it is not within the tolerance: what is missing, broken or faulty, or each broken
// limit beside its value, "PSNR is 31.2 dB, 38 needed; SSIM is 0.91, 0.98 needed"; then the recipe.
// "" where it is within.
void compare_case_explain(const struct compare_case *one, char out[COMPARISON_TEXT_SIZE]);
