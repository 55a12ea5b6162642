#include "app/compare/compare.h"

#include "app/compare/heat_map.h"
#include "app/results/table.h"
#include "app/text/progress.h"
#include "app/text/wrap.h"
#include "render/text/clock.h"
#include "render/text/log.h"
#include "render/text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- printing

enum { DIGITS = 6 };

static const struct table_column display_columns[] = {
    { "channel", TABLE_WORDS },
    { "largest", DIGITS },
    { "of 255", 2 },
    { "at x", 0 },
    { "at y", 0 },
    { 0 },
};

static const struct table_column light_columns[] = {
    { "channel", TABLE_WORDS }, { "largest", DIGITS }, { "at x", 0 }, { "at y", 0 }, { 0 },
};

// Prints a difference; if it is of display values, also in 255ths.
static void print_difference(const struct comparison *comparison, const char *what, double value)
{
    if (comparison->is_light)
        printf("%-14s %.7g\n", what, value);
    else
        printf("%-14s %.7g (%.7g of 255)\n", what, value, value * 255);
}

void compare_print_pair(const struct compare_case *one)
{
    static const char *const names[4] = { "red", "green", "blue", "alpha" };
    const struct comparison *comparison = &one->comparison;
    const double *values = comparison->values;
    struct table table;
    char why[COMPARISON_TEXT_SIZE];
    if (one->state == CASE_COMPARED) {
        table_init(&table, comparison->is_light ? light_columns : display_columns);
        for (int c = 0; c < 4; c++) {
            const struct comparison_channel *channel = &comparison->channels[c];
            table_words(&table, "%s", names[c]);
            table_number(&table, channel->most);
            if (!comparison->is_light)
                table_number(&table, channel->most * 255);
            table_number(&table, channel->most > 0 ? channel->x : (double) NAN);
            table_number(&table, channel->most > 0 ? channel->y : (double) NAN);
        }
        table_print(&table, stdout);
        table_finish(&table);
        putchar('\n');
        print_difference(comparison, "mean", values[TOLERANCE_MEAN]);
        for (int i = 0; i < COMPARISON_PERCENTILES; i++) {
            char what[32];
            snprintf(what, sizeof(what), "percentile %.0f", comparison_percentiles[i]);
            print_difference(comparison, what, comparison->percentiles[i]);
        }
        printf("%-14s %.7g dB\n", "PSNR", values[TOLERANCE_PSNR]);
        printf("%-14s %.7g\n", "SSIM", values[TOLERANCE_SSIM]);
        printf("%-14s %.7g\n", "structure", values[TOLERANCE_STRUCTURE]);
        if (!isnan(values[TOLERANCE_FLIP]))
            printf("%-14s %.7g\n", "FLIP", values[TOLERANCE_FLIP]);
        printf("%-14s %llu of %llu texels, %.7g %%\n", "beyond max",
               (unsigned long long) comparison->beyond,
               (unsigned long long) comparison->width * (unsigned long long) comparison->height,
               100 * values[TOLERANCE_SHARE]);
        putchar('\n');
    } else if (one->state != CASE_FAULTY) {
        return;
    }
    compare_case_explain(one, why);
    if (comparison->is_exceeded)
        wrap_sentence("beyond %s: %s", one->state == CASE_FAULTY ? "any tolerance" : one->tolerance,
                      why);
    else
        wrap_sentence("within %s%s%s", one->tolerance, *why ? "; " : "", why);
}

void compare_print_case(const struct compare_case *one)
{
    char name[1024], why[COMPARISON_TEXT_SIZE];
    const char *verdict = compare_case_passed(one)     ? "passed"
                          : one->state == CASE_MISSING ? "missing"
                          : one->state == CASE_BROKEN  ? "broken"
                                                       : "failed";
    text_make_visible(one->name, strlen(one->name), name, sizeof(name));
    compare_case_explain(one, why);
    wrap_sentence("%-7s %s%s%s", verdict, name, *why ? ": " : "", why);
}

void compare_print_sum(const struct compare_cases *cases)
{
    const char *tolerance = compare_cases_tolerance(cases);
    int passed = 0, missing = 0, broken = 0;
    for (int i = 0; i < cases->count; i++) {
        passed += compare_case_passed(&cases->all[i]);
        missing += cases->all[i].state == CASE_MISSING;
        broken += cases->all[i].state == CASE_BROKEN;
    }
    putchar('\n');
    wrap_sentence("%d passed, %d failed, %d missing, %d broken (tolerance: %s)", passed,
                  cases->count - passed - missing - broken, missing, broken,
                  tolerance ? tolerance : "of each picture");
}

void compare_print_makers(const struct compare_cases *cases)
{
    const struct compare_case *one = compare_cases_other_maker(cases);
    if (one)
        wrap_sentence("the reference was drawn by %s; now it is %s", one->comparison.makers[0],
                      one->comparison.makers[1]);
}

// ---- compare

static void run_cases(struct compare_cases *cases, bool needs_flip)
{
    struct progress progress;
    progress_begin(&progress, "comparing picture", cases->count);
    for (int i = 0; i < cases->count; i++) {
        struct compare_case *one = &cases->all[i];
        progress_name(&progress, i, one->name);
        const double start = clock_seconds();
        compare_case_run(one, needs_flip);
        one->seconds = clock_seconds() - start;
        progress_clear();
        if (one->state == CASE_MISSING && access(one->paths[0], F_OK) != 0)
            error_append(&one->why, "; copy %s there to accept it", one->paths[1]);
        if (cases->are_many)
            compare_print_case(one);
        else
            compare_print_pair(one);
        if (one->state == CASE_BROKEN)
            report_error(EXIT_USAGE, &one->why);
    }
    progress_end(&progress);
    if (cases->are_many)
        compare_print_sum(cases);
    compare_print_makers(cases);
}

int compare_run(const struct compare_options *options, const struct outputs *outputs)
{
    struct compare_cases cases;
    struct error error;
    const char *map = outputs_path(outputs, OUTPUT_PICTURE),
               *folder = outputs_path(outputs, OUTPUT_FOLDER);
    int status = EXIT_USAGE;
    bool good = compare_cases_find(&cases, options->paths,
                                   options->tolerance ? options->tolerance : "exact", &error);
    cases.maps = map ? map : folder;
    if (good && cases.are_many && map)
        good = error_set(&error,
                         "--output: %s is one map; those of two folders go into a folder: "
                         "-o maps/",
                         map);
    else if (good && !cases.are_many && folder)
        good = error_set(&error,
                         "--output: %s takes the maps of two folders; that of two pictures "
                         "is a file: -o map.png",
                         folder);
    else if (good && cases.maps &&
             !(cases.are_many ? heat_map_check_folder(folder, options->paths, 2, &error)
                              : heat_map_check_path(map, options->paths, &error)))
        good = error_prefix(&error, "--output: ");
    if (good) {
        run_cases(&cases, outputs_path(outputs, OUTPUT_JSON));
        status = compare_cases_status(&cases);
        if ((cases.are_many || status != EXIT_USAGE) &&
            !outputs_write(outputs, OUTPUT_KINDS, &cases))
            status = EXIT_MACHINE;
    } else {
        report_error(status, &error);
    }
    compare_cases_finish(&cases);
    return status;
}
