#include "app/lab/edit/edit.h"
#include "render/text/names.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void list_steps(const struct chain *chain, char *out, size_t size)
{
    size_t length = 0;
    out[0] = '\0';
    for (int i = 0; i < chain->count && length < size; i++)
        length += (size_t) snprintf(out + length, size - length, "%s%d %s", i > 0 ? ", " : "",
                                    i + 1, chain->steps[i].effect->name);
}

static const char *step_name(const void *set, int i)
{
    const struct chain *chain = set;
    return i < chain->count ? chain->steps[i].effect->name : NULL;
}

// Finds a step by its number, or the first of that name that is switched on (or, if all are off,
// the first).
static int find_named_step(const struct chain *chain, const char *at)
{
    int found = -1;
    if (isdigit((unsigned char) at[0])) {
        char *end;
        const long number = strtol(at, &end, 10);
        return *end == '\0' && number >= 1 && number <= chain->count ? (int) number - 1 : -1;
    }
    for (int i = chain->count - 1; i >= 0; i--) {
        const struct chain_step *step = &chain->steps[i];
        if (strcmp(step->effect->name, at) == 0 && (found < 0 || !step->off))
            found = i;
    }
    return found;
}

bool edit_find_step(const struct chain *chain, const char *at, int *step, struct error *error)
{
    *step = -1;
    if (strchr(at, '/'))
        return true;
    const int found = find_named_step(chain, at);
    char steps[256];
    list_steps(chain, steps, sizeof(steps));
    if (found < 0) {
        error_set(error, "no step '%s'; the chain has %s", at,
                  chain->count > 0 ? steps : "no steps");
        return names_suggest(error, &(const struct names){ step_name, chain }, at, strlen(at));
    }
    if (chain->steps[found].off)
        return error_set(error, "step %d, %s, is switched off by the '-' before it", found + 1,
                         chain->steps[found].effect->name);
    *step = found;
    return true;
}
