#include "app/window/stage/stage.h"
#include "render/text/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

// Writes one cell of a table, cut off where it is too long.
static void PRINTF_LIKE(4, 5)
    set_cell(struct shown_table *table, int row, int column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(table->cells[row][column], SHOWN_CELL_SIZE, format, arguments);
    va_end(arguments);
}

static void PRINTF_LIKE(2, 3) say(struct strip *strip, const char *format, ...)
{
    va_list arguments;
    if (strip->line_count == STRIP_LINES)
        return;
    va_start(arguments, format);
    vsnprintf(strip->lines[strip->line_count++], STRIP_LINE_SIZE, format, arguments);
    va_end(arguments);
}

// ---- two sides

// Lists A first, whichever is edited.
static void set_numbers(struct shown_table *table, const struct sides_numbers *numbers,
                        struct workbench *workbench)
{
    static const char *const labels[] = { "", "time", "copies", "moved", "sigma" };
    *table = (struct shown_table){ .rows = 5, .columns = 3 };
    const int height = workbench->look_frame.picture_height;
    for (int row = 0; row < table->rows; row++)
        set_cell(table, row, 0, "%s", labels[row]);
    set_cell(table, 0, 0, "edited: %c", 'A' + workbench->side);
    for (int side = 0; side < 2; side++) {
        const bool is_edited = side == workbench->side;
        const int i = is_edited ? 0 : 1; // of its numbers
        const double sigma = chain_sigma(is_edited ? &workbench->chain : &workbench->other, height);
        table->sides[side + 1] = side ? 'B' : 'A';
        set_cell(table, 0, side + 1, "%s", workbench_side(workbench, side));
        for (int row = 1; row < table->rows; row++)
            set_cell(table, row, side + 1, "...");
        if (!isnan(numbers->time[i])) {
            set_cell(table, 1, side + 1, "%.3f ms", numbers->time[i]);
            set_cell(table, 2, side + 1, "%.2f", numbers->copies[i]);
            set_cell(table, 3, side + 1, "%.1f MB", numbers->bytes[i] * 1e-6);
        }
        set_cell(table, 4, side + 1, sigma > 0 ? "%.2f px" : "none", sigma);
    }
}

// The pair compares the other side with the edited one; said is how B compares with A.
static void say_sides(struct strip *strip, struct workbench *workbench, const struct sides *sides)
{
    char text[STRIP_LINE_SIZE];
    struct sides_numbers numbers;
    const struct sides_difference *difference = &numbers.difference;
    const struct pair *pair = &numbers.pair;
    const bool b_is_edited = workbench->side == 1;
    const int frames = sides->stats.frames;
    sides_sum_up(sides, &numbers);
    set_numbers(&strip->numbers, &numbers, workbench);
    const bool is_measured = !isnan(pair->low) && sides->due == 0;
    pairs_describe(pair, b_is_edited ? "B" : "A", b_is_edited ? "A" : "B", text, sizeof(text));
    if (is_measured || pair->verdict != PAIR_INCONCLUSIVE)
        say(strip, "%s", text);
    else if (sides->due > 0)
        say(strip, "which is faster: measuring, %d of %d frames", frames, SIDES_SAMPLES);
    else if (frames > 0)
        say(strip, "which is faster: %d frame%s: too few to tell", frames, text_plural(frames));
    if (numbers.has_difference && isinf(difference->psnr))
        say(strip, "the pictures are alike, every bit");
    else if (numbers.has_difference)
        say(strip, "PSNR %.1f dB, SSIM %.4f, the largest difference %.0f of 255", difference->psnr,
            difference->ssim, difference->most);
}

// ---- the texel under the pointer

enum { RED = 1, STOPS = 4, ALPHA = 5 }; // rows
// Columns; the other side's are further.
enum { LIGHT_IN = 1, LIGHT_OUT = 2, DISPLAY = 3, OTHER = 2 };

static void set_light(struct shown_table *table, int column, const float light[4])
{
    const double luminance =
        0.2126 * (double) light[0] + 0.7152 * (double) light[1] + 0.0722 * (double) light[2];
    for (int i = 0; i < 3; i++)
        set_cell(table, RED + i, column, "%.4g", (double) light[i]);
    if (luminance > 0)
        set_cell(table, STOPS, column, "%+.2f", log2(luminance));
    else
        set_cell(table, STOPS, column, "black");
    set_cell(table, ALPHA, column, "%.4g", (double) light[3]);
}

