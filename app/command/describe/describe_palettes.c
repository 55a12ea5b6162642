#include "app/command/describe/describe.h"
#include "app/lab/text/wrap.h"
#include "effects/palette/palette.h"

enum { INDENT = 14, SWATCHES_A_LINE = 24, HEX_A_LINE = 8 };

// ISO 8613-6: 48;2 sets the background to red;green;blue.
static void print_swatch(FILE *out, const unsigned char rgb[3])
{
    fprintf(out, "\033[48;2;%d;%d;%dm  \033[0m", rgb[0], rgb[1], rgb[2]);
}

static void print_colours(FILE *out, const struct palette *palette, bool as_swatches)
{
    const int a_line = as_swatches ? SWATCHES_A_LINE : HEX_A_LINE;
    for (int i = 0; i < palette->count; i++) {
        const unsigned char *rgb = palette->colours[i];
        if (i % a_line == 0)
            fprintf(out, "%s%*s", i > 0 ? "\n" : "", INDENT, "");
        if (as_swatches)
            print_swatch(out, rgb);
        else
            fprintf(out, "%s%02x%02x%02x", i % a_line > 0 ? " " : "", rgb[0], rgb[1], rgb[2]);
    }
    fputc('\n', out);
}

void describe_palettes(FILE *out, bool as_swatches)
{
    for (const struct palette_named *named = palettes; named->name; named++) {
        struct palette palette;
        struct error error;
        wrap_entry(out, 0, INDENT, named->name, named->summary);
        if (palette_load(&palette, named->name, &error))
            print_colours(out, &palette, as_swatches);
    }
}
