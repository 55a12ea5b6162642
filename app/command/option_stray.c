#include "app/command/option_stray.h"

#include "app/edit/preset.h"

#include <string.h>

static bool suggest(struct error *error, const char *argument, const char *before,
                    const char *meant)
{
    return error_set(error, "unexpected argument '%s'; did you mean %s%s?", argument, before,
                     meant);
}

// Suggests --bench=blurs for "--bench blur".
static bool suggest_value(struct error *error, const char *argument, const struct option *last)
{
    const char *near = names_nearest(last->values, argument, strlen(argument));
    if (near)
        return error_set(error, "unexpected argument '%s'; did you mean --%s=%s?", argument,
                         last->name, near);
    return error_set(error, "unexpected argument '%s'; the value of --%s follows '=': --%s=%s",
                     argument, last->name, last->name, last->value);
}

static const char *scene_at(const void *set, int i)
{
    const struct scene *const *all = set;
    return all[i] ? all[i]->name : NULL;
}

static bool is_one_of(const struct names *names, const char *word, size_t length)
{
    const char *name;
    for (int i = 0; (name = names->at(names->set, i)); i++)
        if (strlen(name) == length && memcmp(name, word, length) == 0)
            return true;
    return false;
}

// Suggests the set that has the word, or the only one with a near name.
static bool suggest_name(struct error *error, const struct option rows[], const char *argument)
{
    const struct names sets[] = { preset_words, { scene_at, scenes }, { option_row_name, rows } };
    static const char *const before[] = { "--chain ", "--scene ", "--" };
    enum { SETS = sizeof(sets) / sizeof(sets[0]) };
    const size_t length = strcspn(argument, ":,= \t\n");
    for (int i = 0; i < SETS; i++)
        if (is_one_of(&sets[i], argument, length))
            return suggest(error, argument, before[i], argument);
    for (int i = SETS - 1; i >= 0; i--) {
        const char *near = names_nearest(&sets[i], argument, length);
        if (near)
            return suggest(error, argument, before[i], near);
    }
    return error_set(error, "unexpected argument '%s'; options begin with --, --help lists them",
                     argument);
}

bool option_stray(const struct option rows[], const char *argument, const struct option *last,
                  struct error *error)
{
    if (last)
        return suggest_value(error, argument, last);
    if (preset_has_ending(argument))
        return suggest(error, argument, "--chain @", argument);
    if (preset_is_file(argument) || (strchr(argument, '.') && !strpbrk(argument, ":,=")))
        return error_set(error, "unexpected argument '%s'; a picture is given with --image %s",
                         argument, argument);
    return suggest_name(error, rows, argument);
}
