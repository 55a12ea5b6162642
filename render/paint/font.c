#include "render/paint/font.h"

#include "render/paint/font_file.h"
#include "render/text/memory.h"

#include <stdlib.h>
#include <string.h>

#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include <stb_truetype.h> // a system header: compilers do not warn of what it holds

struct font {
    stbtt_fontinfo info; // points into the bytes
    uint8_t *bytes;
};

struct font *font_open(const char *path, struct error *error)
{
    const char *found = path ? path : font_file_path();
    if (!found) {
        error_set(error, "no font DejaVuSans.ttf, which letters in pictures are drawn with; "
                         "Debian's package fonts-dejavu-core has it");
        return NULL;
    }
    size_t size;
    struct font *font = memory_new(1, sizeof(*font));
    font->bytes = font_file_read(found, &size, error);
    const int begin = font->bytes && size > 12 ? stbtt_GetFontOffsetForIndex(font->bytes, 0) : -1;
    if (begin >= 0 && stbtt_InitFont(&font->info, font->bytes, begin))
        return font;
    if (font->bytes)
        error_set(error, "no TrueType font");
    font_close(font);
    error_prefix(error, "%s: ", found);
    return NULL;
}

void font_close(struct font *font)
{
    if (!font)
        return;
    free(font->bytes);
    free(font);
}

static float scale_of(const struct font *font, double size)
{
    return stbtt_ScaleForPixelHeight(&font->info, (float) size);
}

static int glyph_of(const struct font *font, uint32_t code)
{
    return stbtt_FindGlyphIndex(&font->info, (int) code);
}

double font_ascent(const struct font *font, double size)
{
    int ascent;
    stbtt_GetFontVMetrics(&font->info, &ascent, NULL, NULL);
    return ascent * (double) scale_of(font, size);
}

double font_advance(const struct font *font, double size, uint32_t code)
{
    int advance;
    stbtt_GetGlyphHMetrics(&font->info, glyph_of(font, code), &advance, NULL);
    return advance * (double) scale_of(font, size);
}

double font_kerning(const struct font *font, double size, uint32_t before, uint32_t code)
{
    const int units =
        stbtt_GetGlyphKernAdvance(&font->info, glyph_of(font, before), glyph_of(font, code));
    return units * (double) scale_of(font, size);
}

struct font_box font_box(const struct font *font, double size, uint32_t code, double shift)
{
    const float scale = scale_of(font, size);
    int x0, y0, x1, y1;
    stbtt_GetGlyphBitmapBoxSubpixel(&font->info, glyph_of(font, code), scale, scale, (float) shift,
                                    0, &x0, &y0, &x1, &y1);
    return (struct font_box){ x0, y0, x1 - x0, y1 - y0 };
}

void font_cover(const struct font *font, double size, uint32_t code, double shift, uint8_t *cover)
{
    const float scale = scale_of(font, size);
    const struct font_box box = font_box(font, size, code, shift);
    memset(cover, 0, (size_t) box.width * (size_t) box.height);
    stbtt_MakeGlyphBitmapSubpixel(&font->info, cover, box.width, box.height, box.width, scale,
                                  scale, (float) shift, 0, glyph_of(font, code));
}
