// Looks at what the scene and every pass of the chain put out: which step and which of its passes
// first made a value that is not finite, and where.

#include "app/audit/chains/audit_study.h"
#include "app/audit/chains/audits_of_chains.h"

#include <math.h>

// What one pass put out.
struct look {
    int width, height;
    double least, most; // of the finite values
    int bad;            // texels with a value that is not finite
    int x, y, channel;  // of the first
    double value;
};

struct looks {
    int count; // the scene and its passes, up to the first bad one
    double time;
    struct look all[AUDIT_MAX_PASSES + 1];
};

static void look_at_texel(struct look *look, const float *texel, int x, int y)
{
    bool is_bad = false;
    for (int c = 0; c < 4; c++) {
        const double value = (double) texel[c];
        if (isfinite(value)) {
            look->least = fmin(look->least, value);
            look->most = fmax(look->most, value);
            continue;
        }
        if (look->bad == 0 && !is_bad) {
            look->x = x;
            look->y = y;
            look->channel = c;
            look->value = value;
        }
        is_bad = true;
    }
    look->bad += is_bad;
}

static struct look look_at(const struct texture *texture)
{
    struct image image;
    texture_read(texture, IMAGE_TYPE_F32, &image);
    struct look look = {
        .width = image.width, .height = image.height, .least = INFINITY, .most = -INFINITY
    };
    const float *texel = image.texels;
    for (int y = 0; y < image.height; y++)
        for (int x = 0; x < image.width; x++, texel += 4)
            look_at_texel(&look, texel, x, y);
    image_finish(&image);
    return look;
}

static bool find_bad(struct audit_study *study, void *with)
{
    struct looks *looks = with;
    looks->count = 0;
    looks->time = study->time;
    for (int pass = AUDIT_SCENE_PASS; pass < study->pass_count; pass++) {
        const struct texture *texture = audit_study_look(study, pass);
        struct look *look = &looks->all[looks->count++];
        *look = (struct look){ .least = NAN, .most = NAN };
        if (!texture)
            continue;
        *look = look_at(texture);
        if (look->bad > 0)
            return true;
    }
    return false;
}

static const struct table_column columns[] = {
    { "pass", TABLE_WORDS },    { "size", TABLE_WORDS },     { "least", 4 }, { "most", 4 },
    { "not finite texels", 0 }, { "first at", TABLE_WORDS }, { 0 },
};

static void print_look(struct table *table, const char *name, const struct look *look)
{
    table_words(table, "%s", name);
    table_words(table, "%dx%d", look->width, look->height);
    table_number(table, look->least);
    table_number(table, look->most);
    table_number(table, look->bad);
    if (look->bad > 0)
        table_words(table, "%d, %d", look->x, look->y);
    else
        table_words(table, "none");
}

static void report_looks(struct audit_report *report, const struct audit_study *study,
                         const struct looks *looks)
{
    for (int i = 0; i < looks->count; i++) {
        const struct look *look = &looks->all[i];
        const char *name = audit_study_pass_name(study, i + AUDIT_SCENE_PASS);
        print_look(&report->table, name, look);
        if (look->bad > 0)
            audit_break(report,
                        "in %s, '%s' is the first that puts out %s, in %s at %d, %d, at %.2f s",
                        texture_format_name(study->format), name,
                        isnan(look->value) ? "NaN"
                        : look->value > 0  ? "infinity"
                                           : "-infinity",
                        (const char *[]){ "red", "green", "blue", "alpha" }[look->channel], look->x,
                        look->y, looks->time);
    }
}

static void check_nan(struct lab *lab, struct audit_report *report)
{
    static struct audit_study study;
    static struct looks looks;
    table_init(&report->table, columns);
    audit_study_open(&study, lab, lab->plan_options.format, report->options->draw.time);
    if (audit_study_build(&study, false, report)) {
        audit_study_draw_source(&study);
        audit_study_find_passes(&study);
        audit_study_search(&study, report, find_bad, &looks);
        report_looks(report, &study, &looks);
    }
    audit_study_close(&study);
}

const struct audit audit_nan = {
    .name = "nan",
    .summary =
        "what the scene and every pass of the chain put out, up to the first that is not finite",
    .promise = "at several moments, or in every frame of footage, all values are finite",
    .check = check_nan,
};
