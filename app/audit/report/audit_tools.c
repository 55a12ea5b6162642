#include "app/audit/report/audit_tools.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void audit_break(struct audit_report *report, const char *format, ...)
{
    char text[sizeof(report->why)];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    fflush(stdout);
    fprintf(stderr, "halation: %s: %s\n", report->audit->name, text);
    if (report->broken++ == 0)
        memcpy(report->why, text, sizeof(text));
}

double audit_limit(const struct audit_report *report, const char *name)
{
    const struct audit_limit *limit = report->audit->limits;
    while (strcmp(limit->name, name) != 0)
        limit++;
    for (int i = report->options->audit.limit_count - 1; i >= 0; i--)
        if (report->options->audit.limits[i].name == limit->name)
            return report->options->audit.limits[i].value;
    return limit->value;
}

enum texture_format audit_format(const struct audit_report *report)
{
    return report->options->draw.format_given ? report->options->draw.format : FORMAT_RGBA32F;
}

// ---- drawing

struct drawing audit_drawing(struct lab *lab, const struct audit_report *report)
{
    return (struct drawing){ lab, audit_format(report), report->options->draw.fuse };
}

// Counts what cannot be drawn, with the chain and the reason.
static bool refuse(struct audit_report *report, const char *chain, const struct error *error)
{
    audit_break(report, "%s: %s", chain, error->text);
    return false;
}

bool audit_draw_chain(struct lab *lab, struct audit_report *report, const struct chain *chain,
                      bool linear, const struct image *source, struct image *output)
{
    const struct drawing drawing = audit_drawing(lab, report);
    struct error error;
    if (drawing_run(&drawing, chain, linear, source, output, &error))
        return true;
    char text[AUDIT_CHAIN_SIZE];
    chain_print(chain, text, sizeof(text));
    return refuse(report, text, &error);
}

static bool draw_text(struct lab *lab, struct audit_report *report, const char *text, bool linear,
                      const struct image *source, struct image *output)
{
    struct chain chain;
    struct error error;
    if (chain_parse(&chain, text, NULL, &error))
        return audit_draw_chain(lab, report, &chain, linear, source, output);
    return refuse(report, text, &error);
}

bool audit_draw(struct lab *lab, struct audit_report *report, const char *chain,
                const struct image *source, struct image *output)
{
    return draw_text(lab, report, chain, true, source, output);
}

bool audit_draw_display(struct lab *lab, struct audit_report *report, const char *chain,
                        const struct image *source, struct image *output)
{
    return draw_text(lab, report, chain, false, source, output);
}

bool audit_draw_points(struct lab *lab, struct audit_report *report, const char *text, int side,
                       const struct drawing_place places[DRAWING_POINTS], struct image *output)
{
    const struct drawing drawing = audit_drawing(lab, report);
    struct chain chain;
    struct error error;
    return (chain_parse(&chain, text, NULL, &error) &&
            drawing_points(&drawing, &chain, side, places, output, &error)) ||
           refuse(report, text, &error);
}

bool audit_draw_scene(struct lab *lab, struct audit_report *report, const char *text, int width,
                      int height, struct image *image)
{
    const struct scene_choice before = lab->scene;
    struct scene_choice scene;
    struct error error;
    if (!scene_parse(&scene, text, &error) || !lab_set_scene(lab, &scene, &error)) {
        audit_break(report, "%s: %s", text, error.text);
        return false;
    }
    drawing_scene(lab, 0, width, height, image);
    if (lab_set_scene(lab, &before, &error))
        return true;
    audit_break(report, "%s", error.text); // a file that went away
    image_finish(image);
    return false;
}

// ---- blurs

const struct effect *audit_blur(int i)
{
    for (const struct effect *const *effect = effects; *effect; effect++)
        if ((*effect)->blurs && i-- == 0)
            return *effect;
    return NULL;
}
