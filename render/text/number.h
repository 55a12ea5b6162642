#pragma once

#include <stddef.h>

// Reads and writes numbers. The program never calls setlocale, so that they have a decimal point.

enum number_result {
    NUMBER_FINE,
    NUMBER_MALFORMED,
    NUMBER_NOT_FINITE, // nan, inf, or too large for a float
};

// Parses a decimal number such as "12", "-0.5", ".5" or "1e-3" (at most 63 bytes, no spaces, no
// hexadecimal). `value` gets the nearest float, with -0 as 0, only if the result is NUMBER_FINE.
enum number_result number_parse(const char *text, size_t length, float *value);

// For qsort: doubles in ascending order, or structs that begin with one.
int number_compare(const void *a, const void *b);

enum { NUMBER_PRINTED_SIZE = 24 };

// Writes a finite value with the fewest digits from which number_parse gets the same float: as a
// plain decimal from 0.0001 to 9999999, otherwise with an exponent ("1e9"). Returns the length.
int number_print(float value, char out[NUMBER_PRINTED_SIZE]);
