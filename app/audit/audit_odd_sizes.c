// Draws lines of light, one texel wide, at sizes that cannot be halved evenly: each must keep its
// energy.

#include "app/audit/audit_report.h"

#include <math.h>

static const double default_sigma = 12;

// Covers every size of one binary octave, and what 1080 lines become when they are halved again and
// again.
enum { OCTAVE = 96, FIRST = 96, MORE = 8, QUICK_STEP = 11 };
static const int more_sizes[MORE] = { 270, 271, 539, 540, 541, 1079, 1080, 1081 };

// The sizes that a subject is measured at.
struct sizes {
    int from_border; // of the lines: 3 sigma
    int given;       // the only one; 0: many
    int count, step; // only some of them with --quick
};

// Makes room for the lines between the borders.
static int size_at(const struct sizes *sizes, int i)
{
    enum { ROOM = 24 };
    const int at = i * sizes->step;
    const int least = 2 * sizes->from_border + ROOM, first = least > FIRST ? least : FIRST;
    const int size = at < OCTAVE ? first + at : more_sizes[at - OCTAVE];
    return sizes->given ? sizes->given : size < least ? least : size;
}

// Gives the places of four lines, one a channel: near both borders, in the middle, and elsewhere.
static int place_at(const struct sizes *sizes, int size, int channel)
{
    const int room = size - 1 - 2 * sizes->from_border;
    const int places[SPREAD_POINTS] = { 0, room, room / 2, room / 3 };
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

// Border texels go on forever, so a picture of one column holds rows of light, and a picture of one
// row holds columns.
static bool measure_size(struct audit_report *report, const struct chain *chain,
                         const struct sizes *sizes, int i, bool down, struct range *range)
{
    const int size = size_at(sizes, i);
    struct image source, output;
    image_init(&source, down ? 1 : size, down ? size : 1, IMAGE_TYPE_F64);
    for (int c = 0; c < SPREAD_POINTS; c++) {
        const int place = place_at(sizes, size, c);
        image_at(&source, down ? 0 : place, down ? place : 0)[c] = 1;
    }
    const bool drawn = audit_draw(report, chain, true, &source, &output);
    image_finish(&source);
    if (!drawn)
        return false;
    for (int c = 0; c < SPREAD_POINTS; c++) {
        struct line line = { .size = size, .place = place_at(sizes, size, c) };
        for (int k = 0; k < size; k++)
            line.energy += image_at(&output, down ? 0 : k, down ? k : 0)[c];
        if (range->count == 0 || line.energy < range->least.energy)
            range->least = line;
        if (range->count == 0 || line.energy > range->most.energy)
            range->most = line;
        range->sum += line.energy;
        range->count++;
    }
    image_finish(&output);
    return true;
}

static const struct table_column columns[] = {
    { "effect", TABLE_WORDS }, { "lines", TABLE_WORDS },   { "sizes", 0 },
    { "mean %", 2 },           { "least %", 2 },           { "least at", TABLE_WORDS },
    { "most %", 2 },           { "most at", TABLE_WORDS }, { 0 },
};

static void check_direction(struct audit_report *report, const struct audit_subject *subject,
                            bool down, double sigma)
{
    const bool is_quick = report->options->quick;
    const char *lines = down ? "rows" : "columns";
    struct range range = { .count = 0 };
    const struct sizes sizes = {
        .from_border = (int) ceil(3 * sigma),
        .given = down ? report->draw->height : report->draw->width,
        .count = is_quick ? (OCTAVE + MORE) / QUICK_STEP : OCTAVE + MORE,
        .step = is_quick ? QUICK_STEP : 1,
    };
    if (sizes.given && sizes.given <= 2 * sizes.from_border) {
        audit_break(report, "%s: %d %s are too few for lines 3 sigma, %d px, from both borders",
                    subject->text, sizes.given, lines, sizes.from_border);
        return;
    }
    for (int i = 0; i < (sizes.given ? 1 : sizes.count); i++)
        if (!measure_size(report, &subject->chain, &sizes, i, down, &range))
            return;
    const struct line *ends[] = { &range.least, &range.most };
    table_words(&report->table, "%s", subject->name);
    table_words(&report->table, "%s", lines);
    table_numbers(&report->table, range.count / SPREAD_POINTS, 100 * range.sum / range.count);
    for (int i = 0; i < 2; i++) {
        const double energy = 100 * ends[i]->energy;
        table_number(&report->table, energy);
        table_words(&report->table, "%d of %d", ends[i]->place, ends[i]->size);
        if (!subject->blur->baseline)
            audit_hold(report, fabs(energy - 100), "odd_sizes.energy",
                       "%s: of %d %s, number %d keeps %.2f %% of its light", subject->name,
                       ends[i]->size, lines, ends[i]->place, energy);
    }
}

static void check_odd_sizes(struct audit_report *report)
{
    struct audit_subject subject;
    for (int n = 0; audit_subject_at(report, n, default_sigma, &subject); n++) {
        const double sigma = audit_subject_width(report, &subject);
        for (int down = 0; down < 2 && sigma > 0; down++)
            check_direction(report, &subject, down, sigma);
    }
}

const struct audit audit_odd_sizes = {
    .name = "odd_sizes",
    .summary = "the energy of a line of light at sizes that cannot be halved evenly",
    .promise = "within 1 % at every size, 3 sigma or more from the border; baselines apart",
    .limits = {
        { "odd_sizes.energy", 1, "per cent of the light that a line may lose or gain" },
    },
    .columns = columns,
    .refuses = { [AUDIT_SCENE] = "it measures what becomes of a line of light" },
    .accepts = audit_subject_accepts,
    .check = check_odd_sizes,
};
