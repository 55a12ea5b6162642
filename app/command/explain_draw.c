#include "app/command/explain_draw.h"

#include "app/command/kernel.h"
#include "app/picture/panel_colours.h"
#include "app/text/wrap.h"
#include "effects/colour.h"
#include "effects/reference/reference.h"
#include "render/image/srgb.h"
#include "render/paint/lettering.h"
#include "render/text/chance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIELD = 64, RAMP_ROWS = 12, CURVE_ROWS = 16, CAPTION_SIZE = 200, SCALE_SIZE = 9 };

static const char scale[] = "@%#*+=-:."; // each half of the one before

// ---- what is drawn

static const struct effect *effect_of(const struct explain_drawing *drawing)
{
    return drawing->chain.steps[0].effect;
}

// A ramp with a bright and a dark square, lone texels and a line.
static double picture_value(int x, int y)
{
    const bool is_bright = x >= 10 && x < 15 && y >= 3 && y < 8;
    const bool is_dark = x >= 3 && x < 8 && y >= 9 && y < 14;
    if (is_bright || (x == 3 && y == 3) || (x == 6 && y == 5) || (x == 5 && y == 11))
        return 1;
    if (is_dark || y == 16 || (x == 12 && y == 11) || (x == 15 && y == 13))
        return 0;
    return 0.3 + 0.4 * x / (EXPLAIN_PICTURE_SIDE - 1);
}

static double input_value(const struct explain_drawing *drawing, int x, int y, int width)
{
    const double share = (double) x / (width - 1);
    switch (drawing->kind) {
    case EXPLAIN_POINT:
        return x == FIELD / 2 && y == FIELD / 2;
    case EXPLAIN_RAMP:
        return share;
    case EXPLAIN_CURVE:
        return drawing->is_display_input ? share : EXPLAIN_MOST_LIGHT * share;
    default:
        return drawing->is_display_input ? picture_value(x, y) : srgb_decode(picture_value(x, y));
    }
}

// Rows of a curve are turned by `turn` places more from one to the next.
enum { TURNED_ROWS = 5, TURN = 101 };

static void make_input(const struct explain_drawing *drawing, bool is_turned, struct image *input)
{
    static const int sizes[][2] = {
        [EXPLAIN_POINT] = { FIELD, FIELD },
        [EXPLAIN_RAMP] = { EXPLAIN_COLUMNS, RAMP_ROWS },
        [EXPLAIN_CURVE] = { EXPLAIN_FINE, 1 },
        [EXPLAIN_PICTURE] = { EXPLAIN_PICTURE_SIDE, EXPLAIN_PICTURE_SIDE },
    };
    const int *size = sizes[drawing->kind];
    const double step = drawing->kind == EXPLAIN_CURVE ? 0.5 : 1;
    image_init(input, size[0], is_turned ? TURNED_ROWS : size[1], IMAGE_TYPE_F64);
    for (int y = 0; y < input->height; y++)
        for (int x = 0; x < input->width; x++) {
            const int from = is_turned ? (x + TURN * y) % input->width : x;
            const double value = input_value(drawing, from, y, input->width);
            memcpy(image_at(input, x, y), (double[]){ value, value * step, value * step * step, 1 },
                   4 * sizeof(double));
        }
}

static void cut(const struct image *from, struct image *to)
{
    const int first = (FIELD - EXPLAIN_SIDE + 1) / 2;
    image_init(to, EXPLAIN_SIDE, EXPLAIN_SIDE, IMAGE_TYPE_F64);
    for (int y = 0; y < EXPLAIN_SIDE; y++)
        memcpy(image_at(to, 0, y), image_at(from, first, first + y),
               EXPLAIN_SIDE * 4 * sizeof(double));
}

// Makes `output` of the input, by the reference or on the GPU (`on`).
static bool run(const struct explain_drawing *drawing, const struct drawing *on,
                const struct image *input, struct image *output, struct error *error)
{
    enum { DEPTH = 8 };
    if (on)
        return drawing_run(on, &drawing->chain, effect_of(drawing)->colour == COLOUR_LINEAR, input,
                           output, error);
    reference_run_chain(&drawing->chain, input, DEPTH, 0, output);
    return true;
}

// ---- which kind fits

