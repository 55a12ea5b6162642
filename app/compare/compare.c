#include "app/compare/compare.h"

#include "app/compare/compare_print.h"
#include "app/compare/compare_results.h"
#include "app/compare/junit.h"
#include "app/text/complain.h"
#include "render/text/log.h"

#include <stdlib.h>

static void print_pair(const struct compare_case *one)
{
    if (one->state != CASE_COMPARED)
        return;
    if (!one->comparison.is_faulty)
        compare_print_measures(&one->comparison);
    compare_print_verdict(one);
}

static void run_cases(struct compare_cases *cases, bool wants_flip)
{
    for (int i = 0; i < cases->count; i++) {
        struct compare_case *one = &cases->all[i];
        compare_case_run(one, wants_flip);
        if (cases->are_many)
            compare_print_case(one);
        else
            print_pair(one);
        if (one->state == CASE_BROKEN)
            complain(EXIT_USAGE, &one->why);
    }
    if (cases->are_many)
        compare_print_sum(cases);
}

static int status_of(const struct compare_cases *cases)
{
    int status = EXIT_SUCCESS;
    for (int i = 0; i < cases->count; i++) {
        if (cases->all[i].state == CASE_BROKEN)
            return EXIT_USAGE;
        if (!compare_case_is_within(&cases->all[i]))
            status = EXIT_FAILURE;
    }
    return status;
}

static bool write_files(const struct compare_cases *cases, const struct options *options)
{
    struct error error;
    for (int i = 0; i < OPTIONS_MAX_RESULTS; i++)
        if (options->results[i] &&
            !complain_if_unwritten(compare_results_write(cases, options->results[i], &error),
                                   options->results[i], &error))
            return false;
    return !options->junit || complain_if_unwritten(junit_write(cases, options->junit, &error),
                                                    options->junit, &error);
}

int compare_run(const struct options *options)
{
    struct compare_cases cases;
    struct error error;
    int status = EXIT_USAGE;
    if (compare_cases_find(&cases, options->compared,
                           options->tolerance ? options->tolerance : "exact", &error)) {
        run_cases(&cases, options->results[0]);
        status = status_of(&cases);
        if ((cases.are_many || status != EXIT_USAGE) && !write_files(&cases, options))
            status = EXIT_MACHINE;
    } else {
        complain(status, &error);
    }
    compare_cases_finish(&cases);
    return status;
}
