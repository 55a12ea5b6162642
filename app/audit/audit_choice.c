#define LOG_MODULE "audit"
#include "app/audit/audit_choice.h"

#include "render/text/log.h"

#include <string.h>

static const char *const given_names[AUDIT_GIVEN_COUNT] = {
    [AUDIT_CHAIN] = "--chain",
    [AUDIT_SCENE] = "--scene and --image",
    [AUDIT_SIZE] = "--size",
    [AUDIT_FORMAT] = "--format",
};

static bool is_given(const struct options *options, enum audit_given given)
{
    const bool all[AUDIT_GIVEN_COUNT] = {
        [AUDIT_CHAIN] = options->draw.chain_given,
        [AUDIT_SCENE] = options->draw.scene_given,
        [AUDIT_SIZE] = options->draw.width > 0,
        [AUDIT_FORMAT] = options->draw.format_given,
    };
    return all[given];
}

// Says in one line what an audit does not take.
static bool takes_options(const struct audit *audit, const struct options *options,
                          struct error *error)
{
    for (enum audit_given given = 0; given < AUDIT_GIVEN_COUNT; given++)
        if (audit->refuses[given] && is_given(options, given))
            return error_set(error, "--audit=%s does not take %s: %s", audit->name,
                             given_names[given], audit->refuses[given]);
    return !audit->accepts || audit->accepts(options, error) ||
           error_prefix(error, "--audit=%s ", audit->name);
}

static bool has_limit(const struct audit *audit, const char *name)
{
    for (const struct audit_limit *limit = audit->limits; limit && limit->name; limit++)
        if (limit->name == name)
            return true;
    return false;
}

// A limit of an audit that does not run would do nothing.
static bool check_limits(const struct audit_choice *choice, const struct options *options,
                         struct error *error)
{
    for (int i = 0; i < options->audit.limit_count; i++) {
        bool is_used = false;
        for (int j = 0; j < choice->count; j++)
            is_used |= has_limit(choice->all[j], options->audit.limits[i].name);
        if (!is_used)
            return error_set(error, "--limit: %s is of an audit that does not run",
                             options->audit.limits[i].name);
    }
    return true;
}

bool audit_choice_make(struct audit_choice *choice, const struct options *options,
                       struct error *error)
{
    *choice = (struct audit_choice){ 0 };
    for (int i = 0; i < AUDITS_COUNT; i++) {
        if (options->audit.name && strcmp(audits[i]->name, options->audit.name) != 0)
            continue;
        if (takes_options(audits[i], options, error))
            choice->all[choice->count++] = audits[i];
        else if (options->audit.name)
            return false;
        else
            log_note("left out: %s", error->text);
    }
    return check_limits(choice, options, error);
}
