#include "app/command/describe.h"
#include "app/edit/preset.h"
#include "app/text/wrap.h"
#include "app/window/controls/controls.h"
#include "render/file/embedded.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { CHAIN_COLUMNS = 64 };

// Prints the manual in mdoc (reference: K. Dzonsons et al., mdoc(7)).

// Prints text so that roff leaves it unchanged: "\&" keeps words from being macros, a '-' stays
// one, and each sentence begins a line, which sets the space before it.
static void put(const char *text, size_t length)
{
    static const char *const escapes[256] = {
        ['\\'] = "\\e",  ['-'] = "\\-",   ['"'] = "\\(dq", ['\''] = "\\(aq",
        ['`'] = "\\(dq", ['^'] = "\\(ha", ['~'] = "\\(ti",
    };
    fputs("\\&", stdout);
    for (size_t i = 0; i < length; i++) {
        const char *escape = escapes[(unsigned char) text[i]];
        const bool ends = i > 1 && text[i] == ' ' && text[i - 1] == '.' &&
                          isupper((unsigned char) text[i + 1]) &&
                          !(isupper((unsigned char) text[i - 2]) && (i < 3 || text[i - 3] == ' '));
        if (escape)
            fputs(escape, stdout);
        else
            putchar(ends ? '\n' : text[i]);
    }
}

// Prints a line with a macro that has one argument, such as ".Ss dual".
static void put_macro(const char *macro, const char *text, size_t length)
{
    printf(".%s \"", macro);
    put(text, length);
    puts("\"");
}

static void put_line(const char *text)
{
    put(text, strlen(text));
    putchar('\n');
}

static void put_title(const char *text)
{
    put_macro("Ss", text, strlen(text));
}

// ---- options

static void put_option(const struct option *row)
{
    fputs(".It ", stdout);
    if (row->letter)
        printf("Fl %c , ", row->letter);
    printf("Fl \\-%s", row->name);
    if (row->value) {
        fputs(row->is_standalone ? " Ns Op = Ns Ar \"" : " Ar \"", stdout);
        put(row->value, strlen(row->value));
        putchar('"');
    }
    putchar('\n');
    put_line(row->help);
}

static void put_options(void)
{
    for (const struct option *row = option_table; row->name; row++) {
        if (row->heading) {
            fputs(row > option_table ? ".El\n" : "", stdout);
            put_title(row->heading);
            puts(".Bl -tag -width Ds");
        }
        put_option(row);
    }
    puts(".El");
}

// ---- chains, effects and scenes

static void put_chain_text(void)
{
    for (int i = 0; describe_chain_text[i]; i++) {
        if (i > 0)
            puts(".Pp");
        put_line(describe_chain_text[i]);
    }
}

static void put_params(const struct param *param)
{
    if (!param || !param->key)
        return;
    puts(".Bl -tag -width Ds");
    for (; param->key; param++) {
        char value[PARAM_PRINTED_SIZE], range[DESCRIBE_RANGE_SIZE],
            setting[PARAM_PRINTED_SIZE + 80];
        describe_default(param, value, sizeof(value));
        describe_range(param, range, sizeof(range));
        snprintf(setting, sizeof(setting), "%s=%s", param->key, value);
        put_macro("It Cm", setting, strlen(setting));
        put_line(range);
        puts(".br");
        if (param->help)
            put_line(param->help);
    }
    puts(".El");
}

static void put_section(const char *name, const char *summary, const struct param *params)
{
    put_title(name);
    put_line(summary);
    put_params(params);
}

static void put_effects(void)
{
    for (int i = 0; effects[i]; i++)
        put_section(effects[i]->name, effects[i]->summary, effects[i]->params);
}

static void put_scenes(void)
{
    for (int i = 0; scenes[i]; i++)
        put_section(scenes[i]->name, scenes[i]->summary, scenes[i]->params);
}

// Manual readers do not break lines inside a word.
static void put_chain(const char *text)
{
    for (size_t length; *text; text += length) {
        puts(".br");
        length = wrap_length(text, CHAIN_COLUMNS);
        put(text, length);
        putchar('\n');
    }
}

// A preset begins with a comment that describes it.
static void put_presets(void)
{
    puts(".Bl -tag -width Ds");
    for (int i = 0; i < preset_count(); i++) {
        const char *text = preset_text(i) + strspn(preset_text(i), "# ");
        char chain_text[CHAIN_TEXT_SIZE];
        struct chain chain;
        struct error error;
        put_macro("It Cm", preset_name(i), strlen(preset_name(i)));
        put(text, strcspn(text, "\n"));
        putchar('\n');
        if (chain_parse(&chain, preset_text(i), NULL, &error)) {
            chain_print(&chain, chain_text, sizeof(chain_text));
            put_chain(chain_text);
        }
    }
    puts(".El");
}

// ---- keys and examples

static void put_keys(void)
{
    for (const struct control *control = controls; control->name; control++) {
        if (control->group) {
            fputs(control > controls ? ".El\n" : "", stdout);
            put_title(control->group);
            puts(".Bl -tag -width Ctrl+Shift+Z -compact");
        }
        put_macro("It Ic", control->name, strlen(control->name));
        put_line(control->help);
    }
    puts(".El");
}

// Prints the commands of the recipes: "halation --sheet blurs    # what it does".
static void put_examples(void)
{
    static const char name[] = "halation";
    const char *line = embedded_find("docs/recipes.md")->text;
    bool is_code = false;
    puts(".Bl -tag -width Ds");
    for (size_t length; *line; line += length + (line[length] == '\n')) {
        length = strcspn(line, "\n");
        const size_t end = strlen(name);
        is_code ^= strncmp(line, "```", 3) == 0;
        if (!is_code || strncmp(line, name, end) != 0 || (line[end] != ' ' && length != end))
            continue;
        const char *comment = strstr(line, "  # ");
        comment = comment < line + length ? comment : NULL;
        size_t command = comment ? (size_t) (comment - line) : length;
        while (line[command - 1] == ' ')
            command--;
        put_macro("It Ic", line, command);
        if (comment)
            put(comment + 4, (size_t) (line + length - comment - 4));
        puts(comment ? "" : "\\&");
    }
    puts(".El");
}

void describe_manual(void)
{
    static const struct {
        const char *place;
        void (*put)(void);
    } parts[] = {
        { ".\\\" options\n", put_options },   { ".\\\" chains\n", put_chain_text },
        { ".\\\" presets\n", put_presets },   { ".\\\" effects\n", put_effects },
        { ".\\\" scenes\n", put_scenes },     { ".\\\" keys\n", put_keys },
        { ".\\\" examples\n", put_examples },
    };
    const char *rest = embedded_find("assets/halation.1")->text;
    printf(".Dd %s\n.Dt HALATION 1\n.Os halation %s\n", HALATION_RELEASED, HALATION_VERSION);
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        rest = embedded_print_until(rest, parts[i].place, stdout);
        parts[i].put();
    }
    fputs(rest, stdout);
}
