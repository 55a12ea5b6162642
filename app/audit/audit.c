#include "app/audit/audit.h"

#include "app/audit/audit_choice.h"
#include "app/audit/report/audit_results.h"
#include "app/audit/report/footage.h"
#include "app/lab/headless.h"
#include "app/lab/text/complain.h"
#include "app/lab/text/progress.h"
#include "app/lab/text/wrap.h"
#include "render/text/log.h"

#include <stdio.h>
#include <stdlib.h>

enum { INDENT = 2 }; // of what does not fit on a line

// Says which limits are not those of the promise.
static void print_limits(const struct audit_report *report)
{
    const struct audit_limit *limit = report->audit->limits;
    for (; limit && limit->name; limit++) {
        const double value = audit_limit(report, limit->name);
        if (value != limit->value)
            wrap_printf(stdout, INDENT, "with %s=%g: %s", limit->name, value, limit->help);
    }
}

static void print_report(const struct audit_report *report)
{
    putchar('\n');
    wrap_printf(stdout, INDENT, "%s: %s", report->audit->name, report->audit->summary);
    putchar('\n');
    table_print(&report->table, stdout);
    putchar('\n');
    wrap_printf(stdout, INDENT, "%s: %s", report->broken > 0 ? "BROKEN" : "kept",
                report->audit->promise);
    if (report->left_out[0])
        wrap_printf(stdout, INDENT, "%s", report->left_out);
    print_limits(report);
    fflush(stdout);
}

// Prints "7 of 7 kept", or which are not.
static void print_sum(const struct audit_report reports[], int count)
{
    int kept = 0;
    for (int i = 0; i < count; i++)
        kept += reports[i].broken == 0;
    printf("\n%d of %d kept", kept, count);
    for (int i = 0, named = 0; i < count; i++)
        if (reports[i].broken > 0)
            printf("%s%s", named++ ? ", " : "; broken: ", reports[i].audit->name);
    putchar('\n');
}

static void run_audits(struct lab *lab, const struct options *options,
                       const struct audit_choice *choice, const struct footage *footage,
                       struct audit_report reports[AUDITS_COUNT])
{
    struct progress progress;
    wrap_print(stdout, 0, INDENT, lab->gpu.info.renderer);
    progress_begin(&progress, "audit", choice->count);
    for (int i = 0; i < choice->count; i++) {
        reports[i] = (struct audit_report){
            .audit = choice->all[i],
            .options = options,
            .footage = footage,
        };
        if (choice->count > 1)
            log_note("audit %d of %d: %s", i + 1, choice->count, choice->all[i]->name);
        progress_name(&progress, i, choice->all[i]->name);
        choice->all[i]->check(lab, &reports[i]);
        progress_clear();
        print_report(&reports[i]);
    }
    progress_end(&progress);
}

static bool write_junit(const struct options *options, const struct audit_report reports[],
                        int count)
{
    struct error error;
    return !options->results.junit ||
           complain_if_unwritten(
               audit_results_write_junit(reports, count, options->results.junit, &error),
               options->results.junit, &error);
}

static int write_results(const struct lab *lab, const struct options *options,
                         const struct audit_report reports[], int count)
{
    struct error error;
    struct environment environment;
    environment_fill(&environment, ENVIRONMENT_GPU, lab, options);
    for (int i = 0; i < OPTIONS_MAX_RESULTS; i++)
        if (options->results.files[i] &&
            !complain_if_unwritten(audit_results_write(reports, count, &environment,
                                                       options->results.files[i], &error),
                                   options->results.files[i], &error))
            return EXIT_MACHINE;
    return write_junit(options, reports, count) ? EXIT_SUCCESS : EXIT_MACHINE;
}

static int run_and_write(struct lab *lab, const struct options *options,
                         const struct audit_choice *choice, const struct footage *footage)
{
    struct audit_report reports[AUDITS_COUNT];
    run_audits(lab, options, choice, footage, reports);
    print_sum(reports, choice->count);
    int status = write_results(lab, options, reports, choice->count);
    for (int i = 0; i < choice->count; i++) {
        if (status == EXIT_SUCCESS && reports[i].broken > 0)
            status = EXIT_FAILURE;
        table_finish(&reports[i].table);
    }
    return status;
}

// The size of the chain's picture where nothing else gives one: a format's errors depend on what is
// seen, and hardly on the size.
enum { DEFAULT_WIDTH = 640, DEFAULT_HEIGHT = 360 };

int audit_run(const struct options *given)
{
    struct headless headless;
    struct options options = *given;
    struct audit_choice choice;
    struct footage footage;
    struct error error;
    if (!audit_choice_make(&choice, given, &error) ||
        !footage_find(&footage, &options.draw.scene, &error))
        return complain(EXIT_USAGE, &error);
    if (options.draw.width == 0 && !options.draw.scene.scene->size) {
        options.draw.width = DEFAULT_WIDTH;
        options.draw.height = DEFAULT_HEIGHT;
    }
    // Mesa's software renderer compiles for most of an audit. Its optimizations cost more than they
    // gain on small pictures, and change no bit of them.
    setenv("GALLIVM_PERF", "nopt", 0);
    int status = headless_open(&headless, &options, false);
    if (status == EXIT_SUCCESS)
        status = run_and_write(&headless.lab, given, &choice, &footage);
    headless_close(&headless);
    return status;
}
