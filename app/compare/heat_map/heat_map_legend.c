#include "app/compare/heat_map/heat_map_legend.h"

#include "app/compare/heat_map/colour_ramp.h"
#include "render/paint/lettering.h"
#include "render/text/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// In pixels, from the top: two lines, the map, the bar, its numbers, and a line on what they are.
enum {
    MARGIN = 12,
    LINE = 18, // of letters
    LEAST_WIDTH = 480,
    HEAD = MARGIN + 2 * LINE + MARGIN / 2,
    BAR = 14,
    FOOT = MARGIN + BAR + 4 + 2 * LINE + MARGIN / 2,
    EQUAL = 14, // the width of the black square beside the bar
    TICKS = 5,
};

static const struct paint ground = { 24, 22, 28, 255 }, bright = { 240, 238, 244, 255 },
                          soft = { 168, 163, 178, 255 }, black = { 0, 0, 0, 255 };

struct page {
    struct image *image;
    const struct font *font;
    const struct heat_map *map;
    const struct compare_case *one;
};

static void write_line(const struct page *page, int x, int y, enum lettering_align align,
                       struct paint paint, const char *text)
{
    const struct lettering letters = {
        .font = page->font,
        .size = LINE,
        .paint = paint,
        .align = align,
        .room = align == LETTERING_LEFT ? page->image->width - x - MARGIN : 0,
    };
    lettering_draw(page->image, &letters, x, y, text);
}

static void draw_head(const struct page *page)
{
    char names[2][256], why[COMPARISON_TEXT_SIZE], text[2048];
    for (int i = 0; i < 2; i++)
        text_make_visible(page->one->paths[i], strlen(page->one->paths[i]), names[i],
                          sizeof(names[i]));
    comparison_explain(&page->one->comparison, why);
    snprintf(text, sizeof(text), "%s %s%s%s", *why ? "beyond" : "within", page->one->tolerance,
             *why ? ": " : "", why);
    write_line(page, MARGIN, MARGIN, LETTERING_LEFT, bright, text);
    snprintf(text, sizeof(text), "%s and %s", names[0], names[1]);
    write_line(page, MARGIN, MARGIN + LINE, LETTERING_LEFT, soft, text);
}

static void draw_ramp(const struct page *page, int left, int y, int width)
{
    for (int x = 0; x < width; x++) {
        uint8_t colour[3];
        colour_ramp_at(heat_map_place((x + 0.5) / width), colour);
        paint_fill(page->image, (struct paint_area){ left + x, y, 1, BAR },
                   (struct paint){ colour[0], colour[1], colour[2], 255 });
    }
}

static void draw_bar(const struct page *page, int top)
{
    const bool in_steps = !page->map->is_flip && !page->one->comparison.is_light;
    const double end = page->map->top * (in_steps ? 255 : 1);
    const int left = MARGIN + EQUAL + 4, width = page->image->width - left - MARGIN;
    char text[160];
    paint_fill(page->image, (struct paint_area){ MARGIN, top, EQUAL, BAR }, black);
    draw_ramp(page, left, top, width);
    for (int i = 0; i < TICKS; i++) {
        const enum lettering_align align = i == 0           ? LETTERING_LEFT
                                           : i == TICKS - 1 ? LETTERING_RIGHT
                                                            : LETTERING_CENTRE;
        snprintf(text, sizeof(text), "%.3g", end * i / (TICKS - 1));
        write_line(page, i == 0 ? MARGIN : left + width * i / (TICKS - 1), top + BAR + 4, align,
                   bright, text);
    }
    heat_map_describe(page->map, page->one, text, sizeof(text));
    write_line(page, MARGIN, top + BAR + 4 + LINE, LETTERING_LEFT, soft, text);
}

bool heat_map_legend_draw(const struct heat_map *map, const struct compare_case *one,
                          struct image *image, struct error *error)
{
    const int width = map->image.width + 2 * MARGIN;
    struct font *font = font_open(NULL, error);
    *image = (struct image){ 0 };
    if (!font)
        return false;
    image_init(image, width < LEAST_WIDTH ? LEAST_WIDTH : width, HEAD + map->image.height + FOOT,
               IMAGE_TYPE_U8);
    const struct page page = { image, font, map, one };
    paint_fill(image, (struct paint_area){ 0, 0, image->width, image->height }, ground);
    paint_image(image, MARGIN, HEAD, &map->image);
    draw_head(&page);
    draw_bar(&page, HEAD + map->image.height + MARGIN);
    font_close(font);
    return true;
}
