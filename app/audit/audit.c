#include "app/audit/audit.h"

#include "app/audit/audit_results.h"
#include "app/audit/audits.h"
#include "app/headless.h"
#include "app/text/complain.h"
#include "app/text/wrap.h"
#include "render/text/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INDENT = 2 }; // of what does not fit on a line

static void print_report(const struct audit_report *report)
{
    putchar('\n');
    wrap_printf(stdout, INDENT, "%s: %s", report->audit->name, report->audit->summary);
    putchar('\n');
    sheet_print(&report->sheet, stdout);
    putchar('\n');
    wrap_printf(stdout, INDENT, "%s: %s", report->broken > 0 ? "BROKEN" : "kept",
                report->audit->promise);
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

static bool is_asked_for(const struct audit *audit, const char *name)
{
    return !name || strcmp(name, audit->name) == 0;
}

// Returns how many reports it made.
static int run_audits(struct lab *lab, const struct options *options,
                      struct audit_report reports[AUDITS_COUNT])
{
    int count = 0;
    wrap_print(stdout, 0, INDENT, lab->gpu.info.renderer);
    for (int i = 0; i < AUDITS_COUNT; i++) {
        if (!is_asked_for(audits[i], options->audit))
            continue;
        struct audit_report *report = &reports[count++];
        *report = (struct audit_report){ .audit = audits[i], .options = options };
        audits[i]->check(lab, report);
        print_report(report);
    }
    return count;
}

static int write_results(const struct lab *lab, const struct options *options,
                         const struct audit_report reports[], int count)
{
    struct error error;
    struct environment environment;
    environment_fill(&environment, ENVIRONMENT_GPU, lab, options);
    for (int i = 0; i < OPTIONS_MAX_RESULTS; i++)
        if (options->results[i] &&
            !complain_if_unwritten(
                audit_results_write(reports, count, &environment, options->results[i], &error),
                options->results[i], &error))
            return EXIT_MACHINE;
    return EXIT_SUCCESS;
}

static int run_and_write(struct lab *lab, const struct options *options)
{
    struct audit_report reports[AUDITS_COUNT];
    const int count = run_audits(lab, options, reports);
    print_sum(reports, count);
    int status = write_results(lab, options, reports, count);
    for (int i = 0; i < count; i++) {
        if (status == EXIT_SUCCESS && reports[i].broken > 0)
            status = EXIT_FAILURE;
        sheet_finish(&reports[i].sheet);
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
    if (options.width == 0 && !options.scene.scene->size) {
        options.width = DEFAULT_WIDTH;
        options.height = DEFAULT_HEIGHT;
    }
    int status = headless_open(&headless, &options, false);
    if (status == EXIT_SUCCESS)
        status = run_and_write(&headless.lab, &options);
    headless_close(&headless);
    return status;
}
