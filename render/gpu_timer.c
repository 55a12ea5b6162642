#include "render/gpu_timer.h"

#include "render/text/clock.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <assert.h>
#include <epoxy/gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void gpu_timer_init(struct gpu_timer *timer)
{
    *timer = (struct gpu_timer){ .ring = memory_new(GPU_TIMER_LATENCY, sizeof(*timer->ring)) };
    for (int i = 0; i < GPU_TIMER_LATENCY; i++)
        glGenQueries(2 * GPU_TIMER_MAX_SCOPES, timer->ring[i].queries);
}

void gpu_timer_finish(struct gpu_timer *timer)
{
    if (!timer->ring)
        return;
    for (int i = 0; i < GPU_TIMER_LATENCY; i++)
        glDeleteQueries(2 * GPU_TIMER_MAX_SCOPES, timer->ring[i].queries);
    free(timer->ring);
    *timer = (struct gpu_timer){ 0 };
}

static bool is_in_frame(const struct gpu_timer *timer)
{
    return timer->depth > 0;
}

static struct gpu_timer_slot *current_slot(const struct gpu_timer *timer)
{
    return &timer->ring[(timer->begun - 1) % GPU_TIMER_LATENCY];
}

// Records a timestamp after all work so far, and returns its index. Without work since the last one
// it returns that, so a scope ends where its next sibling begins.
static int stamp(struct gpu_timer *timer, struct gpu_timer_slot *slot)
{
    if (!timer->stamp_is_fresh) {
        assert(slot->stamp_count < 2 * GPU_TIMER_MAX_SCOPES);
        glQueryCounter(slot->queries[slot->stamp_count++], GL_TIMESTAMP);
        if (timer->waits_at_stamps) {
            glFinish();
            slot->works[slot->stamp_count - 1] = (uint64_t) (1e9 * clock_program_time());
        }
        timer->stamp_is_fresh = true;
    }
    return slot->stamp_count - 1;
}

static void open_scope(struct gpu_timer *timer, const char *name)
{
    struct gpu_timer_slot *slot = current_slot(timer);
    assert(slot->frame.count < GPU_TIMER_MAX_SCOPES && timer->depth < GPU_TIMER_MAX_DEPTH);
    const int index = slot->frame.count++;
    struct gpu_scope *scope = &slot->frame.scopes[index];
    *scope = (struct gpu_scope){ .depth = timer->depth };
    text_make_visible(name, strlen(name), scope->name, sizeof(scope->name));
    slot->spans[index].begin = stamp(timer, slot);
    timer->open[timer->depth++] = index;
    glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, -1, name);
}

static void close_scope(struct gpu_timer *timer)
{
    struct gpu_timer_slot *slot = current_slot(timer);
    const int index = timer->open[--timer->depth];
    glPopDebugGroup();
    slot->spans[index].end = stamp(timer, slot);
}

void gpu_timer_begin_frame(struct gpu_timer *timer, const char *name)
{
    assert(!is_in_frame(timer));
    if (timer->begun - timer->collected == GPU_TIMER_LATENCY) {
        timer->collected++;
        timer->dropped++;
    }
    timer->begun++;
    struct gpu_timer_slot *slot = current_slot(timer);
    slot->frame.index = timer->begun - 1;
    slot->frame.count = 0;
    slot->stamp_count = 0;
    timer->stamp_is_fresh = false;
    open_scope(timer, name);
}

void gpu_timer_end_frame(struct gpu_timer *timer)
{
    assert(timer->depth == 1);
    close_scope(timer);
}

static bool is_full(const struct gpu_timer *timer)
{
    return current_slot(timer)->frame.count == GPU_TIMER_MAX_SCOPES ||
           timer->depth == GPU_TIMER_MAX_DEPTH;
}

void gpu_timer_push(struct gpu_timer *timer, const char *name)
{
    if (!is_in_frame(timer))
        return;
    if (is_full(timer))
        timer->unmeasured++;
    else
        open_scope(timer, name);
}

void gpu_timer_pop(struct gpu_timer *timer)
{
    if (!is_in_frame(timer))
        return;
    if (timer->unmeasured > 0) {
        timer->unmeasured--;
        return;
    }
    assert(timer->depth > 1);
    close_scope(timer);
}

uint64_t gpu_traffic_sum(struct gpu_traffic traffic)
{
    return traffic.read + traffic.written;
}

void gpu_timer_add_cached(struct gpu_timer *timer, const char *name)
{
    if (!is_in_frame(timer) || is_full(timer))
        return;
    open_scope(timer, name);
    current_slot(timer)->frame.scopes[timer->open[timer->depth - 1]].is_cached = true;
    close_scope(timer);
}

void gpu_timer_count_work(struct gpu_timer *timer, struct gpu_traffic least)
{
    timer->stamp_is_fresh = false;
    for (int i = 0; i < timer->depth; i++) {
        struct gpu_scope *scope = &current_slot(timer)->frame.scopes[timer->open[i]];
        scope->traffic.read += least.read;
        scope->traffic.written += least.written;
        scope->dispatches++;
    }
}

void gpu_timer_mark_image(struct gpu_timer *timer)
{
    if (is_in_frame(timer) && timer->unmeasured == 0)
        current_slot(timer)->frame.scopes[timer->open[timer->depth - 1]].has_image = true;
}

void gpu_timer_path(const struct gpu_timer *timer, char *out, int size)
{
    int length = 0;
    out[0] = '\0';
    for (int i = 1; i < timer->depth && length < size; i++)
        length += snprintf(out + length, (size_t) (size - length), "%s%s", i > 1 ? "/" : "",
                           current_slot(timer)->frame.scopes[timer->open[i]].name);
}

const struct gpu_frame *gpu_timer_drawn(const struct gpu_timer *timer)
{
    assert(!is_in_frame(timer) && timer->begun > 0);
    return &current_slot(timer)->frame;
}

static uint64_t read_stamp(const struct gpu_timer_slot *slot, int index)
{
    GLuint64 nanoseconds = 0;
    glGetQueryObjectui64v(slot->queries[index], GL_QUERY_RESULT, &nanoseconds);
    return nanoseconds;
}

const struct gpu_frame *gpu_timer_collect(struct gpu_timer *timer, bool wait)
{
    const int64_t finished = timer->begun - (is_in_frame(timer) ? 1 : 0);
    if (timer->collected == finished)
        return NULL;
    struct gpu_timer_slot *slot = &timer->ring[timer->collected % GPU_TIMER_LATENCY];
    GLint is_available = 0;
    glGetQueryObjectiv(slot->queries[slot->stamp_count - 1], GL_QUERY_RESULT_AVAILABLE,
                       &is_available);
    if (!wait && !is_available)
        return NULL;
    for (int i = 0; i < slot->frame.count; i++) {
        slot->frame.scopes[i].begin_ns = read_stamp(slot, slot->spans[i].begin);
        slot->frame.scopes[i].end_ns = read_stamp(slot, slot->spans[i].end);
        if (timer->waits_at_stamps)
            slot->frame.scopes[i].work_ns =
                slot->works[slot->spans[i].end] - slot->works[slot->spans[i].begin];
    }
    timer->collected++;
    return &slot->frame;
}

double gpu_scope_time(const struct gpu_scope *scope)
{
    return scope->end_ns > scope->begin_ns ? (double) (scope->end_ns - scope->begin_ns) : 0;
}

double gpu_scope_effort(const struct gpu_scope *scope)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (scope->work_ns > 0)
        return (double) scope->work_ns / (double) (processors > 1 ? processors : 1);
    return gpu_scope_time(scope);
}
