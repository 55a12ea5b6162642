#include "app/audit/blurs/audit_width.h"

#include "app/measure/quality/quality.h"

#include <math.h>

bool audit_width_moments(struct lab *lab, struct audit_report *report, const char *text,
                         double sigma, bool down, struct metrics_moments *moments)
{
    const struct drawing drawing = audit_drawing(lab, report);
    struct chain chain;
    struct error error;
    if (chain_parse(&chain, text, NULL, &error) &&
        width_moments(&drawing, &chain, sigma, down, moments, &error))
        return true;
    audit_break(report, "%s: %s", text, error.text);
    return false;
}

// A first look at a blur whose own numbers decide over its width, px.
static const double first_look = 16;

// A look twice as wide as what a narrower one saw, which may have cut it.
static const double second_look = 2;

double audit_width_of(struct lab *lab, struct audit_report *report,
                      const struct audit_subject *subject)
{
    struct metrics_moments moments;
    if (!subject->is_mine)
        return subject->sigma;
    const double look = fmax(subject->sigma, first_look);
    if (!audit_width_moments(lab, report, subject->text, look, false, &moments))
        return 0;
    if (moments.sigma_x > look &&
        !audit_width_moments(lab, report, subject->text, second_look * moments.sigma_x, false,
                             &moments))
        return 0;
    if (moments.sigma_x == 0)
        audit_break(report, "%s does not blur", subject->text);
    return moments.sigma_x;
}
