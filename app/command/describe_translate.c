#include "app/command/describe.h"
#include "app/identify/identify.h"
#include "app/text/wrap.h"
#include "effects/translate/translate.h"
#include "render/text/log.h"
#include "render/text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The setting or the width to translate.
struct target {
    float sigma; // px; 0: a setting is given
    int program; // to translate to: an index into translate_programs from 1 on; 0: none
    struct translate_setting setting;
};

static const struct param target_params[] = {
    PARAM_FLOAT(struct target, sigma, .min = (float) TRANSLATE_MIN, .max = TRANSLATE_MAX,
                .unit = "px", .help = "the width"),
    PARAM_CHOICE(struct target, program, .zero = "all", .choice_structs = translate_programs,
                 .help = "the program whose nearest setting is given"),
    { 0 },
};

// Reads "sigma=16", or a setting such as "kwin:strength=8"; ":program=css" may follow.
static bool read_target(const char *text, struct target *target, struct error *error)
{
    char setting[256];
    const char *to = strstr(text, "program=");
    *target = (struct target){ 0 };
    if (text_begins_with(text, "sigma="))
        return param_read_values(target_params, target, text, error);
    to = to > text && strchr(":,", to[-1]) ? to : NULL;
    snprintf(setting, sizeof(setting), "%.*s", to ? (int) (to - 1 - text) : -1, text);
    return translate_parse(&target->setting, setting, error) &&
           (!to || param_read_values(target_params + 1, target, to, error));
}

bool describe_translate_check(const char *text, struct error *error)
{
    struct target target;
    return read_target(text, &target, error);
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

int describe_translate(const char *text)
{
    struct target target;
    struct translate_setting *setting = &target.setting;
    struct error error;
    struct translation of;
    char name[TRANSLATE_TEXT_SIZE];
    if (!read_target(text, &target, &error))
        return report_error(EXIT_USAGE, &error);
    double sigma = target.sigma; // may be that of a similar filter
    if (setting->program && target.program > 0) {
        translate(setting, &of);
        sigma = of.fit;
    }
    if (target.program > 0)
        translate_nearest(translate_programs[target.program - 1], sigma, setting);
    if (!setting->program) {
        identify_print_settings(sigma);
        return EXIT_SUCCESS;
    }
    translate(setting, &of);
    translate_print(setting, name);
    puts(name);
    print_width("sigma", of.sigma, "by variance: to add up and to compare");
    print_width("fit", of.fit, "the nearest Gaussian: for a look-alike");
    print_off(of.residual);
    wrap_entry(LEFT, WORDS, "chain", of.chain);
    print_off(of.chain_residual);
    wrap_entry(LEFT, WORDS, "version", setting->program->version);
    wrap_entry(LEFT, WORDS, "passes", setting->program->formula);
    wrap_entry(LEFT, WORDS, "also", setting->program->also);
    return EXIT_SUCCESS;
}
