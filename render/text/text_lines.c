#include "render/text/text_lines.h"

#include "render/text/text.h"

#include <ctype.h>
#include <string.h>

void text_lines_begin(struct text_lines *lines, const char *path, const char *text, size_t length)
{
    *lines = (struct text_lines){
        .path = path,
        .rest = text + text_mark_length(text, length),
        .end = text + length,
    };
}

bool text_lines_next(struct text_lines *lines)
{
    if (lines->rest >= lines->end)
        return false;
    const char *stop = lines->rest;
    while (stop < lines->end && *stop != '\n')
        stop++;
    const char *first = lines->rest, *last = stop;
    while (first < last && isspace((unsigned char) *first))
        first++;
    while (last > first && isspace((unsigned char) last[-1]))
        last--;
    size_t length = (size_t) (last - first);
    length = length < sizeof(lines->line) - 1 ? length : sizeof(lines->line) - 1;
    memcpy(lines->line, first, length);
    lines->line[length] = '\0';
    lines->rest = stop < lines->end ? stop + 1 : stop;
    lines->number++;
    return true;
}
