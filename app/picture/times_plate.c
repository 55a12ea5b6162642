#include "app/picture/times_plate.h"

#include "app/panel/panel_paint.h"

#include <math.h>
#include <stdio.h>

enum { LEAST_WIDTH = 200, LEAST_HEIGHT = 90 }; // of a picture
enum { LEAST_SIZE = 11, LINES_OF_PICTURE = 52, SIZES_ACROSS = 24, LEAST_LINES_WITH_HEAD = 8 };
enum { NUMBER_SIZE = 32 };

static const char names_head[] = "GPU time of each pass", times_head[] = "ms",
                  copies_head[] = "copies";

// Sizes in pixels.
struct layout_of_plate {
    int size, step, pad, gap; // a line of letters, from one line to the next, around all, between
    int lines;                // that have room
    bool has_head;
    int depth, shown;               // rows deeper than that are left out, and those after so many
    int names, times, copies, bars; // widths of the columns; `bars` is 0 where there is no room
};

struct drawing {
    const struct times_plate *plate;
    struct image *image;
    struct layout_of_plate layout;
    int x, y; // of the next line
};

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static struct lettering letters_of(const struct drawing *drawing, const struct panel_colour *colour)
{
    return (struct lettering){ .font = drawing->plate->font,
                               .size = drawing->layout.size,
                               .paint = panel_paint(colour) };
}

static int width_of(const struct drawing *drawing, const char *text)
{
    const struct lettering letters = letters_of(drawing, &panel_colours.plain);
    return lettering_width(&letters, text);
}

static void print_number(char out[NUMBER_SIZE], double value, int digits)
{
    snprintf(out, NUMBER_SIZE, isfinite(value) ? "%.*f" : "", digits, value);
}

static int indent_of(const struct drawing *drawing, const struct pass_row *row)
{
    return drawing->layout.size * 4 / 5 * row->depth;
}

// ---- places

static void choose_size(struct drawing *drawing)
{
    struct layout_of_plate *layout = &drawing->layout;
    layout->size = larger(LEAST_SIZE, smaller(drawing->image->height / LINES_OF_PICTURE,
                                              drawing->image->width / SIZES_ACROSS));
    layout->step = layout->size * 5 / 4;
    layout->pad = layout->size * 4 / 5;
    layout->gap = layout->size;
    layout->lines = (drawing->image->height - 4 * layout->pad) / layout->step;
    layout->has_head = layout->lines >= LEAST_LINES_WITH_HEAD;
}

static int count_rows(const struct times_plate *plate, int depth)
{
    int count = 0;
    for (int i = 0; i < plate->count; i++)
        count += plate->rows[i].row.depth <= depth;
    return count;
}

// Keeps as many levels of the tree as have room, and of the steps as many as have.
static void choose_rows(struct drawing *drawing)
{
    struct layout_of_plate *layout = &drawing->layout;
    const int all = drawing->plate->count, room = layout->lines - 1 - layout->has_head;
    layout->depth = GPU_TIMER_MAX_DEPTH;
    layout->shown = all;
    while (layout->shown + (layout->shown < all) > room && layout->depth > 1)
        layout->shown = count_rows(drawing->plate, --layout->depth);
    if (layout->shown + (layout->shown < all) > room)
        layout->shown = room - 1;
}

static bool is_shown(const struct layout_of_plate *layout, const struct pass_row *row, int shown)
{
    return row->depth <= layout->depth && shown < layout->shown;
}

static void measure_columns(struct drawing *drawing)
{
    struct layout_of_plate *layout = &drawing->layout;
    layout->names = width_of(drawing, names_head);
    layout->times = width_of(drawing, times_head);
    layout->copies = width_of(drawing, copies_head);
    for (int i = 0, shown = 0; i < drawing->plate->count; i++) {
        const struct result *result = &drawing->plate->rows[i];
        char time[NUMBER_SIZE], copies[NUMBER_SIZE];
        if (!is_shown(layout, &result->row, shown))
            continue;
        shown++;
        print_number(time, result->row.time.median, 3);
        print_number(copies, result->copies, 2);
        layout->names = larger(layout->names, indent_of(drawing, &result->row) +
                                                  width_of(drawing, result->row.name));
        layout->times = larger(layout->times, width_of(drawing, time));
        layout->copies = larger(layout->copies, width_of(drawing, copies));
    }
}

static int inner_width(const struct layout_of_plate *layout)
{
    return layout->names + layout->times + layout->copies + layout->bars +
           layout->gap * (layout->bars > 0 ? 3 : 2);
}

// Names get what the numbers leave them; a head that is longer than all gets more where it can.
static void fit_columns(struct drawing *drawing)
{
    struct layout_of_plate *layout = &drawing->layout;
    const int most = drawing->image->width - 4 * layout->pad;
    layout->bars = layout->size * 7 / 2;
    if (inner_width(layout) > most)
        layout->bars = 0;
    layout->names -= larger(0, inner_width(layout) - most);
    if (layout->has_head)
        layout->names +=
            larger(0, smaller(width_of(drawing, drawing->plate->head), most) - inner_width(layout));
}

