#include "app/audit.h"

#include "app/audit_rows.h"
#include "app/headless.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct audit audits[] = {
    { "sigma", "the width of every blur, asked and measured",
      "within 2 % of what was asked, light kept within 1 %, wider for a larger sigma",
      audit_run_sigma },
    { 0 },
};

static void print_report(const struct audit_report *report)
{
    printf("%s: %s\n", report->audit->name, report->audit->summary);
    for (int i = 0; i < report->sheet_count; i++) {
        putchar('\n');
        sheet_print(&report->sheets[i], stdout);
    }
    if (report->audit->promise)
        printf("\n%s: %s\n", report->broken > 0 ? "BROKEN" : "kept", report->audit->promise);
    fflush(stdout);
}

static void finish_report(struct audit_report *report)
{
    for (int i = 0; i < report->sheet_count; i++)
        sheet_finish(&report->sheets[i]);
}

static bool is_wanted(const struct audit *audit, const char *name)
{
    return !name || strcmp(name, audit->name) == 0;
}

static int run(struct lab *lab, const struct options *options)
{
    int count = 0, broken = 0;
    for (const struct audit *audit = audits; audit->name; audit++) {
        struct audit_report report = { .audit = audit };
        if (!is_wanted(audit, options->audit))
            continue;
        if (count++ > 0)
            putchar('\n');
        else
            printf("%s\n\n", lab->gpu.info.renderer);
        audit->run(lab, &report);
        print_report(&report);
        broken += report.broken > 0;
        finish_report(&report);
    }
    return broken > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

int audit_run(const struct options *options)
{
    struct headless headless;
    int status = headless_open(&headless, options, false);
    if (status == EXIT_SUCCESS)
        status = run(&headless.lab, options);
    headless_close(&headless);
    return status;
}
