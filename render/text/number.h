#pragma once

#include <stddef.h>

// Numbers as text, with a point, whatever the locale of the process.

enum number_result {
    NUMBER_FINE,
    NUMBER_MALFORMED,
    NUMBER_NOT_FINITE, // nan, inf, or too large for a float
};

// "12", "-0.5", ".5", "1e-3"; no spaces, no hexadecimals. `value` is the nearest float and never
// -0; it is only set when the result is NUMBER_FINE. Longer than 63 bytes is malformed.
enum number_result number_parse(const char *text, size_t length, float *value);

enum { NUMBER_PRINTED_SIZE = 24 };

// With as few digits as read back to the same float, written out from 0.0001 to 9999999 and with an
// exponent beyond ("1e9"). `value` is finite. Returns the length.
int number_print(float value, char out[static NUMBER_PRINTED_SIZE]);
