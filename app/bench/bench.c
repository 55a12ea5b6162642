#include "app/bench/bench.h"

#include "app/bench/bloom/bloom.h"
#include "app/bench/blurs/blurs.h"
#include "app/bench/chains/chains.h"
#include "app/bench/dither/dither.h"
#include "app/bench/impls/impls.h"
#include "app/bench/run/suite_run.h"
#include "app/lab/text/wrap.h"

#include <string.h>

const struct suite *const suites[] = {
    &suite_blurs, &suite_impls, &suite_box, &suite_gaussian, &suite_bloom, &suite_dither, NULL,
};

static const char *suite_at(const void *set, int i)
{
    (void) set;
    return suites[i] ? suites[i]->name : NULL;
}

const struct names suites_names = { suite_at, NULL };

const struct suite *suites_find(const char *name)
{
    for (const struct suite *const *suite = suites; *suite; suite++)
        if (strcmp((*suite)->name, name) == 0)
            return *suite;
    return NULL;
}

void suites_print(void)
{
    for (const struct suite *const *suite = suites; *suite; suite++)
        wrap_entry(0, WRAP_INDENT, (*suite)->name, (*suite)->summary);
}

int bench_run(const struct bench_wish *wish, const struct draw_wish *draw,
              const struct results_wish *results)
{
    const struct suite *own = chain_list_is_asked(wish, draw) ? &suite_chains : &suite_one;
    return suite_run(wish->suite ? suites_find(wish->suite) : own, wish, draw, results);
}
