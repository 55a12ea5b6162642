#define LOG_MODULE "sequence"
#include "app/sequence/resume.h"

#include "app/sequence/frame_check.h"
#include "render/text/log.h"

#include <stdlib.h>

struct drawn {
    const struct capture_view *view;
    const struct lab *lab;
};

static void expect(const void *data, double time, struct image_texts *texts)
{
    const struct drawn *drawn = data;
    capture_view_describe(drawn->view, drawn->lab, time, texts);
}

// Returns the state of every frame, or NULL where all are to be drawn.
static char *look(struct resume *resume, const struct frame_check *check)
{
    if (!check->options->resume)
        return NULL;
    char *states = frame_check_all(check);
    for (int i = 0; i < check->span->count; i++) {
        resume->kept += states[i] == FRAME_WHOLE;
        if (states[i] == FRAME_OTHER && resume->replaced++ == 0)
            frame_check_one(check, i, &resume->first);
    }
    return states;
}

int *resume_find(struct resume *resume, const struct capture_view *view, const struct lab *lab,
                 const struct options *options, const struct frame_span *span, int *count)
{
    const struct drawn drawn = { view, lab };
    const struct frame_check check = { options, span, view->format.type, expect, &drawn };
    int *numbers = calloc((size_t) span->count + 1, sizeof(*numbers));
    if (!numbers)
        log_fatal("out of memory");
    *resume = (struct resume){ 0 };
    *count = 0;
    char *states = look(resume, &check);
    for (int i = 0; i < span->count; i++)
        if (!states || states[i] != FRAME_WHOLE)
            numbers[(*count)++] = frame_span_at(span, i);
    free(states);
    return numbers;
}
