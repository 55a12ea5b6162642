#include "app/picture/contact_layout.h"

#include "render/image/divide.h"

#include <math.h>

enum { MARGIN = 36, COLUMN_GAP = 28, ROW_GAP = 32, BELOW_SUBJECT = 26 };
enum { BELOW_PICTURE = 9, BELOW_TITLE = 3, BELOW_HEADING = 4 };
enum { LEAST_WIDTH = 240, LEAST_LINE = 480 }; // of a cell; for the heading

static const double screen_shape = 1.6; // width to height
static const double weight_of_gaps = 3; // beside that of another shape

int contact_layout_cell_width(const struct contact_pictures *pictures)
{
    return pictures->width > LEAST_WIDTH ? pictures->width : LEAST_WIDTH;
}

static int cell_height(const struct contact_pictures *pictures)
{
    return pictures->height + BELOW_PICTURE + CONTACT_TITLE + BELOW_TITLE +
           pictures->lines * CONTACT_WORDS_STEP;
}

static int head_height(void)
{
    return MARGIN + CONTACT_HEADING + BELOW_HEADING + CONTACT_SUBJECT + BELOW_SUBJECT;
}

static int sheet_width(const struct contact_pictures *pictures, int columns)
{
    const int line = columns * contact_layout_cell_width(pictures) + (columns - 1) * COLUMN_GAP;
    return 2 * MARGIN + (line > LEAST_LINE ? line : LEAST_LINE);
}

static int sheet_height(const struct contact_pictures *pictures, int columns)
{
    const int rows = divide_up(pictures->count, columns);
    return head_height() + rows * cell_height(pictures) + (rows - 1) * ROW_GAP + MARGIN;
}

// How far a grid is from what it should be: another shape, and places that stay empty.
static double fault(const struct contact_pictures *pictures, int columns)
{
    const double shape =
        (double) sheet_width(pictures, columns) / (double) sheet_height(pictures, columns);
    const int places = divide_up(pictures->count, columns) * columns;
    return fabs(log(shape / screen_shape)) + weight_of_gaps * (places - pictures->count) / places;
}

void contact_layout_make(struct contact_layout *layout, const struct contact_pictures *pictures)
{
    int columns = pictures->columns > 0 ? pictures->columns : 1;
    for (int i = 2; pictures->columns == 0 && i <= pictures->count; i++)
        if (fault(pictures, i) < fault(pictures, columns))
            columns = i;
    const int width = sheet_width(pictures, columns), line = width - 2 * MARGIN;
    *layout = (struct contact_layout){
        .pictures = *pictures,
        .columns = columns,
        .rows = divide_up(pictures->count, columns),
        .width = width,
        .height = sheet_height(pictures, columns),
        .heading = { MARGIN, MARGIN, line, CONTACT_HEADING },
        .subject = { MARGIN, MARGIN + CONTACT_HEADING + BELOW_HEADING, line, CONTACT_SUBJECT },
    };
}

struct contact_place contact_layout_place(const struct contact_layout *layout, int i)
{
    const struct contact_pictures *pictures = &layout->pictures;
    const int width = contact_layout_cell_width(pictures);
    const int x = MARGIN + i % layout->columns * (width + COLUMN_GAP);
    const int y = head_height() + i / layout->columns * (cell_height(pictures) + ROW_GAP);
    const int title = y + pictures->height + BELOW_PICTURE;
    return (struct contact_place){
        .picture = { x, y, pictures->width, pictures->height },
        .title = { x, title, width, CONTACT_TITLE },
        .words = { x, title + CONTACT_TITLE + BELOW_TITLE, width,
                   pictures->lines * CONTACT_WORDS_STEP },
    };
}
