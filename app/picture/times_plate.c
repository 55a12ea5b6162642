#include "app/picture/times_plate.h"

#include "app/picture/panel_colours.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// The plate of times. All its lines are computed and measured before it is drawn.

enum { COLUMNS = 3, CELL_SIZE = GPU_SCOPE_NAME_SIZE };

struct plate_line {
    int depth;
    double share;                   // negative: no bar
    char cells[COLUMNS][CELL_SIZE]; // name, time, copies
};

// Sizes in pixels.
struct plate {
    const struct font *font;
    struct image *image;
    int size, step, pad, gap; // a line of letters, from one line to the next, around all, between
    int widths[COLUMNS];
    int bars;  // 0: there is no space for bars
    int width; // of all columns, with gaps between them
    int count;
    struct plate_line lines[GPU_TIMER_MAX_SCOPES + 1];
};

enum { LEAST_SIZE = 11, LINES_OF_PICTURE = 52, SIZES_ACROSS = 24, LEAST_LINES_WITH_HEAD = 8 };

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static int indent_of(const struct plate *plate, const struct plate_line *line)
{
    return plate->size * 4 / 5 * line->depth;
}

static int width_of(const struct plate *plate, const char *text)
{
    return lettering_width(&(struct lettering){ .font = plate->font, .size = plate->size }, text);
}

// Adds the lines that fit. If there are too many, passes inside steps are left out first, and then
// the last steps.
static void add_lines(struct plate *plate, const struct times_plate *times, int most)
{
    int depth = GPU_TIMER_MAX_DEPTH, fitting = times->count;
    while (fitting + (fitting < times->count) > most && depth > 1) {
        depth--;
        fitting = 0;
        for (int i = 0; i < times->count; i++)
            fitting += times->rows[i].row.depth <= depth;
    }
    if (fitting + (fitting < times->count) > most)
        fitting = most - 1;
    plate->lines[0] = (struct plate_line){ 0, -1, { "GPU time of each pass", "ms", "copies" } };
    plate->count = 1;
    for (int i = 0; i < times->count && plate->count <= fitting; i++) {
        const struct pass_line *row = &times->rows[i];
        struct plate_line *line = &plate->lines[plate->count];
        if (row->row.depth > depth)
            continue;
        *line = (struct plate_line){ .depth = row->row.depth, .share = row->share };
        snprintf(line->cells[0], CELL_SIZE, "%s", row->row.name);
        snprintf(line->cells[1], CELL_SIZE, "%.3f", row->row.time.median);
        if (isfinite(row->copies))
            snprintf(line->cells[2], CELL_SIZE, "%.2f", row->copies);
        plate->count++;
    }
}

// Names get the width that remains beside the numbers; a heading wider than all lines gets more if
// possible.
static void measure_columns(struct plate *plate, const char *head, int most)
{
    plate->bars = plate->size * 7 / 2;
    for (int i = 0; i < plate->count; i++)
        for (int column = 0; column < COLUMNS; column++) {
            const struct plate_line *line = &plate->lines[i];
            const int indent = column == 0 ? indent_of(plate, line) : 0;
            plate->widths[column] =
                larger(plate->widths[column], indent + width_of(plate, line->cells[column]));
        }
    const int columns = plate->widths[0] + plate->widths[1] + plate->widths[2] + 2 * plate->gap;
    if (columns + plate->gap + plate->bars > most)
        plate->bars = 0;
    plate->width = columns + (plate->bars > 0 ? plate->gap + plate->bars : 0);
    const int fitted = smaller(larger(plate->width, width_of(plate, head)), most);
    plate->widths[0] += fitted - plate->width;
    plate->width = fitted;
}

static void draw_text(const struct plate *plate, const char *text, int x, int y, int room,
                      const struct panel_colour *colour)
{
    const struct lettering letters = {
        .font = plate->font, .size = plate->size, .paint = panel_paint(colour), .room = room
    };
    if (room > 0)
        lettering_draw(plate->image, &letters, x, y, text);
}

static void draw_line(const struct plate *plate, const struct plate_line *line, int x, int y)
{
    const struct panel_colour *colour = line->share < 0   ? &panel_colours.dim
                                        : line->depth > 1 ? &panel_colours.soft
                                                          : &panel_colours.plain;
    const int indent = indent_of(plate, line), height = plate->size * 3 / 5;
    draw_text(plate, line->cells[0], x + indent, y, plate->widths[0] - indent, colour);
    int end = x + plate->widths[0];
    for (int column = 1; column < COLUMNS; column++) {
        const int width = width_of(plate, line->cells[column]);
        end += plate->gap + plate->widths[column];
        draw_text(plate, line->cells[column], end - width, y, width, colour);
    }
    if (plate->bars == 0 || line->share < 0)
        return;
    struct paint_area bar = { x + plate->width - plate->bars, y + (plate->size - height + 1) / 2,
                              plate->bars, height };
    paint_fill(plate->image, bar, panel_paint(&panel_colours.field));
    bar.width = (int) lround(plate->bars * line->share);
    paint_fill(plate->image, bar,
               panel_paint(line->depth > 1 ? &panel_colours.fine_bar : &panel_colours.bar));
}

bool times_plate_draw(struct image *image, const struct times_plate *times, struct paint_area *area,
                      struct error *error)
{
    if (image->width < PLATE_LEAST_WIDTH || image->height < PLATE_LEAST_HEIGHT)
        return error_set(error, "times have room on pictures of %dx%d and more, and this is %dx%d",
                         PLATE_LEAST_WIDTH, PLATE_LEAST_HEIGHT, image->width, image->height);
    const int size =
        larger(LEAST_SIZE, smaller(image->height / LINES_OF_PICTURE, image->width / SIZES_ACROSS));
    struct plate *plate = memory_new(1, sizeof(*plate));
    *plate = (struct plate){ .font = times->font,
                             .image = image,
                             .size = size,
                             .step = size * 5 / 4,
                             .pad = size * 4 / 5,
                             .gap = size };
    const int lines = (image->height - 4 * plate->pad) / plate->step;
    const bool has_head = lines >= LEAST_LINES_WITH_HEAD;
    add_lines(plate, times, lines - 1 - has_head);
    measure_columns(plate, has_head ? times->head : "", image->width - 4 * plate->pad);
    const int left_out = times->count - (plate->count - 1);
    const int shown = has_head + plate->count + (left_out > 0);
    const struct paint_area whole = { plate->pad, plate->pad, plate->width + 2 * plate->pad,
                                      (shown - 1) * plate->step + size + 2 * plate->pad };
    int x = 2 * plate->pad, y = 2 * plate->pad;
    paint_fill(image, whole, panel_paint(&panel_colours.panel));
    if (has_head) {
        draw_text(plate, times->head, x, y, plate->width, &panel_colours.dim);
        y += plate->step;
    }
    for (int i = 0; i < plate->count; i++, y += plate->step)
        draw_line(plate, &plate->lines[i], x, y);
    char text[64];
    snprintf(text, sizeof(text), "… %d more line%s", left_out, text_plural(left_out));
    if (left_out > 0)
        draw_text(plate, text, x, y, plate->width, &panel_colours.dim);
    free(plate);
    if (area)
        *area = whole;
    return true;
}
