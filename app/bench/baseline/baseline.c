#define LOG_MODULE "baseline"
#include "app/bench/baseline/baseline.h"

#include "app/results/document.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/step_text.h"
#include "render/text/text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// Returns the run of `other` with the id of `run`; NULL if there is none.
static const json_t *partner_of(const json_t *run, const json_t *other)
{
    const char *id = document_text(run, "id");
    const json_t *partner;
    size_t i;
    json_array_foreach(json_object_get(other, "runs"), i, partner)
        if (strcmp(document_text(partner, "id"), id) == 0)
            return partner;
    return NULL;
}

// ---- before anything is measured

enum { VALUE_SIZE = 256 };

// Facts that must be equal for times to be comparable.
static const struct fact {
    const char *object, *key, *name;
} facts[] = {
    { NULL, "suite", "suite" }, // each counts other passes
    { "environment", "renderer", "renderer" },
    { "environment", "cpu", "processor" },
    { "settings", "fuse", "--fuse" },
    { "settings", "msaa", "--msaa" },
    { "settings", "scene_scale", "--scene-scale" },
    { "settings", "hook_size", "--hook-size" },
};

static const json_t *value_of(const json_t *document, const struct fact *fact)
{
    return json_object_get(fact->object ? json_object_get(document, fact->object) : document,
                           fact->key);
}

// Writes a renderer without the parts of its driver: "AMD Radeon RX 6800 navi21". In parentheses
// Mesa names the GPU, the driver and versions that an update changes: "AMD Radeon RX 6800
// (radeonsi, navi21, LLVM 15.0.6, DRM 3.49, 6.1.0)", "llvmpipe (LLVM 15.0.6, 256 bits)".
static void print_gpu(const char *renderer, char out[static VALUE_SIZE])
{
    static const char *const of_driver[] = { "LLVM ", "DRM ", "radeonsi" };
    const char *open = strrchr(renderer, '(');
    const char *end = open && renderer[strlen(renderer) - 1] == ')' ? open : strchr(renderer, '\0');
    struct step_writer writer = { out, VALUE_SIZE, 0 };
    step_writef(&writer, "%.*s", (int) (end - renderer), renderer);
    for (const char *part = end; *part; part += strcspn(part, ",)")) {
        part += strspn(part, "(,) ");
        bool is_of_driver = isdigit((unsigned char) *part);
        for (int i = 0; i < 3; i++)
            is_of_driver |= text_begins_with(part, of_driver[i]);
        if (*part && !is_of_driver)
            step_writef(&writer, " %.*s", (int) strcspn(part, ",)"), part);
    }
}

static void print_value(const json_t *value, char out[static VALUE_SIZE])
{
    if (json_is_string(value))
        snprintf(out, VALUE_SIZE, "'%s'", json_string_value(value));
    else if (json_is_null(value)) // the suite of one chain
        strcpy(out, "none");
    else
        snprintf(out, VALUE_SIZE, "%g", json_number_value(value));
}

static bool check_facts(const json_t *then, const json_t *now, struct error *error)
{
    const json_t *environment = json_object_get(now, "environment");
    for (size_t i = 0; i < ARRAY_COUNT(facts); i++) {
        const json_t *a = value_of(then, &facts[i]), *b = value_of(now, &facts[i]);
        char before[VALUE_SIZE], after[VALUE_SIZE];
        // The processor matters only if it draws.
        const bool matters = strcmp(facts[i].key, "cpu") != 0 ||
                             json_is_true(json_object_get(environment, "software"));
        // Missing values are equal to any, and 1 is equal to 1.0.
        bool is_same = !a || !b || json_equal(a, b);
        if (json_is_number(a) && json_is_number(b))
            is_same = json_number_value(a) == json_number_value(b);
        if (strcmp(facts[i].key, "renderer") == 0 && json_is_string(a) && json_is_string(b)) {
            print_gpu(json_string_value(a), before);
            print_gpu(json_string_value(b), after);
            is_same = strcasecmp(before, after) == 0;
        }
        if (!matters || is_same)
            continue;
        print_value(a, before);
        print_value(b, after);
        return error_set(error,
                         "its %s was %s, and here it is %s; --report shows the files of both side "
                         "by side",
                         facts[i].name, before, after);
    }
    return true;
}

// Returns true if any run is measured in both. Warns if a run's files have changed.
static bool check_runs(const char *path, const json_t *then, const json_t *now, struct error *error)
{
    const json_t *runs = json_object_get(now, "runs"), *run;
    const json_t *first = json_array_get(json_object_get(then, "runs"), 0);
    bool is_any = false;
    size_t i;
    json_array_foreach(runs, i, run) {
        const json_t *partner = partner_of(run, then);
        const char *before = document_text(partner, "files");
        const char *after = document_text(run, "files");
        is_any |= partner != NULL;
        if (partner && strcmp(before, after) != 0)
            log_warning("another file than in %s: of '%s' it was %s, and is %s", path,
                        document_text(run, "chain"), before, after);
    }
    return is_any ||
           error_set(error,
                     "none of its runs is measured here; its first is '%s', and here it "
                     "is '%s'",
                     document_text(first, "id"), document_text(json_array_get(runs, 0), "id"));
}

bool baseline_check(const char *path, const json_t *then, const json_t *now, struct error *error)
{
    return (check_facts(then, now, error) && check_runs(path, then, now, error)) ||
           error_prefix(error, "--baseline: %s: ", path);
}

// ---- times of two runs

static const json_t *time_of(const json_t *run)
{
    return json_object_get(run, "time");
}

