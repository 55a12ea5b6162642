#include "app/bench/chains/chain_list.h"

#include "app/bench/chains/sweep_range.h"
#include "app/bench/chains/sweep_size.h"
#include "app/lab/edit/edit.h"
#include "render/text/names.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- sweep

// Many values of one thing that is measured: --sweep dual.sigma=2..64:12, for example.

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

// Returns whether the chain has what is swept; a size and a format have all.
static bool sweep_reaches(const struct sweep *sweep, const struct chain *chain)
{
    struct chain copy = *chain;
    struct place place;
    struct error error;
    return sweep->kind != SWEEP_PARAM || find_place(&copy, sweep->key, &place, &error);
}

// Returns whether both are of the same thing in that chain.
static bool sweep_overlaps(const struct sweep *a, const struct sweep *b, const struct chain *chain)
{
    struct chain copy = *chain;
    struct place at_a, at_b;
    struct error error;
    if (a->kind != SWEEP_PARAM || b->kind != SWEEP_PARAM)
        return a->kind == b->kind;
    return find_place(&copy, a->key, &at_a, &error) && find_place(&copy, b->key, &at_b, &error) &&
           at_a.row == at_b.row && at_a.values == at_b.values;
}

// Sets the parameter of a chain that the sweep reaches. False where the chain does not take it.
static bool sweep_apply(const struct sweep *sweep, int value, struct chain *chain,
                        struct error *error)
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

// ---- chain list

bool chain_list_is_asked(const struct bench_wish *wish, const struct draw_wish *draw)
{
    return !wish->suite && (draw->chain_count > 1 || wish->sweep_count > 0);
}

// ---- choices

static int count_values(const struct chain_list *list, int chain, int sweep)
{
    return sweep_reaches(&list->sweeps[sweep], &list->chains[chain]) ? list->sweeps[sweep].count
                                                                     : 1;
}

static int count_of_chain(const struct chain_list *list, int chain)
{
    int count = 1;
    for (int i = 0; i < list->sweep_count; i++)
        count *= count_values(list, chain, i);
    return count;
}

int chain_list_count(const struct chain_list *list)
{
    int count = 0;
    for (int i = 0; i < list->chain_count; i++)
        count += count_of_chain(list, i);
    return count;
}

struct chain_choice chain_list_at(const struct chain_list *list, int n)
{
    struct chain_choice choice = { .chain = 0 };
    while (n >= count_of_chain(list, choice.chain))
        n -= count_of_chain(list, choice.chain++);
    assert(choice.chain < list->chain_count);
    for (int i = list->sweep_count - 1; i >= 0; i--) {
        const int count = count_values(list, choice.chain, i);
        const bool is_reached = sweep_reaches(&list->sweeps[i], &list->chains[choice.chain]);
        choice.values[i] = is_reached ? n % count : -1;
        n /= count;
    }
    return choice;
}

bool chain_list_make(const struct chain_list *list, const struct chain_choice *choice,
                     struct chain *chain, struct error *error)
{
    *chain = list->chains[choice->chain];
    for (int i = 0; i < list->sweep_count; i++)
        if (list->sweeps[i].kind == SWEEP_PARAM && choice->values[i] >= 0 &&
            !sweep_apply(&list->sweeps[i], choice->values[i], chain, error))
            return false;
    return true;
}

// ---- names

void chain_list_letter(int chain, char out[2])
{
    _Static_assert(OPTIONS_MAX_CHAINS <= 26, "each chain has a letter");
    out[0] = (char) ('A' + chain);
    out[1] = '\0';
}

// A parameter's value needs its name, a size and a format are known by themselves.
static const char *name_of_key(const struct sweep *sweep)
{
    const char *point = strrchr(sweep->key, '.');
    if (sweep->kind != SWEEP_PARAM)
        return "";
    return point ? point + 1 : sweep->key;
}

void chain_list_name(const struct chain_list *list, const struct chain_choice *choice, int without,
                     char out[CHAIN_LIST_NAME_SIZE])
{
    size_t length = 0;
    out[0] = '\0';
    if (list->chain_count > 1) {
        chain_list_letter(choice->chain, out);
        length = 1;
    }
    for (int i = 0; i < list->sweep_count && length < CHAIN_LIST_NAME_SIZE; i++) {
        const struct sweep *sweep = &list->sweeps[i];
        const char *key = name_of_key(sweep);
        if (choice->values[i] >= 0 && i != without)
            length += (size_t) snprintf(out + length, CHAIN_LIST_NAME_SIZE - length, "%s%s%s%s",
                                        length > 0 ? " " : "", key, *key ? "=" : "",
                                        sweep->values[choice->values[i]].text);
    }
}

// ---- reading

static bool read_chains(struct chain_list *list, const struct draw_wish *draw, struct error *error)
{
    list->chain_count = draw->chain_count;
    for (int i = 0; i < draw->chain_count; i++)
        if (!preset_read_chain(&list->chains[i], draw->chain_texts[i], NULL, NULL, error))
            return false;
    if (list->chain_count == 0)
        list->chains[list->chain_count++] = draw->chain;
    return true;
}

static bool overlap(const struct chain_list *list, int a, int b)
{
    for (int i = 0; i < list->chain_count; i++)
        if (sweep_overlaps(&list->sweeps[a], &list->sweeps[b], &list->chains[i]))
            return true;
    return false;
}

static bool read_sweeps(struct chain_list *list, const struct bench_wish *wish, struct error *error)
{
    for (int i = 0; i < wish->sweep_count; i++) {
        struct sweep *sweep = &list->sweeps[i];
        if (!sweep_parse(sweep, wish->sweeps[i], list->chains, list->chain_count, error))
            return error_prefix(error, "--sweep: ");
        for (int k = 0; k < i; k++)
            if (overlap(list, k, i))
                return error_set(error, "--sweep: %s is swept twice; give all its values at once",
                                 sweep->key);
    }
    list->sweep_count = wish->sweep_count;
    return true;
}

// Values that are each in range can still be wrong together, which the parser says.
static bool check_choices(const struct chain_list *list, struct error *error)
{
    static struct chain chain, parsed;
    static char text[CHAIN_TEXT_SIZE];
    for (int n = 0; n < chain_list_count(list); n++) {
        const struct chain_choice choice = chain_list_at(list, n);
        if (!chain_list_make(list, &choice, &chain, error))
            return error_prefix(error, "--sweep: ");
        chain_print(&chain, text, sizeof(text));
        if (!chain_parse(&parsed, text, NULL, error))
            return error_prefix(error, "--sweep: %s: ", text);
    }
    return true;
}

bool chain_list_read(struct chain_list *list, const struct bench_wish *wish,
                     const struct draw_wish *draw, struct error *error)
{
    memset(list, 0, sizeof(*list));
    if (!read_chains(list, draw, error) || !read_sweeps(list, wish, error))
        return false;
    const int count = chain_list_count(list);
    if (count > CHAIN_LIST_MOST)
        return error_set(error,
                         "--sweep: these are %d combinations; up to %d are measured beside each "
                         "other, so give fewer values",
                         count, CHAIN_LIST_MOST);
    return check_choices(list, error);
}
