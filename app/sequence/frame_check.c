#define LOG_MODULE "sequence"
#include "app/sequence/frame_check.h"

#include "app/sequence/frame_name.h"
#include "app/text/processors.h"
#include "render/file/end_signal.h"
#include "render/text/log.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool has_texts(const struct image_texts *texts, const struct image_texts *wanted,
                      struct error *why)
{
    for (int i = 0; i < wanted->count; i++) {
        const char *key = wanted->items[i].key, *value = image_texts_find(texts, key);
        if (!value)
            return error_set(why, "it does not say its %s", key);
        if (strcmp(value, wanted->items[i].value) != 0)
            return error_set(why, "its %s is '%s', not '%s'", key, value, wanted->items[i].value);
    }
    return texts->count == wanted->count ||
           error_set(why, "it says more of itself than the others");
}

static bool is_whole(const char *name, const struct image_texts *wanted, enum image_type type,
                     struct error *why)
{
    struct image image = { 0 };
    struct image_texts texts = { 0 };
    bool linear;
    bool whole = image_read(&image, &linear, &texts, name, why);
    if (whole && image.type != type)
        whole = error_set(why, "%s: it has another number of bits a channel", name);
    else if (whole && !has_texts(&texts, wanted, why))
        whole = error_prefix(why, "%s: ", name);
    image_texts_finish(&texts);
    image_finish(&image);
    return whole;
}

enum frame_state frame_check_one(const struct frame_check *check, int i, struct error *why)
{
    const int number = frame_span_at(check->span, i);
    char name[FRAME_NAME_SIZE];
    struct stat status;
    struct image_texts wanted = { 0 };
    if (!frame_name(check->options->path, number, name, sizeof(name), why))
        return FRAME_MISSING;
    if (stat(name, &status) != 0) {
        error_set(why, "%s: it is not there", name);
        return FRAME_MISSING;
    }
    if (!S_ISREG(status.st_mode)) {
        error_set(why, "%s: no file", name);
        return FRAME_OTHER;
    }
    check->expect(check->data, frame_span_time(check->options, number), &wanted);
    const bool whole = is_whole(name, &wanted, check->type, why);
    image_texts_finish(&wanted);
    return whole ? FRAME_WHOLE : FRAME_OTHER;
}

struct search {
    const struct frame_check *check;
    atomic_int next;
    char *states;
};

static void *look(void *data)
{
    struct search *search = data;
    struct error why;
    for (int i; (i = atomic_fetch_add(&search->next, 1)) < search->check->span->count;) {
        if (end_signal_came())
            break;
        search->states[i] = (char) frame_check_one(search->check, i, &why);
    }
    return NULL;
}

char *frame_check_all(const struct frame_check *check)
{
    pthread_t threads[PROCESSORS_MOST];
    struct search search = { check, 0, calloc((size_t) check->span->count + 1, 1) };
    const int wanted = processors_or(check->options->threads);
    int count = 0;
    if (!search.states)
        log_fatal("out of memory");
    while (count < wanted - 1 && pthread_create(&threads[count], NULL, look, &search) == 0)
        count++;
    look(&search);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    return search.states;
}