// A GPU computes in single precision, and some of a reference's weights are floats.
static bool is_near(double a, double b, const struct drawing *on)
{
    return fabs(a - b) <= (on ? 1e-3 : 1e-6) * fmax(1, fabs(b));
}

static bool has_dots(const struct explain_drawing *drawing)
{
    const double *values = drawing->image.texels;
    for (int i = 0; i < 4 * drawing->image.width * drawing->image.height; i++)
        if (values[i] != 0 && values[i] != 1)
            return false;
    return true;
}

// Returns true if the output colour depends on the input colour alone and not on its position.
static bool is_curve(const struct explain_drawing *drawing, const struct drawing *on,
                     struct error *error)
{
    struct image input, turned;
    bool is_same = true;
    make_input(drawing, true, &input);
    if (!run(drawing, on, &input, &turned, error)) {
        image_finish(&input);
        return false;
    }
    for (int y = 0; y < TURNED_ROWS; y++)
        for (int x = 0; x < 4 * EXPLAIN_FINE; x++)
            is_same = is_same && is_near(image_at(&turned, 0, y)[x],
                                         image_at(&drawing->image, 0,
                                                  0)[(x + 4 * TURN * y) % (4 * EXPLAIN_FINE)],
                                         on);
    image_finish(&input);
    image_finish(&turned);
    return is_same;
}

// Runs the step on an image of random values, the mean of two such images, or a uniform one.
enum { RANDOM_A = 1, RANDOM_B = 2, MEAN = RANDOM_A | RANDOM_B, EVEN = 0 };

static bool run_field(const struct explain_drawing *drawing, const struct drawing *on, int which,
                      struct image *output, struct error *error)
{
    struct image input;
    uint64_t seeds[] = { 1, 2 };
    const bool is_encoded =
        effect_of(drawing)->colour == COLOUR_DISPLAY && !drawing->is_display_input;
    image_init(&input, FIELD, FIELD, IMAGE_TYPE_F64);
    for (int i = 0; i < 4 * FIELD * FIELD; i++) {
        const double a = chance_share(&seeds[0]), b = chance_share(&seeds[1]);
        const double value = which == MEAN       ? (a + b) / 2
                             : which == EVEN     ? 0.5
                             : which == RANDOM_A ? a
                                                 : b;
        ((double *) input.texels)[i] = i % 4 == 3 ? 1 : is_encoded ? srgb_decode(value) : value;
    }
    const bool has_run = run(drawing, on, &input, output, error);
    image_finish(&input);
    return has_run;
}

// Returns true if a uniform image stays uniform, and the mean of two images becomes the mean of
// their results.
static bool is_linear_blur(const struct explain_drawing *drawing, const struct drawing *on,
                           struct error *error)
{
    struct image images[MEAN + 1] = { { 0 } };
    bool is_linear = true;
    for (int which = EVEN; which <= MEAN && is_linear; which++)
        is_linear = run_field(drawing, on, which, &images[which], error);
    for (int i = 0; i < 4 * FIELD * FIELD && is_linear; i++) {
        const double a = ((double *) images[RANDOM_A].texels)[i];
        const double b = ((double *) images[RANDOM_B].texels)[i];
        is_linear = is_near(((double *) images[MEAN].texels)[i], (a + b) / 2, on) &&
                    (i % 4 == 3 || is_near(((double *) images[EVEN].texels)[i], 0.5, on));
    }
    for (int which = EVEN; which <= MEAN; which++)
        image_finish(&images[which]);
    return is_linear;
}

static bool fits(const struct explain_drawing *drawing, const struct drawing *on,
                 struct error *error)
{
    switch (drawing->kind) {
    case EXPLAIN_POINT:
        return is_linear_blur(drawing, on, error);
    case EXPLAIN_RAMP:
        return has_dots(drawing);
    case EXPLAIN_CURVE:
        return is_curve(drawing, on, error);
    default:
        return true;
    }
}

static bool draw(struct explain_drawing *drawing, enum explain_kind kind, const struct drawing *on,
                 struct error *error)
{
    drawing->kind = kind;
    make_input(drawing, false, &drawing->before);
    if (run(drawing, on, &drawing->before, &drawing->image, error))
        return true;
    image_finish(&drawing->before);
    return false;
}

