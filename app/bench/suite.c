#define LOG_MODULE "suite"
#include "app/bench/suite.h"

#include "app/bench/baseline/baseline.h"
#include "app/bench/chains/chain_list.h"
#include "app/bench/chains/suite_chains.h"
#include "app/bench/run/suite_begin.h"
#include "app/bench/run/suite_results.h"
#include "app/bench/run/suite_time.h"
#include "app/bench/suites.h"
#include "app/lab/headless.h"
#include "app/lab/text/complain.h"
#include "app/lab/text/progress.h"
#include "app/lab/text/wrap.h"
#include "app/results/document_write.h"
#include "app/results/results_files.h"
#include "render/file/end_signal.h"
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

// The answer, and what papers claim only where it is asked for.
static void print_findings(const struct suite_run *run)
{
    const bool shows_claims = !run->claims.paper || run->options->bench.published;
    for (int i = 0; i < run->finding_count; i++)
        if (shows_claims || i < run->claims.begin || i >= run->claims.end)
            wrap_print(stdout, 0, INDENT, run->findings[i]);
    if (!shows_claims)
        wrap_printf(stdout, INDENT,
                    "%s: of %d claims %d hold here and %d do not; --published says which",
                    run->claims.paper, run->claims.count, run->claims.held, run->claims.refuted);
}

static void print_suite(const struct suite_run *run)
{
    char text[STEADY_TEXT_SIZE];
    progress_clear();
    wrap_print(stdout, 0, INDENT, run->lab->gpu.info.renderer);
    wrap_printf(stdout, INDENT, "%s: %s, %d run%s each after %d", run->suite->name,
                run->suite->summary, run->rounds, run->rounds == 1 ? "" : "s", run->warmup);
    if (run->lab->gpu.info.software && !run->suite->has_serial)
        wrap_print(stdout, 0, INDENT,
                   "a software renderer: times are the processors', shared equally between them");
    steady_describe(&run->steady, text);
    wrap_print(stdout, 0, INDENT, text);
    if (run->suite->introduce)
        run->suite->introduce(run);
    putchar('\n');
    table_print(&run->table, stdout);
    putchar('\n');
    if (run->suite->print_more)
        run->suite->print_more(run);
    print_findings(run);
    say_copies(run);
    say_left_out(run);
    fflush(stdout);
}

// ---- the run

static void make_report(struct suite_run *run)
{
    if (run->interrupted)
        suite_say_interrupted(run);
    run->suite->report(run);
    if (end_signal_came() && !run->interrupted)
        suite_say(run, "interrupted: all times were taken, but not all else was measured");
    run->interrupted = end_signal_came();
}

static int report_suite(struct suite_run *run, const struct baseline *baseline)
{
    struct error error;
    if (run->interrupted && !suite_has_times(run))
        return EXIT_FAILURE;
    if (!lab_check_fault(run->lab, true, &error))
        return complain(EXIT_FAILURE, &error);
    make_report(run);
    json_t *document = suite_results_describe(run);
    const int own = run->failed ? EXIT_FAILURE : run->is_inconclusive ? EXIT_MACHINE : EXIT_SUCCESS;
    const int written = results_files_write(run->options, document);
    print_suite(run);
    const int status = run->interrupted ? own : baseline_judge(baseline, document, own);
    json_decref(document);
    return written != EXIT_SUCCESS ? written : status;
}

static bool baseline_suits_run(struct baseline *baseline, const struct suite_run *run,
                               struct error *error)
{
    json_t *planned = suite_results_describe(run);
    const bool suits = baseline_suits(baseline, planned, error);
    json_decref(planned);
    return suits;
}

// Refuses a baseline of something else before time is spent.
static int run_suite(struct suite_run *run, struct baseline *baseline)
{
    struct error error;
    if (run->suite->check && !run->suite->check(run))
        return EXIT_USAGE;
    if (!baseline_suits_run(baseline, run, &error))
        return complain(EXIT_USAGE, &error);
    return suite_time(run) ? report_suite(run, baseline) : EXIT_USAGE;
}

bool suite_is_asked(const struct options *options)
{
    return options->bench.suite || chain_list_is_asked(options);
}

bool suite_check(const struct options *options, struct lab *lab, struct error *error)
{
    static struct suite_run run;
    struct baseline baseline;
    for (int i = 0; i < OPTIONS_MAX_RESULTS; i++)
        if (options->results.files[i] && !document_check_path(options->results.files[i], error))
            return error_prefix(error, "--results: ");
    if (!baseline_init(&baseline, options, error))
        return false;
    suite_begin(&run, suites_find(options->bench.suite), options, lab);
    const bool suits = baseline_suits_run(&baseline, &run, error);
    suite_end(&run);
    baseline_finish(&baseline);
    return suits;
}

int suite_run(const struct options *options)
{
    static struct suite_run run;
    struct baseline baseline;
    struct headless headless;
    struct error error;
    if (!baseline_init(&baseline, options, &error))
        return complain(EXIT_USAGE, &error);
    int status = headless_open(&headless, options, false);
    if (status == EXIT_SUCCESS) {
        suite_begin(&run, options->bench.suite ? suites_find(options->bench.suite) : &suite_chains,
                    options, &headless.lab);
        status = run_suite(&run, &baseline);
        suite_end(&run);
    }
    headless_close(&headless);
    baseline_finish(&baseline);
    end_signal_pass_on();
    return status;
}
