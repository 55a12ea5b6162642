#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void require(bool condition, const char *what)
{
    if (condition)
        return;
    fprintf(stderr, "fuzz: %s\n", what);
    abort();
}

void require_line(const char *text, const char *begin)
{
    require(text[0] != '\0', "an error without words");
    require(strncmp(text, begin, strlen(begin)) == 0, "an error that does not name the file");
    for (const char *at = text; *at; at++)
        require((unsigned char) *at >= ' ' && *at != '\x7f', "an error of several lines");
}

char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    require(text, "no memory");
    memcpy(text, data, size);
    text[size] = '\0';
    return text;
}
