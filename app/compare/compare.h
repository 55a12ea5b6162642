#pragma once

#include "app/results/outputs.h"
#include "render/image/image.h"
#include "render/text/names.h"
#include "render/text/param.h"

// app/compare: compares two pictures or two directories of them with a tolerance. It needs no GPU.
// golden/ draws pictures first and compares them with good ones.
//
//   tolerance.c      'max=2,share=0.01%', 'perceptual': what two pictures may differ by
//   cases.c          which pictures belong together, and by how much each pair differs
//   heat_map.c       where a pair differs, as a picture
//   compare.c        --compare, and what is printed
//   compare_files.c  what is written about all of them: JSON, JUnit, maps, a page
//
// A mode makes a list of cases, runs and prints them, and writes the files that the options name:
//
//   compare_cases_find(&cases, options->files.words, "perceptual", &error)
//   compare_cases_run(&cases, false)
//   outputs_write(outputs, OUTPUT_KINDS, &cases)
//   return compare_cases_status(&cases)

// ---- tolerances: 'max=2,share=0.01%,ssim=0.98', a name such as perceptual, or a name
// with changes: 'perceptual,ssim=0.9'.

enum tolerance_limit {
    TOLERANCE_MAX,   // texels with a larger difference of a channel count for `share`
    TOLERANCE_SHARE, // share of texels above `max`, 0..1; 0 if only `max` is given
    TOLERANCE_MEAN,
    TOLERANCE_PSNR,      // dB, at least
    TOLERANCE_SSIM,      // at least
    TOLERANCE_STRUCTURE, // at least
    TOLERANCE_FLIP,      // mean
    TOLERANCE_LIMITS,
};

struct tolerance {
    bool is_blurred; // both pictures are blurred first, by a Gaussian of sigma 4 px
    bool given[TOLERANCE_LIMITS];
    double limits[TOLERANCE_LIMITS]; // max and mean are in the pictures' units: 0..1, or light
};

// Named tolerances, with different limits for display values and for light.
extern const struct tolerance_name {
    const char *name, *display, *light;
    bool is_blurred;
    const char *summary; // the differences that it allows and finds
} tolerance_names[];     // ends with a zeroed row

// Reads a text, in which max and mean are in 255ths for display values and in units of light for
// light.
bool tolerance_parse(struct tolerance *tolerance, const char *text, bool is_light,
                     struct error *error);

// The limits, in the order of enum tolerance_limit; ends with a zeroed row.
extern const struct param tolerance_params[];

// Returns true if the limit was given and the value is beyond it by more than a millionth of the
// limit (the text's numbers are read as floats), or is NaN.
bool tolerance_is_exceeded(const struct tolerance *tolerance, enum tolerance_limit limit,
                           double value);

// Writes a value with the limit that it is beyond: "PSNR is 31.2 dB, 38 needed".
void tolerance_explain(const struct tolerance *tolerance, enum tolerance_limit limit, double value,
                       bool is_light, char *out, size_t size);

// Prints the names with their limits.
void tolerance_print_names(void);

// ---- pairs of pictures and their differences, such as the pairs of equal names in two directories

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

// Writes the names of the exceeded limits, "share, psnr", and returns `out`.
const char *comparison_exceeded_limits(const struct comparison *comparison, char *out, size_t size);

struct compare_case {
    char *name;            // owned; of the file in both directories, or of the second picture
    char *paths[2];        // owned; the reference, and the picture to compare with it
    const char *tolerance; // text, borrowed
    enum {
        CASE_COMPARED,
        CASE_FAULTY,  // beyond any tolerance: sizes differ, or values are not finite
        CASE_MISSING, // one of the files does not exist
        CASE_BROKEN,  // the pair cannot be drawn, read or compared
    } state;
    struct error why;             // the reason if the state is not CASE_COMPARED
    double seconds;               // that drawing and comparing took
    struct comparison comparison; // valid if the state is CASE_COMPARED
};

