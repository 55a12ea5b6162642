#include "app/sequence/join.h"

#include "app/picture/capture_describe.h"
#include "app/sequence/frame_check.h"
#include "app/sequence/frame_name.h"
#include "app/text/complain.h"
#include "app/text/wrap.h"
#include "render/text/text.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 10 }; // about files that are wrong

// The file by which the others are judged.
struct model {
    char name[FRAME_NAME_SIZE];
    enum image_type type;
    struct image_texts texts;
};

// Expects of each frame what the model says, but of another time.
static void expect(const void *data, double time, struct image_texts *texts)
{
    const struct model *model = data;
    for (int i = 0; i < model->texts.count; i++) {
        const struct image_text *item = &model->texts.items[i];
        char value[CAPTURE_TIME_SIZE];
        capture_describe_time(time, value);
        image_texts_add(texts, item->key, strcmp(item->key, "time") == 0 ? value : item->value);
    }
}

// Takes the first file that can be read.
static bool find_model(struct model *model, const struct options *options,
                       const struct frame_span *span, struct error *error)
{
    for (int i = 0; i < span->count; i++) {
        struct image image;
        bool linear;
        *model = (struct model){ 0 };
        if (!frame_name(options->path, frame_span_at(span, i), model->name, FRAME_NAME_SIZE, error))
            return false;
        if (image_read(&image, &linear, &model->texts, model->name, error)) {
            model->type = image.type;
            image_finish(&image);
            return image_texts_find(&model->texts, "time") ||
                   error_set(error, "%s: it does not say how it was made", model->name);
        }
        image_texts_finish(&model->texts);
    }
    return error_prefix(error, "none of the %d frame%s can be read: ", span->count,
                        text_plural(span->count));
}

static void print_wrong(const struct frame_check *check, const char *states, int wrong)
{
    int lines = 0;
    for (int i = 0; i < check->span->count && lines < MOST_LINES; i++) {
        struct error why;
        if (states[i] == FRAME_WHOLE || frame_check_one(check, i, &why) == FRAME_WHOLE)
            continue;
        wrap_printf(stdout, 2, "%s", why.text);
        lines++;
    }
    if (wrong > lines)
        printf("and %d more\n", wrong - lines);
}

static void print_kind(const struct model *model)
{
    static const char *const keys[] = { "Software", "renderer", "driver", "processor" };
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        const char *value = image_texts_find(&model->texts, keys[i]);
        wrap_printf(stdout, 11, "%-10s %s", keys[i], value ? value : "not said");
    }
}

int join_run(const struct options *options)
{
    const struct frame_span span = frame_span_of(options);
    struct model model;
    struct error error;
    if (!find_model(&model, options, &span, &error))
        return complain(EXIT_FAILURE, &error);
    const struct frame_check check = { options, &span, model.type, expect, &model };
    char *states = frame_check_all(&check);
    int wrong = 0;
    for (int i = 0; i < span.count; i++)
        wrong += states[i] != FRAME_WHOLE;
    print_wrong(&check, states, wrong);
    print_kind(&model);
    printf("%d of %d frame%s belong together\n", span.count - wrong, span.count,
           text_plural(span.count));
    free(states);
    image_texts_finish(&model.texts);
    return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
