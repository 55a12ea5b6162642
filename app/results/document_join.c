#define LOG_MODULE "report"
#include "app/results/document_join.h"

#include "app/results/document.h"
#include "app/results/document_parts.h"
#include "render/text/error.h"
#include "render/text/log.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// ---- what belongs together

// Of the machine and the program; the date, the host and the number of processors may differ.
static const char *const facts[] = { "program", "commit", "renderer", "vendor",
                                     "driver",  "gl",     "cpu" };

static const json_t *document_of(const json_t *item)
{
    return json_object_get(item, "document");
}

static int setting(const json_t *item, const char *key)
{
    const json_t *settings = json_object_get(document_of(item), "settings");
    const json_int_t value = json_integer_value(json_object_get(settings, key));
    return value < 0 ? 0 : value > INT_MAX ? INT_MAX : (int) value;
}

static bool is_shard(const json_t *item)
{
    return setting(item, "shards") > 0;
}

static bool is_same_suite(const json_t *a, const json_t *b)
{
    return is_shard(b) && strcmp(document_text(document_of(a), "suite"),
                                 document_text(document_of(b), "suite")) == 0;
}

static bool differ(const json_t *a, const json_t *b, const char *key, struct error *why)
{
    const json_t *of_a = json_object_get(a, key), *of_b = json_object_get(b, key);
    if (of_a == of_b || json_equal(of_a, of_b)) // neither may have it
        return false;
    char *first = json_dumps(of_a, JSON_ENCODE_ANY);
    char *second = json_dumps(of_b, JSON_ENCODE_ANY);
    error_set(why, "its %s is %s, not %s", key, second ? second : "not said",
              first ? first : "not said");
    free(first);
    free(second);
    return true;
}

// Fills in why a shard is of another whole than `first`.
static bool belongs(const json_t *first, const json_t *other, struct error *why)
{
    const json_t *a = document_of(first), *b = document_of(other);
    const json_t *settings = json_object_get(a, "settings");
    for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++)
        if (differ(json_object_get(a, "environment"), json_object_get(b, "environment"), facts[i],
                   why))
            return false;
    for (void *at = json_object_iter((json_t *) settings); at;
         at = json_object_iter_next((json_t *) settings, at)) {
        const char *key = json_object_iter_key(at);
        if (strcmp(key, "shard") != 0 && differ(settings, json_object_get(b, "settings"), key, why))
            return false;
    }
    return true;
}

// ---- a whole

static const json_t *with_shard(const json_t *shards, int number)
{
    size_t i;
    json_t *item;
    json_array_foreach(shards, i, item)
        if (setting(item, "shard") == number)
            return item;
    return NULL;
}

// Takes from the documents, from `begin` on, those that belong to the first. Returns whether none
// that should was left.
static bool take_shards(json_t *documents, size_t begin, json_t *shards)
{
    const json_t *first = json_array_get(documents, begin);
    bool is_whole = true;
    for (size_t i = begin; i < json_array_size(documents);) {
        json_t *item = json_array_get(documents, i);
        const json_t *twin = with_shard(shards, setting(item, "shard"));
        struct error why;
        if (!is_same_suite(first, item)) {
            i++;
            continue;
        }
        if (belongs(first, item, &why) && !twin) {
            json_array_append(shards, item);
            json_array_remove(documents, i);
            first = json_array_get(shards, 0);
            continue;
        }
        if (twin)
            error_set(&why, "shard %d of %d is in %s already", setting(item, "shard"),
                      setting(item, "shards"), document_text(twin, "file"));
        log_warning("%s does not belong to %s: %s", document_text(item, "file"),
                    document_text(first, "file"), why.text);
        is_whole = false;
        i++;
    }
    return is_whole;
}

// Returns how many places have no run.
static int join_runs(json_t *joined, const json_t *shards)
{
    const int variants = setting(json_array_get(shards, 0), "variants");
    json_t *runs = document_parts_runs(shards, variants);
    json_object_set_new(joined, "runs", runs);
    return variants - (int) json_array_size(runs);
}

// Returns the numbers of the shards that are missing, as words; NULL: none is. Of many the first
// few.
static json_t *list_missing(const json_t *shards)
{
    enum { MOST = 8 };
    const int count = setting(json_array_get(shards, 0), "shards");
    int missing = 0;
    json_t *words = NULL;
    for (int number = 1; number <= count && missing <= MOST; number++) {
        if (with_shard(shards, number))
            continue;
        json_t *longer = missing == MOST ? json_sprintf("%s and more", json_string_value(words))
                         : words         ? json_sprintf("%s, %d", json_string_value(words), number)
                                         : json_sprintf("%d", number);
        json_decref(words);
        words = longer;
        missing++;
    }
    return words;
}

// Puts what the whole lacks before its other findings. Returns whether it lacks nothing.
static bool say_missing(json_t *joined, const json_t *shards, int missing)
{
    const json_t *first = json_array_get(shards, 0);
    json_t *numbers = list_missing(shards);
    const bool is_whole = !numbers && missing == 0;
    json_t *words = json_sprintf("%s: missing of %d shards: %s; %d of %d variants are not here",
                                 document_text(joined, "suite"), setting(first, "shards"),
                                 numbers ? json_string_value(numbers) : "none", missing,
                                 setting(first, "variants"));
    if (!is_whole) {
        log_warning("%s", json_string_value(words));
        json_array_insert(json_object_get(joined, "findings"), 0, words);
    }
    json_decref(numbers);
    json_decref(words);
    return is_whole;
}

static int by_shard(const void *a, const void *b)
{
    return setting(*(json_t *const *) a, "shard") - setting(*(json_t *const *) b, "shard");
}

// Puts one document in the place of the shards, which it orders.
static bool join(json_t *documents, size_t at, json_t *shards)
{
    document_parts_sort(shards, by_shard);
    json_t *joined = json_deep_copy(document_of(json_array_get(shards, 0)));
    const int missing = join_runs(joined, shards);
    json_object_del(json_object_get(joined, "settings"), "shard");
    document_parts_join(joined, shards);
    const bool is_whole = say_missing(joined, shards, missing);
    json_array_insert_new(
        documents, at,
        json_pack("{s:o, s:o}", "file", document_parts_files(shards), "document", joined));
    return is_whole;
}

bool document_join(json_t *documents)
{
    bool is_whole = true;
    for (size_t i = 0; i < json_array_size(documents); i++) {
        if (!is_shard(json_array_get(documents, i)))
            continue;
        json_t *shards = json_array();
        is_whole = take_shards(documents, i, shards) && is_whole;
        is_whole = join(documents, i, shards) && is_whole;
        json_decref(shards);
    }
    return is_whole;
}
