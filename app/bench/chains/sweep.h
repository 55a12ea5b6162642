#pragma once

#include "effects/chain.h"

// A sweep: several values of one parameter, such as --sweep dual.sigma=2..64:12.

enum {
    SWEEP_KEY_SIZE = 64,
    SWEEP_VALUE_SIZE = 64,
    SWEEP_LEAST_VALUES = 2,
    SWEEP_MOST_VALUES = 64,
    SWEEP_DEFAULT_VALUES = 12, // of a range that does not say how many
};

extern const char *const sweep_formats[]; // of images between the steps; ends with NULL

// Parameters of the picture, which are swept like those of a step.
struct sweep_picture {
    int width, height; // 0: not swept
    int format;        // enum texture_format, of the images between the steps; -1: not swept
};

struct sweep {
    const char *text;         // as given, borrowed
    char key[SWEEP_KEY_SIZE]; // as in the command line: "dual.sigma", "sigma", "size", "format"
    int count;
    struct sweep_value {
        char text[SWEEP_VALUE_SIZE]; // as in chain text; a size is "1080p" or "1280x720"
        double number; // position on an axis, for a size the height; NaN: not a number
    } values[SWEEP_MOST_VALUES];
};

// Reads "WHAT=VALUES". WHAT is
//   STEP.KEY  a parameter of a step by its name or number, as --at names steps
//   KEY       the first parameter of that name in each chain, of the steps that are on
//   size      of the picture: 1280x720, 720p (16:9), hd, fhd, qhd, uhd, 4k, 8k
//   format    of the images between the steps
// VALUES is a list, "2,4,8", or a range, "2..64:12": 12 values evenly in the logarithm, of EV
// evenly, rounded to three digits, whole numbers rounded and never twice. Both ends are among them.
// Sizes without a number of values take the usual heights between the ends. At least one of the
// chains must have the parameter. The error is one line that begins with the text.
bool sweep_parse(struct sweep *sweep, const char *text, const struct chain chains[], int count,
                 struct error *error);

// Reads "1280x720", a height of 16:9 such as "720p", or a name such as "4k".
bool sweep_size_parse(const char *text, int *width, int *height, struct error *error);

// Returns true if the sweep sets the picture's size, or any parameter of the picture.
bool sweep_is_of_size(const struct sweep *sweep);
bool sweep_is_of_picture(const struct sweep *sweep);

// Sets the parameter of a chain or of the picture. All chains have those of the picture.
enum sweep_result {
    SWEEP_APPLIED,
    SWEEP_ELSEWHERE, // the chain has no such parameter, as the error says
    SWEEP_REFUSED,   // the parameter does not take the value
};

enum sweep_result sweep_apply(const struct sweep *sweep, int value, struct chain *chain,
                              struct sweep_picture *picture, struct error *error);
