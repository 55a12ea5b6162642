#include "app/picture/times_plate.h"

#include "app/panel/widgets/panel_paint.h"

#include <math.h>
#include <stdio.h>

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

// Draws the numbers of a line, which ends it.
static void draw_numbers(struct drawing *drawing, const char *time, const char *copies,
                         const struct panel_colour *colour)
{
    const struct plate_layout *layout = &drawing->layout;
    const int end = layout->names + layout->gap + layout->times;
    draw_number(drawing, time, end, colour);
    draw_number(drawing, copies, end + layout->gap + layout->copies, colour);
    drawing->y += layout->step;
}

static void draw_bar(const struct drawing *drawing, double share, bool is_fine)
{
    const struct plate_layout *layout = &drawing->layout;
    const int height = layout->size * 3 / 5;
    struct paint_area bar = { drawing->x + layout->width - layout->bars,
                              drawing->y + (layout->size - height + 1) / 2, layout->bars, height };
    paint_fill(drawing->image, bar, panel_paint(&panel_colours.field));
    bar.width = (int) lround(layout->bars * fmin(fmax(share, 0), 1));
    paint_fill(drawing->image, bar,
               panel_paint(is_fine ? &panel_colours.fine_bar : &panel_colours.bar));
}

static void draw_row(struct drawing *drawing, const struct result *result)
{
    const struct plate_layout *layout = &drawing->layout;
    const struct pass_row *row = &result->row;
    const double frame = drawing->plate->rows[0].row.time.median;
    const bool is_fine = row->depth > 1;
    const struct panel_colour *colour = is_fine ? &panel_colours.soft : &panel_colours.plain;
    const int indent = plate_layout_indent(layout, row);
    char time[PLATE_NUMBER_SIZE], copies[PLATE_NUMBER_SIZE];
    plate_layout_numbers(result, time, copies);
    if (layout->bars > 0)
        draw_bar(drawing, frame > 0 ? row->time.median / frame : 0, is_fine);
    draw_text(drawing, row->name, indent, layout->names - indent, colour);
    draw_numbers(drawing, time, copies, colour);
}

static void draw_heads(struct drawing *drawing)
{
    const struct plate_layout *layout = &drawing->layout;
    if (layout->has_head) {
        draw_text(drawing, drawing->plate->head, 0, layout->width, &panel_colours.dim);
        drawing->y += layout->step;
    }
    draw_text(drawing, plate_names_head, 0, layout->names, &panel_colours.dim);
    draw_numbers(drawing, plate_times_head, plate_copies_head, &panel_colours.dim);
}

static void draw_rows(struct drawing *drawing)
{
    const struct times_plate *plate = drawing->plate;
    const int left_out = plate->count - drawing->layout.shown;
    char text[64];
    for (int i = 0, shown = 0; i < plate->count; i++)
        if (plate_layout_shows(&drawing->layout, &plate->rows[i].row, shown)) {
            draw_row(drawing, &plate->rows[i]);
            shown++;
        }
    snprintf(text, sizeof(text), "… %d more %s", left_out, left_out == 1 ? "line" : "lines");
    if (left_out > 0)
        draw_text(drawing, text, 0, drawing->layout.width, &panel_colours.dim);
}

bool times_plate_draw(struct image *image, const struct times_plate *plate, struct paint_area *area,
                      struct error *error)
{
    struct drawing drawing = { .plate = plate, .image = image };
    const struct plate_layout *layout = &drawing.layout;
    if (image->width < PLATE_LEAST_WIDTH || image->height < PLATE_LEAST_HEIGHT)
        return error_set(error, "times have room on pictures of %dx%d and more, and this is %dx%d",
                         PLATE_LEAST_WIDTH, PLATE_LEAST_HEIGHT, image->width, image->height);
    plate_layout_make(&drawing.layout, plate, image->width, image->height);
    drawing.x = layout->area.x + layout->pad;
    drawing.y = layout->area.y + layout->pad;
    paint_fill(image, layout->area, panel_paint(&panel_colours.sheet));
    draw_heads(&drawing);
    draw_rows(&drawing);
    if (area)
        *area = layout->area;
    return true;
}
