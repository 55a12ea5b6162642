#define LOG_MODULE "suite"
#include "app/suite/run/suite_shard.h"

#include "render/text/log.h"

#include <stdlib.h>

static bool are_together(const struct suite *suite, const struct suite_variant *a,
                         const struct suite_variant *b)
{
    return !suite->are_together || suite->are_together(a, b);
}

// Writes the group of each variant, in the order in which groups begin.
static void find_groups(const struct suite_run *run, int groups[])
{
    int count = 0;
    for (int i = 0; i < run->count; i++) {
        int first = 0;
        while (first < i && !are_together(run->suite, &run->variants[first], &run->variants[i]))
            first++;
        groups[i] = first < i ? groups[first] : count++;
    }
}

// Stages are counted by those that there are; a list goes by stage.
static void count_stages(struct suite_run *run)
{
    int stage = -1, last = -1;
    for (int i = 0; i < run->count; i++) {
        struct suite_variant *variant = &run->variants[i];
        stage += variant->stage != last;
        last = variant->stage;
        variant->stage = stage;
    }
}

void suite_shard_take(struct suite_run *run)
{
    const struct options *options = run->options;
    int *groups = calloc((size_t) run->count + 1, sizeof(*groups));
    if (!groups)
        log_fatal("no memory for %d variants", run->count);
    find_groups(run, groups);
    run->listed = run->count;
    run->count = 0;
    for (int i = 0; i < run->listed; i++) {
        run->variants[i].place = i;
        if (options->shards == 0 || groups[i] % options->shards == options->shard - 1)
            run->variants[run->count++] = run->variants[i];
    }
    count_stages(run);
    free(groups);
}

bool suite_shard_is_empty(const struct suite_run *run)
{
    return run->options->shards > 0 && run->count == 0;
}

void suite_shard_say(struct suite_run *run)
{
    if (run->options->shards > 0)
        suite_say(run, "a part, %d of %d variants: what is said is said of these", run->count,
                  run->listed);
}
