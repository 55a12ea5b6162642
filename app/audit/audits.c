#include "app/audit/audits.h"

#include "app/audit/blurs/audits_of_blurs.h"
#include "app/audit/chains/audits_of_chains.h"
#include "app/audit/impls/audits_of_impls.h"
#include "app/audit/scenes/audits_of_scenes.h"
#include "app/lab/text/wrap.h"

#include <string.h>

const struct audit *const audits[AUDITS_COUNT + 1] = {
    &audit_sigma,     &audit_psf,     &audit_stability,
    &audit_odd_sizes, &audit_quality, &audit_precision,
    &audit_banding,   &audit_nan,     &audit_scenes,
    &audit_impls,     NULL,
};

static const char *audit_at(const void *set, int i)
{
    (void) set;
    return audits[i] ? audits[i]->name : NULL;
}

const struct names audits_names = { audit_at, NULL };

const struct audit *audits_find(const char *name)
{
    for (const struct audit *const *audit = audits; *audit; audit++)
        if (strcmp((*audit)->name, name) == 0)
            return *audit;
    return NULL;
}

void audits_print(void)
{
    for (const struct audit *const *audit = audits; *audit; audit++)
        wrap_entry(stdout, 0, WRAP_INDENT, (*audit)->name, (*audit)->summary);
}
