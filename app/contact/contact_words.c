#include "app/contact/contact_words.h"

#include "app/contact/contact_layout.h"
#include "app/text/wrap.h"
#include "effects/chain.h"

#include <stdio.h>
#include <string.h>

// Returns the bytes of the next line.
static size_t line_length(const struct lettering *letters, const char *text)
{
    return wrap_length(text, lettering_characters(letters, text));
}

static const char *next_line(const char *text, size_t length)
{
    return text + length + strspn(text + length, " ");
}

int contact_words_lines(const struct lettering *letters, const char *text, int most)
{
    int lines = 0;
    for (; *text && lines < most; lines++)
        text = next_line(text, line_length(letters, text));
    return lines;
}

void contact_words_draw(struct image *image, const struct lettering *letters,
                        const struct paint_area *area, const char *text)
{
    const int lines = area->height / CONTACT_WORDS_STEP;
    for (int line = 0; line < lines && *text; line++) {
        char part[CHAIN_TEXT_SIZE];
        const size_t length = line + 1 < lines ? line_length(letters, text) : strlen(text);
        snprintf(part, sizeof(part), "%.*s", (int) length, text);
        lettering_draw(image, letters, area->x, area->y + line * CONTACT_WORDS_STEP, part);
        text = next_line(text, length);
    }
}
