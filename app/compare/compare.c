#include "app/compare/compare.h"

#include "app/compare/compare_files.h"
#include "app/compare/compare_print.h"
#include "app/compare/heat_map/heat_map_write.h"
#include "app/lab/text/complain.h"
#include "app/lab/text/progress.h"
#include "render/text/log.h"

#include <stdlib.h>
#include <unistd.h>

static void tell_how_to_accept(struct compare_case *one)
{
    if (access(one->paths[0], F_OK) != 0)
        error_append(&one->why, "; copy %s there to accept it", one->paths[1]);
}

static void run_cases(struct compare_cases *cases, bool wants_flip)
{
    struct progress progress;
    progress_begin(&progress, "comparing picture", cases->count);
    for (int i = 0; i < cases->count; i++) {
        struct compare_case *one = &cases->all[i];
        progress_name(&progress, i, one->name);
        compare_case_run(one, wants_flip);
        progress_clear();
        if (one->state == CASE_MISSING)
            tell_how_to_accept(one);
        if (cases->are_many)
            compare_print_case(one);
        else
            compare_print_pair(one);
        if (one->state == CASE_BROKEN)
            complain(EXIT_USAGE, &one->why);
    }
    progress_end(&progress);
    if (cases->are_many)
        compare_print_sum(cases);
}

static bool check_diff(const struct compare_cases *cases, const struct options *options,
                       struct error *error)
{
    if (!options->compare.diff ||
        (cases->are_many
             ? heat_map_check_folder(options->compare.diff, options->compare.paths, 2, error)
             : heat_map_check_path(options->compare.diff, options->compare.paths, error)))
        return true;
    return error_prefix(error, "--diff: ");
}

int compare_run(const struct options *options)
{
    struct compare_cases cases;
    struct error error;
    int status = EXIT_USAGE;
    if (compare_cases_find(&cases, options->compare.paths,
                           options->compare.tolerance ? options->compare.tolerance : "exact",
                           &error) &&
        check_diff(&cases, options, &error)) {
        run_cases(&cases, options->results.files[0]);
        status = compare_cases_status(&cases);
        if ((cases.are_many || status != EXIT_USAGE) && !compare_files_write(&cases, options))
            status = EXIT_MACHINE;
    } else {
        complain(status, &error);
    }
    compare_cases_finish(&cases);
    return status;
}
