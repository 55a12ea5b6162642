#include "app/window/strip.h"

#include "app/window/inside.h"
#include "render/image/srgb.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

static const char *const ways[] = { "one", "A | B", "side by side", "B - A", NULL };

static void PRINTF_LIKE(2, 3) say(struct panel_sides *strip, const char *format, ...)
{
    va_list arguments;
    if (strip->line_count == PANEL_SIDES_LINES)
        return;
    va_start(arguments, format);
    vsnprintf(strip->lines[strip->line_count++], PANEL_SIDES_SIZE, format, arguments);
    va_end(arguments);
}

// ---- two sides

static void say_side(struct panel_sides *strip, const struct sides_numbers *numbers, int i,
                     char name, bool is_edited)
{
    const char *edited = is_edited ? ", edited" : "";
    if (isnan(numbers->time[i]))
        say(strip, "%c%s", name, edited);
    else
        say(strip, "%c%s: %.3f ms, %.2f copies, %.1f MB", name, edited, numbers->time[i],
            numbers->copies[i], numbers->bytes[i] * 1e-6);
}

static void say_difference(struct panel_sides *strip, const struct sides_difference *difference)
{
    if (isinf(difference->psnr))
        say(strip, "the pictures are alike, every bit");
    else
        say(strip, "PSNR %.1f dB, SSIM %.4f, the largest difference %.0f of 255", difference->psnr,
            difference->ssim, difference->most);
}

// The pair compares the other side with the edited one; said is how B compares with A.
static void say_pair(struct panel_sides *strip, const struct pair *pair, bool b_is_edited)
{
    char text[PANEL_SIDES_SIZE];
    if (isnan(pair->percent))
        return;
    pairs_describe(pair, b_is_edited ? "B" : "A", b_is_edited ? "A" : "B", text, sizeof(text));
    say(strip, "%s", text);
}

static void say_sides(struct panel_sides *strip, const struct workbench *workbench,
                      const struct sides *sides)
{
    struct sides_numbers numbers;
    sides_sum_up(sides, &numbers);
    for (int side = 0; side < 2; side++) {
        const bool is_edited = side == workbench->side;
        say_side(strip, &numbers, is_edited ? 0 : 1, (char) ('A' + side), is_edited);
    }
    say_pair(strip, &numbers.pair, workbench->side == 1);
    if (numbers.has_difference)
        say_difference(strip, &numbers.difference);
}

// ---- a pixel

static void say_pixel(struct panel_sides *strip, const struct workbench *workbench,
                      const struct stage *stage, float x, float y)
{
    int pixel[2];
    bool is_b;
    float light[4], shown[4];
    if (!look_find(&workbench->look, &workbench->look_frame, x, y, pixel, &is_b))
        return;
    const bool is_other =
        stage->sides.shown && is_b != (workbench->side == 1) && workbench->look.way != PRESENT_ONE;
    const struct texture *picture =
        is_other ? &stage->sides.other.output : &stage_seen(stage)->output;
    texture_read_pixel(&stage->lab.source, pixel[0], pixel[1], light);
    texture_read_pixel(picture, pixel[0], pixel[1], shown);
    const double luminance =
        0.2126 * (double) light[0] + 0.7152 * (double) light[1] + 0.0722 * (double) light[2];
    say(strip, "%d, %d: light before %.4g %.4g %.4g, %+.2f stops", pixel[0], pixel[1],
        (double) light[0], (double) light[1], (double) light[2], log2(luminance));
    say(strip, "after, as light %.4f %.4f %.4f; display %.0f %.0f %.0f",
        srgb_decode((double) shown[0]), srgb_decode((double) shown[1]),
        srgb_decode((double) shown[2]), 255 * (double) shown[0], 255 * (double) shown[1],
        255 * (double) shown[2]);
}

// ---- a pass

static void say_pass(struct panel_sides *strip, const struct workbench *workbench,
                     const struct pass_view *view)
{
    char text[PANEL_SIDES_SIZE];
    inside_describe(view, text, sizeof(text));
    if (workbench->has_other)
        say(strip, "%c: %s", 'A' + workbench->side, text);
    else
        say(strip, "%s", text);
}

void strip_fill(struct panel_sides *strip, const struct workbench *workbench,
                const struct stage *stage, float x, float y)
{
    strip->ways = ways;
    strip->line_count = 0;
    const bool has_pass = pass_view_is_shown(&stage->pass_view);
    strip->shown = stage->sides.shown || workbench->look.loupe || has_pass;
    strip->way = stage->sides.shown ? (int) workbench->look.way : -1;
    if (has_pass)
        say_pass(strip, workbench, &stage->pass_view);
    if (stage->sides.shown)
        say_sides(strip, workbench, &stage->sides);
    if (workbench->look.loupe)
        say_pixel(strip, workbench, stage, x, y);
}
