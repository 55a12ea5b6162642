#include "app/command/describe.h"
#include "app/results/table.h"
#include "app/text/wrap.h"
#include "effects/translate/translate.h"
#include "render/text/log.h"
#include "render/text/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The sigma that is asked for, which may be that of a look-alike.
struct target {
    bool is_setting;
    struct translate_setting setting;
    double sigma;                       // px
    const struct translate_program *to; // NULL: none
};

static bool read_sigma(const char *text, double *sigma, struct error *error)
{
    float value;
    size_t length = strlen(text);
    if (length > 2 && strcmp(text + length - 2, "px") == 0)
        length -= 2;
    if (number_parse(text, length, &value) != NUMBER_FINE || (double) value < TRANSLATE_LEAST ||
        (double) value > TRANSLATE_MOST)
        return error_set(error, "sigma must be %g to %d px, not '%.40s'", TRANSLATE_LEAST,
                         TRANSLATE_MOST, text);
    *sigma = (double) value;
    return true;
}

static bool read_options(const struct translate_options *options, struct target *target,
                         struct error *error)
{
    static const char sigma[] = "sigma=";
    *target = (struct target){ 0 };
    if (options->to && !(target->to = translate_find(options->to, error)))
        return false;
    if (!options->what)
        return true;
    target->is_setting = strncmp(options->what, sigma, strlen(sigma)) != 0;
    return target->is_setting ? translate_parse(&target->setting, options->what, error)
                              : read_sigma(options->what + strlen(sigma), &target->sigma, error);
}

bool describe_translate_check(const struct translate_options *options, struct error *error)
{
    struct target target;
    return read_options(options, &target, error);
}

void describe_programs(void)
{
    for (int i = 0; translate_programs[i]; i++) {
        const struct translate_program *program = translate_programs[i];
        wrap_printf(stdout, WRAP_INDENT, "%s%-*s %s", i > 0 ? "\n" : "", WRAP_INDENT - 1,
                    program->name, program->version);
        describe_params(program->params);
    }
}

enum { LEFT = 2, WORDS = 12 };

static void print_width(const char *name, double sigma, const char *what)
{
    char text[160];
    snprintf(text, sizeof(text), "%.4g px, %s", sigma, what);
    wrap_entry(LEFT, WORDS, name, text);
}

static void print_off(double residual)
{
    printf("%*sat most %.1f %% of the peak off\n", WORDS, "", 100 * residual);
}

static void print_setting(const struct translate_setting *setting)
{
    char text[TRANSLATE_TEXT_SIZE];
    struct translation of;
    translate(setting, &of);
    translate_print(setting, text);
    puts(text);
    print_width("sigma", of.sigma, "by variance: to add up and to compare");
    print_width("fit", of.fit, "the nearest Gaussian: for a look-alike");
    print_off(of.residual);
    wrap_entry(LEFT, WORDS, "chain", of.chain);
    print_off(of.chain_residual);
    wrap_entry(LEFT, WORDS, "version", setting->program->version);
    wrap_entry(LEFT, WORDS, "passes", setting->program->formula);
    wrap_entry(LEFT, WORDS, "also", setting->program->also);
}

// Prints the nearest settings of all programs.
static void print_nearest(double sigma)
{
    static const struct table_column columns[] = {
        { "setting", TABLE_WORDS, 0 },
        { "sigma px", 2, 0 },
        { "fit px", 2, 0 },
        { "off %", 1, 0 },
        { 0 },
    };
    struct table table;
    table_init(&table, columns);
    for (int i = 0; translate_programs[i]; i++) {
        char text[TRANSLATE_TEXT_SIZE];
        struct translate_setting setting;
        struct translation of;
        translate_nearest(translate_programs[i], sigma, &setting);
        translate(&setting, &of);
        translate_print(&setting, text);
        table_words(&table, "%s", text);
        table_numbers(&table, of.sigma, of.fit, 100 * of.residual);
    }
    table_print(&table, stdout);
    table_finish(&table);
}

int describe_translate(const struct translate_options *options)
{
    struct target target;
    struct error error;
    struct translate_setting nearest;
    struct translation of;
    if (!read_options(options, &target, &error))
        return report_error(EXIT_USAGE, &error);
    if (target.is_setting && !target.to) {
        print_setting(&target.setting);
        return EXIT_SUCCESS;
    }
    if (target.is_setting) {
        translate(&target.setting, &of);
        target.sigma = of.fit;
    }
    if (!target.to) {
        print_nearest(target.sigma);
        return EXIT_SUCCESS;
    }
    translate_nearest(target.to, target.sigma, &nearest);
    print_setting(&nearest);
    return EXIT_SUCCESS;
}
