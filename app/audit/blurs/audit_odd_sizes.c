// Draws lines of light, one texel wide, at sizes that cannot be halved evenly: each must keep its
// energy.

#include "app/audit/blurs/audit_width.h"
#include "app/audit/blurs/audits_of_blurs.h"

#include <math.h>

static const double default_sigma = 12;

// Covers every size of one binary octave, and what 1080 lines become when they are halved again and
// again.
enum { OCTAVE = 96, FIRST = 96 };

static const int more_sizes[] = { 270, 271, 539, 540, 541, 1079, 1080, 1081 };

enum { MORE = sizeof(more_sizes) / sizeof(more_sizes[0]), QUICK_STEP = 11 };

// The sizes that a subject is measured at.
struct sizes {
    int from_border; // of the lines: 3 sigma
    int given;       // the only one; 0: many
    bool is_quick;   // only some of them
};

static int count_of(const struct sizes *sizes)
{
    if (sizes->given)
        return 1;
    return sizes->is_quick ? (OCTAVE + MORE) / QUICK_STEP : OCTAVE + MORE;
}

// Makes room for the lines between the borders.
static int size_at(const struct sizes *sizes, int i)
{
    enum { ROOM = 24 };
    const int at = sizes->is_quick ? i * QUICK_STEP : i;
    const int least = 2 * sizes->from_border + ROOM, first = least > FIRST ? least : FIRST;
    const int size = at < OCTAVE ? first + at : more_sizes[at - OCTAVE];
    return sizes->given ? sizes->given : size < least ? least : size;
}

// Gives the places of four lines, one a channel: near both borders, in the middle, and elsewhere.
static int place_at(const struct sizes *sizes, int size, int channel)
{
    const int room = size - 1 - 2 * sizes->from_border;
    const int places[DRAWING_POINTS] = { 0, room, room / 2, room / 3 };
    return sizes->from_border + places[channel];
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
static bool measure_size(struct lab *lab, struct audit_report *report, const char *chain,
                         const struct sizes *sizes, int i, bool down, struct range *range)
{
    const int size = size_at(sizes, i);
    struct image source, output;
    image_init(&source, down ? 1 : size, down ? size : 1, IMAGE_TYPE_F64);
    for (int c = 0; c < DRAWING_POINTS; c++) {
        const int place = place_at(sizes, size, c);
        image_at(&source, down ? 0 : place, down ? place : 0)[c] = 1;
    }
    const bool drawn = audit_draw(lab, report, chain, &source, &output);
    image_finish(&source);
    if (!drawn)
        return false;
    for (int c = 0; c < DRAWING_POINTS; c++) {
        const struct line line = { size, place_at(sizes, size, c), energy_of(&output, c) };
        add_line(range, &line);
    }
    image_finish(&output);
    return true;
}

static const struct table_column columns[] = {
    { "effect", TABLE_WORDS }, { "lines", TABLE_WORDS },   { "sizes", 0 },
    { "mean %", 2 },           { "least %", 2 },           { "least at", TABLE_WORDS },
    { "most %", 2 },           { "most at", TABLE_WORDS }, { 0 },
};

static void print_range(struct table *table, const struct audit_subject *subject, bool down,
                        const struct range *range)
{
    audit_subject_cell(subject, table);
    table_words(table, down ? "rows" : "columns");
    table_number(table, range->count / DRAWING_POINTS);
    table_number(table, 100 * range->sum / range->count);
    table_number(table, 100 * range->least.energy);
    table_words(table, "%d of %d", range->least.place, range->least.size);
    table_number(table, 100 * range->most.energy);
    table_words(table, "%d of %d", range->most.place, range->most.size);
}

static void check_line(struct audit_report *report, const struct audit_subject *subject, bool down,
                       const struct line *line)
{
    if (!(100 * fabs(line->energy - 1) <= audit_limit(report, "odd_sizes.energy")) &&
        audit_subject_promises(subject))
        audit_break(report, "%s: of %d %s, number %d keeps %.2f %% of its light",
                    subject->is_mine ? subject->text : subject->blur->name, line->size,
                    down ? "rows" : "columns", line->place, 100 * line->energy);
}

static void check_direction(struct lab *lab, struct audit_report *report,
                            const struct audit_subject *subject, bool down, double sigma)
{
    const struct options *options = report->options;
    struct range range = { .count = 0 };
    const struct sizes sizes = {
        .from_border = (int) ceil(3 * sigma),
        .given = down ? options->draw.height : options->draw.width,
        .is_quick = options->audit.quick,
    };
    if (sizes.given && sizes.given <= 2 * sizes.from_border) {
        audit_break(report, "%s: %d %s are too few for lines 3 sigma, %d px, from both borders",
                    subject->text, sizes.given, down ? "rows" : "columns", sizes.from_border);
        return;
    }
    for (int i = 0; i < count_of(&sizes); i++)
        if (!measure_size(lab, report, subject->text, &sizes, i, down, &range))
            return;
    check_line(report, subject, down, &range.least);
    check_line(report, subject, down, &range.most);
    print_range(&report->table, subject, down, &range);
}

static void check_odd_sizes(struct lab *lab, struct audit_report *report)
{
    struct audit_subject subject;
    table_init(&report->table, columns);
    for (int n = 0; audit_subject_at(lab, report, n, default_sigma, &subject); n++) {
        const double sigma = audit_width_of(lab, report, &subject);
        for (int down = 0; down < 2 && sigma > 0; down++)
            check_direction(lab, report, &subject, down, sigma);
    }
}

static const struct audit_limit limits[] = {
    { "odd_sizes.energy", 1, "per cent of the light that a line may lose or gain" },
    { 0 },
};

const struct audit audit_odd_sizes = {
    .name = "odd_sizes",
    .summary = "the energy of a line of light at sizes that cannot be halved evenly",
    .promise = "within 1 % at every size, 3 sigma or more from the border; baselines apart",
    .limits = limits,
    .refuses = {
        [AUDIT_SCENE] = "it measures what becomes of a line of light",
    },
    .accepts = audit_subject_accepts,
    .check = check_odd_sizes,
};
