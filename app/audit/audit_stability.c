// This audit measures how a blur changes while its input moves. A point of light moves by parts of
// a pixel: a stable blur moves with it and keeps its shape, another shimmers. With a picture of the
// command line, a scene's or a chain's, that picture moves along the diagonal by parts of a pixel:
// each pixel is a square of its light, and a pixel of the moved picture is the mean of the squares
// that it covers, which is bilinear interpolation. No light becomes negative, and no light is lost.
// The output is moved back and compared with itself; so is the input, which shows how much of the
// change is the picture's own. Footage stays where it is, and each frame is compared with the one
// before.

#include "app/audit/audit.h"
#include "effects/colour.h"

#include <math.h>

static const double default_sigma = 16;

static void add_row(struct audit_report *report, const char *chain, double change, double peak,
                    const char *kind)
{
    table_words(&report->table, "%s", chain);
    table_numbers(&report->table, 100 * change, 100 * peak);
    table_words(&report->table, "%s", kind);
}

// ---- points

#define COLUMNS(OF) \
    { \
        { OF, TABLE_WORDS }, { "change %", 2 }, { "of the peak %", 2 }, { "kind", TABLE_WORDS }, \
        { \
            0 \
        } \
    }
static const struct table_column columns[] = COLUMNS("blur"), picture_columns[] = COLUMNS("chain");

// The known results of these constructions: about 3 % at 3 to 5 levels, and tens of per cent where
// each level is a plain 2x2 box. The latter, the last one, has no limit; it shows that the measure
// detects shimmer.
enum { KNOWN = 4 };
static const struct known {
    const char *chain;
    double sigma; // decides the size of the picture
} known[KNOWN] = {
    { "dual:levels=3:offset=1", 7.7 },
    { "dual:levels=4:offset=1", 15.5 },
    { "dual:levels=5:offset=1", 31 },
    { "dual:levels=4:offset=1:taps=source", 15.5 },
};

static void check_point(struct audit_report *report, const struct chain *chain, const char *text,
                        double sigma, const char *kind, bool is_limited)
{
    struct metrics_motion motion;
    if (!audit_done(report, chain,
                    shimmer_motion(&report->drawing, chain, sigma, &motion, &report->error)))
        return;
    add_row(report, text, motion.rms, motion.peak, kind);
    if (is_limited && !(100 * motion.rms <= report->limits->stability_change))
        audit_fail(report, "%s changes by %.2f %%", text, 100 * motion.rms);
}

// ---- pictures

// The picture moves by 21/8 px per frame, so that eight frames have each eighth of a pixel. In all
// it moves by more than the width of the coarsest level of a usual blur.
enum { FRAMES = 16, QUICK_FRAMES = 8, MAX_FOOTAGE = 240, QUICK_FOOTAGE = 12 };
static const double frame_step = 2.625;

// Light of a point on black, if there is no scene: enough to pass a threshold.
static const double point_light = 16;

// Returns the chain up to the last light, without steps that add the source: what the chain adds to
// the picture.
static struct chain light_of(const struct chain *chain)
{
    struct chain light = { 0 };
    chain_for_each(step, chain) {
        if (step->off || step->effect->reads_source)
            continue;
        if (effect_makes_display(step->effect, step->params))
            break;
        light.steps[light.count++] = *step;
    }
    return light;
}

// ---- frames

static void move_bilinearly(const struct image *from, double way, struct image *to)
{
    const int whole = (int) ceil(way);
    const double share = whole - way;
    for (int y = 0; y < to->height; y++)
        for (int x = 0; x < to->width; x++)
            for (int i = 0; i < 4; i++) {
                const double *texel = image_clamped(from, x - whole + i % 2, y - whole + i / 2);
                const double weight = (i % 2 ? share : 1 - share) * (i / 2 ? share : 1 - share);
                for (int c = 0; c < 4; c++)
                    image_at(to, x, y)[c] += weight * texel[c];
            }
}

// Stores in channel 0 the luminance of the part that the picture had, moved back.
static void register_frame(const struct image *image, double way, const struct plan_options *size,
                           struct image *frame)
{
    struct image luminance, moved;
    image_init(&luminance, image->width, image->height, IMAGE_TYPE_F64);
    image_init(frame, size->width, size->height, IMAGE_TYPE_F64);
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++)
            image_at(&luminance, x, y)[0] = colour_luminance(image_at(image, x, y));
    metrics_move(&luminance, -way, -way, &moved);
    for (int y = 0; y < frame->height; y++)
        for (int x = 0; x < frame->width; x++)
            image_at(frame, x, y)[0] = image_at(&moved, x, y)[0];
    image_finish(&luminance);
    image_finish(&moved);
}

static void draw_still(struct audit_report *report, struct image *image)
{
    const struct plan_options *size = &report->renderer->plan_options;
    if (report->draw->scene_given) {
        drawing_scene(report->renderer, report->draw->time, size->width, size->height, image);
        return;
    }
    image_init(image, size->width, size->height, IMAGE_TYPE_F64);
    for (int i = 0; i < size->width * size->height; i++)
        ((double *) image->texels)[4 * i + 3] = 1;
    for (int c = 0; c < 3; c++)
        image_at(image, size->width / 2, size->height / 2)[c] = point_light;
}

