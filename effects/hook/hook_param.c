#include "effects/hook/hook_file.h"
#include "render/text/memory.h"
#include "render/text/names.h"
#include "render/text/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Whole numbers beyond it are no floats, which values are kept in.
enum { MOST_WHOLE = 1 << 24 };

// Takes a word at the beginning of the text off; false: it is not there.
static bool take(const char **text, const char *word)
{
    const char *end = *text + strlen(word);
    if (strncmp(*text, word, strlen(word)) != 0 || !strchr(" \t", *end))
        return false;
    *text = end + strspn(end, " \t");
    return true;
}

// [ENUM] (DEFINE | [DYNAMIC | CONSTANT] (float | int | uint))
static bool read_type(const struct hook_reader *reader, const struct hook_line *line, void *field)
{
    struct hook_param *param = field;
    const char *text = line->text;
    param->choice_count = take(&text, "ENUM") ? -1 : 0;
    const bool is_plain = take(&text, "DYNAMIC"),
               is_constant = !is_plain && take(&text, "CONSTANT");
    const bool is_define = take(&text, "DEFINE");
    const int type = is_define && !*text ? HOOK_FLOAT : hook_index(hook_type_names, text);
    param->kind = is_define     ? HOOK_PARAM_DEFINE
                  : is_constant ? HOOK_PARAM_CONSTANT
                                : HOOK_PARAM_UNIFORM;
    param->type = (enum hook_param_type) type;
    if (type < 0 || (is_define && *text))
        return hook_refuse(reader, line,
                           "'%.*s' must be float, int, uint or DEFINE, with ENUM, DYNAMIC or "
                           "CONSTANT before it",
                           names_shown(strlen(line->text)), line->text);
    return param->choice_count == 0 || param->kind == HOOK_PARAM_DEFINE || type != HOOK_FLOAT ||
           hook_refuse(reader, line, "an ENUM is int or DEFINE");
}

#define PARAM(FIELD) offsetof(struct hook_param, FIELD)
static const struct hook_directive table[] = {
    { "PARAM", hook_read_name, PARAM(name) },
    { "DESC", hook_read_text, PARAM(label) },
    { "TYPE", read_type },
    { "MINIMUM", hook_read_number, PARAM(min) },
    { "MAXIMUM", hook_read_number, PARAM(max) },
    { 0 },
};

// ---- what stands below

// Takes the next line that is not empty off the body, without the blanks around it; `line` becomes
// that. False where there is none.
static bool take_value(char **body, struct hook_line *line)
{
    while (**body) {
        char *begin = *body + strspn(*body, " \t\r"), *end = *body + strcspn(*body, "\n");
        line->text = begin;
        line->column = 1 + (int) (begin - *body);
        line->line++;
        *body = *end ? end + 1 : end;
        while (end > begin && strchr(" \t\r", end[-1]))
            end--;
        *end = '\0';
        if (begin < end && strncmp(begin, "//", 2) != 0)
            return true;
    }
    return false;
}

static bool read_choices(const struct hook_reader *reader, struct hook_line *line, char *body,
                         struct hook_param *param)
{
    struct hook_line name;
    param->choice_count = 0;
    param->type = HOOK_INT;
    while (take_value(&body, line)) {
        if (!hook_read_name(reader, line, &name))
            return false;
        if (param->choice_count == HOOK_MAX_CHOICES)
            return hook_refuse(reader, line, "an ENUM has at most %d names", HOOK_MAX_CHOICES);
        if (param->choices && hook_index((const char *const *) param->choices, name.text) >= 0)
            return hook_refuse(reader, line, "'%s' is there twice", name.text);
        const size_t count = (size_t) ++param->choice_count;
        param->choices = memory_grow(param->choices, count + 1, sizeof(*param->choices));
        param->choices[count - 1] = name.text;
        param->choices[count] = NULL;
    }
    return param->choice_count > 0 ||
           hook_refuse(reader, line, "an ENUM has its names below, each on its line");
}

static bool read_default(const struct hook_reader *reader, struct hook_line *line, char *body,
                         struct hook_param *param)
{
    if (!take_value(&body, line))
        return hook_refuse(reader, line, "its default is missing on the line below");
    const size_t length = strcspn(line->text, " \t/");
    const bool has_suffix = length > 1 && strchr("fFuU", line->text[length - 1]);
    if (number_parse(line->text, length - has_suffix, &param->def) != NUMBER_FINE)
        return hook_refuse(reader, line, "its default '%.*s' is no number", names_shown(length),
                           line->text);
    if (param->kind == HOOK_PARAM_DEFINE && !memchr(line->text, '.', length))
        param->type = HOOK_INT;
    return param->type == HOOK_FLOAT || param->def == truncf(param->def) ||
           hook_refuse(reader, line, "its default %g is no whole number", (double) param->def);
}

// A range that is not given reaches far; one of whole numbers as far as floats count.
static bool check_range(const struct hook_reader *reader, const struct hook_line *line,
                        struct hook_param *param)
{
    const float most = param->type == HOOK_FLOAT ? 1e9f : (float) MOST_WHOLE;
    const float least = param->type == HOOK_UINT ? 0 : -most;
    param->is_ranged = isfinite(param->min) && isfinite(param->max);
    param->min = fminf(fmaxf(param->min, least), most);
    param->max = fminf(fmaxf(param->max, least), most);
    if (param->min > param->max)
        return hook_refuse(reader, line, "its MINIMUM %g is above its MAXIMUM %g",
                           (double) param->min, (double) param->max);
    return (param->def >= param->min && param->def <= param->max) ||
           hook_refuse(reader, line, "its default %g is not from %g to %g", (double) param->def,
                       (double) param->min, (double) param->max);
}

bool hook_param_read(const struct hook_reader *reader, const struct hook_block *block,
                     struct hook_param *param)
{
    struct hook_line line = block->lines[0]; // becomes those below
    *param = (struct hook_param){ .label = "", .min = -INFINITY, .max = INFINITY };
    if (!hook_read_lines(reader, block, table, param))
        return false;
    line.line = block->body_line - 1;
    line.column = 1;
    return param->choice_count < 0 ? read_choices(reader, &line, block->body, param)
                                   : read_default(reader, &line, block->body, param) &&
                                         check_range(reader, &line, param);
}
