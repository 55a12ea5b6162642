#include "app/audit/blurs/audit_subject.h"

#include "app/measure/quality/quality.h"

#include <stdio.h>
#include <string.h>

// The i-th step that blurs, NULL past the last.
static const struct chain_step *blur_of_chain(const struct chain *chain, int i)
{
    for (int n = 0; n < chain->count; n++)
        if (chain->steps[n].effect->blurs && !chain->steps[n].off && i-- == 0)
            return &chain->steps[n];
    return NULL;
}

// Whether the tails of a Gaussian end earlier than it promises.
static bool is_cut_short(const struct chain_step *step)
{
    struct chain_step usual;
    const struct param *reach = param_find(step->effect->params, "reach", strlen("reach"));
    chain_step_init(&usual, step->effect);
    return reach && param_get(reach, step->params, 0) < param_get(reach, usual.params, 0);
}

static bool take_step(const struct chain_step *step, int height, struct audit_subject *subject)
{
    struct chain chain = { .count = 1, .steps = { *step } };
    chain.steps[0].roi = (struct rect){ 0, 0, 1, 1 };
    drawing_settle(&chain, height);
    const struct param *row = param_find(step->effect->params, "sigma", strlen("sigma"));
    *subject = (struct audit_subject){
        .blur = step->effect,
        .sigma = row ? (double) param_get(row, chain.steps[0].params, 0) : 0,
        .is_mine = true,
        .is_by_hand = width_is_by_hand(step, height),
        .may_differ = effect_may_differ(step->effect, step->params) || is_cut_short(step),
    };
    chain_print(&chain, subject->text, sizeof(subject->text));
    return true;
}

bool audit_subject_at(const struct lab *lab, const struct audit_report *report, int i, double sigma,
                      struct audit_subject *subject)
{
    if (report->options->draw.chain_given) {
        const struct chain_step *step = blur_of_chain(&report->options->draw.chain, i);
        return step && take_step(step, lab->plan_options.height, subject);
    }
    *subject = (struct audit_subject){ .blur = audit_blur(i), .sigma = sigma };
    if (!subject->blur)
        return false;
    snprintf(subject->text, sizeof(subject->text), "%s:sigma=%.7g", subject->blur->name, sigma);
    return true;
}

int audit_subject_widths(const struct audit_report *report, int count)
{
    return report->options->draw.chain_given || report->options->audit.quick ? 1 : count;
}

void audit_subject_cell(const struct audit_subject *subject, struct table *table)
{
    table_words(table, "%s%s", subject->is_mine ? subject->text : subject->blur->name,
                subject->blur->baseline ? " (baseline)" : "");
}

bool audit_subject_promises(const struct audit_subject *subject)
{
    return !subject->blur->baseline;
}

bool audit_subject_accepts(const struct options *options, struct error *error)
{
    const enum texture_format format = options->draw.format;
    if (options->draw.format_given && !quality_has_room(format))
        return error_set(error,
                         "takes --format rgba16f and rgba32f: %s has no room for what becomes of a "
                         "point of light",
                         texture_format_name(format));
    if (options->draw.chain_given && !blur_of_chain(&options->draw.chain, 0))
        return error_set(error, "is about blurs, and the chain has none");
    return true;
}
