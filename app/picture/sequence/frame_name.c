#include "app/picture/sequence/frame_name.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MAX_DIGITS = 9 };

struct writer {
    char *out;
    size_t length, size;
};

static void append_text(struct writer *writer, const char *text, size_t length)
{
    if (writer->length + length < writer->size)
        memcpy(writer->out + writer->length, text, length);
    writer->length += length;
}

// Reads the conversion at `at`, just past its percent sign: "04d". Returns its length, or 0 when it
// is another.
static size_t read_conversion(const char *at, bool *zeros, int *width)
{
    const char *start = at;
    *zeros = *at == '0';
    *width = 0;
    for (; isdigit((unsigned char) *at) && *width <= MAX_DIGITS; at++)
        *width = *width * 10 + (*at - '0');
    return *at == 'd' && *width <= MAX_DIGITS ? (size_t) (at - start) + 1 : 0;
}

// Writes what the percent sign at `at` stands for. Returns how many characters that was, 0 on
// failure.
static size_t expand(struct writer *writer, const char *at, int number, int *numbers)
{
    if (at[1] == '%') {
        append_text(writer, "%", 1);
        return 2;
    }
    bool zeros;
    int width;
    const size_t length = read_conversion(at + 1, &zeros, &width);
    if (length == 0)
        return 0;
    char digits[16];
    const char *format = zeros ? "%0*d" : "%*d";
    append_text(writer, digits, (size_t) snprintf(digits, sizeof(digits), format, width, number));
    ++*numbers;
    return length + 1;
}

bool frame_name(const char *pattern, int number, char *out, size_t size, struct error *error)
{
    struct writer writer = { .out = out, .size = size };
    int numbers = 0;
    for (const char *at = pattern; *at;) {
        size_t length = 1;
        if (*at != '%')
            append_text(&writer, at, 1);
        else if ((length = expand(&writer, at, number, &numbers)) == 0)
            return error_set(error,
                             "'%s': only %%d, %%04d and %%%% may follow a percent sign, as in "
                             "frame_%%04d.png",
                             pattern);
        at += length;
    }
    if (numbers != 1)
        return error_set(error, "'%s' has %s for the number, as in frame_%%04d.png", pattern,
                         numbers == 0 ? "no place" : "more than one place");
    if (writer.length >= size)
        return error_set(error, "'%.40s...' is longer than a file name may be", pattern);
    out[writer.length] = '\0';
    return true;
}