bool explain_drawing_init(struct explain_drawing *drawing, const char *step,
                          const struct drawing *on, struct error *error)
{
    *drawing = (struct explain_drawing){ 0 };
    if (!chain_parse(&drawing->chain, step, NULL, error))
        return false;
    if (drawing->chain.count != 1)
        return error_set(error, "'%s' is not one step", step);
    const struct effect *effect = effect_of(drawing);
    drawing->is_display_input = effect->colour == COLOUR_DISPLAY && !on;
    const enum explain_kind kinds[] = {
        drawing->is_display_input ? EXPLAIN_RAMP : EXPLAIN_PICTURE,
        effect->pointwise ? EXPLAIN_CURVE : EXPLAIN_POINT,
        EXPLAIN_PICTURE,
    };
    int i = kinds[0] == EXPLAIN_PICTURE;
    for (; draw(drawing, kinds[i], on, error) && !fits(drawing, on, error); i++)
        explain_drawing_finish(drawing);
    if (!drawing->image.texels)
        return false;
    if (drawing->kind == EXPLAIN_POINT) {
        struct image whole = drawing->image;
        cut(&whole, &drawing->image);
        image_finish(&whole);
    }
    return true;
}

void explain_drawing_finish(struct explain_drawing *drawing)
{
    image_finish(&drawing->before);
    image_finish(&drawing->image);
}

static double largest(const struct image *image)
{
    double most = 0;
    for (int i = 0; i < 4 * image->width * image->height; i++)
        if (i % 4 < 3)
            most = fmax(most, ((const double *) image->texels)[i]);
    return most > 0 ? most : 1;
}

static double sum(const struct image *image)
{
    double all = 0;
    for (int i = 0; i < image->width * image->height; i++)
        all += ((const double *) image->texels)[4 * i];
    return all;
}

static void write_caption(const struct explain_drawing *drawing, bool is_picture,
                          char out[CAPTION_SIZE])
{
    const struct image *image = &drawing->image;
    if (drawing->kind == EXPLAIN_CURVE)
        snprintf(out, CAPTION_SIZE,
                 "What %s (x, x/2, x/4) becomes, x from 0 to %d: red, green and blue, up to "
                 "%.3g%s",
                 drawing->is_display_input ? "a display value" : "light",
                 drawing->is_display_input ? 1 : EXPLAIN_MOST_LIGHT, largest(image),
                 is_picture ? "" : "; *: several");
    else if (drawing->kind == EXPLAIN_PICTURE)
        snprintf(out, CAPTION_SIZE, "A test picture of %dx%d texels, and what it becomes%s",
                 EXPLAIN_PICTURE_SIDE, EXPLAIN_PICTURE_SIDE,
                 is_picture ? "" : ": luma of display values, from blank, 0, to @, 1");
    else if (drawing->kind == EXPLAIN_RAMP)
        snprintf(out, CAPTION_SIZE, "Display values from 0 to 1, left to right, a texel each%s",
                 is_picture ? "" : "; #: 1");
    else if (sum(image) == 0)
        snprintf(out, CAPTION_SIZE, "Of one lit texel nothing is left");
    else
        snprintf(out, CAPTION_SIZE,
                 "What one lit texel becomes: %s is %.3g %% of its light, each of %s half of the "
                 "one before; %.4g %% of it lies here",
                 is_picture ? "white" : "@", 100 * largest(image),
                 is_picture ? "nine greys" : scale + 1, 100 * sum(image));
}

// ---- as text

// Halvings below the largest, 0 or more, as a whole number; SCALE_SIZE where it is less than all.
static int halvings(double value, double most)
{
    const double count = value > 0 ? round(-log2(value / most)) : SCALE_SIZE;
    return count < SCALE_SIZE ? (int) count : SCALE_SIZE;
}

static void print_row(const char *row, int length, FILE *out)
{
    while (length > 0 && row[length - 1] == ' ')
        length--;
    fprintf(out, "%.*s\n", length, row);
}

