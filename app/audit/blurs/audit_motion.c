// How a chain changes while a picture moves. A still picture moves along the diagonal by parts of a
// pixel: each pixel is a square of its light, and what a pixel sees of the squares is their mean,
// which is bilinear interpolation. No light becomes negative, and no light is lost. What comes out
// is moved back and compared with itself; so is what went in, to say how much of the change is the
// picture's own. Footage stays where it is, and each frame is compared with the one before.

#include "app/audit/blurs/audit_motion.h"

#include "app/audit/blurs/audit_subject.h"
#include "app/audit/report/footage.h"
#include "app/measure/metrics/metrics.h"
#include "effects/colour.h"

#include <math.h>

// By 21/8 px at a time, so that eight frames take every eighth of a pixel; in all by more than the
// coarsest level of a usual blur is wide.
enum { FRAMES = 16, QUICK_FRAMES = 8, MOST_FOOTAGE = 240, QUICK_FOOTAGE = 12 };
static const double frame_step = 2.625;

enum { MOST_TRIALS = CHAIN_MAX_STEPS };
static const double default_sigma = 16;

// The light of a point on black, where there is no scene: enough for a threshold.
static const double point_light = 16;

// What is measured: the source itself, or a chain.
struct trial {
    struct chain chain; // of no step: the source
    const char *kind;   // NULL: something is promised
    struct metrics_motion_sum motion;
};

struct trials {
    int count, frames;
    struct trial all[MOST_TRIALS + 1];
};

// ---- what is measured

// Steps that bring the source back, or come after light, are left out: what is left is what a chain
// adds to the picture.
static struct chain light_of(const struct chain *chain)
{
    struct chain light = { 0 };
    for (int i = 0; i < chain->count; i++) {
        const struct chain_step *step = &chain->steps[i];
        if (step->off || step->effect->reads_source)
            continue;
        if (effect_makes_display(step->effect))
            break;
        light.steps[light.count++] = *step;
    }
    return light;
}

bool audit_motion_accepts(const struct options *options, struct error *error)
{
    if (!options->draw.chain_given || light_of(&options->draw.chain).count > 0)
        return true;
    return error_set(error,
                     "is about steps that make light of light, and the chain has none but those "
                     "that read the source or encode");
}

bool audit_motion_is_asked_for(const struct options *options)
{
    return options->draw.chain_given || options->draw.scene_given || options->draw.width > 0;
}

static void add_trial(struct trials *trials, const struct chain *chain, const char *kind)
{
    trials->all[trials->count++] = (struct trial){ .chain = *chain, .kind = kind };
}

