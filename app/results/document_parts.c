#define LOG_MODULE "report"
#include "app/results/document_parts.h"

#include "app/results/document.h"
#include "render/text/log.h"

#include <stdlib.h>
#include <string.h>

static json_t *part_of(const json_t *shards, size_t i, const char *key)
{
    return json_object_get(json_object_get(json_array_get(shards, i), "document"), key);
}

void document_parts_sort(json_t *list, int (*compare)(const void *a, const void *b))
{
    const size_t count = json_array_size(list);
    json_t **all = calloc(count + 1, sizeof(json_t *));
    if (!all)
        log_fatal("no memory for a list of %zu", count);
    for (size_t i = 0; i < count; i++)
        all[i] = json_incref(json_array_get(list, i));
    qsort(all, count, sizeof(json_t *), compare);
    for (size_t i = 0; i < count; i++)
        json_array_set_new(list, i, all[i]);
    free(all);
}

static json_int_t place_of(const json_t *run)
{
    const json_t *place = json_object_get(run, "place");
    return json_is_integer(place) ? json_integer_value(place) : -1;
}

static int by_place(const void *a, const void *b)
{
    const json_int_t x = place_of(*(json_t *const *) a), y = place_of(*(json_t *const *) b);
    return (x > y) - (x < y);
}

json_t *document_parts_runs(const json_t *shards, int variants)
{
    json_t *all = json_array(), *runs = json_array(), *run;
    json_int_t last = -1;
    size_t i;
    for (i = 0; i < json_array_size(shards); i++)
        json_array_extend(all, part_of(shards, i, "runs"));
    document_parts_sort(all, by_place);
    json_array_foreach(all, i, run)
        if (place_of(run) > last && place_of(run) < variants) {
            last = place_of(run);
            json_array_append(runs, run);
        }
    json_decref(all);
    return runs;
}

// ---- tables and charts: those of one title are one

// Returns the items by their texts under a key, of one text the first.
static json_t *index_texts(const json_t *list, const char *key)
{
    json_t *index = json_object(), *item;
    size_t i;
    json_array_foreach(list, i, item)
        if (!json_object_get(index, document_text(item, key)))
            json_object_set(index, document_text(item, key), item);
    return index;
}

static void extend(json_t *item, const json_t *other, const char *key)
{
    json_array_extend(json_object_get(item, key), json_object_get(other, key));
}

static int by_x(const void *a, const void *b)
{
    const double x = document_number(*(json_t *const *) a, "x");
    const double y = document_number(*(json_t *const *) b, "x");
    return (x > y) - (x < y);
}

static void join_series(json_t *chart, const json_t *other)
{
    size_t i;
    json_t *series, *names = index_texts(json_object_get(chart, "series"), "name");
    json_array_foreach(json_object_get(other, "series"), i, series) {
        json_t *own = json_object_get(names, document_text(series, "name"));
        if (!own) {
            json_object_set(names, document_text(series, "name"), series);
            json_array_append(json_object_get(chart, "series"), series);
            continue;
        }
        extend(own, series, "points");
        if (json_is_true(json_object_get(own, "joined")))
            document_parts_sort(json_object_get(own, "points"), by_x); // a line goes from the left
    }
    json_decref(names);
}

static void join_rows(json_t *table, const json_t *other)
{
    extend(table, other, "rows");
}

static void join_titled(json_t *joined, const json_t *shards, const char *key,
                        void (*join)(json_t *item, const json_t *other))
{
    json_t *titles = index_texts(json_object_get(joined, key), "title");
    for (size_t i = 1; i < json_array_size(shards); i++) {
        size_t k;
        json_t *item;
        json_array_foreach(part_of(shards, i, key), k, item) {
            json_t *own = json_object_get(titles, document_text(item, "title"));
            if (own) {
                join(own, item);
                continue;
            }
            own = json_deep_copy(item);
            json_object_set(titles, document_text(item, "title"), own);
            json_array_append_new(json_object_get(joined, key), own);
        }
    }
    json_decref(titles);
}

// ---- words

static json_t *name_shard(const json_t *shards, size_t i, const char *words)
{
    const json_t *settings = part_of(shards, i, "settings");
    return json_sprintf("shard %d of %d: %s",
                        (int) json_integer_value(json_object_get(settings, "shard")),
                        (int) json_integer_value(json_object_get(settings, "shards")), words);
}

// Returns what all shards say that have measured anything, as keys. NULL: none has.
static json_t *find_common(const json_t *shards)
{
    json_t *common = NULL, *finding;
    for (size_t i = 0; i < json_array_size(shards); i++) {
        if (json_array_size(part_of(shards, i, "runs")) == 0)
            continue;
        size_t k;
        json_t *said = json_object();
        json_array_foreach(part_of(shards, i, "findings"), k, finding)
            if (!common || json_object_get(common, json_string_value(finding)))
                json_object_set_new(said, json_string_value(finding), json_true());
        json_decref(common);
        common = said;
    }
    return common;
}

// What every shard says is said once, by none of them.
static void join_findings(json_t *joined, const json_t *shards)
{
    json_t *own = json_array(), *common = json_array(), *in_all = find_common(shards);
    for (size_t i = 0; i < json_array_size(shards); i++) {
        size_t k;
        json_t *finding;
        json_array_foreach(part_of(shards, i, "findings"), k, finding) {
            if (in_all && !json_object_get(in_all, json_string_value(finding)))
                json_array_append_new(own, name_shard(shards, i, json_string_value(finding)));
            else if (i == 0)
                json_array_append(common, finding);
        }
    }
    json_array_extend(own, common);
    json_decref(common);
    json_decref(in_all);
    json_object_set_new(joined, "findings", own);
}

// Of shards that have measured anything.
static void join_steady(json_t *joined, const json_t *shards)
{
    bool is_steady = true;
    json_t *sentence = json_string("");
    for (size_t i = 0; i < json_array_size(shards); i++) {
        const json_t *steady = part_of(shards, i, "steady");
        if (!json_is_object(steady) || json_array_size(part_of(shards, i, "runs")) == 0)
            continue;
        json_t *named = name_shard(shards, i, document_text(steady, "sentence"));
        json_t *longer =
            json_sprintf("%s%s%s", json_string_value(sentence),
                         json_string_length(sentence) > 0 ? "; " : "", json_string_value(named));
        json_decref(named);
        json_decref(sentence);
        sentence = longer;
        is_steady = is_steady && json_is_true(json_object_get(steady, "is_steady"));
    }
    json_object_set_new(joined, "steady",
                        json_pack("{s:b, s:o}", "is_steady", is_steady, "sentence", sentence));
}

void document_parts_join(json_t *joined, const json_t *shards)
{
    for (size_t i = 1; i < json_array_size(shards); i++) {
        json_array_extend(json_object_get(joined, "copies"), part_of(shards, i, "copies"));
        json_array_extend(json_object_get(joined, "pairs"), part_of(shards, i, "pairs"));
    }
    join_titled(joined, shards, "charts", join_series);
    join_titled(joined, shards, "tables", join_rows);
    join_findings(joined, shards);
    join_steady(joined, shards);
}

json_t *document_parts_files(const json_t *shards)
{
    json_t *names = json_string("");
    for (size_t i = 0; i < json_array_size(shards); i++) {
        json_t *longer = json_sprintf("%s%s%s", json_string_value(names), i > 0 ? ", " : "",
                                      document_text(json_array_get(shards, i), "file"));
        json_decref(names);
        names = longer;
    }
    return names;
}
