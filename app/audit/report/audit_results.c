#include "app/audit/report/audit_results.h"

#include "app/measure/as_json.h"
#include "app/results/json_file.h"
#include "app/results/junit.h"

#include <stdio.h>

static json_t *describe_report(const struct audit_report *report)
{
    const struct audit *audit = report->audit;
    return json_pack("{s:s, s:s, s:s, s:b, s:o}", "name", audit->name, "summary", audit->summary,
                     "promise", audit->promise, "kept", report->broken == 0, "rows",
                     as_json_rows(&report->table));
}

static json_t *describe_reports(const struct audit_report reports[], int count,
                                const struct environment *environment)
{
    json_t *json = json_object(), *audits_run = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(audits_run, describe_report(&reports[i]));
    json_object_set_new(json, "format", json_integer(1)); // of this file
    environment_add(environment, json);
    json_object_set_new(json, "audits", audits_run);
    return json;
}

bool audit_results_write(const struct audit_report reports[], int count,
                         const struct environment *environment, const char *path,
                         struct error *error)
{
    return json_file_write(describe_reports(reports, count, environment), path, error);
}

static void describe_case(const void *set, int i, struct junit_case *out)
{
    const struct audit_report *report = (const struct audit_report *) set + i;
    out->name = report->audit->name;
    if (report->broken == 0)
        return;
    out->state = JUNIT_FAILED;
    const int end = snprintf(out->why, sizeof(out->why), "%s", report->why);
    if (report->broken > 1)
        snprintf(out->why + end, sizeof(out->why) - (size_t) end, "; and %d more",
                 report->broken - 1);
}

bool audit_results_write_junit(const struct audit_report reports[], int count, const char *path,
                               struct error *error)
{
    const struct junit_suite suite = {
        .name = "halation --audit",
        .classname = "halation.audit",
        .count = count,
        .set = reports,
        .describe = describe_case,
    };
    return junit_write(&suite, path, error);
}