// The light of the edited side (0) or the other; a pass inside a step is looked at as it is.
static bool read_light(const struct stage *stage, int side, const int pixel[2], float light[4])
{
    const struct pass_view *view = &stage->pass_view;
    const bool is_pass = side == 0 && pass_view_is_shown(view) && pass_view_is_inner(view);
    const struct texture *image =
        is_pass ? pass_view_image(view, &stage->lab) : loupe_light(&stage->loupe, side);
    if (!image || (is_pass && !view->is_light))
        return false;
    const int x = (2 * pixel[0] + 1) * image->width / (2 * stage->lab.source.width);
    const int y = (2 * pixel[1] + 1) * image->height / (2 * stage->lab.source.height);
    texture_read_pixel(image, x, y, light);
    return true;
}

// As far as 8 bits tell: the mean of samples in halves may lie a bit beside 1.
static bool is_opaque(float alpha)
{
    return alpha >= 254.5f / 255;
}

// Returns whether it is opaque. `side`: 0 is the edited one.
static bool set_texel(struct shown_table *table, int column, const struct stage *stage, int side,
                      const int pixel[2])
{
    float light[4], display[4];
    texture_read_pixel(side ? &stage->sides.other.output : &stage_seen(stage)->output, pixel[0],
                       pixel[1], display);
    for (int i = 0; i < 3; i++)
        set_cell(table, RED + i, column + 1, "%.0f", 255 * (double) display[i]);
    set_cell(table, ALPHA, column + 1, "%.0f", 255 * (double) display[3]);
    if (read_light(stage, side, pixel, light))
        set_light(table, column, light);
    return is_opaque(display[3]);
}

// Says what the texel at (x, y) of the window holds: the light that enters the chain, and of each
// side the light that it keeps until it makes display values, and those. Light is premultiplied by
// alpha, which is said where it is not 1; stops are log2 of its luminance. Waits for the GPU.
static void fill_pixel(struct shown_table *table, const struct workbench *workbench,
                       const struct stage *stage, float x, float y)
{
    static const char *const columns[] = { "no pixel", "light in", "light out", "display" };
    static const char *const rows[] = { "", "R", "G", "B", "stops" };
    int pixel[2];
    float light[4];
    const bool has_other = stage->sides.shown;
    const int edited = has_other && workbench->side ? LIGHT_OUT + OTHER : LIGHT_OUT;
    *table = (struct shown_table){ .rows = ALPHA, .columns = has_other ? 6 : 4 };
    for (int column = 0; column <= DISPLAY; column++)
        set_cell(table, 0, column, "%s", columns[column]);
    for (int row = 1; row < table->rows; row++)
        set_cell(table, row, 0, "%s", rows[row]);
    for (int side = 0; side < 2 && has_other; side++) {
        const int column = LIGHT_OUT + OTHER * side;
        set_cell(table, 0, column, "%c light", 'A' + side);
        set_cell(table, 0, column + 1, "%c shown", 'A' + side);
        table->sides[column] = table->sides[column + 1] = side ? 'B' : 'A';
    }
    if (!look_find(&workbench->look, &workbench->look_frame, x, y, pixel, NULL))
        return;
    set_cell(table, 0, 0, "%d, %d", pixel[0], pixel[1]);
    texture_read_pixel(&stage->lab.source, pixel[0], pixel[1], light);
    set_light(table, LIGHT_IN, light);
    bool all_opaque = set_texel(table, edited, stage, 0, pixel) && is_opaque(light[3]);
    if (has_other)
        all_opaque =
            set_texel(table, 2 * LIGHT_OUT + OTHER - edited, stage, 1, pixel) && all_opaque;
    if (all_opaque)
        return;
    set_cell(table, ALPHA, 0, "alpha");
    table->rows = ALPHA + 1;
}

// ----

void stage_fill_strip(struct stage *stage, struct workbench *workbench, float x, float y)
{
    struct strip *strip = &stage->strip;
    char text[STRIP_LINE_SIZE];
    const bool has_pass = pass_view_is_shown(&stage->pass_view), has_two = stage->sides.shown;
    const int stops = workbench->look.stops;
    strip->line_count = 0;
    strip->shown = has_two || has_pass || stops != 0;
    strip->pixel = strip->numbers = (struct shown_table){ 0 };
    if (has_pass)
        stage_describe_pass(&stage->pass_view, text, sizeof(text));
    if (has_pass && workbench->has_other)
        say(strip, "%c: %s", 'A' + workbench->side, text);
    else if (has_pass)
        say(strip, "%s", text);
    if (has_two)
        say_sides(strip, workbench, &stage->sides);
    if (has_two && (workbench->look.way == PRESENT_ONE || workbench->flips))
        say(strip, "%s is seen",
            workbench_side(workbench, workbench->side != (int) workbench->flips));
    if (stops != 0)
        say(strip, "seen %d stop%s %s than it is", abs(stops), abs(stops) == 1 ? "" : "s",
            stops > 0 ? "brighter" : "darker");
    if (workbench->look.loupe)
        fill_pixel(&strip->pixel, workbench, stage, x, y);
}