static void choose_trials(const struct lab *lab, const struct audit_report *report,
                          struct trials *trials)
{
    struct chain chain = { 0 };
    add_trial(trials, &chain, "the source");
    if (report->options->draw.chain_given) {
        chain = light_of(&report->options->draw.chain);
        drawing_settle(&chain, lab->plan_options.height);
        add_trial(trials, &chain, NULL);
        return;
    }
    struct audit_subject subject;
    struct error error;
    for (int i = 0; audit_subject_at(lab, report, i, default_sigma, &subject); i++)
        if (chain_parse(&chain, subject.text, NULL, &error))
            add_trial(trials, &chain, audit_subject_promises(&subject) ? NULL : "to compare");
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

// Keeps the luminance of the part that the picture had, in channel 0, moved back.
static void register_frame(const struct image *image, double way, int width, int height,
                           struct image *frame)
{
    enum { AROUND = 2 }; // texels that the move reads
    const int whole = (int) floor(way);
    struct image part, moved;
    image_init(&part, width + 2 * AROUND, height + 2 * AROUND, IMAGE_TYPE_F64);
    for (int y = 0; y < part.height; y++)
        for (int x = 0; x < part.width; x++)
            image_at(&part, x, y)[0] =
                colour_luminance(image_clamped(image, x + whole - AROUND, y + whole - AROUND));
    metrics_move(&part, whole - way, whole - way, &moved);
    image_init(frame, width, height, IMAGE_TYPE_F64);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            image_at(frame, x, y)[0] = image_at(&moved, x + AROUND, y + AROUND)[0];
    image_finish(&part);
    image_finish(&moved);
}

static bool run_trial(struct lab *lab, struct audit_report *report, struct trial *trial,
                      const struct image *frame, double way, int width, int height)
{
    struct image drawn = { 0 }, registered;
    if (trial->chain.count > 0 &&
        !audit_draw_chain(lab, report, &trial->chain, true, frame, &drawn))
        return false;
    register_frame(trial->chain.count > 0 ? &drawn : frame, way, width, height, &registered);
    metrics_motion_add(&trial->motion, &registered);
    image_finish(&drawn);
    image_finish(&registered);
    return true;
}

static void light_point(int width, int height, struct image *image)
{
    image_init(image, width, height, IMAGE_TYPE_F64);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            for (int c = 0; c < 4; c++)
                image_at(image, x, y)[c] = c == 3                              ? 1
                                           : x == width / 2 && y == height / 2 ? point_light
                                                                               : 0;
}

// Around the picture its border texels go on, so that no part of it moves out of the frame.
static bool move_picture(struct lab *lab, struct audit_report *report, struct trials *trials)
{
    const int width = lab->plan_options.width, height = lab->plan_options.height;
    const int most = (int) ceil(frame_step * (trials->frames - 1)) + 1;
    struct image still;
    bool done = true;
    if (report->options->draw.scene_given)
        drawing_scene(lab, report->options->draw.time, width, height, &still);
    else
        light_point(width, height, &still);
    for (int i = 0; i < trials->frames && done; i++) {
        struct image frame;
        image_init(&frame, width + most, height + most, IMAGE_TYPE_F64);
        move_bilinearly(&still, i * frame_step, &frame);
        for (int j = 0; j < trials->count && done; j++)
            done = run_trial(lab, report, &trials->all[j], &frame, i * frame_step, width, height);
        image_finish(&frame);
    }
    image_finish(&still);
    return done;
}

static bool take_frame(struct lab *lab, struct audit_report *report, struct trials *trials, int i)
{
    const int width = lab->plan_options.width, height = lab->plan_options.height;
    struct error error;
    struct image frame;
    bool done = true;
    if (!footage_show(report->footage, i, lab, &error)) {
        audit_break(report, "%s", error.text);
        return false;
    }
    drawing_scene(lab, report->options->draw.time, width, height, &frame);
    for (int j = 0; j < trials->count && done; j++)
        done = run_trial(lab, report, &trials->all[j], &frame, 0, width, height);
    image_finish(&frame);
    return done;
}

// Leaves the scene at the first frame.
static bool take_footage(struct lab *lab, struct audit_report *report, struct trials *trials)
{
    struct error error;
    for (int i = 0; i < trials->frames; i++)
        if (!take_frame(lab, report, trials, i))
            return false;
    return footage_show(report->footage, 0, lab, &error);
}

// ---- the table

static const struct table_column columns[] = {
    { "chain", TABLE_WORDS },
    { "change %", 2 },
    { "of the peak %", 2 },
    { "kind", TABLE_WORDS },
    { 0 },
};

static bool has_blur(const struct chain *chain)
{
    for (int i = 0; i < chain->count; i++)
        if (chain->steps[i].effect->blurs)
            return true;
    return false;
}

// Per cent. A chain without a blur passes on what the source has of change.
static double most_change(const struct audit_report *report, const struct chain *chain,
                          double of_source)
{
    const double most = audit_limit(report, "stability.change");
    if (report->footage->count > 0)
        return of_source * audit_limit(report, "stability.footage") / 100;
    return has_blur(chain) ? most : fmax(most, of_source);
}

static void report_trial(struct audit_report *report, const struct trial *trial, double change,
                         double of_source, const struct metrics_motion *motion)
{
    const double most = most_change(report, &trial->chain, of_source);
    char text[AUDIT_CHAIN_SIZE] = "";
    chain_print(&trial->chain, text, sizeof(text));
    table_words(&report->table, "%s", text);
    table_number(&report->table, change);
    table_number(&report->table, 100 * motion->peak);
    table_words(&report->table, "%s", trial->kind ? trial->kind : "promised");
    if (!trial->kind && !(change <= most))
        audit_break(report, "%s changes by %.2f %%, and %.2f %% is promised", text, change, most);
}

void audit_motion_check(struct lab *lab, struct audit_report *report)
{
    static struct trials all;
    struct trials *trials = &all;
    const int footage = report->footage->count, quick = report->options->audit.quick;
    const int most = footage > 0 ? (quick ? QUICK_FOOTAGE : MOST_FOOTAGE)
                     : quick     ? QUICK_FRAMES
                                 : FRAMES;
    double of_source = 0;
    table_init(&report->table, columns);
    *trials = (struct trials){ 0 };
    choose_trials(lab, report, trials);
    trials->frames = footage > 0 && footage < most ? footage : most;
    const bool done =
        footage > 0 ? take_footage(lab, report, trials) : move_picture(lab, report, trials);
    for (int i = 0; i < trials->count; i++) {
        const struct metrics_motion motion = metrics_motion_end(&trials->all[i].motion);
        const double change = 100 * (footage > 0 ? motion.from_frame_to_frame : motion.rms);
        of_source = i == 0 ? change : of_source;
        if (done)
            report_trial(report, &trials->all[i], change, of_source, &motion);
    }
}
