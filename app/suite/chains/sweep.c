#include "app/suite/chains/sweep.h"

#include "app/edit/edit.h"
#include "app/suite/chains/sweep_range.h"
#include "app/suite/chains/sweep_size.h"
#include "render/text/names.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- the parameter of a chain

// A parameter in its place.
struct place {
    const struct param *row;
    void *values;
};

static bool find_in_step(struct chain_step *step, const char *key, struct place *place)
{
    for (int i = 0; (place->row = chain_step_param(step, i, &place->values)); i++)
        if (strcmp(place->row->key, key) == 0)
            return true;
    return false;
}

static const char *step_key(const void *step, int i)
{
    void *values;
    struct chain_step copy = *(const struct chain_step *) step;
    const struct param *row = chain_step_param(&copy, i, &values);
    return row ? row->key : NULL;
}

static bool refuse_key(const struct chain_step *step, const char *key, struct error *error)
{
    error_set(error, "%s has no option '%s'; it has ", step->effect->name, key);
    return names_append(error, &(const struct names){ step_key, step }, key, strlen(key));
}

static bool find_anywhere(struct chain *chain, const char *key, struct place *place,
                          struct error *error)
{
    for (int i = 0; i < chain->count; i++)
        if (!chain->steps[i].off && find_in_step(&chain->steps[i], key, place))
            return true;
    if (chain->count == 1)
        return refuse_key(&chain->steps[0], key, error);
    return error_set(error, "no step of the chain has an option '%s'", key);
}

static bool find_place(struct chain *chain, const char *key, struct place *place,
                       struct error *error)
{
    int step;
    char name[SWEEP_KEY_SIZE];
    const char *point = strrchr(key, '.');
    if (!point)
        return find_anywhere(chain, key, place, error);
    snprintf(name, sizeof(name), "%.*s", (int) (point - key), key);
    if (!edit_find_step(chain, name, &step, error))
        return false;
    if (step < 0)
        return error_set(error, "no step '%s'; a sweep takes the name or number of a step", name);
    return find_in_step(&chain->steps[step], point + 1, place) ||
           refuse_key(&chain->steps[step], point + 1, error);
}

bool sweep_reaches(const struct sweep *sweep, const struct chain *chain)
{
    struct chain copy = *chain;
    struct place place;
    struct error error;
    return sweep->kind != SWEEP_PARAM || find_place(&copy, sweep->key, &place, &error);
}

bool sweep_overlaps(const struct sweep *a, const struct sweep *b, const struct chain *chain)
{
    struct chain copy = *chain;
    struct place at_a, at_b;
    struct error error;
    if (a->kind != SWEEP_PARAM || b->kind != SWEEP_PARAM)
        return a->kind == b->kind;
    return find_place(&copy, a->key, &at_a, &error) && find_place(&copy, b->key, &at_b, &error) &&
           at_a.row == at_b.row && at_a.values == at_b.values;
}

bool sweep_apply(const struct sweep *sweep, int value, struct chain *chain, struct error *error)
{
    struct place place;
    const char *text = sweep->values[value].text;
    return find_place(chain, sweep->key, &place, error) &&
           param_parse(place.row, place.values, text, strlen(text), error);
}

// ---- values

static const char *format_at(const void *set, int i)
{
    (void) set;
    return i <= FORMAT_RGBA32F ? texture_format_name((enum texture_format) i) : NULL;
}

static bool read_format(struct sweep_value *value, struct error *error)
{
    static const struct names names = { format_at, NULL };
    for (int i = 0; format_at(NULL, i); i++) {
        if (strcmp(format_at(NULL, i), value->text) == 0) {
            value->format = (enum texture_format) i;
            return true;
        }
    }
    return names_refuse(error, &names, value->text);
}

static bool read_value(const struct sweep *sweep, struct sweep_value *value, struct error *error)
{
    if (sweep->kind == SWEEP_FORMAT) {
        value->number = NAN;
        return read_format(value, error);
    }
    if (sweep->kind == SWEEP_SIZE &&
        !sweep_size_parse(value->text, &value->width, &value->height, error))
        return false;
    value->number = sweep->kind == SWEEP_SIZE ? value->height : sweep_range_number(value->text);
    return true;
}

