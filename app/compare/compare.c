#include "app/compare/compare.h"

#include "app/results/table.h"
#include "app/text/progress.h"
#include "app/text/wrap.h"
#include "render/file/output_file.h"
#include "render/text/clock.h"
#include "render/text/log.h"
#include "render/text/text.h"

#include <math.h>
#include <stdio.h>
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

// Prints a number; a difference of display values also in 255ths.
static void print_number(const char *name, double value, const char *unit, bool in_steps)
{
    printf("%-14s %.7g%s", name, value, unit);
    if (in_steps)
        printf(" (%.7g of 255)", value * 255);
    putchar('\n');
}

static void print_pair(const struct compare_case *one)
{
    const struct comparison *comparison = &one->comparison;
    const double *values = comparison->values;
    const bool in_steps = !comparison->is_light;
    struct table table;
    char text[COMPARISON_TEXT_SIZE];
    if (one->state == CASE_COMPARED) {
        table_init(&table, in_steps ? display_columns : light_columns);
        for (int c = 0; c < 4; c++) {
            const struct comparison_channel *channel = &comparison->channels[c];
            const bool differs = channel->most > 0;
            table_words(&table, "%s", image_channels[c]);
            table_number(&table, channel->most);
            if (in_steps)
                table_number(&table, channel->most * 255);
            table_numbers(&table, differs ? channel->x : (double) NAN,
                          differs ? channel->y : (double) NAN);
        }
        table_print(&table, stdout);
        table_finish(&table);
        putchar('\n');
        print_number("mean", values[TOLERANCE_MEAN], "", in_steps);
        for (int i = 0; i < COMPARISON_PERCENTILES; i++) {
            snprintf(text, sizeof(text), "percentile %.0f", comparison_percentiles[i]);
            print_number(text, comparison->percentiles[i], "", in_steps);
        }
        print_number("PSNR", values[TOLERANCE_PSNR], " dB", false);
        print_number("SSIM", values[TOLERANCE_SSIM], "", false);
        print_number("structure", values[TOLERANCE_STRUCTURE], "", false);
        if (!isnan(values[TOLERANCE_FLIP]))
            print_number("FLIP", values[TOLERANCE_FLIP], "", false);
        printf("%-14s %llu of %llu texels, %.7g %%\n\n", "beyond max",
               (unsigned long long) comparison->beyond,
               (unsigned long long) comparison->width * (unsigned long long) comparison->height,
               100 * values[TOLERANCE_SHARE]);
    } else if (one->state != CASE_FAULTY) {
        return;
    }
    compare_case_explain(one, text);
    if (comparison->is_exceeded)
        wrap_sentence("beyond %s: %s", one->state == CASE_FAULTY ? "any tolerance" : one->tolerance,
                      text);
    else
        wrap_sentence("within %s%s%s", one->tolerance, *text ? "; " : "", text);
}

static void print_case(const struct compare_case *one)
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

static void print_sum(const struct compare_cases *cases)
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

// ---- running

void compare_cases_run(struct compare_cases *cases, bool needs_flip)
{
    struct progress progress;
    progress_begin(&progress, "comparing picture", cases->count);
    for (int i = 0; i < cases->count; i++) {
        struct compare_case *one = &cases->all[i];
        progress_name(&progress, i, one->name);
        const double start = clock_seconds();
        compare_case_run(one, needs_flip);
        one->seconds += clock_seconds() - start;
        progress_clear();
        if (one->state == CASE_MISSING && cases->golden)
            error_append(&one->why, "; halation --verify %s --accept %s takes what is drawn now",
                         cases->golden, one->name);
        else if (one->state == CASE_MISSING && access(one->paths[0], F_OK) != 0)
            error_append(&one->why, "; copy %s there to accept it", one->paths[1]);
        if (cases->are_many)
            print_case(one);
        else
            print_pair(one);
        if (one->state == CASE_BROKEN)
            report_error(EXIT_USAGE, &one->why);
    }
    progress_end(&progress);
    if (cases->are_many)
        print_sum(cases);
    const struct compare_case *other = compare_cases_other_maker(cases);
    if (other)
        wrap_sentence("the reference was drawn by %s; now it is %s", other->comparison.makers[0],
                      other->comparison.makers[1]);
}

// ---- the mode

// Returns false with the reason if maps cannot go where the options say.
static bool check_maps(const struct compare_cases *cases, const struct compare_options *options,
                       const char *map, const char *folder, struct error *error)
{
    if (cases->are_many && map)
        return error_set(error,
                         "--output: %s is one map; those of two folders go into a folder: "
                         "-o maps/",
                         map);
    if (!cases->are_many && folder)
        return error_set(error,
                         "--output: %s takes the maps of two folders; that of two pictures "
                         "is a file: -o map.png",
                         folder);
    bool good = !folder || heat_map_check_folder(folder, options->files.words, 2, error);
    for (int i = 0; i < 2 && map && good; i++)
        good = output_file_check_apart((const char *[]){ map, options->files.words[i] }, 2, error);
    return good || error_prefix(error, "--output: ");
}

int compare_run(const struct compare_options *options, const struct outputs *outputs)
{
    struct compare_cases cases;
    struct error error;
    const char *map = outputs_path(outputs, OUTPUT_PICTURE),
               *folder = outputs_path(outputs, OUTPUT_FOLDER);
    int status = EXIT_USAGE;
    const char *tolerance = options->tolerance ? options->tolerance : "exact";
    if (compare_cases_find(&cases, options->files.words, tolerance, &error) &&
        check_maps(&cases, options, map, folder, &error)) {
        cases.maps = map ? map : folder;
        compare_cases_run(&cases, outputs_path(outputs, OUTPUT_JSON));
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
