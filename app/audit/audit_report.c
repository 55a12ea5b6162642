#include "app/audit/audit.h"
#include "app/picture/capture_view.h"
#include "effects/hook/shader_folder.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- findings

void audit_log(const struct audit_report *report, const char *format, ...)
{
    va_list arguments;
    fflush(stdout);
    fprintf(stderr, "halation: %s: ", report->audit->name);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    putc('\n', stderr);
}

void audit_fail(struct audit_report *report, const char *format, ...)
{
    char text[AUDIT_WHY_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    audit_log(report, "%s", text);
    report->findings = memory_room(report->findings, report->failures, sizeof(*report->findings));
    report->findings[report->failures++] = memory_copy(text);
    if (report->case_count > 0)
        report->cases[report->case_count - 1].end = report->failures;
}

void audit_begin_case(struct audit_report *report, const char *of, const char *name,
                      const char *left_out)
{
    report->cases = memory_room(report->cases, report->case_count, sizeof(*report->cases));
    report->cases[report->case_count++] =
        (struct audit_case){ of, name, left_out ? memory_copy(left_out) : NULL, report->failures,
                             report->failures };
}

void audit_report_finish(struct audit_report *report)
{
    for (int i = 0; i < report->failures; i++)
        free(report->findings[i]);
    free(report->findings);
    for (int i = 0; i < report->case_count; i++)
        free(report->cases[i].left_out);
    free(report->cases);
    table_finish(&report->table);
}

// ---- drawing

bool audit_done(struct audit_report *report, const struct chain *chain, bool done)
{
    char text[CHAIN_TEXT_SIZE];
    if (!done) {
        chain_print(chain, text, sizeof(text));
        audit_fail(report, "%s: %s", text, report->error.text);
    }
    return done;
}

bool audit_draw(struct audit_report *report, const struct chain *chain, bool linear,
                const struct image *source, struct image *output)
{
    return audit_done(report, chain,
                      drawing_run(&report->drawing, chain, linear, source, output, &report->error));
}

// ---- numbered files

static const struct param *file_row(const struct scene_choice *scene)
{
    return param_find(scene->scene->params, "file");
}

// Sets `scene` to the frame of that number. Returns false with the reason if its name is too long.
static bool frame_at(const struct scene_choice *pattern, int number, struct scene_choice *scene,
                     struct error *error)
{
    const struct param *row = file_row(pattern);
    *scene = *pattern;
    return frame_name(param_const_field(row, pattern->params), number,
                      param_field(row, scene->params), PARAM_TEXT_SIZE, error);
}

static bool has_frame(const struct scene_choice *pattern, int number)
{
    struct scene_choice frame;
    struct error error;
    return frame_at(pattern, number, &frame, &error) &&
           access(param_const_field(file_row(&frame), frame.params), R_OK) == 0;
}

bool footage_find(struct footage *footage, struct scene_choice *scene, struct error *error)
{
    const struct param *row = file_row(scene);
    const char *file = row ? param_const_field(row, scene->params) : "";
    struct scene_choice frame;
    *footage = (struct footage){ .pattern = *scene };
    if (!strchr(file, '%') || access(file, R_OK) == 0)
        return true;
    if (!frame_at(scene, 0, &frame, error))
        return error_prefix(error, "--image: ");
    footage->first = has_frame(scene, 0) ? 0 : 1;
    while (has_frame(scene, footage->first + footage->count))
        footage->count++;
    if (footage->count == 0)
        return error_set(error, "--image: no file is called '%s', nor by its numbers from 0 or 1",
                         file);
    return frame_at(&footage->pattern, footage->first, scene, error);
}

bool audit_show_footage(struct audit_report *report, int i)
{
    const struct footage *footage = report->footage;
    struct scene_choice scene;
    if (frame_at(&footage->pattern, footage->first + i, &scene, &report->error) &&
        renderer_set_scene(report->renderer, &scene, &report->error))
        return true;
    audit_fail(report, "%s", report->error.text);
    return false;
}

// ---- blurs

// Returns the i-th step that blurs; NULL past the last.
static const struct chain_step *blur_of_chain(const struct chain *chain, int i)
{
    chain_for_each(step, chain)
        if (step->effect->blur && !step->off && i-- == 0)
            return step;
    return NULL;
}

bool audit_subject_at(const struct audit_report *report, int i, double sigma, const char *option,
                      struct audit_subject *subject)
{
    const int height = report->renderer->plan_options.height;
    const struct chain_step *given = NULL;
    struct chain *chain = &subject->chain;
    struct chain_step usual;
    struct error error;
    *subject = (struct audit_subject){ .is_given = report->draw->chain_given };
    if (subject->is_given)
        given = blur_of_chain(&report->draw->chain, i);
    const struct effect *blur = !subject->is_given ? shader_folder_blur(i)
                                : given            ? given->effect
                                                   : NULL;
    if (!blur)
        return false;
    const struct param *width = param_find(blur->params, "sigma"),
                       *reach = param_find(blur->params, "reach");
    subject->blur = blur;
    chain_step_init(&usual, blur);
    if (given) {
        // With less than the default reach the tails end earlier than the effect states.
        const bool is_cut_short =
            reach && param_get(reach, given->params, 0) < param_get(reach, usual.params, 0);
        subject->has_derived_width = is_cut_short || blur->blur(given->params, height).by_hand;
        subject->may_differ = effect_may_differ(blur, given->params) || is_cut_short;
        *chain = (struct chain){ .count = 1, .steps = { *given } };
        chain->steps[0].roi = usual.roi;
        drawing_settle(chain, height);
        chain_print(chain, subject->text, sizeof(subject->text));
        if (width)
            subject->sigma = param_get(width, chain->steps[0].params, 0);
    } else {
        subject->sigma = fmin(sigma, width->max);
        const int length = chain_print_step(&usual, subject->text, CHAIN_TEXT_SIZE / 2);
        snprintf(subject->option, sizeof(subject->option), "%s", option);
        snprintf(subject->text + length, CHAIN_TEXT_SIZE / 2, ":sigma=%.7g%s%s", subject->sigma,
                 param_find(blur->params, "error") ? ":error=0" : "", option);
        if (!chain_parse(chain, subject->text, NULL, &error))
            return false;
    }
    snprintf(subject->name, CHAIN_TEXT_SIZE, "%s%s%s", given ? subject->text : blur->name,
             subject->option, blur->is_average ? " (baseline)" : "");
    return true;
}

int audit_subject_widths(const struct audit_report *report, int count)
{
    return report->draw->chain_given || report->options->quick ? 1 : count;
}

bool audit_subject_moments(struct audit_report *report, const struct audit_subject *subject,
                           double sigma, bool down, struct metrics_moments *moments)
{
    return audit_done(
        report, &subject->chain,
        width_moments(&report->drawing, &subject->chain, sigma, down, moments, &report->error));
}

double audit_subject_width(struct audit_report *report, const struct audit_subject *subject)
{
    // The width, in px, with which a blur is measured first if other parameters than `sigma` set
    // its width; and the factor of the second measurement, if the result was wider and so may have
    // been cut.
    static const double first_look = 16, second_look = 2;
    struct metrics_moments moments;
    if (!subject->is_given)
        return subject->sigma;
    const double look = fmax(subject->sigma, first_look);
    if (!audit_subject_moments(report, subject, look, false, &moments))
        return 0;
    if (moments.sigma_x > look &&
        !audit_subject_moments(report, subject, second_look * moments.sigma_x, false, &moments))
        return 0;
    if (moments.sigma_x == 0)
        audit_fail(report, "%s does not blur", subject->text);
    return moments.sigma_x;
}

bool audit_subject_accepts(const struct draw_options *draw, struct error *error)
{
    if (draw->format_given && !quality_has_room(draw->format))
        return error_set(error,
                         "takes --format rgba16f and rgba32f: %s has no room for what becomes of a "
                         "point of light",
                         texture_format_name(draw->format));
    if (draw->chain_given && !blur_of_chain(&draw->chain, 0))
        return error_set(error, "is about blurs, and the chain has none");
    return true;
}
