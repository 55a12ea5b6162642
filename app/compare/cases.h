#pragma once

#include "app/compare/tolerance.h"
#include "render/image/image.h"

#include <stdint.h>

// Pairs of pictures and their differences, such as the pairs of equal names in two directories.

struct picture_pair {
    struct image images[2]; // doubles; light is premultiplied, display values are straight
    struct image_texts texts[2];
    bool is_light; // true: light; false: display values 0..1
};

// Reads two files. Returns false with the reason if one is not a picture, or if one is light and
// the other display values. Call picture_pair_finish in any case.
bool picture_pair_read(struct picture_pair *pair, char *const paths[2], struct error *error);
void picture_pair_finish(struct picture_pair *pair);

// Returns true if both pictures have the same size and all values are finite; otherwise the error
// has the reason.
bool picture_pair_check(const struct picture_pair *pair, struct error *error);

// Blurs both pictures, for tolerances with is_blurred.
void picture_pair_blur(struct picture_pair *pair);

enum { COMPARISON_PERCENTILES = 3, COMPARISON_TEXT_SIZE = 1024, COMPARISON_MAKER_SIZE = 256 };

extern const double comparison_percentiles[COMPARISON_PERCENTILES]; // 0..100

struct comparison {
    bool is_light; // true: differences of light; false: of display values 0..1
    int width, height;
    struct comparison_channel {
        double most; // absolute
        int x, y;    // the first texel in row order with this difference
    } channels[4];   // red, green, blue, alpha
    // The difference of a texel is the largest of its four channels.
    uint64_t beyond; // number of texels whose difference is above the tolerance's `max`
    double percentiles[COMPARISON_PERCENTILES]; // of the texels' differences, nearest rank
    // The values that a tolerance may limit. Mean, SSIM, structure and FLIP are computed from the
    // colours; PSNR is the smaller of those of colours and of alpha. The peak of PSNR is 1, but for
    // the colours of light the largest value of the first picture. SSIM and structure see light as
    // a screen shows it. FLIP is slow: NaN if it was not requested.
    double values[TOLERANCE_LIMITS];
    struct tolerance tolerance;
    bool is_exceeded; // beyond the tolerance, or beyond any tolerance
    // Differences between the texts of both files about how they were made (for pictures within the
    // tolerance, only of "files" and "shaders"): "the reference was made with chain tonemap, not
    // dual:sigma=3,tonemap", or "".
    char recipe[COMPARISON_TEXT_SIZE];
    // The renderer and driver of the reference and of the picture; "" if a file has no such text.
    char makers[2][COMPARISON_MAKER_SIZE];
    bool is_of_other_renderer; // both files have a renderer, and these differ
};

// Writes the names of the broken limits, "share, psnr", and returns `out`.
const char *comparison_broken_limits(const struct comparison *comparison, char *out, size_t size);

struct compare_case {
    char *name;            // owned; of the file in both directories, or of the second picture
    char *paths[2];        // owned; the reference, and the picture to compare with it
    const char *tolerance; // text, borrowed
    enum {
        CASE_COMPARED,
        CASE_FAULTY,  // beyond any tolerance: sizes differ, or values are not finite
        CASE_MISSING, // one of the files does not exist
        CASE_BROKEN,  // the pair cannot be read or compared
    } state;
    struct error why;             // the reason if the state is not CASE_COMPARED
    double seconds;               // that drawing and comparing took
    struct comparison comparison; // valid if the state is CASE_COMPARED
};

struct compare_cases {
    const char *command; // the option that runs the comparison, such as "--compare"
    bool are_many;       // false: two pictures that the user named
    bool are_temporary;  // the pictures, which are removed at the end
    const char *maps;    // -o: a folder for the maps of many, or a file; NULL: none
    int count;
    struct compare_case *all;
};

// Finds the pairs to compare, by name. Returns false with the reason if there are none: a path does
// not exist, one is a file and the other a directory, or the directories have no picture in common.
bool compare_cases_find(struct compare_cases *cases, const char *const paths[2],
                        const char *tolerance, struct error *error);

// Adds a pair. Copies the name, and takes ownership of the paths.
void compare_cases_add(struct compare_cases *cases, const char *name, char *reference,
                       char *picture, const char *tolerance);
void compare_cases_finish(struct compare_cases *cases);

// Compares one case. `needs_flip`: computes FLIP even if the tolerance does not limit it.
void compare_case_run(struct compare_case *one, bool needs_flip);

// Returns the tolerance that all cases share, or NULL if they differ.
const char *compare_cases_tolerance(const struct compare_cases *cases);

// Returns the first case with a reference by another renderer or driver, or NULL.
const struct compare_case *compare_cases_other_maker(const struct compare_cases *cases);

// Returns the exit status: EXIT_USAGE if a case is broken, 1 if one is not within its tolerance.
int compare_cases_status(const struct compare_cases *cases);

bool compare_case_passed(const struct compare_case *one);

// Writes why a case is not within the tolerance: what is missing, broken or faulty, or each broken
// limit beside its value, "PSNR is 31.2 dB, 38 needed; SSIM is 0.91, 0.98 needed"; then the recipe.
// Writes "" if it is within.
void compare_case_explain(const struct compare_case *one, char out[COMPARISON_TEXT_SIZE]);
