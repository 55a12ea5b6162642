#include "app/compare/compare_junit.h"

#include "app/sheet/junit.h"

#include <stdio.h>
#include <string.h>

static void describe_case(const void *set, int i, struct junit_case *out)
{
    const struct compare_case *one = &((const struct compare_cases *) set)->all[i];
    out->name = one->name;
    if (compare_case_is_within(one))
        return;
    out->state = one->state == CASE_BROKEN ? JUNIT_BROKEN : JUNIT_FAILED;
    compare_case_explain(one, out->why);
}

bool compare_junit_write(const struct compare_cases *cases, const char *path, struct error *error)
{
    char name[256], classname[64];
    const char *tolerance = compare_cases_tolerance(cases);
    snprintf(name, sizeof(name), "halation %s%s%s", cases->command, tolerance ? " " : "",
             tolerance ? tolerance : "");
    snprintf(classname, sizeof(classname), "halation.%s", cases->command + strlen("--"));
    const struct junit_suite suite = {
        .name = name,
        .classname = classname,
        .count = cases->count,
        .set = cases,
        .describe = describe_case,
    };
    return junit_write(&suite, path, error);
}
