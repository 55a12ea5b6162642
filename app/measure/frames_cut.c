#include "app/measure/frames_cut.h"

#include <string.h>

// Scopes of a frame, in this order: filler, those of the subject, wash, copies, arithmetic.
const char frames_filler[] = "filler", frames_wash[] = "wash", frames_copies[] = "copies";

// Returns the last scope of that name below the frame; 0: there is none.
static int find_scope(const struct gpu_frame *frame, const char *name)
{
    int i = frame->count - 1;
    while (i > 0 && (frame->scopes[i].depth != 1 || strcmp(frame->scopes[i].name, name) != 0))
        i--;
    return i;
}

static bool has_filler(const struct gpu_frame *frame)
{
    return frame->count > 1 && strcmp(frame->scopes[1].name, frames_filler) == 0;
}

static void add_scopes(struct gpu_frame *to, const struct gpu_frame *from, int begin, int end)
{
    memcpy(to->scopes + to->count, from->scopes + begin,
           sizeof(to->scopes[0]) * (size_t) (end - begin));
    to->count += end - begin;
}

static void take_away(struct gpu_scope *whole, const struct gpu_scope *part)
{
    whole->work_ns -= part->work_ns;
    whole->traffic.read -= part->traffic.read;
    whole->traffic.written -= part->traffic.written;
    whole->dispatches -= part->dispatches;
}

// The subject's part begins behind the filler and ends at `split`.
static void cut_subject(const struct gpu_frame *frame, int split, struct gpu_frame *part)
{
    const int begin = has_filler(frame) ? 2 : 1;
    part->index = frame->index;
    part->count = 0;
    add_scopes(part, frame, 0, 1);
    add_scopes(part, frame, begin, split);
    struct gpu_scope *whole = &part->scopes[0];
    if (begin == 2)
        whole->begin_ns = frame->scopes[1].end_ns;
    whole->end_ns = frame->scopes[split].begin_ns;
    for (int i = 1; i < frame->count; i++)
        if (frame->scopes[i].depth == 1 && (i < begin || i >= split))
            take_away(whole, &frame->scopes[i]);
}

static void use_efforts(struct gpu_frame *part)
{
    for (int i = 0; i < part->count; i++) {
        struct gpu_scope *scope = &part->scopes[i];
        scope->end_ns = scope->begin_ns + (uint64_t) gpu_scope_effort(scope);
    }
}

bool frames_cut(const struct gpu_frame *frame, bool by_effort, struct gpu_frame *measured,
                struct gpu_frame *copied)
{
    const int copies = find_scope(frame, frames_copies), wash = find_scope(frame, frames_wash);
    if (copies == 0)
        return false;
    cut_subject(frame, wash > 0 ? wash : copies, measured);
    copied->index = frame->index;
    copied->count = 0;
    add_scopes(copied, frame, copies, frame->count);
    if (by_effort) {
        use_efforts(measured);
        use_efforts(copied);
    }
    return true;
}
