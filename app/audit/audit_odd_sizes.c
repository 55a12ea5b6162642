// Draws lines of light, one texel wide, at sizes that cannot be halved evenly: each must keep its
// energy.

#include "app/audit/audits.h"

#include <math.h>

static const double sigma = 12, most_error = 0.01;

enum { FROM_BORDER = 36 }; // 3 sigma

// Covers every size of one binary octave, and what 1080 lines become when they are halved again and
// again.
enum { FIRST = 96, LAST = 191 };

static const int more_sizes[] = { 270, 271, 539, 540, 541, 1079, 1080, 1081 };

enum { MORE = sizeof(more_sizes) / sizeof(more_sizes[0]), SIZES = LAST - FIRST + 1 + MORE };

static int size_at(int i)
{
    return i <= LAST - FIRST ? FIRST + i : more_sizes[i - (LAST - FIRST + 1)];
}

// Gives the places of four lines, one a channel: near both borders, in the middle, and elsewhere.
static int place_at(int size, int channel)
{
    const int room = size - 1 - 2 * FROM_BORDER;
    const int places[AUDIT_POINTS] = { 0, room, room / 2, room / 3 };
    return FROM_BORDER + places[channel];
}

struct line {
    int size, place;
    double energy;
};

struct range {
    struct line least, most;
    double sum;
    int count;
};

static void add_line(struct range *range, const struct line *line)
{
    if (range->count == 0 || line->energy < range->least.energy)
        range->least = *line;
    if (range->count == 0 || line->energy > range->most.energy)
        range->most = *line;
    range->sum += line->energy;
    range->count++;
}

static double energy_of(const struct image *image, int channel)
{
    double sum = 0;
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++)
            sum += image_at(image, x, y)[channel];
    return sum;
}

// Border texels go on forever, so a picture of one column holds rows of light, and a picture of one
// row holds columns.
static bool measure_size(struct lab *lab, struct audit_report *report, const char *chain, int size,
                         bool down, struct range *range)
{
    struct image source, output;
    image_init(&source, down ? 1 : size, down ? size : 1, IMAGE_TYPE_F64);
    for (int c = 0; c < AUDIT_POINTS; c++) {
        const int place = place_at(size, c);
        image_at(&source, down ? 0 : place, down ? place : 0)[c] = 1;
    }
    const bool drawn = audit_draw(lab, report, chain, &source, &output);
    image_finish(&source);
    if (!drawn)
        return false;
    for (int c = 0; c < AUDIT_POINTS; c++) {
        const struct line line = { size, place_at(size, c), energy_of(&output, c) };
        add_line(range, &line);
    }
    image_finish(&output);
    return true;
}

static const struct sheet_column columns[] = {
    { "effect", SHEET_WORDS }, { "lines", SHEET_WORDS },   { "sizes", 0 },
    { "mean %", 2 },           { "least %", 2 },           { "least at", SHEET_WORDS },
    { "most %", 2 },           { "most at", SHEET_WORDS }, { 0 },
};

static void print_range(struct sheet *sheet, const struct effect *blur, bool down,
                        const struct range *range)
{
    audit_blur_cell(blur, sheet);
    sheet_words(sheet, down ? "rows" : "columns");
    sheet_number(sheet, SIZES);
    sheet_number(sheet, 100 * range->sum / range->count);
    sheet_number(sheet, 100 * range->least.energy);
    sheet_words(sheet, "%d of %d", range->least.place, range->least.size);
    sheet_number(sheet, 100 * range->most.energy);
    sheet_words(sheet, "%d of %d", range->most.place, range->most.size);
}

static void check_line(struct audit_report *report, const struct effect *blur, bool down,
                       const struct line *line)
{
    if (fabs(line->energy - 1) > most_error && !blur->baseline)
        audit_break(report, "%s: of %d %s, number %d keeps %.2f %% of its light", blur->name,
                    line->size, down ? "rows" : "columns", line->place, 100 * line->energy);
}

static void check_blur(struct lab *lab, struct audit_report *report, const struct effect *blur,
                       bool down, struct sheet *sheet)
{
    struct range range = { .count = 0 };
    char chain[AUDIT_CHAIN_SIZE];
    audit_blur_text(blur, sigma, chain);
    for (int i = 0; i < SIZES; i++)
        if (!measure_size(lab, report, chain, size_at(i), down, &range))
            return;
    check_line(report, blur, down, &range.least);
    check_line(report, blur, down, &range.most);
    print_range(sheet, blur, down, &range);
}

static void check_odd_sizes(struct lab *lab, struct audit_report *report)
{
    struct sheet *sheet = &report->sheet;
    const struct effect *blur;
    sheet_init(sheet, columns);
    for (int n = 0; (blur = audit_blur(n)); n++) {
        check_blur(lab, report, blur, false, sheet);
        check_blur(lab, report, blur, true, sheet);
    }
}

const struct audit audit_odd_sizes = {
    .name = "odd_sizes",
    .summary = "the energy of a line of light at sizes that cannot be halved evenly",
    .promise = "within 1 % at every size, 3 sigma or more from the border; baselines apart",
    .check = check_odd_sizes,
};
