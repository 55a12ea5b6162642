#include "effects/hook/hook_param.h"

#include "render/text/memory.h"
#include "render/text/names.h"
#include "render/text/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Whole numbers beyond it are no floats, which values are kept in.
enum { MOST_WHOLE = 1 << 24 };

// Takes one of the names at the beginning of the words off; -1: none is there.
static int take_word(const char **at, const char *const names[])
{
    const size_t length = strcspn(*at, " \t");
    for (int i = 0; names[i]; i++)
        if (strlen(names[i]) == length && memcmp(names[i], *at, length) == 0) {
            *at += length;
            *at += strspn(*at, " \t");
            return i;
        }
    return -1;
}

// [ENUM] (DEFINE | [DYNAMIC | CONSTANT] (float | int | uint))
static bool read_type(const struct hook_reader *reader, const struct hook_line *line, void *into)
{
    static const char *const enums[] = { "ENUM", NULL }, *const defines[] = { "DEFINE", NULL };
    static const char *const kinds[] = { "DYNAMIC", "CONSTANT", NULL };
    static const char *const types[] = { "float", "int", "uint", NULL };
    struct hook_param *param = into;
    const char *at = line->arguments;
    param->choice_count = take_word(&at, enums) == 0 ? -1 : 0;
    param->kind = take_word(&at, kinds) == 1 ? HOOK_PARAM_CONSTANT : HOOK_PARAM_UNIFORM;
    int type = HOOK_FLOAT;
    if (take_word(&at, defines) == 0)
        param->kind = HOOK_PARAM_DEFINE;
    else
        type = take_word(&at, types);
    param->type = (enum hook_param_type) type;
    if (type < 0 || *at)
        return hook_refuse(reader, line,
                           "'%.*s' must be float, int, uint or DEFINE, with ENUM, DYNAMIC or "
                           "CONSTANT before it",
                           names_shown(strlen(line->arguments)), line->arguments);
    return param->choice_count == 0 || param->kind == HOOK_PARAM_DEFINE || type != HOOK_FLOAT ||
           hook_refuse(reader, line, "an ENUM is int or DEFINE");
}

#define PARAM(FIELD) offsetof(struct hook_param, FIELD)
static const struct hook_directive table[] = {
    { "PARAM", HOOK_FIELD_NAME, PARAM(name) },
    { "DESC", HOOK_FIELD_TEXT, PARAM(label) },
    { "TYPE", .read = read_type },
    { "MINIMUM", HOOK_FIELD_NUMBER, PARAM(min) },
    { "MAXIMUM", HOOK_FIELD_NUMBER, PARAM(max) },
    { 0 },
};

// ---- what stands below

// The next line that is not empty, without the blanks around it; NULL: there is none. The body is
// cut there. `place` becomes that of the line.
static char *next_value(char **body, struct hook_line *place)
{
    while (**body) {
        char *begin = *body + strspn(*body, " \t\r"), *end = *body + strcspn(*body, "\n");
        place->column = 1 + (int) (begin - *body);
        place->line++;
        *body = *end ? end + 1 : end;
        while (end > begin && strchr(" \t\r", end[-1]))
            end--;
        *end = '\0';
        if (begin < end && strncmp(begin, "//", 2) != 0)
            return begin;
    }
    return NULL;
}

static bool read_choices(const struct hook_reader *reader, struct hook_line *place, char *body,
                         struct hook_param *param)
{
    char *value;
    param->choice_count = 0;
    param->type = HOOK_INT;
    param->choices = memory_new(1, sizeof(*param->choices));
    while ((value = next_value(&body, place))) {
        struct hook_line line = *place;
        line.arguments = value;
        if (!hook_one_word(reader, &line, true))
            return false;
        const size_t count = (size_t) ++param->choice_count;
        param->choices = memory_grow(param->choices, count + 1, sizeof(*param->choices));
        param->choices[count - 1] = value;
        param->choices[count] = NULL;
    }
    return param->choice_count > 0 ||
           hook_refuse(reader, place, "an ENUM has its names below, each on its line");
}

static bool read_default(const struct hook_reader *reader, struct hook_line *place, char *body,
                         struct hook_param *param)
{
    char *value = next_value(&body, place);
    if (!value)
        return hook_refuse(reader, place, "its default is missing on the line below");
    size_t length = strcspn(value, " \t/");
    const bool has_suffix = length > 1 && strchr("fFuU", value[length - 1]);
    if (number_parse(value, length - has_suffix, &param->def) != NUMBER_FINE)
        return hook_refuse(reader, place, "its default '%.*s' is no number", names_shown(length),
                           value);
    if (param->kind == HOOK_PARAM_DEFINE && !memchr(value, '.', length))
        param->type = HOOK_INT;
    const bool is_whole = param->def == truncf(param->def);
    return param->type == HOOK_FLOAT || is_whole ||
           hook_refuse(reader, place, "its default %g is no whole number", (double) param->def);
}

// A range that is not given reaches far; one of whole numbers as far as floats count.
static void complete_range(struct hook_param *param)
{
    const float most = param->type == HOOK_FLOAT ? 1e9f : (float) MOST_WHOLE;
    const float least = param->type == HOOK_UINT ? 0 : -most;
    param->is_ranged = isfinite(param->min) && isfinite(param->max);
    param->min = fminf(fmaxf(param->min, least), most);
    param->max = fminf(fmaxf(param->max, least), most);
}

static bool check_range(const struct hook_reader *reader, const struct hook_line *place,
                        struct hook_param *param)
{
    complete_range(param);
    if (param->min > param->max)
        return hook_refuse(reader, place, "its MINIMUM %g is above its MAXIMUM %g",
                           (double) param->min, (double) param->max);
    return (param->def >= param->min && param->def <= param->max) ||
           hook_refuse(reader, place, "its default %g is not from %g to %g", (double) param->def,
                       (double) param->min, (double) param->max);
}

static bool check_name(const struct hook_reader *reader, const struct hook_line *place,
                       const struct hook_file *file)
{
    for (int i = 0; i < file->param_count - 1; i++)
        if (strcmp(file->params[i].name.text, place->arguments) == 0)
            return hook_refuse(reader, place, "'%s' is there twice", place->arguments);
    return true;
}

bool hook_param_read(const struct hook_reader *reader, const struct hook_block *block,
                     struct hook_file *file)
{
    struct hook_line place = block->lines[0];
    if (file->param_count == HOOK_MAX_PARAMS)
        return hook_refuse(reader, &place, "a file has at most %d parameters", HOOK_MAX_PARAMS);
    struct hook_param *param = &file->params[file->param_count++];
    *param = (struct hook_param){ .label = "", .min = -INFINITY, .max = INFINITY };
    if (!hook_read_lines(reader, block, table, param) || !check_name(reader, &place, file))
        return false;
    place.line = block->body_line - 1;
    place.column = 1;
    if (param->choice_count < 0)
        return read_choices(reader, &place, block->body, param);
    return read_default(reader, &place, block->body, param) && check_range(reader, &place, param);
}