// Skips the rows above and below all light.
static void print_point(const struct image *image, FILE *out)
{
    const double most = largest(image);
    char rows[EXPLAIN_SIDE][2 * EXPLAIN_SIDE];
    int first = EXPLAIN_SIDE, last = 0;
    for (int y = 0; y < EXPLAIN_SIDE; y++)
        for (int x = 0; x < EXPLAIN_SIDE; x++) {
            const int count = halvings(image_at(image, x, y)[0], most);
            rows[y][2 * x] = rows[y][2 * x + 1] = count < SCALE_SIZE ? scale[count] : ' ';
            if (count < SCALE_SIZE) {
                first = y < first ? y : first;
                last = y;
            }
        }
    for (int y = first; y <= last; y++)
        print_row(rows[y], 2 * EXPLAIN_SIDE, out);
}

static void print_middle(const struct image *image, FILE *out)
{
    fputs("Its middle row in 1/1000:", out);
    for (int x = 0; x < image->width; x++)
        fprintf(out, " %.0f", 1000 * image_at(image, x, image->height / 2)[0]);
    fputc('\n', out);
}

static void print_ramp(const struct image *image, FILE *out)
{
    for (int y = 0; y < image->height; y++) {
        char row[EXPLAIN_COLUMNS];
        for (int x = 0; x < EXPLAIN_COLUMNS; x++)
            row[x] = image_at(image, x, y)[0] > 0.5 ? '#' : ' ';
        print_row(row, EXPLAIN_COLUMNS, out);
    }
}

// The row of `rows`, 0 on top, that a value up to `most` falls into.
static int row_of(double value, double most, int rows)
{
    const double place = fmin(fmax(value / most, 0), 1);
    return (int) round((1 - place) * (rows - 1));
}

// The rows that a channel's curve takes in one of `columns` columns.
static void rows_of(const struct image *image, int channel, int column, int columns, int rows,
                    int span[2])
{
    const double most = largest(image);
    for (int i = 0; i < 2; i++) {
        const int x = (column + i) * (EXPLAIN_FINE - 1) / columns;
        span[i] = row_of(image_at(image, x, 0)[channel], most, rows);
    }
    if (span[1] < span[0] - 1) // a steep line begins above where the one before ended
        span[0]--;
}

static void print_curve(const struct image *image, FILE *out)
{
    char rows[CURVE_ROWS][EXPLAIN_COLUMNS];
    memset(rows, ' ', sizeof(rows));
    for (int c = 0; c < 3; c++)
        for (int x = 0; x < EXPLAIN_COLUMNS; x++) {
            int span[2];
            rows_of(image, c, x, EXPLAIN_COLUMNS, CURVE_ROWS, span);
            for (int y = span[1] < span[0] ? span[1] : span[0]; y <= span[0] || y <= span[1]; y++)
                rows[y][x] = rows[y][x] == ' ' ? "RGB"[c] : '*';
        }
    for (int y = 0; y < CURVE_ROWS; y++)
        print_row(rows[y], EXPLAIN_COLUMNS, out);
}

// ---- the places of taps

enum { REACH = 6, PLACES = 2 * REACH + 1 }; // half texels

static void mark(int grid[PLACES][PLACES], double x, double y, int number)
{
    const int column = REACH + (int) round(2 * x), row = REACH + (int) round(2 * y);
    if (column >= 0 && column < PLACES && row >= 0 && row < PLACES)
        grid[row][column] = number;
}

static int find_reach(int grid[PLACES][PLACES])
{
    int reach = 0;
    for (int y = 0; y < PLACES; y++)
        for (int x = 0; x < PLACES; x++)
            if (grid[y][x] && abs(x - REACH) > reach)
                reach = abs(x - REACH);
    return reach;
}

static void print_taps(const struct kernel_table *table, bool is_passes, FILE *out)
{
    int grid[PLACES][PLACES] = { 0 };
    for (int i = 0; i < table->count; i++) {
        const double *row = table->values + i * table->column_count;
        for (int k = 0; is_passes && k < 4; k++)
            mark(grid, k % 2 ? row[0] : -row[0], k / 2 ? row[0] : -row[0], i + 1);
        if (!is_passes)
            mark(grid, row[0], row[1], (int) round(1000 * row[2]));
    }
    fputc('\n', out);
    wrap_printf(out, WRAP_AGAIN, "%s. %s, half a texel apart:", table->what,
                is_passes ? "The number of the pass" : "Weights in 1/1000");
    const int reach = find_reach(grid);
    for (int y = REACH - reach; y <= REACH + reach; y++) {
        char row[4 * PLACES + 1];
        int length = 0;
        for (int x = REACH - reach; x <= REACH + reach; x++)
            length += grid[y][x]
                          ? snprintf(row + length, 5, "%4d", grid[y][x])
                          : snprintf(row + length, 5, "%4s", x == REACH && y == REACH ? "+" : "");
        print_row(row, length, out);
    }
}

