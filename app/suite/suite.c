#define LOG_MODULE "suite"
#include "app/suite/suite.h"

#include "app/headless.h"
#include "app/results/results_files.h"
#include "app/suite/suite_results.h"
#include "app/suite/suite_time.h"
#include "app/suite/suites.h"
#include "app/text/complain.h"
#include "app/text/wrap.h"
#include "render/text/log.h"

#include <stdio.h>
#include <stdlib.h>

enum { INDENT = 2 }; // of what does not fit on a line

// ---- what is printed

static void say_left_out(const struct suite_run *run)
{
    int count = 0;
    const struct suite_variant *slow = NULL;
    for (int i = 0; i < run->count; i++) {
        const struct suite_variant *variant = &run->variants[i];
        if (!variant->left_out[0])
            continue;
        count++;
        slow = !slow && variant->is_slow ? variant : slow;
        log_info("left out: %s: %s", variant->chain, variant->left_out);
    }
    if (count > 0)
        wrap_printf(stdout, INDENT, "left out: %d of %d; --verbose says which and why%s%s%s%s",
                    count, run->count, slow ? ", --patience runs the slow ones: " : "",
                    slow ? slow->chain : "", slow ? ": " : "", slow ? slow->left_out : "");
}

static void say_copies(const struct suite_run *run)
{
    for (int i = 0; i < run->copy_count; i++) {
        const struct suite_copy *copy = &run->copies[i];
        wrap_printf(stdout, INDENT, "1 copy at %dx%d %s%s is %.4f ms (%s)", copy->width,
                    copy->height, texture_format_name(copy->format),
                    copy->waits ? ", beside the CPU," : "", copy->time.median, copy->name);
    }
}

static void print_suite(const struct suite_run *run)
{
    char text[STEADY_TEXT_SIZE];
    wrap_print(stdout, 0, INDENT, run->lab->gpu.info.renderer);
    wrap_printf(stdout, INDENT, "%s: %s, %d runs each after %d", run->suite->name,
                run->suite->summary, run->rounds, run->warmup);
    if (run->lab->gpu.info.software && !run->suite->has_serial)
        wrap_print(stdout, 0, INDENT,
                   "a software renderer: times are the processors', shared equally between them");
    steady_describe(&run->steady, text);
    wrap_print(stdout, 0, INDENT, text);
    putchar('\n');
    sheet_print(&run->sheet, stdout);
    putchar('\n');
    for (int i = 0; i < run->finding_count; i++)
        wrap_print(stdout, 0, INDENT, run->findings[i]);
    say_copies(run);
    say_left_out(run);
    fflush(stdout);
}

// ---- the run

static void begin_suite(struct suite_run *run, const struct options *options, struct lab *lab)
{
    *run = (struct suite_run){
        .suite = suites_find(options->suite),
        .options = options,
        .lab = lab,
        .rounds = options->quick ? 3 : 10,
        .warmup = options->warmup >= 0 ? options->warmup : 2,
        .patience = options->patience > 0 ? options->patience : 0.5,
    };
    if (options->suite_runs > 0)
        run->rounds = options->suite_runs;
}

static void finish_suite(struct suite_run *run)
{
    for (int i = 0; i < run->count; i++) {
        for (int part = 0; part <= SUITE_PARTS; part++)
            free(run->variants[i].times[part]);
        if (run->variants[i].passes)
            pass_stats_finish(run->variants[i].passes);
        free(run->variants[i].passes);
    }
    free(run->variants);
    free(run->pairs);
    sheet_finish(&run->sheet);
    for (int i = 0; i < run->chart_count; i++)
        chart_finish(&run->charts[i]);
}

static int report_suite(struct suite_run *run)
{
    struct error error;
    if (!lab_check_fault(run->lab, true, &error))
        return complain(EXIT_FAILURE, &error);
    run->suite->report(run);
    print_suite(run);
    const int status = results_files_write(run->options, suite_results_describe(run));
    if (status != EXIT_SUCCESS)
        return status;
    if (run->failed)
        return EXIT_FAILURE;
    return run->is_inconclusive ? EXIT_MACHINE : EXIT_SUCCESS;
}

int suite_run(const struct options *options)
{
    static struct suite_run run;
    struct headless headless;
    int status = headless_open(&headless, options, false);
    if (status == EXIT_SUCCESS) {
        begin_suite(&run, options, &headless.lab);
        run.suite->list(&run);
        status = suite_time(&run) ? report_suite(&run) : EXIT_USAGE;
        finish_suite(&run);
    }
    headless_close(&headless);
    return status;
}
