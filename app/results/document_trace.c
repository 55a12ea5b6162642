#include "app/results/document_trace.h"

#include "app/results/document.h"
#include "app/results/json_file.h"

#include <math.h>

enum { PROCESS = 1 };

// A run's passes on its track. Times in microseconds, as traces have them.
struct track {
    json_t *events;
    const json_t *passes;
    int thread;
};

static void add_name(json_t *events, const char *what, int thread, const char *name)
{
    json_array_append_new(events,
                          json_pack("{s:s, s:s, s:i, s:i, s:{s:s}}", "name", what, "ph", "M", "pid",
                                    PROCESS, "tid", thread, "args", "name", name));
}

static void add_span(const struct track *track, const json_t *measured, const char *name,
                     double start, double duration)
{
    static const char *const keys[] = { "copies",        "gbps",       "read_bytes",
                                        "written_bytes", "dispatches", NULL };
    json_t *args = json_object();
    json_object_set_new(
        args, "median_ms",
        json_file_number(document_number(json_object_get(measured, "time"), "median")));
    for (const char *const *key = keys; *key; key++)
        if (json_is_number(json_object_get(measured, *key)))
            json_object_set(args, *key, json_object_get(measured, *key));
    json_array_append_new(track->events,
                          json_pack("{s:s, s:s, s:s, s:f, s:f, s:i, s:i, s:o}", "name", name, "cat",
                                    "gpu", "ph", "X", "ts", start, "dur", duration, "pid", PROCESS,
                                    "tid", track->thread, "args", args));
}

static const json_t *pass_at(const struct track *track, size_t i)
{
    return json_array_get(track->passes, i);
}

static double microseconds_of(const json_t *measured)
{
    const double time = 1e3 * document_number(json_object_get(measured, "time"), "median");
    return isfinite(time) && time > 0 ? time : 0;
}

// Returns the first pass from `i` on that is no descendant of one at `depth`.
static size_t end_of(const struct track *track, size_t i, double depth)
{
    while (i < json_array_size(track->passes) &&
           document_number(pass_at(track, i), "depth") > depth)
        i++;
    return i;
}

// Returns how much the children of a pass must shrink to lie inside it: the median of a sum is not
// the sum of medians.
static double shrinkage(const struct track *track, size_t first, size_t end, double depth,
                        double room)
{
    double sum = 0;
    for (size_t i = first; i < end; i++)
        if (!(document_number(pass_at(track, i), "depth") > depth + 1))
            sum += microseconds_of(pass_at(track, i));
    return sum > room ? room / sum : 1;
}

// Lays passes that follow each other, and what is in them, from `start` on. The tree is as deep as
// scopes nest.
static void add_passes(const struct track *track, size_t first, size_t end, double start,
                       double scale)
{
    for (size_t i = first; i < end;) {
        const json_t *pass = pass_at(track, i);
        const double depth = document_number(pass, "depth");
        const double duration = scale * microseconds_of(pass);
        const size_t next = end_of(track, i + 1, depth);
        add_span(track, pass, document_text(pass, "name"), start, duration);
        add_passes(track, i + 1, next < end ? next : end, start,
                   scale * shrinkage(track, i + 1, next, depth, microseconds_of(pass)));
        start += duration;
        i = next;
    }
}

static void add_run(json_t *events, const json_t *run, int thread)
{
    const struct track track = { events, json_object_get(run, "passes"), thread };
    const double time = microseconds_of(run);
    if (time <= 0)
        return;
    add_name(events, "thread_name", thread, document_text(run, "id"));
    if (json_array_size(track.passes) > 0)
        add_passes(&track, 0, json_array_size(track.passes), 0, 1);
    else
        add_span(&track, run, document_text(run, "chain"), 0, time);
}

bool document_trace_print(const json_t *document, FILE *out)
{
    json_t *environment = json_object_get(document, "environment");
    const json_t *runs = json_object_get(document, "runs");
    json_t *events = json_array();
    add_name(events, "process_name", 0, document_text(environment, "renderer"));
    for (size_t i = 0; i < json_array_size(runs); i++)
        add_run(events, json_array_get(runs, i), (int) i + 1);
    json_t *json = json_pack("{s:o, s:s, s:O}", "traceEvents", events, "displayTimeUnit", "ns",
                             "otherData", environment);
    const bool printed = json_file_print(json, out);
    json_decref(json);
    return printed;
}
