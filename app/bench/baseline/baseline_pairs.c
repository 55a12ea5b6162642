#include "app/bench/baseline/baseline.h"
#include "app/results/document.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double least_coverage = 0.95;

// ---- numbers of one run

static const json_t *time_of(const json_t *run)
{
    return json_object_get(run, "time");
}

static double median_of(const json_t *run)
{
    return document_number(time_of(run), "median");
}

static bool has_few(const json_t *time)
{
    return !(document_number(time, "coverage") >= least_coverage);
}

static struct steady_ratio interval_of(const json_t *time)
{
    return (struct steady_ratio){ document_number(time, "median"), document_number(time, "low"),
                                  document_number(time, "high") };
}

// Returns a run's time in copies, with the interval of both. There may be several copies, of other
// sizes and moments: the one that the run's key `copies` was computed with has the nearest time.
static struct steady_ratio copies_of(const json_t *document, const json_t *run)
{
    const double ms = median_of(run) / document_number(run, "copies");
    const json_t *best = NULL, *copy;
    double least = INFINITY;
    size_t i;
    json_array_foreach(json_object_get(document, "copies"), i, copy) {
        const double off = fabs(log(median_of(copy) / ms));
        if (off < least) {
            least = off;
            best = time_of(copy);
        }
    }
    return steady_divide(interval_of(time_of(run)), interval_of(best));
}

// ---- verdicts

static enum baseline_verdict judge(const struct pair *pair, bool has_few,
                                   const struct baseline_rules *rules)
{
    const double ratio = 1 + pair->percent / 100, limit = 1 + rules->limit / 100;
    if (!isfinite(ratio))
        return BASELINE_OPEN;
    if (ratio > limit)
        return pair->verdict == PAIR_SLOWER && !has_few ? BASELINE_SLOWER : BASELINE_OPEN;
    if (ratio < 1 / limit && pair->verdict == PAIR_FASTER && !has_few)
        return BASELINE_FASTER;
    return rules->drift > 0 && ratio * (1 + rules->drift) > limit ? BASELINE_OPEN : BASELINE_SAME;
}

// ---- counts of work

static void count_work(const json_t *run, double work[BASELINE_WORKS])
{
    static const char *const keys[] = { "read_bytes", "written_bytes", "dispatches" };
    const json_t *passes = json_object_get(run, "passes");
    for (int i = 0; i < BASELINE_PASSES; i++)
        work[i] = document_number(run, keys[i]);
    work[BASELINE_PASSES] = json_is_array(passes) ? (double) json_array_size(passes) : NAN;
}

// ---- pairs

const json_t *baseline_pairs_partner(const json_t *run, const json_t *other)
{
    const char *id = document_text(run, "id");
    const json_t *partner;
    size_t i;
    json_array_foreach(json_object_get(other, "runs"), i, partner)
        if (strcmp(document_text(partner, "id"), id) == 0)
            return partner;
    return NULL;
}

static struct pair compare_times(struct steady_ratio after, struct steady_ratio before,
                                 const struct baseline_rules *rules)
{
    return pair_of_ratio(steady_allow(steady_divide(after, before), rules->drift), rules->drift);
}

// Sets the verdict of a pair of measured runs. If milliseconds and copies have different verdicts,
// it is open if one of them is "slower", and otherwise there is no change.
static void compare(struct baseline_pair *pair, const json_t *then, const json_t *now,
                    const struct baseline_rules *rules)
{
    const json_t *before = time_of(pair->then), *after = time_of(pair->now);
    const bool is_few = has_few(before) || has_few(after);
    pair->ms = compare_times(interval_of(after), interval_of(before), rules);
    pair->copies = compare_times(copies_of(now, pair->now), copies_of(then, pair->then), rules);
    const enum baseline_verdict ms = judge(&pair->ms, is_few, rules);
    const enum baseline_verdict copies =
        isfinite(pair->copies.percent) ? judge(&pair->copies, is_few, rules) : ms;
    const bool is_slower = ms == BASELINE_SLOWER || copies == BASELINE_SLOWER;
    pair->verdict = ms == copies ? ms : is_slower ? BASELINE_OPEN : BASELINE_SAME;
    if (pair->verdict == BASELINE_OPEN)
        pair->why =
            is_slower && ms != BASELINE_OPEN && copies != BASELINE_OPEN
                ? (pair->ms.percent > pair->copies.percent ? "in ms alone" : "in copies alone")
            : is_few           ? "fewer than 6 samples"
            : rules->drift > 0 ? "may be drift"
                               : "may be noise";
    if (strstr(document_text(pair->now, "chain"), ":impl=cpu"))
        pair->verdict = BASELINE_UNJUDGED;
    count_work(pair->then, pair->work_then);
    count_work(pair->now, pair->work_now);
    for (int i = 0; i < BASELINE_WORKS; i++)
        if (pair->work_now[i] > pair->work_then[i] * (1 + rules->limit / 100))
            pair->has_more = pair->verdict != BASELINE_FASTER;
}

static double change_of(const struct baseline_pair *pair)
{
    const double percent = pair->copies.percent;
    return isfinite(percent) ? fabs(log1p(percent / 100)) : 0;
}

static int by_verdict(const void *a, const void *b)
{
    const struct baseline_pair *one = a, *other = b;
    if (one->verdict != other->verdict)
        return one->verdict < other->verdict ? -1 : 1;
    const double x = change_of(one), y = change_of(other);
    return (x < y) - (x > y);
}

// Adds the pair of two runs, either of which may be NULL, if one of them has a time.
static void add_pair(struct baseline_pairs *pairs, struct baseline_pair pair, const json_t *then,
                     const json_t *now, const struct baseline_rules *rules)
{
    pair.why = "";
    pair.ms_then = median_of(pair.then);
    pair.ms_now = median_of(pair.now);
    pair.verdict = pair.ms_now > 0 ? BASELINE_NEW : BASELINE_MISSING;
    if (pair.ms_now > 0 && pair.ms_then > 0)
        compare(&pair, then, now, rules);
    if (!(pair.ms_now > 0 || pair.ms_then > 0))
        return;
    pairs->all[pairs->count++] = pair;
    pairs->counts[pair.verdict]++;
    pairs->more += pair.has_more;
}

void baseline_pairs_init(struct baseline_pairs *pairs, const json_t *then, const json_t *now,
                         const struct baseline_rules *rules)
{
    const json_t *before = json_object_get(then, "runs"), *after = json_object_get(now, "runs");
    const size_t most = json_array_size(before) + json_array_size(after);
    const json_t *run;
    size_t i;
    *pairs = (struct baseline_pairs){ .all = memory_new(most + 1, sizeof(*pairs->all)) };
    json_array_foreach(after, i, run) {
        const json_t *partner = baseline_pairs_partner(run, then);
        add_pair(pairs, (struct baseline_pair){ .then = partner, .now = run }, then, now, rules);
    }
    json_array_foreach(before, i, run)
        if (!baseline_pairs_partner(run, now))
            add_pair(pairs, (struct baseline_pair){ .then = run }, then, now, rules);
    qsort(pairs->all, (size_t) pairs->count, sizeof(*pairs->all), by_verdict);
}

void baseline_pairs_finish(struct baseline_pairs *pairs)
{
    free(pairs->all);
    *pairs = (struct baseline_pairs){ 0 };
}
