#include "app/bench/chains/chain_list.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

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
