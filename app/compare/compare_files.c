#include "app/compare/compare_files.h"

#include "app/compare/compare_results.h"
#include "app/compare/junit.h"
#include "app/text/complain.h"

bool compare_files_write(const struct compare_cases *cases, const struct options *options)
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
