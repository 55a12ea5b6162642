#define LOG_MODULE "compare"
#include "app/compare/compare_files.h"

#include "app/compare/cases/cases.h"
#include "app/compare/compare_page.h"
#include "app/compare/compare_results.h"
#include "app/compare/heat_map/heat_map_write.h"
#include "app/lab/text/complain.h"
#include "app/results/junit.h"
#include "render/text/log.h"

#include <stdio.h>
#include <string.h>

// ---- compare junit

static void describe_case(const void *set, int i, struct junit_case *out)
{
    const struct compare_case *one = &((const struct compare_cases *) set)->all[i];
    out->name = one->name;
    if (compare_case_is_within(one))
        return;
    out->state = one->state == CASE_BROKEN ? JUNIT_BROKEN : JUNIT_FAILED;
    compare_case_explain(one, out->why);
}

// Writes what was compared as JUnit's XML: a test case for each picture, a failure where it is
// beyond the tolerance or missing, an error where it cannot be compared.
static bool compare_junit_write(const struct compare_cases *cases, const char *path,
                                struct error *error)
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

// ---- compare files

static bool write_results(const struct compare_cases *cases, const struct options *options)
{
    struct error error;
    for (int i = 0; i < OPTIONS_MAX_RESULTS; i++)
        if (options->results.files[i] &&
            !complain_if_unwritten(compare_results_write(cases, options->results.files[i], &error),
                                   options->results.files[i], &error))
            return false;
    return true;
}

// Sizes that differ make no map.
static bool write_map(const struct compare_case *one, const char *path)
{
    struct error error;
    if (!one->comparison.is_faulty)
        return complain_if_unwritten(heat_map_write(one, path, &error), path, &error);
    log_note("%s is not written: %s", path, one->comparison.fault.text);
    return true;
}

static bool write_maps(const struct compare_cases *cases, const char *path)
{
    struct error error;
    int count;
    if (!path)
        return true;
    if (!cases->are_many)
        return write_map(&cases->all[0], path);
    const bool written = heat_map_write_all(cases, path, &count, &error);
    return (written && count == 0) || complain_if_unwritten(written, path, &error);
}

static bool write_junit(const struct compare_cases *cases, const char *path)
{
    struct error error;
    return !path || complain_if_unwritten(compare_junit_write(cases, path, &error), path, &error);
}

static bool write_page(const struct compare_cases *cases, const char *path)
{
    struct error error;
    return !path || complain_if_unwritten(compare_page_write(cases, path, &error), path, &error);
}

bool compare_files_write(const struct compare_cases *cases, const struct options *options)
{
    return write_results(cases, options) && write_junit(cases, options->results.junit) &&
           write_maps(cases, options->compare.diff) && write_page(cases, options->compare.html);
}
