#include "app/picture/capture.h"
#include "app/picture/panel_colours.h"

#include <math.h>
#include <stdio.h>

// ---- plate layout

// Layout of the plate of times, which is computed before anything is drawn.

enum { PLATE_NUMBER_SIZE = 32 };

// Sizes in pixels.
struct plate_layout {
    int size, step, pad, gap; // a line of letters, from one line to the next, around all, between
    bool has_head;
    int depth, shown;               // rows below that depth, and after that many, are left out
    int names, times, copies, bars; // widths of the columns; `bars` is 0 where there is no room
    int width;                      // of all columns, with gaps between them
    struct paint_area area;         // of the plate
};

enum { LEAST_SIZE = 11, LINES_OF_PICTURE = 52, SIZES_ACROSS = 24, LEAST_LINES_WITH_HEAD = 8 };

static const char plate_names_head[] = "GPU time of each pass", plate_times_head[] = "ms",
                  plate_copies_head[] = "copies";

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static void print_number(char out[PLATE_NUMBER_SIZE], double value, int digits)
{
    out[0] = '\0';
    if (isfinite(value))
        snprintf(out, PLATE_NUMBER_SIZE, "%.*f", digits, value);
}

// Writes the numbers of a row; "" for a number that is not known.
static void plate_layout_numbers(const struct pass_line *result, char time[PLATE_NUMBER_SIZE],
                                 char copies[PLATE_NUMBER_SIZE])
{
    print_number(time, result->row.time.median, 3);
    print_number(copies, result->copies, 2);
}

// Returns the indentation of the name of a row, px.
static int plate_layout_indent(const struct plate_layout *layout, const struct pass_row *row)
{
    return layout->size * 4 / 5 * row->depth;
}

// Returns true if a row is shown after `shown` others.
static bool plate_layout_shows(const struct plate_layout *layout, const struct pass_row *row,
                               int shown)
{
    return row->depth <= layout->depth && shown < layout->shown;
}

// Chooses the number of levels of the tree and the number of steps that fit.
static void choose_rows(struct plate_layout *layout, const struct times_plate *plate, int height)
{
    const int lines = (height - 4 * layout->pad) / layout->step, all = plate->count;
    layout->has_head = lines >= LEAST_LINES_WITH_HEAD;
    const int room = lines - 1 - layout->has_head;
    layout->depth = GPU_TIMER_MAX_DEPTH;
    layout->shown = all;
    while (layout->shown + (layout->shown < all) > room && layout->depth > 1) {
        layout->depth--;
        layout->shown = 0;
        for (int i = 0; i < all; i++)
            layout->shown += plate->rows[i].row.depth <= layout->depth;
    }
    if (layout->shown + (layout->shown < all) > room)
        layout->shown = room - 1;
}

static int width_of(const struct plate_layout *layout, const struct times_plate *plate,
                    const char *text)
{
    return lettering_width(&(struct lettering){ .font = plate->font, .size = layout->size }, text);
}

static void measure_columns(struct plate_layout *layout, const struct times_plate *plate)
{
    layout->names = width_of(layout, plate, plate_names_head);
    layout->times = width_of(layout, plate, plate_times_head);
    layout->copies = width_of(layout, plate, plate_copies_head);
    for (int i = 0, shown = 0; i < plate->count; i++) {
        const struct pass_line *result = &plate->rows[i];
        char time[PLATE_NUMBER_SIZE], copies[PLATE_NUMBER_SIZE];
        if (!plate_layout_shows(layout, &result->row, shown))
            continue;
        shown++;
        plate_layout_numbers(result, time, copies);
        layout->names = larger(layout->names, plate_layout_indent(layout, &result->row) +
                                                  width_of(layout, plate, result->row.name));
        layout->times = larger(layout->times, width_of(layout, plate, time));
        layout->copies = larger(layout->copies, width_of(layout, plate, copies));
    }
}

static int sum_columns(const struct plate_layout *layout)
{
    const int gaps = layout->bars > 0 ? 3 : 2;
    return layout->names + layout->times + layout->copies + layout->bars + gaps * layout->gap;
}

// Computes the layout for a picture of at least the minimum size. Names get the width that numbers
// leave; a heading longer than all rows gets more if possible.
static void plate_layout_make(struct plate_layout *layout, const struct times_plate *plate,
                              int width, int height)
{
    const int size = larger(LEAST_SIZE, smaller(height / LINES_OF_PICTURE, width / SIZES_ACROSS));
    *layout = (struct plate_layout){
        .size = size, .step = size * 5 / 4, .pad = size * 4 / 5, .gap = size, .bars = size * 7 / 2
    };
    const int most = width - 4 * layout->pad;
    choose_rows(layout, plate, height);
    measure_columns(layout, plate);
    if (sum_columns(layout) > most)
        layout->bars = 0;
    layout->names -= larger(0, sum_columns(layout) - most);
    if (layout->has_head)
        layout->names +=
            larger(0, smaller(width_of(layout, plate, plate->head), most) - sum_columns(layout));
    layout->width = sum_columns(layout);
    const int lines = layout->has_head + 1 + layout->shown + (layout->shown < plate->count);
    layout->area = (struct paint_area){
        .x = layout->pad,
        .y = layout->pad,
        .width = layout->width + 2 * layout->pad,
        .height = (lines - 1) * layout->step + layout->size + 2 * layout->pad,
    };
}

