#include "app/stage/measuring.h"

static const struct effect *effect_of(const struct trials *trials)
{
    return trials->place.chain.steps[trials->place.step].effect;
}

void measuring_turn(struct stage *stage, struct workbench *workbench)
{
    struct error error;
    struct trials *trials = &stage->trials;
    if (trials->is_on) {
        trials_stop(trials);
        workbench_say(workbench, "%s: measuring is stopped", effect_of(trials)->name);
    } else if (trials_begin(trials, &stage->lab, &workbench->chain, workbench->step, &error)) {
        workbench_say(workbench,
                      "measuring the %d implementations of %s; the fastest is told at the end, "
                      "the list of impl shows all",
                      trials->count, effect_of(trials)->name);
    } else {
        workbench_say(workbench, "%s", error.text);
    }
}

static void say_fastest(const struct trials *trials, struct workbench *workbench)
{
    const int fastest = trials_fastest(trials);
    if (fastest < 0)
        workbench_conclude(workbench, "%s: no implementation could be measured here",
                           effect_of(trials)->name);
    else
        workbench_conclude(workbench, "%s: of %d, %s is the fastest here, %.3f ms",
                           effect_of(trials)->name, trials->count,
                           effect_of(trials)->impls[fastest]->name, trials->items[fastest].time);
}

// What is wanted and not compiled yet comes first.
void measuring_draw(struct stage *stage, struct workbench *workbench)
{
    if (stage->waits_for == 0 && !stage->is_reloading &&
        trials_draw(&stage->trials, &stage->lab, &workbench->chain))
        say_fastest(&stage->trials, workbench);
}