static void print_patterns(const struct explain_drawing *drawing, FILE *out)
{
    static const char *const names[] = { "down", "up", "distances" };
    struct kernel_sheet sheet;
    struct error error;
    if (!kernel_sheet_init(&sheet, &drawing->chain, FIELD, &error))
        return;
    for (int i = 0; i < sheet.count; i++)
        for (int k = 0; k < 3; k++)
            if (strcmp(sheet.tables[i].name, names[k]) == 0)
                print_taps(&sheet.tables[i], k == 2, out);
    kernel_sheet_finish(&sheet);
}

// ---- the test picture

// Makes the display values, 0 to 1, of a texel of the test picture, or of what it has become.
static void find_display(const struct explain_drawing *drawing, bool is_after, int x, int y,
                         double display[3])
{
    const struct chain_step *step = &drawing->chain.steps[0];
    const bool is_display =
        drawing->is_display_input || (is_after && effect_makes_display(step->effect, step->params));
    const double *texel = image_at(is_after ? &drawing->image : &drawing->before, x, y);
    for (int c = 0; c < 3; c++) {
        const double value = fmin(fmax(texel[c], 0), 1);
        display[c] = is_display ? value : srgb_encode(value);
    }
}

static void print_pictures(const struct explain_drawing *drawing, FILE *out)
{
    static const char characters[] = " .:-=+*#%@";
    enum { SIDE = EXPLAIN_PICTURE_SIDE, GAP = 4, LENGTH = 4 * SIDE + GAP };
    for (int y = 0; y < SIDE; y++) {
        char row[LENGTH];
        memset(row, ' ', LENGTH);
        for (int i = 0; i < 2 * SIDE; i++) {
            double display[3];
            find_display(drawing, i >= SIDE, i % SIDE, y, display);
            const double luma = colour_luminance(display);
            memset(row + 2 * i + (i >= SIDE) * GAP, characters[(int) (9 * luma + 0.5)], 2);
        }
        print_row(row, LENGTH, out);
    }
}

void explain_drawing_print(const struct explain_drawing *drawing, FILE *out)
{
    static void (*const prints[])(const struct image *, FILE *) = {
        [EXPLAIN_POINT] = print_point,
        [EXPLAIN_RAMP] = print_ramp,
        [EXPLAIN_CURVE] = print_curve,
    };
    char caption[CAPTION_SIZE];
    if (drawing->kind == EXPLAIN_PICTURE)
        print_pictures(drawing, out);
    else
        prints[drawing->kind](&drawing->image, out);
    fputc('\n', out);
    write_caption(drawing, false, caption);
    wrap_printf(out, WRAP_AGAIN, "%s.", caption);
    if (drawing->kind == EXPLAIN_POINT && sum(&drawing->image) > 0) {
        print_middle(&drawing->image, out);
        print_patterns(drawing, out);
    }
}

// ---- as a picture

enum { MARGIN = 24, WIDTH = 21 * 32, CURVE_HEIGHT = 336, TITLE = 24, SMALL = 16, HEAD = 92 };

static void paint_cells(const struct explain_drawing *drawing, struct image *picture)
{
    const struct image *image = &drawing->image;
    const int side = WIDTH / image->width;
    const double most = largest(image);
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++) {
            const double value = image_at(image, x, y)[0];
            const double light = drawing->kind == EXPLAIN_RAMP
                                     ? value
                                     : 1 - (double) halvings(value, most) / SCALE_SIZE;
            const unsigned char grey = (unsigned char) (255 * light + 0.5);
            paint_fill(picture,
                       (struct paint_area){ MARGIN + x * side, HEAD + y * side, side, side },
                       (struct paint){ grey, grey, grey, 255 });
        }
}

