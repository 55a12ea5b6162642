#define _XOPEN_SOURCE 700 // realpath
#define LOG_MODULE    "compare"
#include "app/compare/compare.h"
#include "app/text/wrap.h"
#include "effects/metrics/metrics.h"
#include "render/file/file_path.h"
#include "render/paint/lettering.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- the map

enum { POINTS = 10 };

static const uint8_t points[POINTS][3] = {
    { 0, 0, 4 },      { 24, 15, 61 },  { 68, 15, 118 },   { 114, 31, 129 },  { 158, 47, 127 },
    { 205, 64, 113 }, { 241, 96, 93 }, { 253, 150, 104 }, { 254, 202, 141 }, { 252, 253, 191 },
};

static const double least_place = 0.25; // on the ramp, for the smallest difference

void heat_map_colour(double share, uint8_t colour[3])
{
    const double place = share > 0 ? fmin(least_place + (1 - least_place) * share, 1) : 0;
    const double at = place * (POINTS - 1);
    const int first = (int) fmin(at, POINTS - 2);
    for (int c = 0; c < 3; c++) {
        const double from = points[first][c], to = points[first + 1][c];
        colour[c] = (uint8_t) lround(from + (to - from) * (at - first));
    }
}

bool heat_map_make(struct heat_map *map, const struct compare_case *one, struct error *error)
{
    const struct comparison *comparison = &one->comparison;
    struct picture_pair pair;
    *map = (struct heat_map){ .is_flip = comparison->tolerance.given[TOLERANCE_FLIP] };
    if (!picture_pair_read(&pair, one->paths, error) || !picture_pair_check(&pair, error)) {
        picture_pair_finish(&pair);
        return false;
    }
    if (comparison->tolerance.is_blurred)
        picture_pair_blur(&pair);
    const struct image *a = &pair.images[0];
    const struct image *b = &pair.images[1];
    const size_t count = (size_t) a->width * (size_t) a->height;
    float *values;
    map->top = 1;
    if (map->is_flip) {
        values = metrics_flip_map(a, b, pair.is_light);
    } else {
        const double *from = a->texels;
        const double *to = b->texels;
        values = memory_new(count, sizeof(*values));
        for (size_t i = 0; i < 4 * count; i++)
            values[i / 4] = fmaxf(values[i / 4], (float) fabs(from[i] - to[i]));
        if (comparison->values[TOLERANCE_MAX] > 0)
            map->top = comparison->values[TOLERANCE_MAX];
    }
    image_init(&map->image, a->width, a->height, IMAGE_TYPE_U8);
    picture_pair_finish(&pair);
    uint8_t *texel = map->image.texels;
    for (size_t i = 0; i < count; i++, texel += 4) {
        heat_map_colour(values[i] / map->top, texel);
        texel[3] = UINT8_MAX;
    }
    free(values);
    return true;
}

void heat_map_describe(const struct heat_map *map, const struct compare_case *one, char *out,
                       size_t size)
{
    const bool is_light = one->comparison.is_light;
    const char *what = "FLIP at 67 pixels per degree, 0 to 1";
    if (map->is_flip && is_light)
        what = "HDR-FLIP at 67 pixels per degree, 0 to 1";
    else if (!map->is_flip)
        what =
            is_light ? "largest channel difference, light" : "largest channel difference, 255ths";
    snprintf(out, size, "%s%s", what,
             one->comparison.tolerance.is_blurred ? ", blurred by sigma 4" : "; black: equal");
}

// ---- its legend

// Pixels, from the top: two lines, the map, the bar, its numbers, a line with their meaning, and
// the reasons of the verdict, in as many lines as they need.
enum {
    MARGIN = 12,
    LINE = 18, // height of text
    MIN_WIDTH = 480,
    HEAD = MARGIN + 2 * LINE + MARGIN / 2,
    BAR = 14,
    FOOT = MARGIN + BAR + 4 + 2 * LINE + MARGIN / 2,
    EQUAL = 14, // the width of the black square beside the bar
    TICKS = 5,
};

static const struct paint ground = { 24, 22, 28, 255 };
static const struct paint white = { 240, 238, 244, 255 };
static const struct paint grey = { 168, 163, 178, 255 };
static const struct paint black = { 0, 0, 0, 255 };

