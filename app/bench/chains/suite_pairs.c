#include "app/bench/chains/suite_pairs.h"

#include "render/text/memory.h"

#include <stdlib.h>

static bool are_in_turns(const struct suite_variant *a, const struct suite_variant *b)
{
    return suite_is_one_image(a, b) && a->waits == b->waits && suite_has_run(a) && suite_has_run(b);
}

// Returns how many there are, and writes them where `pairs` is not NULL.
static int list_pairs(const struct suite_run *run, struct pair *pairs)
{
    int count = 0;
    for (int a = 0; a < run->count; a++)
        for (int b = a + 1; b < run->count; b++)
            if (are_in_turns(&run->variants[a], &run->variants[b])) {
                if (pairs)
                    pairs[count] = (struct pair){ .a = a, .b = b };
                count++;
            }
    return count;
}

static void judge(struct pairs_test *test, const struct suite_run *run, struct pair *pair)
{
    const struct suite_variant *a = &run->variants[pair->a], *b = &run->variants[pair->b];
    const int places[] = { pair->a, pair->b };
    const int turns = a->count < b->count ? a->count : b->count; // of a run that was cut short
    *pair = pairs_compare(test, a->times[0], b->times[0], turns);
    pair->a = places[0];
    pair->b = places[1];
}

void suite_pairs_make(struct suite_run *run)
{
    run->pair_count = list_pairs(run, NULL);
    if (run->pair_count == 0)
        return;
    struct pairs_test test = pairs_test(run->pair_count, steady_drift(&run->steady));
    run->pairs = memory_new((size_t) run->pair_count, sizeof(*run->pairs));
    list_pairs(run, run->pairs);
    for (int i = 0; i < run->pair_count; i++) {
        judge(&test, run, &run->pairs[i]);
        run->is_inconclusive = run->is_inconclusive || run->pairs[i].verdict == PAIR_INCONCLUSIVE;
    }
}

const struct pair *suite_pairs_find(const struct suite_run *run, int a, int b)
{
    for (int i = 0; i < run->pair_count; i++) {
        const struct pair *pair = &run->pairs[i];
        if ((pair->a == a && pair->b == b) || (pair->a == b && pair->b == a))
            return pair;
    }
    return NULL;
}