// Moves the picture, whose border texels are repeated around it, so that no part leaves the frame,
// and runs a chain on it; without steps, it measures the source itself. Numbered files are not
// moved, and the scene is left at the first frame. Adds a row. Returns the change in per cent, NaN
// if it could not be measured; above `most` it is a failure.
static double check_moving(struct audit_report *report, const struct chain *chain, const char *kind,
                           double most)
{
    const int footage = report->footage->count;
    const int moved = report->options->quick ? QUICK_FRAMES : FRAMES;
    const int frames = footage > 0 ? footage : moved;
    const int most_frames = report->options->quick ? QUICK_FOOTAGE : MAX_FOOTAGE;
    const int margin = (int) ceil(frame_step * (frames - 1)) + 1;
    struct metrics_motion_sum sum = { .count = 0 };
    struct image still = { 0 };
    char text[CHAIN_TEXT_SIZE] = "";
    bool done = true;
    if (footage == 0)
        draw_still(report, &still);
    for (int i = 0; i < frames && i < most_frames && done; i++) {
        const double way = footage > 0 ? 0 : i * frame_step;
        struct image frame, drawn = { 0 }, registered;
        if (footage > 0) {
            done = audit_show_footage(report, i);
            draw_still(report, &frame);
        } else {
            image_init(&frame, still.width + margin, still.height + margin, IMAGE_TYPE_F64);
            move_bilinearly(&still, way, &frame);
        }
        if (done && chain->count > 0)
            done = audit_draw(report, chain, true, &frame, &drawn);
        if (done) {
            register_frame(drawn.texels ? &drawn : &frame, way, &report->renderer->plan_options,
                           &registered);
            metrics_motion_add(&sum, &registered);
            image_finish(&registered);
        }
        image_finish(&frame);
        image_finish(&drawn);
    }
    image_finish(&still);
    if (footage > 0)
        audit_show_footage(report, 0);
    if (!done) {
        image_finish(&sum.sums);
        return NAN;
    }
    const struct metrics_motion motion = metrics_motion_end(&sum);
    const double change = footage > 0 ? motion.from_frame_to_frame : motion.rms;
    chain_print(chain, text, sizeof(text));
    add_row(report, text, change, motion.peak, kind);
    if (!(100 * change <= most))
        audit_fail(report, "%s changes by %.2f %%, and %.2f %% is allowed", text, 100 * change,
                   most);
    return 100 * change;
}

static void check_pictures(struct audit_report *report)
{
    const int height = report->renderer->plan_options.height;
    struct chain chain = { 0 };
    struct audit_subject subject;
    table_init(&report->table, picture_columns);
    const double of_source = check_moving(report, &chain, "the source", INFINITY);
    double most = report->limits->stability_change;
    if (report->footage->count > 0)
        most = of_source * report->limits->stability_footage / 100;
    if (report->draw->chain_given) {
        chain = light_of(&report->draw->chain);
        drawing_settle(&chain, height);
        if (chain_sigma(&chain, height) <= 0 && report->footage->count == 0)
            most = fmax(most, of_source); // it passes the changes of the source on
        check_moving(report, &chain, "limited", most);
        return;
    }
    for (int i = 0; audit_subject_at(report, i, default_sigma, "", &subject); i++) {
        const bool is_limited = !subject.blur->is_average;
        check_moving(report, &subject.chain, is_limited ? "limited" : "to compare",
                     is_limited ? most : INFINITY);
    }
}

// ---- the audit

static bool is_about_pictures(const struct draw_options *draw)
{
    return draw->chain_given || draw->scene_given || draw->width > 0;
}

static void check_stability(struct audit_report *report)
{
    struct audit_subject blur;
    if (is_about_pictures(report->draw)) {
        check_pictures(report);
        return;
    }
    for (int n = 0; audit_subject_at(report, n, default_sigma, "", &blur); n++)
        check_point(report, &blur.chain, blur.text, blur.sigma,
                    blur.blur->is_average ? "to compare" : "at this sigma", !blur.blur->is_average);
    for (int i = 0; i < KNOWN && !report->options->quick; i++) {
        const bool is_limited = i < KNOWN - 1;
        struct chain chain;
        struct error error;
        chain_parse(&chain, known[i].chain, NULL, &error);
        check_point(report, &chain, known[i].chain, known[i].sigma,
                    is_limited ? "published" : "to compare", is_limited);
    }
}

static bool accepts(const struct draw_options *draw, struct error *error)
{
    if (!is_about_pictures(draw))
        return audit_subject_accepts(draw, error);
    return !draw->chain_given || light_of(&draw->chain).count > 0 ||
           error_set(error,
                     "is about steps that make light of light, and the chain has none but those "
                     "that read the source or encode");
}

const struct audit audit_stability = {
    .name = "stability",
    .summary = "change of a blurred point that moves by parts of a pixel, or of blurred footage",
    .limits = "no blur changes by more than 5 % of itself; baselines are exempt",
    .columns = columns,
    .accepts = accepts,
    .check = check_stability,
};