struct compare_cases {
    const char *command; // the option that runs the comparison, such as "--compare"
    const char *golden;  // the folder of --verify; NULL: another mode
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

// Compares a case that is not broken yet. `needs_flip`: computes FLIP even if the tolerance does
// not limit it.
void compare_case_run(struct compare_case *one, bool needs_flip);

// Returns the tolerance that all cases share, or NULL if they differ.
const char *compare_cases_tolerance(const struct compare_cases *cases);

// Returns the first case with a reference by another renderer or driver, or NULL.
const struct compare_case *compare_cases_other_maker(const struct compare_cases *cases);

// Returns the exit status: EXIT_USAGE if a case is broken, 1 if one is not within its tolerance.
int compare_cases_status(const struct compare_cases *cases);

bool compare_case_passed(const struct compare_case *one);

// Writes why a case is not within the tolerance: what is missing, broken or faulty, or each
// exceeded limit beside its value, "PSNR is 31.2 dB, 38 needed; SSIM is 0.91, 0.98 needed"; then
// the recipe. Writes "" if it is within.
void compare_case_explain(const struct compare_case *one, char out[COMPARISON_TEXT_SIZE]);

// ---- maps: show the differences of two pictures as a picture, of each texel the largest
// difference of its four channels, or FLIP's if the tolerance limits that. Equal texels are black.
// The files are PNGs with a legend.

struct heat_map {
    struct image image; // U8, opaque; to be finished
    bool is_flip;
    double top; // value at the end of the ramp: 1 for FLIP, otherwise the largest difference
};

// Reads the pictures of a case that is CASE_COMPARED, and makes the map. Returns false with the
// reason if they can no longer be read.
bool heat_map_make(struct heat_map *map, const struct compare_case *one, struct error *error);

// Returns the colour, display values 0..255, of a share of `top`, 0..1: 0 is black, and the
// smallest difference is not. The ramp is Magma, from black over violet and orange to a pale
// yellow: equal steps look equal, and people who cannot tell red from green see the order by the
// lightness. N. Smith, S. van der Walt, the colour maps of matplotlib 1.5, 2015, at ten of its 256
// colours; display values are interpolated between them.
void heat_map_colour(double share, uint8_t colour[3]);

// Writes the quantity of the map and its unit: "largest channel difference, 255ths".
void heat_map_describe(const struct heat_map *map, const struct compare_case *one, char *out,
                       size_t size);

// Writes the map of a case that is CASE_COMPARED.
bool heat_map_write(const struct compare_case *one, const char *path, struct error *error);

// Creates a directory for the maps of many cases if it does not exist. Returns false with the
// reason if that is not possible, or if it is in or equal to one of the `count` directories `kept`,
// which are read-only.
bool heat_map_check_folder(const char *folder, const char *const kept[], int count,
                           struct error *error);

// ---- the mode, and what is written about all cases

// Runs --compare: prints how much the pictures differ. Returns 0 if they are within the tolerance,
// 1 if not, EXIT_USAGE if there is nothing to compare.
int compare_run(const struct compare_options *options, const struct outputs *outputs);

// Runs all cases and prints them on stdout, in lines of up to 80 columns: for two pictures all
// numbers and the verdict, for directories a line per picture and then the sum. `needs_flip` as for
// compare_case_run.
void compare_cases_run(struct compare_cases *cases, bool needs_flip);

// Print the subject of outputs_write, a struct compare_cases:
//
// .json  Nothing in it depends on the day or the machine, but `drawn_by`, who drew the pictures,
//        where that differs. Differences are in display values 0..1 or in light; what is not finite
//        (the PSNR of equal pictures) or was not measured is null.
// .xml   JUnit's XML: a test case for each picture, with the seconds that it took; a failure, which
//        names reference, picture and map, where it is beyond the tolerance or missing, an error
//        where it cannot be compared.
// .html  One page that needs no network: assets/compare.html, which says what it does, with the
//        numbers of the .json and the pictures, as they are, inside. Light is shown at one
//        exposure, which follows from the reference. Pictures are read again, one after the other.
bool compare_print_json(const void *cases, FILE *out);
bool compare_print_junit(const void *cases, FILE *out);
bool compare_print_page(const void *cases, FILE *out);

// Writes the maps: of two pictures to a .png; of many to a folder NAME.diff.png for each that was
// compared and is beyond its tolerance, and removes that file if the case is within it now.
// Pictures of different sizes have no map.
bool compare_write_maps(const void *cases, const char *path);
