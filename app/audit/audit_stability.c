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
#include "render/text/memory.h"

#include <math.h>
#include <stdlib.h>

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
// each level is a plain 2x2 box. The latter has no limit; it shows that the measure detects
// shimmer.
static const struct known {
    const char *chain;
    double sigma; // decides the size of the picture
    bool shimmers;
} known[] = {
    { "dual:levels=3:offset=1", 7.7, false },
    { "dual:levels=4:offset=1", 15.5, false },
    { "dual:levels=5:offset=1", 31, false },
    { "dual:levels=4:offset=1:taps=source", 15.5, true },
};

static void check_point(struct audit_report *report, const struct chain *chain, const char *text,
                        double sigma, const char *kind, bool is_limited)
{
    struct metrics_motion motion;
    struct error error;
    if (!audit_done(report, chain, shimmer_motion(&report->drawing, chain, sigma, &motion, &error),
                    &error))
        return;
    add_row(report, text, motion.rms, motion.peak, kind);
    if (is_limited && !(100 * motion.rms <= (double) report->options->limits.stability_change))
        audit_fail(report, "%s changes by %.2f %%", text, 100 * motion.rms);
}

// ---- pictures

// The picture moves by 21/8 px per frame, so that eight frames have each eighth of a pixel. In all
// it moves by more than the width of the coarsest level of a usual blur.
enum { FRAMES = 16, QUICK_FRAMES = 8, MOST_FOOTAGE = 240, QUICK_FOOTAGE = 12 };
static const double frame_step = 2.625;

// Light of a point on black, if there is no scene: enough to pass a threshold.
static const double point_light = 16;

// The measured thing: the source itself, or a chain.
struct trial {
    struct chain chain; // without steps: the source
    const char *kind;
    struct metrics_motion_sum motion;
};

struct trials {
    int count, frames;
    struct trial all[CHAIN_MAX_STEPS + 1];
};

static const char limited[] = "promised";

// Returns the chain up to the last light, without steps that add the source: what the chain adds to
// the picture.
static struct chain light_of(const struct chain *chain)
{
    struct chain light = { 0 };
    for (int i = 0; i < chain->count; i++) {
        const struct chain_step *step = &chain->steps[i];
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

// Runs all trials on one frame of the moved picture.
static bool run_trials(struct audit_report *report, struct trials *trials,
                       const struct image *frame, double way)
{
    for (int i = 0; i < trials->count; i++) {
        struct trial *trial = &trials->all[i];
        struct image drawn = { 0 }, registered;
        if (trial->chain.count > 0 && !audit_draw(report, &trial->chain, true, frame, &drawn))
            return false;
        register_frame(trial->chain.count > 0 ? &drawn : frame, way,
                       &report->renderer->plan_options, &registered);
        metrics_motion_add(&trial->motion, &registered);
        image_finish(&drawn);
        image_finish(&registered);
    }
    return true;
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

// Moves the picture. Its border texels are repeated around it, so that no part leaves the frame.
// Numbered files are not moved, and the scene is left at the first frame.
static bool run_frames(struct audit_report *report, struct trials *trials)
{
    const bool is_footage = report->footage->count > 0;
    const int most = (int) ceil(frame_step * (trials->frames - 1)) + 1;
    struct image still = { 0 };
    bool done = true;
    if (!is_footage)
        draw_still(report, &still);
    for (int i = 0; i < trials->frames && done; i++) {
        const double way = is_footage ? 0 : i * frame_step;
        struct image frame = { 0 };
        if (!is_footage) {
            image_init(&frame, still.width + most, still.height + most, IMAGE_TYPE_F64);
            move_bilinearly(&still, way, &frame);
        } else if (audit_show_footage(report, i)) {
            draw_still(report, &frame);
        }
        done = frame.texels && run_trials(report, trials, &frame, way);
        image_finish(&frame);
    }
    image_finish(&still);
    return done && (!is_footage || audit_show_footage(report, 0));
}

static void check_pictures(struct audit_report *report)
{
    struct trials *trials = memory_new(1, sizeof(*trials));
    const int footage = report->footage->count;
    const bool is_quick = report->options->quick;
    struct audit_subject subject;
    table_init(&report->table, picture_columns);
    trials->all[trials->count++].kind = "the source";
    if (report->draw->chain_given) {
        struct trial *trial = &trials->all[trials->count++];
        trial->chain = light_of(&report->draw->chain);
        trial->kind = limited;
        drawing_settle(&trial->chain, report->renderer->plan_options.height);
    }
    for (int i = 0;
         !report->draw->chain_given && audit_subject_at(report, i, default_sigma, "", &subject);
         i++) {
        struct trial *trial = &trials->all[trials->count++];
        trial->chain = subject.chain;
        trial->kind = subject.blur->is_average ? "to compare" : limited;
    }
    trials->frames = is_quick ? QUICK_FRAMES : FRAMES;
    if (footage > 0) {
        const int most = is_quick ? QUICK_FOOTAGE : MOST_FOOTAGE;
        trials->frames = footage < most ? footage : most;
    }
    const bool is_drawn = run_frames(report, trials);
    double of_source = 0; // per cent
    for (int i = 0; i < trials->count && is_drawn; i++) {
        struct trial *trial = &trials->all[i];
        const struct metrics_motion motion = metrics_motion_end(&trial->motion);
        const double share = footage > 0 ? motion.from_frame_to_frame : motion.rms;
        char text[CHAIN_TEXT_SIZE] = "";
        of_source = i == 0 ? 100 * share : of_source;
        double most = (double) report->options->limits.stability_change;
        bool has_blur = false;
        for (int k = 0; k < trial->chain.count; k++)
            has_blur = has_blur || trial->chain.steps[k].effect->blur;
        if (footage > 0)
            most = of_source * (double) report->options->limits.stability_footage / 100;
        else if (!has_blur) // it passes the changes of the source on
            most = fmax(most, of_source);
        chain_print(&trial->chain, text, sizeof(text));
        add_row(report, text, share, motion.peak, trial->kind);
        if (trial->kind == limited && !(100 * share <= most))
            audit_fail(report, "%s changes by %.2f %%, and %.2f %% is allowed", text, 100 * share,
                       most);
    }
    free(trials);
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
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]) && !report->options->quick; i++) {
        struct chain chain;
        struct error error;
        chain_parse(&chain, known[i].chain, NULL, &error);
        check_point(report, &chain, known[i].chain, known[i].sigma,
                    known[i].shimmers ? "to compare" : "published", !known[i].shimmers);
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
