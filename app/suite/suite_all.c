#define LOG_MODULE "suite"
#include "app/suite/suite_all.h"

#include "app/suite/suite.h"
#include "app/suite/suites.h"
#include "render/file/end_signal.h"
#include "render/text/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char suite_all_mark[] = "{suite}";

bool suite_all_path(const char *pattern, const char *suite, char out[static SUITE_ALL_PATH_SIZE])
{
    size_t length = 0;
    while (*pattern && length < SUITE_ALL_PATH_SIZE) {
        const bool is_mark = strncmp(pattern, suite_all_mark, strlen(suite_all_mark)) == 0;
        length += (size_t) snprintf(out + length, SUITE_ALL_PATH_SIZE - length, "%.*s",
                                    is_mark ? (int) strlen(suite) : 1, is_mark ? suite : pattern);
        pattern += is_mark ? strlen(suite_all_mark) : 1;
    }
    out[length < SUITE_ALL_PATH_SIZE ? length : 0] = '\0';
    return length < SUITE_ALL_PATH_SIZE;
}

static int run_one(const struct options *options, const struct suite *suite)
{
    char paths[OPTIONS_MAX_RESULTS][SUITE_ALL_PATH_SIZE];
    char baseline[SUITE_ALL_PATH_SIZE];
    struct options one = *options;
    one.suite = suite->name;
    for (int i = 0; i < OPTIONS_MAX_RESULTS; i++)
        if (options->results[i] && suite_all_path(options->results[i], suite->name, paths[i]))
            one.results[i] = paths[i];
    if (options->baseline && suite_all_path(options->baseline, suite->name, baseline))
        one.baseline = baseline;
    return suite_run(&one);
}

// Wrong usage ends it; what got slower counts more than what has no answer.
static int more_serious(int a, int b)
{
    static const int order[] = { EXIT_SUCCESS, EXIT_MACHINE, EXIT_FAILURE, EXIT_USAGE };
    int status = a;
    for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
        if (a == order[i] || b == order[i])
            status = order[i];
    return status;
}

int suite_all_run(const struct options *options)
{
    int status = EXIT_SUCCESS;
    if (!options->suite || suites_find(options->suite))
        return suite_run(options);
    for (int i = 0; suites[i] && status != EXIT_USAGE && !end_signal_came(); i++) {
        if (i > 0)
            putchar('\n');
        const int of_one = run_one(options, suites[i]);
        status = more_serious(status, of_one);
    }
    return status;
}
