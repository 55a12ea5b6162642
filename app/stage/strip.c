#include "app/stage/strip.h"

#include "app/stage/cells.h"
#include "app/stage/inside.h"
#include "app/stage/strip_pixel.h"
#include "render/text/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

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

static void set_side(struct widgets_table *table, const struct sides_numbers *numbers, int i,
                     double sigma, int column)
{
    const bool is_known = !isnan(numbers->time[i]);
    for (int row = 1; row < table->rows; row++)
        cells_set(table, row, column, "...");
    if (is_known) {
        cells_set(table, 1, column, "%.3f ms", numbers->time[i]);
        cells_set(table, 2, column, "%.2f", numbers->copies[i]);
        cells_set(table, 3, column, "%.1f MB", numbers->bytes[i] * 1e-6);
    }
    cells_set(table, 4, column, sigma > 0 ? "%.2f px" : "none", sigma);
}

// Lists A first, whichever is edited.
static void set_numbers(struct widgets_table *table, const struct sides_numbers *numbers,
                        const struct workbench *workbench)
{
    static const char *const labels[] = { "", "time", "copies", "moved", "sigma" };
    *table = (struct widgets_table){ .rows = 5, .columns = 3 };
    const int height = workbench->look_frame.picture_height;
    for (int row = 0; row < table->rows; row++)
        cells_set(table, row, 0, "%s", labels[row]);
    for (int side = 0; side < 2; side++) {
        const bool is_edited = side == workbench->side;
        const double sigma = chain_sigma(is_edited ? &workbench->chain : &workbench->other, height);
        table->heads[side + 1] = side ? WIDGETS_SIDE_B : WIDGETS_SIDE_A;
        cells_set(table, 0, side + 1, "%c%s", 'A' + side, is_edited ? ", edited" : "");
        set_side(table, numbers, is_edited ? 0 : 1, sigma, side + 1);
    }
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
static void say_pair(struct panel_sides *strip, const struct sides *sides, const struct pair *pair,
                     bool b_is_edited)
{
    char text[PANEL_SIDES_SIZE];
    const int frames = sides->stats.frames;
    const bool is_measured = !isnan(pair->low) && sides->due == 0;
    pairs_describe(pair, b_is_edited ? "B" : "A", b_is_edited ? "A" : "B", text, sizeof(text));
    if (is_measured || pair->verdict != PAIR_INCONCLUSIVE)
        say(strip, "%s", text);
    else if (sides->due > 0)
        say(strip, "which is faster: measuring, %d of %d frames", frames, SIDES_SAMPLES);
    else if (frames > 0)
        say(strip, "which is faster: %d frame%s: too few to tell", frames, text_plural(frames));
}

static void say_sides(struct panel_sides *strip, const struct workbench *workbench,
                      const struct sides *sides)
{
    struct sides_numbers numbers;
    sides_sum_up(sides, &numbers);
    set_numbers(&strip->numbers, &numbers, workbench);
    say_pair(strip, sides, &numbers.pair, workbench->side == 1);
    if (numbers.has_difference)
        say_difference(strip, &numbers.difference);
}

// ---- how it is looked at

// Returns the side that the pointer is over, 0 (A) or 1 (B); in a difference the edited one.
static int find_side(const struct workbench *workbench, float x, float y)
{
    int pixel[2];
    bool is_b;
    const enum present_way way = workbench->look.way;
    if (workbench->flips)
        return 1 - workbench->side;
    if (way == PRESENT_ONE || way == PRESENT_DIFFERENCE)
        return workbench->side;
    look_find(&workbench->look, &workbench->look_frame, x, y, pixel, &is_b);
    return is_b;
}

// Which of two sides is seen where one covers the window.
static void say_seen(struct panel_sides *strip, const struct workbench *workbench)
{
    if (workbench->look.way == PRESENT_ONE || workbench->flips)
        say(strip, "%c is seen", 'A' + find_side(workbench, 0, 0));
}

static void say_exposure(struct panel_sides *strip, int stops)
{
    say(strip, "seen %d stop%s %s than it is", abs(stops), abs(stops) == 1 ? "" : "s",
        stops > 0 ? "brighter" : "darker");
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
    strip->shown =
        stage->sides.shown || workbench->look.loupe || has_pass || workbench->look.stops != 0;
    strip->pixel = strip->numbers = (struct widgets_table){ 0 };
    strip->way = stage->sides.shown ? (int) workbench->look.way : -1;
    if (has_pass)
        say_pass(strip, workbench, &stage->pass_view);
    if (stage->sides.shown)
        say_sides(strip, workbench, &stage->sides);
    if (stage->sides.shown)
        say_seen(strip, workbench);
    if (workbench->look.stops != 0)
        say_exposure(strip, workbench->look.stops);
    if (workbench->look.loupe)
        strip_pixel_fill(&strip->pixel, workbench, stage, x, y);
    strip->pixel_side = find_side(workbench, x, y);
}
