#include "app/stage/strip_pixel.h"

#include "app/stage/cells.h"

#include <math.h>

enum { RED = 1, STOPS = 4, ALPHA = 5 }; // rows
enum {
    LIGHT_IN = 1,
    LIGHT_OUT = 2,
    DISPLAY = 3,
    OTHER = 2
}; // columns; the other side's are further

static void label_sides(struct widgets_table *table)
{
    for (int side = 0; side < 2; side++) {
        const int column = LIGHT_OUT + OTHER * side;
        cells_set(table, 0, column, "%c light", 'A' + side);
        cells_set(table, 0, column + 1, "%c shown", 'A' + side);
        table->heads[column] = table->heads[column + 1] = side ? WIDGETS_SIDE_B : WIDGETS_SIDE_A;
    }
}

static void label(struct widgets_table *table, bool has_other)
{
    static const char *const columns[] = { "no pixel", "light in", "light out", "display" };
    static const char *const rows[] = { "", "R", "G", "B", "stops" };
    *table = (struct widgets_table){ .rows = ALPHA, .columns = has_other ? 6 : 4 };
    for (int column = 0; column <= DISPLAY; column++) {
        cells_set(table, 0, column, "%s", columns[column]);
        table->heads[column] = WIDGETS_DIM;
    }
    for (int row = 1; row < table->rows; row++)
        cells_set(table, row, 0, "%s", rows[row]);
    if (has_other)
        label_sides(table);
}

static void set_light(struct widgets_table *table, int column, const float light[4])
{
    const double luminance =
        0.2126 * (double) light[0] + 0.7152 * (double) light[1] + 0.0722 * (double) light[2];
    for (int i = 0; i < 3; i++)
        cells_set(table, RED + i, column, "%.4g", (double) light[i]);
    if (luminance > 0)
        cells_set(table, STOPS, column, "%+.2f", log2(luminance));
    else
        cells_set(table, STOPS, column, "black");
    cells_set(table, ALPHA, column, "%.4g", (double) light[3]);
}

static void set_display(struct widgets_table *table, int column, const float display[4])
{
    for (int i = 0; i < 3; i++)
        cells_set(table, RED + i, column, "%.0f", 255 * (double) display[i]);
    cells_set(table, ALPHA, column, "%.0f", 255 * (double) display[3]);
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
static bool set_side(struct widgets_table *table, int column, const struct stage *stage, int side,
                     const int pixel[2])
{
    float light[4], display[4];
    texture_read_pixel(side ? &stage->sides.other.output : &stage_seen(stage)->output, pixel[0],
                       pixel[1], display);
    set_display(table, column + 1, display);
    if (read_light(stage, side, pixel, light))
        set_light(table, column, light);
    return is_opaque(display[3]);
}

void strip_pixel_fill(struct widgets_table *table, const struct workbench *workbench,
                      const struct stage *stage, float x, float y)
{
    int pixel[2];
    float light[4];
    const bool has_other = stage->sides.shown;
    const int edited = has_other && workbench->side ? LIGHT_OUT + OTHER : LIGHT_OUT;
    label(table, has_other);
    if (!look_find(&workbench->look, &workbench->look_frame, x, y, pixel, NULL))
        return;
    cells_set(table, 0, 0, "%d, %d", pixel[0], pixel[1]);
    texture_read_pixel(&stage->lab.source, pixel[0], pixel[1], light);
    set_light(table, LIGHT_IN, light);
    bool all_opaque = set_side(table, edited, stage, 0, pixel) && is_opaque(light[3]);
    if (has_other)
        all_opaque = set_side(table, 2 * LIGHT_OUT + OTHER - edited, stage, 1, pixel) && all_opaque;
    if (all_opaque)
        return;
    cells_set(table, ALPHA, 0, "alpha");
    table->rows = ALPHA + 1;
}