// ---- times plate

struct drawing {
    const struct times_plate *plate;
    struct image *image;
    struct plate_layout layout;
    int x, y; // of the next line
};

static struct lettering letters_of(const struct drawing *drawing, const struct panel_colour *colour)
{
    return (struct lettering){ .font = drawing->plate->font,
                               .size = drawing->layout.size,
                               .paint = panel_paint(colour) };
}

static void draw_text(const struct drawing *drawing, const char *text, int x, int room,
                      const struct panel_colour *colour)
{
    struct lettering letters = letters_of(drawing, colour);
    letters.room = room;
    if (room > 0)
        lettering_draw(drawing->image, &letters, drawing->x + x, drawing->y, text);
}

static void draw_number(const struct drawing *drawing, const char *text, int end,
                        const struct panel_colour *colour)
{
    struct lettering letters = letters_of(drawing, colour);
    letters.align = LETTERING_RIGHT;
    lettering_draw(drawing->image, &letters, drawing->x + end, drawing->y, text);
}

// Draws the numbers at the end of a line.
static void draw_numbers(struct drawing *drawing, const char *time, const char *copies,
                         const struct panel_colour *colour)
{
    const struct plate_layout *layout = &drawing->layout;
    const int end = layout->names + layout->gap + layout->times;
    draw_number(drawing, time, end, colour);
    draw_number(drawing, copies, end + layout->gap + layout->copies, colour);
    drawing->y += layout->step;
}

static void draw_row(struct drawing *drawing, const struct pass_line *result)
{
    const struct plate_layout *layout = &drawing->layout;
    const struct pass_row *row = &result->row;
    const double frame = drawing->plate->rows[0].row.time.median;
    const bool is_fine = row->depth > 1;
    const struct panel_colour *colour = is_fine ? &panel_colours.soft : &panel_colours.plain;
    const int indent = plate_layout_indent(layout, row);
    char time[PLATE_NUMBER_SIZE], copies[PLATE_NUMBER_SIZE];
    plate_layout_numbers(result, time, copies);
    if (layout->bars > 0) {
        const double share = frame > 0 ? fmin(fmax(row->time.median / frame, 0), 1) : 0;
        const int height = layout->size * 3 / 5;
        struct paint_area bar = { drawing->x + layout->width - layout->bars,
                                  drawing->y + (layout->size - height + 1) / 2, layout->bars,
                                  height };
        paint_fill(drawing->image, bar, panel_paint(&panel_colours.field));
        bar.width = (int) lround(layout->bars * share);
        paint_fill(drawing->image, bar,
                   panel_paint(is_fine ? &panel_colours.fine_bar : &panel_colours.bar));
    }
    draw_text(drawing, row->name, indent, layout->names - indent, colour);
    draw_numbers(drawing, time, copies, colour);
}

bool times_plate_draw(struct image *image, const struct times_plate *plate, struct paint_area *area,
                      struct error *error)
{
    struct drawing drawing = { .plate = plate, .image = image };
    const struct plate_layout *layout = &drawing.layout;
    char text[64];
    if (image->width < PLATE_LEAST_WIDTH || image->height < PLATE_LEAST_HEIGHT)
        return error_set(error, "times have room on pictures of %dx%d and more, and this is %dx%d",
                         PLATE_LEAST_WIDTH, PLATE_LEAST_HEIGHT, image->width, image->height);
    plate_layout_make(&drawing.layout, plate, image->width, image->height);
    drawing.x = layout->area.x + layout->pad;
    drawing.y = layout->area.y + layout->pad;
    paint_fill(image, layout->area, panel_paint(&panel_colours.sheet));
    if (layout->has_head) {
        draw_text(&drawing, plate->head, 0, layout->width, &panel_colours.dim);
        drawing.y += layout->step;
    }
    draw_text(&drawing, plate_names_head, 0, layout->names, &panel_colours.dim);
    draw_numbers(&drawing, plate_times_head, plate_copies_head, &panel_colours.dim);
    for (int i = 0, shown = 0; i < plate->count; i++)
        if (plate_layout_shows(layout, &plate->rows[i].row, shown)) {
            draw_row(&drawing, &plate->rows[i]);
            shown++;
        }
    const int left_out = plate->count - layout->shown;
    snprintf(text, sizeof(text), "… %d more %s", left_out, left_out == 1 ? "line" : "lines");
    if (left_out > 0)
        draw_text(&drawing, text, 0, layout->width, &panel_colours.dim);
    if (area)
        *area = layout->area;
    return true;
}
