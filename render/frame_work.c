#include "render/frame_work.h"

#include "render/text/clock.h"
#include "render/text/step_text.h"

#include <assert.h>
#include <stdbool.h>

enum { MAX_NESTED = 8, MAX_PRINTED = 3 };

static struct frame_work_times times;
static double budget = 0.004, spent_before; // seconds; what the times had when the frame began
static struct {
    enum frame_work kind;
    double since; // seconds of the clock
} open[MAX_NESTED];
static int depth;

// Adds the time since the innermost work began, or resumed after nested work.
static void add_elapsed(double now)
{
    if (depth > 0)
        times.kinds[open[depth - 1].kind].seconds += now - open[depth - 1].since;
}

// Returns the seconds of the kinds that the budget limits.
static double budgeted_seconds(void)
{
    return times.kinds[FRAME_WORK_COMPILE].seconds + times.kinds[FRAME_WORK_LINK].seconds +
           times.kinds[FRAME_WORK_TIME].seconds;
}

void frame_work_begin_frame(void)
{
    spent_before = budgeted_seconds();
}

void frame_work_end_frame(void)
{
    assert(depth == 0);
    times = (struct frame_work_times){ 0 };
    spent_before = 0;
}

void frame_work_begin(enum frame_work kind)
{
    const double now = clock_seconds();
    assert(depth < MAX_NESTED);
    add_elapsed(now);
    open[depth].kind = kind;
    open[depth++].since = now;
    times.kinds[kind].count++;
}

void frame_work_end(void)
{
    const double now = clock_seconds();
    assert(depth > 0);
    add_elapsed(now);
    depth--;
    if (depth > 0)
        open[depth - 1].since = now;
}

void frame_work_add(enum frame_work kind, double seconds)
{
    times.kinds[kind].seconds += seconds;
}

double frame_work_left(void)
{
    return budget - (budgeted_seconds() - spent_before);
}

void frame_work_set_budget(double seconds)
{
    budget = seconds;
}

const struct frame_work_times *frame_work_times(void)
{
    return &times;
}

static const struct {
    const char *before, *after; // words before and after the count
} words[FRAME_WORK_KINDS] = {
    [FRAME_WORK_COMPILE] = { "beginning", "programs" },
    [FRAME_WORK_LINK] = { "linking", "programs" },
    [FRAME_WORK_TIME] = { "measuring", "implementations" },
    [FRAME_WORK_TEXTURE] = { "making", "textures" },
    [FRAME_WORK_UPLOAD] = { "uploading", "textures" },
    [FRAME_WORK_READ_BACK] = { "reading back", "textures" },
    [FRAME_WORK_FILE] = { "reading", "files" },
    [FRAME_WORK_PALETTE] = { "finding", "palettes" },
    [FRAME_WORK_PICTURE] = { "writing", "pictures" },
    [FRAME_WORK_DRAW] = { "drawing", NULL },
    [FRAME_WORK_PANEL] = { "the panel", NULL },
    [FRAME_WORK_SHOW] = { "showing", NULL },
};

void frame_work_print(const struct frame_work_times *from, char *out, size_t size)
{
    struct step_writer writer = { out, size, 0 };
    bool printed[FRAME_WORK_KINDS] = { false };
    out[0] = '\0';
    for (int i = 0; i < MAX_PRINTED; i++) {
        int most = -1;
        for (int kind = 0; kind < FRAME_WORK_KINDS; kind++)
            if (!printed[kind] && from->kinds[kind].seconds > 0 &&
                (most < 0 || from->kinds[kind].seconds > from->kinds[most].seconds))
                most = kind;
        if (most < 0)
            return;
        printed[most] = true;
        step_writef(&writer, "%s%s ", i > 0 ? ", " : "", words[most].before);
        if (words[most].after)
            step_writef(&writer, "%d %s ", from->kinds[most].count, words[most].after);
        step_writef(&writer, "%.1f ms", 1000 * from->kinds[most].seconds);
    }
}
