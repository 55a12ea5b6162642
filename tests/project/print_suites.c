// print_suites prints every suite of benchmarks as if it had run, with a time for each variant that
// depends on its chain, size and format alone: its table, its findings, and the document of
// results. `script/frozen` compares this before and after a change of the code.

#include "app/bench/bench.h"
#include "app/bench/chains/chains.h"
#include "app/bench/run/suite.h"
#include "app/bench/tune/tune.h"
#include "app/command/options_parse.h"
#include "app/renderer/renderer.h"
#include "render/text/memory.h"
#include "tests/fixtures/suite_fixture.h"

#include <stdio.h>

enum { TURNS = 20 };

// Milliseconds from 0.05 to 2.
static double made_up_time(const struct suite_variant *variant)
{
    char text[CHAIN_TEXT_SIZE + 64];
    uint32_t hash = 2166136261u; // FNV-1a
    snprintf(text, sizeof(text), "%s %d %d %d", variant->text, variant->width, variant->height,
             (int) variant->format);
    for (const char *c = text; *c; c++)
        hash = (hash ^ (uint32_t) (unsigned char) *c) * 16777619u;
    return 0.05 + 1.95 * (hash % 4096) / 4096;
}

static void print_suite(const struct suite *suite, const struct options *options,
                        struct renderer *renderer, double drift)
{
    suite_begin(&run, suite, &options->bench, &options->draw, &options->outputs, renderer);
    drift_by(drift);
    for (int i = 0; i < run.count; i++) {
        struct suite_variant *variant = &run.variants[i];
        const double ms = made_up_time(variant);
        double sorted[TURNS];
        set_time(variant, ms);
        variant->times[0] = memory_new(TURNS, sizeof(ms));
        variant->count = suite == &suite_chains ? TURNS : 1; // a verdict needs several
        for (int turn = 0; turn < TURNS; turn++)
            sorted[turn] = variant->times[0][turn] = ms * (1 + 0.01 * (turn % 3));
        variant->time = stats_summarise(sorted, variant->count);
    }
    if (suite->report)
        suite->report(&run);
    printf("---- %s, drift %g\n", suite->name, drift);
    if (run.table.columns)
        table_print(&run.table, stdout);
    for (int i = 0; i < run.finding_count; i++)
        printf("%s\n", run.findings[i]);
    json_t *document = suite_describe(&run);
    json_object_del(document, "environment"); // the date and the machine
    json_dumpf(document, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(12));
    putchar('\n');
    json_decref(document);
    suite_end(&run);
}

// Prints a suite for a command line, on a steady machine and on one that drifted.
static void print_for(const struct suite *suite, int count, char **arguments)
{
    static struct options options;
    struct headless headless;
    if (!options_parse(&options, count, arguments, &error)) {
        fprintf(stderr, "%s\n", error.text);
        exit(EXIT_FAILURE);
    }
    const int status = headless_open(&headless, &options.draw);
    if (status != EXIT_SUCCESS)
        exit(status);
    print_suite(suite, &options, &headless.renderer, 0);
    print_suite(suite, &options, &headless.renderer, 0.08);
    headless_close(&headless);
}

#define PRINT(SUITE, ...) \
    print_for(SUITE, 1 + sizeof((char *[]){ __VA_ARGS__ }) / sizeof(char *), \
              (char *[]){ "halation", __VA_ARGS__ })

int main(void)
{
    for (int i = 0; suites[i]; i++)
        PRINT(suites[i], "--headless", "--bench", "--quick", "--size=128x72");
    PRINT(&suite_tune, "--headless", "--tune=sigma=3,psnr=40,shimmer=5", "--size=96x54");
    PRINT(&suite_tune, "--headless", "--tune=sigma=4,core=1.75,budget=1", "--size=96x54");
    PRINT(&suite_chains, "--headless", "--bench", "--size=128x72", "--chain=dual",
          "--chain=gaussian", "--sweep=sigma=2..16:4", "--sweep=format=rgba8,rgba16f");
    return EXIT_SUCCESS;
}
