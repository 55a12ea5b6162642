#pragma once

#include <stdbool.h>

// Whole numbers as functions of the picture's size, found from examples: the size of a level is
// floor((width + 3) / 4), a number of groups floor((height + 7) / 8).

enum form_side { FORM_FIXED, FORM_WIDTH, FORM_HEIGHT };

// step * floor((per * side + add) / by) + plus; fixed: `add`. A step above 1 is that of what is
// rounded up to whole steps, such as rows of a buffer; a step of 0 is 1.
struct form {
    enum form_side side;
    int per, add, by;
    int step, plus;
};

struct form form_fixed(int value);
int form_step(const struct form *form); // 1 or more
int form_at(const struct form *form, int width, int height);
bool form_equal(const struct form *a, const struct form *b);
bool form_is_side(const struct form *form, enum form_side side); // that side as it is

// An example: `value` was recorded for a picture of that size.
struct form_example {
    int width, height;
    double value;
};

// Finds the form that explains all of them, the simplest first. False: none does. `open` gets how
// many forms of that kind explain them too, 0 where it is the only one, and `next` a side at which
// two of them differ.
bool form_fit(struct form *form, const struct form_example examples[], int count, int *open,
              int *next);

// The greatest number that divides all values less one.
long form_divisor(const struct form_example examples[], int count, double less);

// Writes "ceil(width / 2)", "floor((height + 3) / 5) + 1" or "64" with the words for the sides; as
// code "(width + 1) / 2", whole numbers of C and GLSL in which no quotient is negative.
enum { FORM_PRINTED_SIZE = 96 };
void form_print(const struct form *form, const char *width, const char *height, bool is_code,
                char out[FORM_PRINTED_SIZE]);
