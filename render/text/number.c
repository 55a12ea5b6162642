#include "render/text/number.h"

#include "render/text/memory.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_LENGTH = 63 };

static const char *skip_sign(const char *at)
{
    return *at == '-' || *at == '+' ? at + 1 : at;
}

static size_t count_digits(const char *at)
{
    return strspn(at, "0123456789");
}

// Returns true if the text is [sign] digits [. digits] [e [sign] digits], with a digit before or
// after the point. strtof alone would also accept "0x1p3", "nan(1)" and leading spaces.
static bool is_decimal(const char *at)
{
    at = skip_sign(at);
    size_t digits = count_digits(at);
    at += digits;
    if (*at == '.') {
        const size_t places = count_digits(++at);
        digits += places;
        at += places;
    }
    if (digits == 0)
        return false;
    if (*at == 'e' || *at == 'E') {
        at = skip_sign(at + 1);
        const size_t exponent = count_digits(at);
        if (exponent == 0)
            return false;
        at += exponent;
    }
    return *at == '\0';
}

static bool is_word_for_not_finite(const char *text)
{
    static const char *const words[] = { "nan", "inf", "infinity" };
    for (size_t i = 0; i < ARRAY_COUNT(words); i++)
        if (strcasecmp(skip_sign(text), words[i]) == 0)
            return true;
    return false;
}

int number_compare(const void *a, const void *b)
{
    const double x = *(const double *) a, y = *(const double *) b;
    return (x > y) - (x < y);
}

enum number_result number_parse(const char *text, size_t length, float *value)
{
    char copy[MAX_LENGTH + 1];
    if (length > MAX_LENGTH || memchr(text, '\0', length))
        return NUMBER_MALFORMED;
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (is_word_for_not_finite(copy))
        return NUMBER_NOT_FINITE;
    if (!is_decimal(copy))
        return NUMBER_MALFORMED;
    const float number = strtof(copy, NULL);
    if (!isfinite(number))
        return NUMBER_NOT_FINITE;
    *value = number + 0.0f; // -0 becomes 0
    return NUMBER_FINE;
}

int number_print(float value, char out[static NUMBER_PRINTED_SIZE])
{
    assert(isfinite(value));
    int places = 0; // behind the first digit; 8 distinguish any two floats
    do
        snprintf(out, NUMBER_PRINTED_SIZE, "%.*e", places, value);
    while (strtof(out, NULL) != value && ++places <= 8);

    char *after = strchr(out, 'e') + 1;
    const int exponent = atoi(after);
    if (exponent < -4 || exponent > 6) // "1.5e+09" becomes "1.5e9"
        sprintf(after, "%d", exponent);
    else
        snprintf(out, NUMBER_PRINTED_SIZE, "%.*f", places > exponent ? places - exponent : 0,
                 value);
    return (int) strlen(out);
}