static double median_of(const json_t *run)
{
    return document_number(time_of(run), "median");
}

static bool has_few(const json_t *run)
{
    static const double least_coverage = 0.95;
    return !(document_number(time_of(run), "coverage") >= least_coverage);
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

static struct pair compare_times(const struct baseline *baseline, struct steady_ratio after,
                                 struct steady_ratio before)
{
    return pair_of_ratio(steady_divide(after, before), baseline->drift);
}

static enum baseline_verdict judge(const struct baseline *baseline, const struct pair *pair,
                                   bool is_few)
{
    const double ratio = 1 + pair->percent / 100, limit = 1 + baseline->limit / 100;
    if (!isfinite(ratio))
        return BASELINE_OPEN;
    if (ratio > limit)
        return pair->verdict == PAIR_SLOWER && !is_few ? BASELINE_SLOWER : BASELINE_OPEN;
    if (ratio < 1 / limit && pair->verdict == PAIR_FASTER && !is_few)
        return BASELINE_FASTER;
    return baseline->drift > 0 && ratio * (1 + baseline->drift) > limit ? BASELINE_OPEN
                                                                        : BASELINE_SAME;
}

// ---- pairs

static double count_of(const json_t *run, const char *key)
{
    const json_t *value = json_object_get(run, key);
    return json_is_array(value) ? (double) json_array_size(value) : document_number(run, key);
}

// Sets the verdict of a pair of measured runs. If milliseconds and copies have different verdicts,
// it is open if one of them is "slower", and otherwise there is no change.
static void compare(const struct baseline *baseline, struct baseline_pair *pair)
{
    static const char *const works[][2] = {
        { "read_bytes", "bytes read" },
        { "written_bytes", "bytes written" },
        { "dispatches", "dispatches" },
        { "passes", "passes" },
    };
    struct step_writer why = { pair->why, sizeof(pair->why), 0 };
    const bool is_few = has_few(pair->then) || has_few(pair->now);
    pair->ms =
        compare_times(baseline, interval_of(time_of(pair->now)), interval_of(time_of(pair->then)));
    pair->copies = compare_times(baseline, copies_of(baseline->now, pair->now),
                                 copies_of(baseline->then, pair->then));
    const enum baseline_verdict ms = judge(baseline, &pair->ms, is_few);
    const enum baseline_verdict copies =
        isfinite(pair->copies.percent) ? judge(baseline, &pair->copies, is_few) : ms;
    const bool is_slower = ms == BASELINE_SLOWER || copies == BASELINE_SLOWER;
    pair->verdict = ms == copies ? ms : is_slower ? BASELINE_OPEN : BASELINE_SAME;
    if (pair->verdict == BASELINE_OPEN)
        step_write(&why, is_slower && ms != BASELINE_OPEN && copies != BASELINE_OPEN
                             ? (pair->ms.percent > pair->copies.percent ? "in ms alone"
                                                                        : "in copies alone")
                         : is_few              ? "fewer than 6 samples"
                         : baseline->drift > 0 ? "may be drift"
                                               : "may be noise");
    if (strstr(document_text(pair->now, "chain"), ":impl=cpu"))
        pair->verdict = BASELINE_UNJUDGED;
    // Notes the counts of work that are more than before by more than the limit.
    for (int i = 0; i < 4 && pair->verdict != BASELINE_FASTER; i++) {
        const double before = count_of(pair->then, works[i][0]);
        const double after = count_of(pair->now, works[i][0]);
        if (!(after > before * (1 + baseline->limit / 100)))
            continue;
        pair->has_more = true;
        step_writef(&why, "%s%.9g %s, were %.9g", why.length > 0 ? "; " : "", after, works[i][1],
                    before);
    }
}

// Adds the pair of two runs, either of which may be NULL, if one of them has a time.
static void add_pair(struct baseline *baseline, const json_t *then, const json_t *now)
{
    const struct pair unknown = { .percent = NAN, .low = NAN, .high = NAN };
    struct baseline_pair *pair = &baseline->all[baseline->count];
    *pair = (struct baseline_pair){
        .then = then,
        .now = now,
        .ms_then = median_of(then),
        .ms_now = median_of(now),
        .ms = unknown,
        .copies = unknown,
    };
    const bool has_then = pair->ms_then > 0, has_now = pair->ms_now > 0;
    if (!has_then && !has_now)
        return;
    pair->verdict = has_now ? BASELINE_NEW : BASELINE_MISSING;
    snprintf(pair->why, sizeof(pair->why), "%s", document_text(now, "left_out"));
    if (has_then && has_now)
        compare(baseline, pair);
    baseline->count++;
    baseline->counts[pair->verdict]++;
    baseline->more += pair->has_more;
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

void baseline_compare(struct baseline *baseline)
{
    const json_t *before = json_object_get(baseline->then, "runs");
    const json_t *after = json_object_get(baseline->now, "runs"), *run;
    const size_t most = json_array_size(before) + json_array_size(after);
    size_t i;
    baseline->all = memory_new(most + 1, sizeof(*baseline->all));
    json_array_foreach(after, i, run)
        add_pair(baseline, partner_of(run, baseline->then), run);
    json_array_foreach(before, i, run)
        if (!partner_of(run, baseline->now))
            add_pair(baseline, run, NULL);
    qsort(baseline->all, (size_t) baseline->count, sizeof(*baseline->all), by_verdict);
}

void baseline_finish(struct baseline *baseline)
{
    free(baseline->all);
    *baseline = (struct baseline){ 0 };
}
