#include "app/audit/audit_limits.h"

#include "app/audit/audits.h"
#include "app/lab/text/wrap.h"
#include "render/text/number.h"

#include <stdio.h>
#include <string.h>

// The i-th of all audits' limits, NULL past the last.
static const struct audit_limit *limit_at(int i)
{
    for (const struct audit *const *audit = audits; *audit; audit++)
        for (const struct audit_limit *limit = (*audit)->limits; limit && limit->name; limit++)
            if (i-- == 0)
                return limit;
    return NULL;
}

static const char *name_at(const void *set, int i)
{
    const struct audit_limit *limit = limit_at(i);
    (void) set;
    return limit ? limit->name : NULL;
}

static const struct names limit_names = { name_at, NULL };

bool audit_limits_parse(struct option_limit *limit, const char *text, struct error *error)
{
    const size_t length = strcspn(text, "=");
    const struct audit_limit *found;
    float value;
    int i = 0;
    while ((found = limit_at(i)) &&
           !(strlen(found->name) == length && memcmp(found->name, text, length) == 0))
        i++;
    if (!found) {
        error_set(error, "no '%.*s'; there is ", names_shown(length), text);
        return names_append(error, &limit_names, text, length);
    }
    if (text[length] != '=' ||
        number_parse(text + length + 1, strlen(text + length + 1), &value) != NUMBER_FINE ||
        value < 0)
        return error_set(error, "%s needs a number of 0 or more, as in %s=%g (%s)", found->name,
                         found->name, found->value, found->help);
    *limit = (struct option_limit){ found->name, (double) value };
    return true;
}

void audit_limits_print(void)
{
    const struct audit_limit *limit;
    for (int i = 0; (limit = limit_at(i)); i++) {
        char text[256];
        snprintf(text, sizeof(text), "%g: %s", limit->value, limit->help);
        wrap_entry(stdout, 0, WRAP_INDENT, limit->name, text);
    }
}