// ---- drawing

static void draw_text(const struct drawing *drawing, const char *text, int x, int room,
                      const struct panel_colour *colour)
{
    struct lettering letters = letters_of(drawing, colour);
    letters.room = room;
    lettering_draw(drawing->image, &letters, drawing->x + x, drawing->y, text);
}

static void draw_number(const struct drawing *drawing, const char *text, int end,
                        const struct panel_colour *colour)
{
    struct lettering letters = letters_of(drawing, colour);
    letters.align = LETTERING_RIGHT;
    lettering_draw(drawing->image, &letters, drawing->x + end, drawing->y, text);
}

static void draw_line(struct drawing *drawing, const char *time, const char *copies,
                      const struct panel_colour *colour)
{
    const struct layout_of_plate *layout = &drawing->layout;
    const int end = layout->names + layout->gap + layout->times;
    draw_number(drawing, time, end, colour);
    draw_number(drawing, copies, end + layout->gap + layout->copies, colour);
    drawing->y += layout->step;
}

static void draw_bar(const struct drawing *drawing, double share, bool is_fine)
{
    const struct layout_of_plate *layout = &drawing->layout;
    const int height = larger(1, layout->size * 3 / 5);
    struct paint_area bar = { drawing->x + inner_width(layout) - layout->bars,
                              drawing->y + (layout->size - height + 1) / 2, layout->bars, height };
    paint_fill(drawing->image, bar, panel_paint(&panel_colours.field));
    bar.width = (int) lround(layout->bars * fmin(fmax(share, 0), 1));
    paint_fill(drawing->image, bar,
               panel_paint(is_fine ? &panel_colours.fine_bar : &panel_colours.bar));
}

static void draw_row(struct drawing *drawing, const struct result *result)
{
    const struct layout_of_plate *layout = &drawing->layout;
    const struct pass_row *row = &result->row;
    const double frame = drawing->plate->rows[0].row.time.median;
    const struct panel_colour *colour =
        row->depth <= 1 ? &panel_colours.plain : &panel_colours.soft;
    const int indent = indent_of(drawing, row);
    char time[NUMBER_SIZE], copies[NUMBER_SIZE];
    print_number(time, row->time.median, 3);
    print_number(copies, result->copies, 2);
    if (layout->bars > 0)
        draw_bar(drawing, frame > 0 ? row->time.median / frame : 0, row->depth > 1);
    if (indent < layout->names)
        draw_text(drawing, row->name, indent, layout->names - indent, colour);
    draw_line(drawing, time, copies, colour);
}

static void draw_rows(struct drawing *drawing)
{
    const struct times_plate *plate = drawing->plate;
    const int left_out = plate->count - drawing->layout.shown;
    for (int i = 0, shown = 0; i < plate->count; i++)
        if (is_shown(&drawing->layout, &plate->rows[i].row, shown)) {
            draw_row(drawing, &plate->rows[i]);
            shown++;
        }
    if (left_out == 0)
        return;
    char text[64];
    snprintf(text, sizeof(text), "… %d more %s", left_out, left_out == 1 ? "line" : "lines");
    draw_text(drawing, text, 0, inner_width(&drawing->layout), &panel_colours.dim);
}

static struct paint_area area_of(const struct drawing *drawing)
{
    const struct layout_of_plate *layout = &drawing->layout;
    const int lines =
        layout->has_head + 1 + layout->shown + (layout->shown < drawing->plate->count);
    return (struct paint_area){
        .x = layout->pad,
        .y = layout->pad,
        .width = inner_width(layout) + 2 * layout->pad,
        .height = lines * layout->step - (layout->step - layout->size) + 2 * layout->pad,
    };
}

bool times_plate_draw(struct image *image, const struct times_plate *plate, struct paint_area *area,
                      struct error *error)
{
    struct drawing drawing = { .plate = plate, .image = image };
    const struct layout_of_plate *layout = &drawing.layout;
    if (image->width < LEAST_WIDTH || image->height < LEAST_HEIGHT)
        return error_set(error, "times have room on pictures of %dx%d and more, and this is %dx%d",
                         LEAST_WIDTH, LEAST_HEIGHT, image->width, image->height);
    choose_size(&drawing);
    choose_rows(&drawing);
    measure_columns(&drawing);
    fit_columns(&drawing);
    const struct paint_area ground = area_of(&drawing);
    drawing.x = ground.x + layout->pad;
    drawing.y = ground.y + layout->pad;
    paint_fill(image, ground, panel_paint(&panel_colours.sheet));
    if (layout->has_head) {
        draw_text(&drawing, plate->head, 0, inner_width(layout), &panel_colours.dim);
        drawing.y += layout->step;
    }
    draw_text(&drawing, names_head, 0, layout->names, &panel_colours.dim);
    draw_line(&drawing, times_head, copies_head, &panel_colours.dim);
    draw_rows(&drawing);
    if (area)
        *area = ground;
    return true;
}
