#include "app/command/describe.h"
#include "app/edit/preset.h"
#include "app/text/wrap.h"
#include "render/text/log.h"

#include <stdio.h>
#include <string.h>

enum { LEFT = 2, NAME_INDENT = 17, OPTION_INDENT = 29 };

// Prints "-c, --chain CHAIN" or "    --bench[=SUITE]" with its help, or the first sentence of that.
static void print_option(const struct option *row, bool is_short)
{
    const char *end = is_short ? strstr(row->help, ". ") : NULL;
    char help[512];
    snprintf(help, sizeof(help), "%.*s", end ? (int) (end - row->help) : -1, row->help);
    char form[64];
    const char *before = !row->value ? "" : row->is_standalone ? "[=" : " ";
    snprintf(form, sizeof(form), "%s%c%s --%s%s%s%s", row->letter ? "-" : " ",
             row->letter ? row->letter : ' ', row->letter ? "," : " ", row->name, before,
             row->value ? row->value : "", row->value && row->is_standalone ? "]" : "");
    wrap_entry(LEFT, OPTION_INDENT, form, help);
}

const char *const describe_chain_text[] = {
    "A chain is a list of steps from the scene to the picture. Each step reads the one before it; "
    "composite also reads the scene.",
    "chain = [ ( preset | step ) { (\",\" | newline) step } ]",
    "step = [\"-\"] effect { \":\" key \"=\" value }",
    "A preset stands for its steps, and \"-\" switches a step off. Keys that are left out have "
    "their defaults. Lengths are pixels or, with %h, per cent of the picture's height. Every step "
    "takes roi=x0/y0/x1/y1, the part of the picture where it works, in shares of it. A name with "
    "a '/', in double quotes, or that ends in .glsl or .hook is that of a shader file.",
    NULL,
};

static void help_chains(void)
{
    char text[1024];
    for (int i = 0; describe_chain_text[i]; i++)
        wrap_print(stdout, 0, 0, describe_chain_text[i]);
    puts("\n  halation --chain threshold,dual:sigma=2%h,composite,tonemap:curve=agx\n"
         "  halation --chain neon              a preset\n"
         "  halation --chain bloom,lut:file=sepia\n"
         "  halation --chain @my.chain         from a file, or from stdin: @/dev/stdin\n"
         "  halation --chain tonemap,sharpen.glsl:strength=2\n");
    names_join(&preset_names, text, sizeof(text));
    wrap_printf(stdout, LEFT, "Presets: %s", text);
    wrap_print(stdout, 0, LEFT, "More: --list chains, --help=effects, --print chain");
}

void describe_summaries(void)
{
    for (int i = 0; effects[i]; i++)
        wrap_entry(0, NAME_INDENT, effects[i]->name, effects[i]->about.summary);
}

static void help_effects(void)
{
    describe_summaries();
    putchar('\n');
    wrap_print(stdout, 0, LEFT,
               "More: help NAME is a page about one, --list effects has the options of all");
}

// Topics of --help that are not options.
static const struct {
    const char *name;
    void (*print)(void);
} topics[] = {
    { "chains", help_chains },
    { "effects", help_effects },
    { "keys", describe_keys },
    { 0 },
};

// Implements names.at: the groups of the rows, "all", and then the topics.
static const char *topic_at(const void *set, int i)
{
    (void) set;
    for (const struct option *row = option_table; row->name; row++)
        if (row->group && i-- == 0)
            return row->group;
    return i == 0 ? "all" : topics[i - 1].name;
}

const struct names describe_topics = { topic_at, NULL };

// Prints the rows of a group, then rows of other groups that belong to it too; NULL: all rows.
// Returns false if there is no such group.
static bool print_rows(const char *group)
{
    const char *at = NULL, *heading = "\nAlso";
    bool is_there = false;
    for (const struct option *row = option_table; row->name; row++) {
        at = row->group ? row->group : at;
        if ((group && strcmp(at, group) != 0) || row->is_hidden)
            continue;
        if (row->heading)
            printf("%s%s\n", group ? "" : "\n", row->heading);
        print_option(row, false);
        is_there = true;
    }
    for (const struct option *row = option_table; is_there && group && row->name; row++)
        if (row->also && strstr(row->also, group)) {
            if (heading)
                puts(heading);
            heading = NULL;
            print_option(row, false);
        }
    return is_there;
}

// ---- options of effects and scenes

static bool print_row(const char *owner, const struct param *row)
{
    if (row) {
        printf("\n%s\n", owner);
        describe_params((const struct param[]){ *row, { 0 } });
    }
    return row;
}

// Prints an option for each effect and scene that has it. Returns false if none has it.
static bool print_key(const char *key)
{
    struct chain_step step;
    const struct param *row;
    void *values;
    bool is_there = false;
    chain_step_init(&step, effects[0]);
    for (int i = 0; (row = chain_step_param(&step, i, &values)); i++)
        if (values != step.params && strcmp(row->key, key) == 0)
            is_there = print_row("every effect", row);
    for (int i = 0; effects[i]; i++)
        is_there |= print_row(effects[i]->name, param_find(effects[i]->params, key));
    for (int i = 0; scenes[i]; i++)
        is_there |= print_row(scenes[i]->name, param_find(scenes[i]->params, key));
    return is_there;
}

bool describe_help(const char *topic, struct error *error)
{
    const bool is_all = topic && strcmp(topic, "all") == 0;
    char text[160];
    if (topic && !is_all) {
        const char *name = topic + strspn(topic, "-"); // it may be written like an option
        const struct effect *effect = effect_find(name, strlen(name));
        const struct option *row = option_of_name(name, strlen(name));
        for (int i = 0; topics[i].name; i++)
            if (strcmp(topics[i].name, name) == 0) {
                topics[i].print();
                return true;
            }
        if (print_rows(name))
            return true;
        if (row)
            print_option(row, false);
        else if (effect)
            explain_print(effect);
        return (!effect && print_key(name)) || row || effect ||
               names_refuse(error, &describe_topics, topic);
    }
    puts("halation: shows and measures blurs, bloom, dithering and tone mapping\n\n"
         "  halation [FILE]                       a window, with a picture or chain in it\n"
         "  halation --screenshot picture.png     a picture, without a window\n"
         "  halation --bench=blurs:sigma=16       which blur to take on this machine\n"
         "  halation --chain threshold:level=1.2,dual:sigma=2%h,composite,tonemap");
    if (is_all) {
        print_rows(NULL);
    } else {
        putchar('\n');
        for (const struct option *row = option_table; row->name; row++)
            if (row->is_common)
                print_option(row, true);
        putchar('\n');
        names_join(&describe_topics, text, sizeof(text));
        wrap_printf(stdout, LEFT,
                    "More with halation help TOPIC: %s, an option, an effect or one of its options",
                    text);
    }
    putchar('\n');
    wrap_print(stdout, 0, LEFT,
               "Exit status: 0 fine, 1 a check failed, 2 wrong usage or input, 3 "
               "this machine cannot (no OpenGL 4.3, no display, a result that could not be "
               "written)");
    return true;
}

int describe_no_display(void)
{
    puts("halation: shows and measures blurs, bloom, dithering and tone mapping\n"
         "There is no display here for its window. Without one:\n"
         "  halation --screenshot out.png --chain neon     draws a picture\n"
         "  halation --bench=blurs:sigma=20 --quick        says which blur to take here\n"
         "  halation --help                                has the rest");
    return EXIT_MACHINE;
}
