#define LOG_MODULE "audit"
#include "app/audit/impls/audit_findings.h"

#include "render/text/log.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct audit_finding *audit_findings_of(struct audit_findings *findings,
                                        const struct effect *effect, const char *name)
{
    for (int i = 0; i < findings->count; i++)
        if (findings->all[i].effect == effect && strcmp(findings->all[i].name, name) == 0)
            return &findings->all[i];
    if (findings->count == AUDIT_FINDINGS_MOST)
        log_fatal("more than %d implementations", AUDIT_FINDINGS_MOST);
    struct audit_finding *finding = &findings->all[findings->count++];
    *finding = (struct audit_finding){ .effect = effect };
    snprintf(finding->name, sizeof(finding->name), "%s", name);
    return finding;
}

void audit_finding_add(struct audit_finding *finding, const struct audit_trial *trial,
                       const struct audit_difference *difference)
{
    static const char *const channels[] = { "red", "green", "blue", "alpha" };
    const char *format = texture_format_name(trial->setting.format);
    const int width = trial->source->width, height = trial->source->height;
    char text[AUDIT_CHAIN_SIZE];
    finding->runs++;
    chain_print(&trial->setting.chain, text, sizeof(text));
    if (difference->error.text[0] && !finding->first[0])
        snprintf(finding->first, sizeof(finding->first), "%s", difference->error.text);
    else if (difference->worst > 1 && !finding->first[0])
        snprintf(finding->first, sizeof(finding->first),
                 "%.100s in %s, %dx%d: %s at %d, %d is %.3g off, and %.3g is allowed; %d texels",
                 text, format, width, height, channels[difference->channel], difference->x,
                 difference->y, difference->off, difference->allowed, difference->beyond);
    if (difference->worst < finding->worst)
        return;
    finding->worst = difference->worst;
    snprintf(finding->where, sizeof(finding->where), "%s %dx%d", format, width, height);
}

static const struct sheet_column columns[] = {
    { "effect", SHEET_WORDS },
    { "implementation", SHEET_WORDS },
    { "runs", 0 },
    { "left out", 0 },
    { "most off, % of allowed", 1 },
    { "in", SHEET_WORDS },
    { 0 },
};

static void report_finding(struct audit_report *report, const struct audit_finding *finding)
{
    struct sheet *sheet = &report->sheet;
    sheet_words(sheet, "%s", finding->effect->name);
    sheet_words(sheet, "%s", finding->name);
    sheet_number(sheet, finding->runs);
    sheet_number(sheet, finding->skipped);
    sheet_number(sheet, finding->runs > 0 ? 100 * finding->worst : NAN);
    sheet_words(sheet, "%s", finding->where);
    if (finding->first[0])
        audit_break(report, "%s by %s: %s", finding->effect->name, finding->name, finding->first);
}

void audit_findings_report(const struct audit_findings *findings, struct audit_report *report)
{
    sheet_init(&report->sheet, columns);
    for (int i = 0; i < findings->count; i++)
        report_finding(report, &findings->all[i]);
    if (report->broken > 0)
        audit_break(report, "%d of %d implementations differ on this driver", report->broken,
                    findings->count);
}
