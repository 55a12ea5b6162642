#define LOG_MODULE "suite"
#include "app/bench/run/suite_begin.h"

#include "render/text/log.h"

#include <stdlib.h>

void suite_begin(struct suite_run *run, const struct suite *suite, const struct options *options,
                 struct lab *lab)
{
    *run = (struct suite_run){
        .suite = suite,
        .options = options,
        .lab = lab,
        .warmup = options->bench.warmup >= 0 ? options->bench.warmup : 2,
        .patience = options->bench.patience > 0 ? options->bench.patience : 0.5,
    };
    steady_init(&run->steady, lab->gpu.info.software);
    if (options->bench.runs > 0)
        run->rounds = options->bench.runs;
    else if (options->bench.quick)
        run->rounds = run->suite->quick_rounds > 0 ? run->suite->quick_rounds : 3;
    else
        run->rounds = run->suite->rounds > 0 ? run->suite->rounds : 10;
    suite->list(run);
}

void suite_end(struct suite_run *run)
{
    for (int i = 0; i < run->count; i++) {
        for (int part = 0; part <= SUITE_PARTS; part++)
            free(run->variants[i].times[part]);
        if (run->variants[i].passes)
            pass_stats_finish(run->variants[i].passes);
        free(run->variants[i].passes);
    }
    free(run->variants);
    free(run->pairs);
    table_finish(&run->table);
    for (int i = 0; i < run->chart_count; i++)
        chart_finish(&run->charts[i]);
}

static int most_runs(const struct suite_run *run)
{
    int most = 0;
    for (int i = 0; i < run->count; i++)
        most = run->variants[i].count > most ? run->variants[i].count : most;
    return most;
}

bool suite_has_times(const struct suite_run *run)
{
    if (most_runs(run) == 0)
        log_note("interrupted before anything was measured");
    return most_runs(run) > 0;
}

void suite_say_interrupted(struct suite_run *run)
{
    int measured = 0;
    for (int i = 0; i < run->count; i++)
        measured += suite_has_run(&run->variants[i]);
    suite_say(run, "interrupted: %d of %d variants were measured, %d of %d times at most", measured,
              run->count, most_runs(run), run->rounds);
}
