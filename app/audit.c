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
    { "psf", "the image of a point against a Gaussian of the same sigma; 1 is equal",
      "light kept within 1 %, as long one way as the other within 1 %", audit_run_psf },
    { "stability", "how a blurred point changes while it moves by parts of a pixel",
      "no blur changes by more than 5 % of itself", audit_run_stability },
    { "odd_sizes", "the energy of a line of light at sizes that cannot be halved evenly",
      "within 1 % at every size, 3 sigma or more from the border", audit_run_odd_sizes },
    { "quality", "every blur against the exact Gaussian, in display values 0..1", NULL,
      audit_run_quality },
    { "precision", "the chain with images between the steps in each format, against rgba32f",
      "every pass puts out finite values", audit_run_precision },
    { "banding", "a ramp of greys in few levels, with and without dither",
      "dithered, no band wider than half of that without, areas within 1/4 of a step",
      audit_run_banding },
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
        struct audit_report report = { .audit = audit, .options = options };
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

// Of the chain's picture, where nothing else says how large it is: errors of a format depend on
// what is seen, and hardly on how large.
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
        status = run(&headless.lab, &options);
    headless_close(&headless);
    return status;
}
