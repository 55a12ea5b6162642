#include "render/paint/lettering.h"

#include "render/text/memory.h"
#include "render/text/text.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char ellipsis[] = "…";
static const uint32_t replacement = 0xFFFFFF; // no valid code, so the font's box is drawn

// Returns the code of the next character and moves `at` behind it.
static uint32_t next_code(const char *text, size_t length, size_t *at)
{
    size_t count;
    const uint32_t code = text_code(text + *at, length - *at, &count);
    *at += count > 0 ? count : 1;
    return count > 0 && code >= 0x20 && code != 0x7F ? code : replacement;
}

// Layout of a text, glyph by glyph. Positions are in pixels from the origin of the first glyph.
struct walk {
    const struct lettering *letters;
    uint32_t code;   // of the last glyph; 0: none so far
    double pen;      // its origin
    double next;     // origin of the next glyph, without kerning
    int left, right; // bounds of all pixels so far; glyphs may overhang
};

static struct font_box advance(struct walk *walk, uint32_t code)
{
    const struct lettering *letters = walk->letters;
    const double size = letters->size;
    walk->pen = walk->next;
    if (walk->code)
        walk->pen += font_kerning(letters->font, size, walk->code, code);
    walk->code = code;
    walk->next = walk->pen + font_advance(letters->font, size, code);
    const double whole = floor(walk->pen);
    struct font_box box = font_box(letters->font, size, code, walk->pen - whole);
    box.x += (int) whole;
    const int end = (int) ceil(fmax(walk->next, box.x + box.width));
    walk->left = box.x < walk->left ? box.x : walk->left;
    walk->right = end > walk->right ? end : walk->right;
    return box;
}

static void advance_over(struct walk *walk, const char *text, size_t length)
{
    for (size_t at = 0; at < length;)
        advance(walk, next_code(text, length, &at));
}

// The part of a text that is drawn: its first `length` bytes, with an ellipsis if `is_cut`.
struct line {
    size_t length;
    bool is_cut;
    int left, width; // first pixel relative to the first origin (0 or below), and width
};

static struct line line_of(const struct walk *walk, size_t length, bool is_cut)
{
    return (struct line){ length, is_cut, walk->left, walk->right - walk->left };
}

// Returns the whole text, or if that does not fit the longest beginning that fits with an ellipsis
// and does not end with a space; an empty line if there is none.
static struct line lay_out(const struct lettering *letters, const char *text)
{
    const size_t length = strlen(text);
    struct walk whole = { .letters = letters }, walk = whole;
    advance_over(&whole, text, length);
    struct line longest = line_of(&whole, length, false);
    if (letters->room <= 0 || longest.width <= letters->room)
        return longest;
    longest = (struct line){ 0 };
    for (size_t at = 0; at < length; advance(&walk, next_code(text, length, &at))) {
        struct walk ended = walk;
        advance_over(&ended, ellipsis, strlen(ellipsis));
        const struct line line = line_of(&ended, at, true);
        if (line.width > letters->room)
            break;
        if (at == 0 || text[at - 1] != ' ')
            longest = line;
    }
    return longest;
}

int lettering_width(const struct lettering *letters, const char *text)
{
    return lay_out(letters, text).width;
}

int lettering_characters(const struct lettering *letters, const char *text)
{
    const size_t length = strlen(text);
    struct walk walk = { .letters = letters };
    int count = 0;
    for (size_t at = 0; at < length; count++) {
        advance(&walk, next_code(text, length, &at));
        if (letters->room > 0 && walk.right - walk.left > letters->room)
            return count;
    }
    return count;
}

int lettering_ascent(const struct lettering *letters)
{
    return (int) lround(font_ascent(letters->font, letters->size));
}

static void draw_letter(struct image *image, struct walk *walk, int x, int y, uint32_t code)
{
    const struct lettering *letters = walk->letters;
    const struct font_box box = advance(walk, code);
    if (box.width <= 0 || box.height <= 0)
        return;
    uint8_t *cover = memory_grow(NULL, (size_t) box.width * (size_t) box.height, 1);
    font_cover(letters->font, letters->size, code, walk->pen - floor(walk->pen), cover);
    const struct paint_area area = { x + box.x, y + box.y, box.width, box.height };
    paint_mask(image, area, cover, letters->paint);
    free(cover);
}

int lettering_draw(struct image *image, const struct lettering *letters, int x, int y,
                   const char *text)
{
    assert(letters->font && letters->size > 0);
    const struct line line = lay_out(letters, text);
    const int part = letters->align == LETTERING_RIGHT    ? line.width
                     : letters->align == LETTERING_CENTRE ? line.width / 2
                                                          : 0;
    const int begin = x - part - line.left, base = y + lettering_ascent(letters);
    struct walk walk = { .letters = letters };
    for (size_t at = 0; at < line.length;)
        draw_letter(image, &walk, begin, base, next_code(text, line.length, &at));
    for (size_t at = 0; line.is_cut && ellipsis[at];)
        draw_letter(image, &walk, begin, base, next_code(ellipsis, strlen(ellipsis), &at));
    return line.width;
}