static bool add_value(struct sweep *sweep, const char *text, size_t length, struct error *error)
{
    if (sweep->count == SWEEP_MOST_VALUES)
        return error_set(error, "more than %d values", SWEEP_MOST_VALUES);
    struct sweep_value *value = &sweep->values[sweep->count];
    if (length == 0)
        return error_set(error, "a value is empty; a list is 2,4,8");
    if (length >= sizeof(value->text))
        return error_set(error, "a value is longer than %d bytes", SWEEP_VALUE_SIZE - 1);
    snprintf(value->text, sizeof(value->text), "%.*s", (int) length, text);
    for (int i = 0; i < sweep->count; i++)
        if (strcmp(sweep->values[i].text, value->text) == 0)
            return error_set(error, "'%s' is there twice; leave one out", value->text);
    sweep->count++;
    return read_value(sweep, value, error);
}

static bool read_list(struct sweep *sweep, const char *text, struct error *error)
{
    for (bool more = true; more;) {
        const size_t length = strcspn(text, ",");
        if (!add_value(sweep, text, length, error))
            return false;
        more = text[length] == ',';
        text += length + more;
    }
    return true;
}

// ---- all of it

static bool read_key(struct sweep *sweep, const char *text, const char **values,
                     struct error *error)
{
    const size_t length = strcspn(text, "=");
    const bool has_key = length > 0 && length < sizeof(sweep->key) && !memchr(text, ':', length);
    if (!has_key || text[length] != '=' || !text[length + 1])
        return error_set(error, "must be STEP.KEY=VALUES, such as dual.sigma=2..64:12, "
                                "gaussian.impl=cs_fused,cs_blocked, size=360p..4320p or "
                                "format=rgba8,rgba16f");
    memcpy(sweep->key, text, length);
    *values = text + length + 1;
    sweep->kind = strcmp(sweep->key, "size") == 0     ? SWEEP_SIZE
                  : strcmp(sweep->key, "format") == 0 ? SWEEP_FORMAT
                                                      : SWEEP_PARAM;
    return true;
}

static bool is_range(const struct sweep *sweep, const struct param *row, const char *values)
{
    const bool can_be = sweep->kind == SWEEP_SIZE || !row || row->type != PARAM_TYPE_TEXT;
    return can_be && strstr(values, "..");
}

static bool read_values(struct sweep *sweep, const struct param *row, const char *values,
                        struct error *error)
{
    char list[SWEEP_MOST_VALUES * SWEEP_VALUE_SIZE];
    if (!is_range(sweep, row, values))
        return read_list(sweep, values, error);
    if (sweep->kind == SWEEP_FORMAT)
        return error_set(error, "formats have no range; give a list, rgba8,rgba16f");
    const bool done = sweep->kind == SWEEP_SIZE
                          ? sweep_size_list(values, list, sizeof(list), error)
                          : sweep_range_list(row, values, list, sizeof(list), error);
    return done && read_list(sweep, list, error);
}

static bool check_values(const struct sweep *sweep, const struct chain *chain, struct error *error)
{
    for (int i = 0; i < sweep->count && sweep->kind == SWEEP_PARAM; i++) {
        struct chain copy = *chain;
        if (!sweep_apply(sweep, i, &copy, error))
            return strpbrk(sweep->values[i].text + 1, ":;-")
                       ? error_append(error, "; a range is 2..64 or 2..64:12, a list 2,4,8")
                       : false;
    }
    return true;
}

// The row of the first chain that has it decides how its values are read; all must take them.
static bool read_sweep(struct sweep *sweep, const char *text, const struct chain chains[],
                       int count, struct error *error)
{
    struct place place = { .row = NULL };
    const char *values = NULL;
    bool is_found = false;
    if (!read_key(sweep, text, &values, error))
        return false;
    for (int i = 0; i < count && !is_found && sweep->kind == SWEEP_PARAM; i++) {
        struct chain copy = chains[i];
        is_found = find_place(&copy, sweep->key, &place, error);
    }
    if ((sweep->kind == SWEEP_PARAM && !is_found) || !read_values(sweep, place.row, values, error))
        return false;
    for (int i = 0; i < count; i++)
        if (sweep_reaches(sweep, &chains[i]) && !check_values(sweep, &chains[i], error))
            return false;
    return true;
}

bool sweep_parse(struct sweep *sweep, const char *text, const struct chain chains[], int count,
                 struct error *error)
{
    *sweep = (struct sweep){ .count = 0 };
    return read_sweep(sweep, text, chains, count, error) || error_prefix(error, "'%s': ", text);
}
