#include "effects/palette/palette.h"

#define LOG_MODULE "palette"
#include "effects/step_file.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/names.h"
#include "render/text/param.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// All colours whose channels are multiples of 0x33.
#define ROW(rg) rg "00 " rg "33 " rg "66 " rg "99 " rg "cc " rg "ff "
#define PAGE(r) ROW(r "00") ROW(r "33") ROW(r "66") ROW(r "99") ROW(r "cc") ROW(r "ff")

const struct palette_named palettes[] = {
    { "bw", "Black and white", "000000 ffffff" },
    { "grey4", "Four greys, evenly spaced", "000000 555555 aaaaaa ffffff" },
    { "newsprint", "Black ink on newspaper", "1f1c1a e6dfcd" },
    { "paper16", "Sixteen greys of electronic paper, from its ink to its ground",
      "242321 31302d 3e3d39 4b4a46 585652 65635e 72706a 7f7d76 "
      "8d8a83 9a978f a7a49b b4b1a7 c1bdb3 cecac0 dbd7cc e8e4d8" },
    { "gameboy", "Four greens of a hand-held console, 1989", "0f380f 306230 8bac0f 9bbc0f" },
    { "bwrgb", "Black, white, red, green, blue", "000000 ffffff ff0000 00ff00 0000ff" },
    { "rgb8", "The eight corners of the colour cube",
      "000000 0000ff 00ff00 00ffff ff0000 ff00ff ffff00 ffffff" },
    { "cga", "CGA, mode 4, high intensity: black, cyan, magenta, white",
      "000000 55ffff ff55ff ffffff" },
    { "cga16", "CGA and EGA, all sixteen colours",
      "000000 0000aa 00aa00 00aaaa aa0000 aa00aa aa5500 aaaaaa "
      "555555 5555ff 55ff55 55ffff ff5555 ff55ff ffff55 ffffff" },
    { "pico8", "Sixteen colours of the PICO-8 fantasy console",
      "000000 1d2b53 7e2553 008751 ab5236 5f574f c2c3c7 fff1e8 "
      "ff004d ffa300 ffec27 00e436 29adff 83769c ff77a8 ffccaa" },
    { "c64", "Sixteen colours of the Commodore 64, as P. Timmermann measured them, 2001",
      "000000 ffffff 68372b 70a4b2 6f3d86 588d43 352879 b8c76f "
      "6f4f25 433900 9a6759 444444 6c6c6c 9ad284 6c5eb5 959595" },
    { "spectrum", "Fifteen colours of the ZX Spectrum",
      "000000 0000d7 d70000 d700d7 00d700 00d7d7 d7d700 d7d7d7 "
      "0000ff ff0000 ff00ff 00ff00 00ffff ffff00 ffffff" },
    { "web", "The 216 colours that were safe on the web, six steps a channel",
      PAGE("00") PAGE("33") PAGE("66") PAGE("99") PAGE("cc") PAGE("ff") },
    { 0 },
};

static void *make_palette(const char *path, const char *text, size_t size, struct error *error)
{
    struct palette *palette = memory_new(1, sizeof(*palette));
    if (!palette_parse(palette, path, text, size, error)) {
        free(palette);
        return NULL;
    }
    const int count = palette->duplicates;
    if (count > 0)
        log_warning("%s: %d %s there more than once; each is kept once", path, count,
                    count == 1 ? "colour is" : "colours are");
    return palette;
}

bool palette_is_auto(const char *name)
{
    return strcmp(name, "auto") == 0;
}

bool palette_lets_matter(const char *name, const struct param *row)
{
    return strcmp(row->key, "bits") == 0       ? !step_file_is_given(name)
           : strcmp(row->key, "distance") == 0 ? step_file_is_given(name)
           : strcmp(row->key, "colors") == 0   ? palette_is_auto(name)
                                               : true;
}

const struct palette *palette_keep(const struct palette *palette)
{
    static struct kept {
        struct kept *next;
        struct palette palette;
    } * all;
    struct kept *kept = all;
    while (kept && (kept->palette.count != palette->count ||
                    memcmp(kept->palette.colours, palette->colours, sizeof(palette->colours)) != 0))
        kept = kept->next;
    if (!kept) {
        kept = memory_new(1, sizeof(*kept));
        *kept = (struct kept){ all, *palette };
        all = kept;
    }
    return &kept->palette;
}

bool palette_print(const void *subject, FILE *out)
{
    const struct palette *palette = subject;
    fprintf(out, "GIMP Palette\nName: halation, %d colours\n#\n", palette->count);
    for (int i = 0; i < palette->count; i++) {
        const unsigned char *rgb = palette->colours[i];
        fprintf(out, "%3d %3d %3d\t#%02x%02x%02x\n", rgb[0], rgb[1], rgb[2], rgb[0], rgb[1],
                rgb[2]);
    }
    return true;
}

bool palette_read(const char *name, int colors, const void **file, struct error *error)
{
    if (palette_is_auto(name)) {
        struct palette greys = { .count = colors };
        for (int i = 0; i < colors; i++)
            memset(greys.colours[i], 255 * i / (colors - 1), 3);
        *file = palette_keep(&greys);
        return true;
    }
    if (!step_file_is_given(name))
        return true;
    *file = palette_load(name, error);
    return *file || error_set_key(error, "palette");
}

const struct palette *palette_load(const char *name, struct error *error)
{
    static const struct step_file_kind kind = {
        .what = "palette",
        .most = 1 << 16, // several times 256 lines with long names
        .is_text = true,
        .make = make_palette,
        .free = free,
    };
    static struct palette made[ARRAY_COUNT(palettes)];
    for (int i = 0; palettes[i].name; i++)
        if (strcmp(palettes[i].name, name) == 0) {
            struct palette *palette = &made[i];
            *palette = (struct palette){ 0 };
            for (const char *word = palettes[i].hex; *word; word += 6 + (word[6] == ' ')) {
                const unsigned long value = strtoul(word, NULL, 16);
                for (int c = 0; c < 3; c++)
                    palette->colours[palette->count][c] = (uint8_t) (value >> (16 - 8 * c));
                palette->count++;
            }
            return palette;
        }
    if (strpbrk(name, "./\\"))
        return step_file_read(&kind, name, error);
    const struct names_rows rows = { &palettes[0].name, sizeof(palettes[0]) };
    const struct names names = { names_of_rows, &rows };
    const size_t length = strlen(name);
    error_set(error, "no palette '%.*s'; there are ", names_shown(length), name);
    names_list(error, &names);
    error_append(error, ", auto, or a file .gpl, .hex, .pal, .txt");
    names_suggest(error, &names, name, length);
    return NULL;
}
