#include "app/text/progress.h"

#include "app/text/clock.h"
#include "app/text/colour.h"
#include "render/text/log.h"

#include <math.h>
#include <stdio.h>

static const double first = 1, most = 600, on_terminal = 0.1; // seconds between two lines

void progress_begin(struct progress *progress, const char *what, int total)
{
    *progress = (struct progress){
        .what = what,
        .total = total,
        .is_shown = log_shows(LOG_LEVEL_NOTE),
        .is_terminal = colour_is_terminal(stderr),
        .begin = clock_seconds(),
        .wait = first,
    };
    progress->next = progress->begin + first;
}

void progress_print_time(double seconds, char out[static PROGRESS_TIME_SIZE])
{
    const long long whole = (long long) ceil(fmin(seconds, 1e9));
    if (whole < 60)
        snprintf(out, PROGRESS_TIME_SIZE, "%lld s", whole);
    else if (whole < 3600)
        snprintf(out, PROGRESS_TIME_SIZE, "%lld min %02lld s", whole / 60, whole % 60);
    else
        snprintf(out, PROGRESS_TIME_SIZE, "%lld h %02lld min", whole / 3600, whole / 60 % 60);
}

static void print_line(const struct progress *progress, double elapsed, int done)
{
    char left[PROGRESS_TIME_SIZE];
    progress_print_time(elapsed / done * (progress->total - done), left);
    fprintf(stderr, "%shalation: %s %d of %d, %.3g a second, %s left%s",
            progress->is_terminal ? "\r" : "", progress->what, done, progress->total,
            done / elapsed, left, progress->is_terminal ? "\x1b[K" : "\n");
}

void progress_say(struct progress *progress, int done)
{
    const double now = clock_seconds();
    if (!progress->is_shown || now < progress->next || done == 0)
        return;
    print_line(progress, now - progress->begin, done);
    progress->is_dirty = progress->is_terminal;
    progress->next = now + (progress->is_terminal ? on_terminal : progress->wait);
    progress->wait = fmin(2 * progress->wait, most);
}

void progress_end(struct progress *progress)
{
    if (progress->is_dirty)
        fputs("\r\x1b[K", stderr);
    progress->is_dirty = false;
}
