#include "render/text/text.h"

#include <stdio.h>
#include <string.h>

uint32_t text_code(const char *text, size_t length, size_t *count)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    const unsigned char *bytes = (const unsigned char *) text;
    *count = length > 0;
    if (length == 0 || bytes[0] < 0x80)
        return length ? bytes[0] : 0;
    *count = bytes[0] >= 0xF8 ? 0 : bytes[0] >= 0xF0 ? 4 : bytes[0] >= 0xE0 ? 3 : 2;
    uint32_t code = *count > 0 && *count <= length ? bytes[0] & (0x7fu >> *count) : 0;
    for (size_t i = 1; i < *count && *count <= length; i++) {
        if ((bytes[i] & 0xC0) != 0x80) {
            *count = 0;
            return 0;
        }
        code = code << 6 | (bytes[i] & 0x3Fu);
    }
    const bool is_surrogate = code >= 0xD800 && code < 0xE000;
    if (bytes[0] < 0xC0 || code < least[*count] || code == 0 || code > 0x10FFFF || is_surrogate)
        *count = 0;
    return code;
}

size_t text_character(const char *text, size_t length)
{
    size_t count;
    text_code(text, length, &count);
    return count;
}

size_t text_mark_length(const char *text, size_t length)
{
    static const char mark[] = "\xEF\xBB\xBF";
    return length >= 3 && memcmp(text, mark, 3) == 0 ? 3 : 0;
}

bool text_begins_with(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

bool text_ends_in(const char *text, const char *ending)
{
    const size_t length = strlen(text), tail = strlen(ending);
    return length > tail && strcmp(text + length - tail, ending) == 0;
}

const char *text_plural(int count)
{
    return count == 1 ? "" : "s";
}

int text_columns(const char *text, size_t length)
{
    int columns = 0;
    for (size_t at = 0, count; at<length; at += count> 0 ? count : 1, columns++)
        count = text_character(text + at, length - at);
    return columns;
}

// Returns true for characters that control a terminal instead of being shown: control characters of
// ASCII and Latin 1, line and paragraph separators, and marks that change the direction of writing.
static bool is_control(uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x200E || code == 0x200F ||
           (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

size_t text_make_visible(const char *text, size_t length, char *out, size_t size)
{
    size_t needed = 0, written = 0;
    for (size_t at = 0; at < length;) {
        char shown[8];
        size_t count;
        const uint32_t code = text_code(text + at, length - at, &count);
        if (count == 0 || (count == 1 && is_control(code)))
            snprintf(shown, sizeof(shown), "\\x%02x", (unsigned) (unsigned char) text[at]);
        else if (is_control(code))
            snprintf(shown, sizeof(shown), "\\u%04x", (unsigned) code);
        else
            snprintf(shown, sizeof(shown), "%.*s", (int) count, text + at);
        const size_t bytes = strlen(shown);
        at += count > 0 ? count : 1;
        if (written == needed && needed + bytes < size) {
            memcpy(out + written, shown, bytes);
            written += bytes;
        }
        needed += bytes;
    }
    if (size > 0)
        out[written] = '\0';
    return needed;
}

int text_repair(const char *text, char *out, size_t size)
{
    static const char replacement[] = "\xEF\xBF\xBD";
    const size_t length = strlen(text);
    size_t written = 0;
    int replaced = 0;
    for (size_t at = 0; at < length;) {
        const size_t count = text_character(text + at, length - at);
        const char *from = count > 0 ? text + at : replacement;
        const size_t bytes = count > 0 ? count : strlen(replacement);
        replaced += count == 0;
        at += count > 0 ? count : 1;
        if (written + bytes >= size)
            break;
        memcpy(out + written, from, bytes);
        written += bytes;
    }
    out[written] = '\0';
    return replaced;
}

static bool is_continuation(char byte)
{
    return ((unsigned char) byte & 0xC0) == 0x80;
}

void text_copy_cut(const char *text, char *out, size_t size)
{
    size_t length = strlen(text);
    if (length >= size) {
        length = size - 1;
        for (int i = 0; i < 3 && length > 0 && is_continuation(text[length]); i++)
            length--;
    }
    memcpy(out, text, length);
    out[length] = '\0';
}

void text_cut_middle(char *text, size_t most)
{
    static const char mark[] = "...";
    const size_t length = strlen(text), gap = strlen(mark);
    if (length <= most)
        return;
    size_t head = (most - gap) / 2, tail = length - (most - gap - head);
    for (int i = 0; i < 3 && head > 0 && is_continuation(text[head]); i++)
        head--;
    for (int i = 0; i < 3 && is_continuation(text[tail]); i++)
        tail++;
    memmove(text + head + gap, text + tail, length - tail + 1);
    memcpy(text + head, mark, gap);
}