// Draws the colours from 0 to `end` with numbers below them.
static void draw_bar(struct image *image, struct lettering letters, int top, double end)
{
    const int left = MARGIN + EQUAL + 4, width = image->width - left - MARGIN;
    char text[32];
    paint_fill(image, (struct paint_area){ MARGIN, top, EQUAL, BAR }, black);
    for (int x = 0; x < width; x++) {
        uint8_t colour[3];
        heat_map_colour((x + 0.5) / width, colour);
        paint_fill(image, (struct paint_area){ left + x, top, 1, BAR },
                   (struct paint){ colour[0], colour[1], colour[2], 255 });
    }
    for (int i = 0; i < TICKS; i++) {
        const int x = i == 0 ? MARGIN : left + width * i / (TICKS - 1);
        letters.align = i == 0           ? LETTERING_LEFT
                        : i == TICKS - 1 ? LETTERING_RIGHT
                                         : LETTERING_CENTRE;
        snprintf(text, sizeof(text), "%.3g", end * i / (TICKS - 1));
        lettering_draw(image, &letters, x, top + BAR + 4, text);
    }
}

// ---- files

bool heat_map_write(const struct compare_case *one, const char *path, struct error *error)
{
    const struct comparison *comparison = &one->comparison;
    struct heat_map map;
    struct image image;
    char names[2][256], text[COMPARISON_TEXT_SIZE];
    if (!heat_map_make(&map, one, error))
        return false;
    struct font *font = font_open(NULL, error);
    if (!font) {
        image_finish(&map.image);
        return false;
    }
    const int drawn = map.image.width + 2 * MARGIN;
    const int width = drawn < MIN_WIDTH ? MIN_WIDTH : drawn;
    const int foot = HEAD + map.image.height, bottom = foot + FOOT;
    const bool in_steps = !map.is_flip && !comparison->is_light;
    const struct lettering bright = { font, LINE, white, .room = width - 2 * MARGIN };
    const struct lettering soft = { font, LINE, grey, .room = width - 2 * MARGIN };
    compare_case_explain(one, text);
    const int reasons = wrap_draw(NULL, &bright, 0, 0, 0, INT_MAX, text);
    image_init(&image, width, bottom + LINE * reasons, IMAGE_TYPE_U8);
    paint_fill(&image, (struct paint_area){ 0, 0, image.width, image.height }, ground);
    paint_image(&image, MARGIN, HEAD, &map.image);
    wrap_draw(&image, &bright, MARGIN, bottom - MARGIN / 2, LINE, INT_MAX, text);
    draw_bar(&image, bright, foot + MARGIN, map.top * (in_steps ? 255 : 1));
    heat_map_describe(&map, one, text, sizeof(text));
    lettering_draw(&image, &soft, MARGIN, foot + MARGIN + BAR + 4 + LINE, text);
    snprintf(text, sizeof(text), "%s %s", comparison->is_exceeded ? "beyond" : "within",
             one->tolerance);
    lettering_draw(&image, &bright, MARGIN, MARGIN, text);
    for (int i = 0; i < 2; i++)
        text_make_visible(one->paths[i], strlen(one->paths[i]), names[i], sizeof(names[i]));
    snprintf(text, sizeof(text), "%s and %s", names[0], names[1]);
    lettering_draw(&image, &soft, MARGIN, MARGIN + LINE, text);
    font_close(font);
    const bool written = image_write(&image, NULL, path, error);
    image_finish(&image);
    image_finish(&map.image);
    return written;
}

// ---- where they may go

bool heat_map_check_folder(const char *folder, const char *const kept[], int count,
                           struct error *error)
{
    const bool made = mkdir(folder, 0777) == 0;
    if (!made && errno == EEXIST && !file_path_is_folder(folder))
        return error_set(error, "%s: no folder", folder);
    if (access(folder, W_OK | X_OK) != 0)
        return error_set(error, "%s: %s", folder, strerror(errno));
    char *inner = realpath(folder, NULL);
    bool is_apart = true;
    for (int i = 0; i < count && is_apart; i++) {
        char *outer = realpath(kept[i], NULL);
        const size_t length = inner && outer ? strlen(outer) : 0;
        if (length == 0)
            log_fatal("%s: %s", inner ? kept[i] : folder, strerror(errno));
        if (strncmp(inner, outer, length) == 0 && (length == 1 || strchr("/", inner[length])))
            is_apart = error_set(error, "%s lies in %s, which is compared; give a folder elsewhere",
                                 folder, kept[i]);
        free(outer);
    }
    free(inner);
    if (made && !is_apart)
        rmdir(folder);
    return is_apart;
}
