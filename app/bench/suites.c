#include "app/bench/suites.h"

#include "app/bench/bloom/bloom.h"
#include "app/bench/blurs/suite_blurs.h"
#include "app/bench/dither/suite_dither.h"
#include "app/bench/impls/impls.h"
#include "app/lab/text/wrap.h"

#include <string.h>

const struct suite *const suites[] = {
    &suite_blurs, &suite_impls, &suite_box, &suite_gaussian, &suite_bloom, &suite_dither, NULL,
};

static const char all[] = "all";

static const char *suite_at(const void *set, int i)
{
    enum { COUNT = sizeof(suites) / sizeof(suites[0]) - 1 };
    (void) set;
    return i < COUNT ? suites[i]->name : i == COUNT ? all : NULL;
}

const struct names suites_names = { suite_at, NULL };

const struct suite *suites_find(const char *name)
{
    for (const struct suite *const *suite = suites; *suite; suite++)
        if (strcmp((*suite)->name, name) == 0)
            return *suite;
    return NULL;
}

bool suites_has(const char *name)
{
    return suites_find(name) || strcmp(name, all) == 0;
}

void suites_print(void)
{
    for (const struct suite *const *suite = suites; *suite; suite++)
        wrap_entry(stdout, 0, WRAP_INDENT, (*suite)->name, (*suite)->summary);
    wrap_entry(stdout, 0, WRAP_INDENT, all, "each of these in turn");
}
