#include "app/lab/edit/edit_steps.h"

#include "effects/plan/plan_sequence.h"

#include <stdlib.h>
#include <string.h>

// ---- places

// A height only decides which steps change nothing, and that is no matter of places.
static bool can_stand(const struct chain *chain, struct error *error)
{
    static const struct plan_options options = { .width = 1280, .height = 720 };
    struct plan_sequence sequence;
    return plan_sequence_make(&sequence, chain, &options, error);
}

static void insert(struct chain *chain, const struct chain_step *step, int at)
{
    struct chain_step *place = &chain->steps[at];
    memmove(place + 1, place, sizeof(*place) * (size_t) (chain->count - at));
    *place = *step;
    chain->count++;
}

static void take_out(struct chain *chain, int at)
{
    struct chain_step *place = &chain->steps[at];
    chain->count--;
    memmove(place, place + 1, sizeof(*place) * (size_t) (chain->count - at));
}

// The check advises another place, which does not help who has just asked for this one.
static void cut_advice(struct error *error)
{
    char *advice = strrchr(error->text, ';');
    if (advice)
        *advice = '\0';
}

static bool insert_if_it_can(struct chain *chain, const struct chain_step *step, int at,
                             struct error *error)
{
    struct chain longer = *chain;
    if (at < 0 || at > chain->count)
        return false;
    insert(&longer, step, at);
    if (!can_stand(&longer, error))
        return false;
    *chain = longer;
    return true;
}

// Of two places at the same distance the later one is taken.
static bool insert_near(struct chain *chain, const struct chain_step *step, int *at,
                        struct error *error)
{
    struct error ignored;
    const int wanted = *at;
    if (chain->count == CHAIN_MAX_STEPS)
        return error_set(error, "a chain has at most %d steps, and this one has them all",
                         CHAIN_MAX_STEPS);
    if (insert_if_it_can(chain, step, wanted, error))
        return true;
    for (int by = 1; by <= chain->count; by++)
        for (int way = 1; way >= -1; way -= 2)
            if (insert_if_it_can(chain, step, wanted + way * by, &ignored)) {
                *at = wanted + way * by;
                return true;
            }
    cut_advice(error);
    return error_prefix(error, "%s has no place: ", step->effect->name);
}

// ---- what keys and the mouse do

bool edit_steps_add(struct chain *chain, const struct effect *effect, int *step,
                    struct error *error)
{
    struct chain_step added;
    int at = chain->count == 0 ? 0 : *step + 1;
    chain_step_init(&added, effect);
    if (!insert_near(chain, &added, &at, error))
        return false;
    *step = at;
    return true;
}

bool edit_steps_duplicate(struct chain *chain, int *step, struct error *error)
{
    const struct chain_step copy = chain->steps[*step];
    int at = *step + 1;
    if (!insert_near(chain, &copy, &at, error))
        return false;
    *step = at;
    return true;
}

void edit_steps_remove(struct chain *chain, int *step)
{
    take_out(chain, *step);
    if (*step >= chain->count)
        *step = chain->count > 0 ? chain->count - 1 : 0;
}

bool edit_steps_move(struct chain *chain, int *step, int to, struct error *error)
{
    struct chain moved = *chain;
    const struct chain_step of = chain->steps[*step];
    if (to < 0 || to >= chain->count)
        return error_set(error, "%s is the %s step", of.effect->name, to < 0 ? "first" : "last");
    take_out(&moved, *step);
    insert(&moved, &of, to);
    if (!can_stand(&moved, error)) {
        cut_advice(error);
        return error_prefix(error, "%s stays at %d: ", of.effect->name, *step + 1);
    }
    *chain = moved;
    *step = to;
    return true;
}
