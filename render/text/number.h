#pragma once

#include <stddef.h>

// Reads and writes numbers with a decimal point, whatever the locale of the process.

enum number_result {
    NUMBER_FINE,
    NUMBER_MALFORMED,
    NUMBER_NOT_FINITE, // nan, inf, or too large for a float
};

// Reads "12", "-0.5", ".5" or "1e-3", without spaces or hexadecimals. `value` becomes the nearest
// float, never -0, and is set only where the result is NUMBER_FINE. More than 63 bytes are
// malformed.
enum number_result number_parse(const char *text, size_t length, float *value);

// For qsort: doubles in ascending order, or structs that begin with one.
int number_compare(const void *a, const void *b);

enum { NUMBER_PRINTED_SIZE = 24 };

// Writes a finite value with the fewest digits that read back to the same float: plainly from
// 0.0001 to 9999999, and with an exponent beyond ("1e9"). Returns the length.
int number_print(float value, char out[static NUMBER_PRINTED_SIZE]);
