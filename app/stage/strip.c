#include "app/stage/strip.h"

#include "app/stage/inside.h"
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

static void PRINTF_LIKE(4, 5)
    set(struct widgets_table *table, int row, int column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(table->cells[row][column], WIDGETS_CELL_SIZE, format, arguments);
    va_end(arguments);
}

// ---- two sides

static void set_side(struct widgets_table *table, const struct sides_numbers *numbers, int i,
                     double sigma, int column)
{
    const bool is_known = !isnan(numbers->time[i]);
    for (int row = 1; row < table->rows; row++)
        set(table, row, column, "...");
    if (is_known) {
        set(table, 1, column, "%.3f ms", numbers->time[i]);
        set(table, 2, column, "%.2f", numbers->copies[i]);
        set(table, 3, column, "%.1f MB", numbers->bytes[i] * 1e-6);
    }
    set(table, 4, column, sigma > 0 ? "%.2f px" : "none", sigma);
}

// Lists A first, whichever is edited.
static void set_numbers(struct widgets_table *table, const struct sides_numbers *numbers,
                        const struct workbench *workbench)
{
    static const char *const labels[] = { "", "time", "copies", "moved", "sigma" };
    *table = (struct widgets_table){ .rows = 5, .columns = 3 };
    const int height = workbench->look_frame.picture_height;
    for (int row = 0; row < table->rows; row++)
        set(table, row, 0, "%s", labels[row]);
    for (int side = 0; side < 2; side++) {
        const bool is_edited = side == workbench->side;
        const double sigma = chain_sigma(is_edited ? &workbench->chain : &workbench->other, height);
        table->heads[side + 1] = side ? WIDGETS_SIDE_B : WIDGETS_SIDE_A;
        set(table, 0, side + 1, "%c%s", 'A' + side, is_edited ? ", edited" : "");
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
    set_numbers(&strip->numbers, &numbers, workbench);
    say_pair(strip, &numbers.pair, workbench->side == 1);
    if (numbers.has_difference)
        say_difference(strip, &numbers.difference);
}

// ---- a pixel

static double find_stops(const double light[3])
{
    return log2(0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]);
}

// As it enters the chain, and as it is shown: as light, and in steps of the display.
static void set_pixel(struct widgets_table *table, const float source[4], const float shown[4])
{
    double before[3], after[3];
    for (int i = 0; i < 3; i++) {
        before[i] = (double) source[i];
        after[i] = srgb_decode((double) shown[i]);
        set(table, 1 + i, 1, "%.4g", before[i]);
        set(table, 1 + i, 2, "%.4f", after[i]);
        set(table, 1 + i, 3, "%.0f", 255 * (double) shown[i]);
    }
    set(table, 4, 1, "%+.2f", find_stops(before));
    set(table, 4, 2, "%+.2f", find_stops(after));
}

static void label_pixel(struct widgets_table *table)
{
    static const char *const columns[] = { "no pixel", "light in", "light out", "display" };
    static const char *const rows[] = { "", "R", "G", "B", "stops" };
    *table = (struct widgets_table){ .rows = 5, .columns = 4 };
    for (int column = 0; column < table->columns; column++) {
        set(table, 0, column, "%s", columns[column]);
        table->heads[column] = WIDGETS_DIM;
    }
    for (int row = 1; row < table->rows; row++)
        set(table, row, 0, "%s", rows[row]);
}

static void find_pixel(struct panel_sides *strip, const struct workbench *workbench,
                       const struct stage *stage, float x, float y)
{
    int pixel[2];
    bool is_b;
    float light[4], shown[4];
    label_pixel(&strip->pixel);
    if (!look_find(&workbench->look, &workbench->look_frame, x, y, pixel, &is_b))
        return;
    const bool is_other =
        stage->sides.shown && is_b != (workbench->side == 1) && workbench->look.way != PRESENT_ONE;
    const struct texture *picture =
        is_other ? &stage->sides.other.output : &stage_seen(stage)->output;
    texture_read_pixel(&stage->lab.source, pixel[0], pixel[1], light);
    texture_read_pixel(picture, pixel[0], pixel[1], shown);
    set(&strip->pixel, 0, 0, "%d, %d", pixel[0], pixel[1]);
    set_pixel(&strip->pixel, light, shown);
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
    strip->pixel = strip->numbers = (struct widgets_table){ 0 };
    strip->way = stage->sides.shown ? (int) workbench->look.way : -1;
    if (has_pass)
        say_pass(strip, workbench, &stage->pass_view);
    if (stage->sides.shown)
        say_sides(strip, workbench, &stage->sides);
    if (workbench->look.loupe)
        find_pixel(strip, workbench, stage, x, y);
}
