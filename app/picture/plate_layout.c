#include "app/picture/plate_layout.h"

#include <math.h>
#include <stdio.h>

enum { LEAST_SIZE = 11, LINES_OF_PICTURE = 52, SIZES_ACROSS = 24, LEAST_LINES_WITH_HEAD = 8 };

const char plate_names_head[] = "GPU time of each pass", plate_times_head[] = "ms",
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

void plate_layout_numbers(const struct result *result, char time[PLATE_NUMBER_SIZE],
                          char copies[PLATE_NUMBER_SIZE])
{
    print_number(time, result->row.time.median, 3);
    print_number(copies, result->copies, 2);
}

int plate_layout_indent(const struct plate_layout *layout, const struct pass_row *row)
{
    return layout->size * 4 / 5 * row->depth;
}

bool plate_layout_shows(const struct plate_layout *layout, const struct pass_row *row, int shown)
{
    return row->depth <= layout->depth && shown < layout->shown;
}

static void choose_size(struct plate_layout *layout, int width, int height)
{
    layout->size = larger(LEAST_SIZE, smaller(height / LINES_OF_PICTURE, width / SIZES_ACROSS));
    layout->step = layout->size * 5 / 4;
    layout->pad = layout->size * 4 / 5;
    layout->gap = layout->size;
}

static int count_rows(const struct times_plate *plate, int depth)
{
    int count = 0;
    for (int i = 0; i < plate->count; i++)
        count += plate->rows[i].row.depth <= depth;
    return count;
}

// Keeps as many levels of the tree as have room, and of the steps as many as have.
static void choose_rows(struct plate_layout *layout, const struct times_plate *plate, int height)
{
    const int lines = (height - 4 * layout->pad) / layout->step, all = plate->count;
    layout->has_head = lines >= LEAST_LINES_WITH_HEAD;
    const int room = lines - 1 - layout->has_head;
    layout->depth = GPU_TIMER_MAX_DEPTH;
    layout->shown = all;
    while (layout->shown + (layout->shown < all) > room && layout->depth > 1)
        layout->shown = count_rows(plate, --layout->depth);
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
        const struct result *result = &plate->rows[i];
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

// Names get what the numbers leave them; a head that is longer than all gets more where it can.
static void fit_columns(struct plate_layout *layout, const struct times_plate *plate, int most)
{
    layout->bars = layout->size * 7 / 2;
    if (sum_columns(layout) > most)
        layout->bars = 0;
    layout->names -= larger(0, sum_columns(layout) - most);
    if (layout->has_head)
        layout->names +=
            larger(0, smaller(width_of(layout, plate, plate->head), most) - sum_columns(layout));
    layout->width = sum_columns(layout);
}

void plate_layout_make(struct plate_layout *layout, const struct times_plate *plate, int width,
                       int height)
{
    *layout = (struct plate_layout){ 0 };
    choose_size(layout, width, height);
    choose_rows(layout, plate, height);
    measure_columns(layout, plate);
    fit_columns(layout, plate, width - 4 * layout->pad);
    const int lines = layout->has_head + 1 + layout->shown + (layout->shown < plate->count);
    layout->area = (struct paint_area){
        .x = layout->pad,
        .y = layout->pad,
        .width = layout->width + 2 * layout->pad,
        .height = (lines - 1) * layout->step + layout->size + 2 * layout->pad,
    };
}