enum { PICTURE_TEXEL = WIDTH / (2 * EXPLAIN_PICTURE_SIDE + 1) };

static void paint_pictures(const struct explain_drawing *drawing, struct image *picture)
{
    enum { SIDE = EXPLAIN_PICTURE_SIDE };
    for (int i = 0; i < 2 * SIDE * SIDE; i++) {
        const int x = i % SIDE, y = i / SIDE % SIDE, is_after = i / (SIDE * SIDE);
        double display[3];
        struct paint paint = { .a = 255 };
        find_display(drawing, is_after, x, y, display);
        paint.r = (unsigned char) (255 * display[0] + 0.5);
        paint.g = (unsigned char) (255 * display[1] + 0.5);
        paint.b = (unsigned char) (255 * display[2] + 0.5);
        paint_fill(picture,
                   (struct paint_area){ MARGIN + (x + is_after * (SIDE + 1)) * PICTURE_TEXEL,
                                        HEAD + y * PICTURE_TEXEL, PICTURE_TEXEL, PICTURE_TEXEL },
                   paint);
    }
}

static void paint_curves(const struct explain_drawing *drawing, struct image *picture)
{
    enum { THICK = 3 };
    const struct panel_colour *const colours[] = { &panel_colours.red, &panel_colours.green,
                                                   &panel_colours.blue };
    paint_fill(picture, (struct paint_area){ MARGIN, HEAD, WIDTH, CURVE_HEIGHT },
               panel_paint(&panel_colours.field));
    for (int c = 0; c < 3; c++)
        for (int x = 0; x < WIDTH; x++) {
            int span[2];
            rows_of(&drawing->image, c, x, WIDTH, CURVE_HEIGHT - THICK, span);
            const int top = span[1] < span[0] ? span[1] : span[0];
            paint_fill(
                picture,
                (struct paint_area){ MARGIN + x, HEAD + top, 1, abs(span[1] - span[0]) + THICK },
                panel_paint(colours[c]));
        }
}

static void paint_head(const struct explain_drawing *drawing, const struct font *font,
                       struct image *picture)
{
    struct lettering letters = { .font = font, .size = TITLE, .room = WIDTH };
    char step[CHAIN_TEXT_SIZE], caption[CAPTION_SIZE];
    chain_print(&drawing->chain, step, sizeof(step));
    write_caption(drawing, true, caption);
    letters.paint = panel_paint(&panel_colours.plain);
    lettering_draw(picture, &letters, MARGIN, SMALL, step);
    letters.paint = panel_paint(&panel_colours.soft);
    letters.size = SMALL;
    const size_t first = wrap_length(caption, lettering_characters(&letters, caption));
    const char *rest = caption + first + (caption[first] == ' ');
    const int below = SMALL + TITLE + 2;
    lettering_draw(picture, &letters, MARGIN, below + SMALL + 2, rest);
    caption[first] = '\0';
    lettering_draw(picture, &letters, MARGIN, below, caption);
}

bool explain_drawing_write(const struct explain_drawing *drawing, const char *path,
                           struct error *error)
{
    struct image picture;
    struct font *font = font_open(NULL, error);
    if (!font)
        return false;
    static void (*const paints[])(const struct explain_drawing *, struct image *) = {
        [EXPLAIN_POINT] = paint_cells,
        [EXPLAIN_RAMP] = paint_cells,
        [EXPLAIN_CURVE] = paint_curves,
        [EXPLAIN_PICTURE] = paint_pictures,
    };
    const int side =
        drawing->kind == EXPLAIN_PICTURE ? PICTURE_TEXEL : WIDTH / drawing->image.width;
    const int height = drawing->kind == EXPLAIN_CURVE ? CURVE_HEIGHT : side * drawing->image.height;
    image_init(&picture, WIDTH + 2 * MARGIN, HEAD + height + MARGIN, IMAGE_TYPE_U8);
    paint_fill(&picture, (struct paint_area){ 0, 0, picture.width, picture.height },
               (struct paint){ 24, 24, 28, 255 });
    paint_head(drawing, font, &picture);
    paints[drawing->kind](drawing, &picture);
    const bool is_written = image_write(&picture, NULL, path, error);
    image_finish(&picture);
    font_close(font);
    return is_written;
}
