#include "app/picture/sequence/resume.h"

#include "app/lab/text/processors.h"
#include "app/picture/frame.h"
#include "app/picture/sequence/frame_name.h"
#include "render/file/end_signal.h"
#include "render/text/memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum state { MISSING, WHOLE, OTHER };

// What the threads that look at the files share.
struct search {
    const struct capture_view *view;
    const struct lab *lab;
    const struct options *options;
    const struct frame_span *span;
    atomic_int next;
    char *states; // an enum state for each frame; after a signal the rest counts as missing
};

// ---- one file

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

// Looks at the i-th frame. `why` says what is wrong where the file is another.
static enum state look_at(const struct search *search, int i, struct error *why)
{
    const int number = frame_span_at(search->span, i);
    char name[FRAME_NAME_SIZE];
    struct stat status;
    struct image_texts wanted = { 0 };
    if (!frame_name(search->options->picture.path, number, name, sizeof(name), why) ||
        stat(name, &status) != 0)
        return MISSING;
    if (!S_ISREG(status.st_mode)) {
        error_set(why, "%s: no file", name);
        return OTHER;
    }
    capture_view_describe(search->view, search->lab, frame_span_time(search->options, number),
                          &wanted);
    const bool whole = is_whole(name, &wanted, search->view->format.type, why);
    image_texts_finish(&wanted);
    return whole ? WHOLE : OTHER;
}

// ---- all of them

static void *look(void *data)
{
    struct search *search = data;
    struct error why;
    for (int i; (i = atomic_fetch_add(&search->next, 1)) < search->span->count;) {
        if (end_signal_came())
            break;
        search->states[i] = (char) look_at(search, i, &why);
    }
    return NULL;
}

static void look_at_all(struct search *search)
{
    pthread_t threads[PROCESSORS_MOST];
    const int wanted = processors_or(search->options->picture.threads);
    int count = 0;
    while (count < wanted - 1 && pthread_create(&threads[count], NULL, look, search) == 0)
        count++;
    look(search);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
}

int *resume_find(struct resume *resume, const struct capture_view *view, const struct lab *lab,
                 const struct options *options, const struct frame_span *span, int *count)
{
    struct search search = { view, lab, options, span, 0, memory_new((size_t) span->count + 1, 1) };
    int *numbers = memory_new((size_t) span->count + 1, sizeof(*numbers));
    *resume = (struct resume){ 0 };
    *count = 0;
    if (options->picture.resume)
        look_at_all(&search);
    for (int i = 0; i < span->count; i++) {
        resume->kept += search.states[i] == WHOLE;
        if (search.states[i] == OTHER && resume->replaced++ == 0)
            look_at(&search, i, &resume->first);
        if (search.states[i] != WHOLE)
            numbers[(*count)++] = frame_span_at(span, i);
    }
    free(search.states);
    return numbers;
}
