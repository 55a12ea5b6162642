#include "app/text/progress.h"

#include "app/text/wrap.h"
#include "render/text/clock.h"
#include "render/text/log.h"
#include "render/text/step_text.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

enum { TIME_SIZE = 32 };

static const double first = 2, between = 10, on_terminal = 0.2; // seconds

// The progress thread shares this state with the others, under the lock.
static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t thread;
    bool is_running;            // the thread
    bool is_terminal, is_dirty; // the last line on the terminal is unfinished
    double next, next_line;     // times at which a line may change, or be added
    struct progress *innermost;
} shared = { .lock = PTHREAD_MUTEX_INITIALIZER };

// ---- the line

// Appends the position in the outer tasks, "suite 2 of 6, impls".
static void print_place(const struct progress *progress, struct step_writer *line)
{
    const int next = progress->done + 1;
    step_writef(line, "%s %d of %d%s%s", progress->what,
                next < progress->total ? next : progress->total, progress->total,
                progress->name ? ", " : "", progress->name ? progress->name : "");
}

static void print_outer(const struct progress *progress, struct step_writer *line)
{
    if (!progress)
        return;
    print_outer(progress->outer, line);
    if (progress->total <= 1)
        return;
    print_place(progress, line);
    step_write(line, ": ");
}

void progress_print(const struct progress *innermost, double now,
                    char out[static PROGRESS_LINE_SIZE])
{
    // The first steps compile programs and fill caches, so no estimate can be made from them.
    enum { FORETELLING = 3 };
    const double elapsed = now - innermost->begin;
    const int done = innermost->done, total = innermost->total;
    const double each = total > 0 && done >= FORETELLING ? elapsed / done : 0;
    const double seconds = each > 0 ? each * (total - done) : round(elapsed);
    const long long whole = (long long) ceil(fmin(seconds, 1e9));
    char text[TIME_SIZE]; // "8 s", "3 min 20 s", "2 h 05 min"
    struct step_writer line = { out, PROGRESS_LINE_SIZE, 0 };
    print_outer(innermost->outer, &line);
    if (total > 0)
        print_place(innermost, &line);
    else
        step_write(&line, innermost->what);
    if (whole < 60)
        snprintf(text, TIME_SIZE, "%lld s", whole);
    else if (whole < 3600)
        snprintf(text, TIME_SIZE, "%lld min %02lld s", whole / 60, whole % 60);
    else
        snprintf(text, TIME_SIZE, "%lld h %02lld min", whole / 3600, whole / 60 % 60);
    if (each >= 1)
        step_writef(&line, ", %.*f s each", each < 9.95, each);
    else if (each > 0)
        step_writef(&line, ", %.3g a second", 1 / each);
    step_writef(&line, each > 0 ? ", about %s left" : ", %s so far", text);
}

// ---- on stderr, with the lock

static void clear_line(void)
{
    if (shared.is_dirty)
        fputs("\r\x1b[K", stderr);
    shared.is_dirty = false;
}

static void *write_lines(void *data)
{
    (void) data;
    pthread_mutex_lock(&shared.lock);
    while (shared.innermost) {
        const double now = clock_seconds();
        if (now >= shared.next) {
            char line[PROGRESS_LINE_SIZE];
            const bool changes = shared.is_terminal && shared.innermost->total > 0;
            if (changes || now >= shared.next_line) {
                progress_print(shared.innermost, now, line);
                if (!changes)
                    clear_line();
                fprintf(stderr, "%shalation: %s%s", changes ? "\r" : "", line,
                        changes ? "\x1b[K" : "\n");
                shared.is_dirty = changes;
                shared.next_line = now + between;
            }
            shared.next = now + (shared.is_terminal ? on_terminal : between);
        }
        clock_wait(&shared.changed, &shared.lock, shared.next);
    }
    pthread_mutex_unlock(&shared.lock);
    return NULL;
}

// ---- the thread

static void end_thread(void)
{
    pthread_join(shared.thread, NULL);
    pthread_cond_destroy(&shared.changed);
    shared.is_running = false;
    log_before_line(NULL);
}

// ---- what others call

void progress_begin(struct progress *progress, const char *what, int total)
{
    *progress = (struct progress){ .what = what, .total = total, .begin = clock_seconds() };
    pthread_mutex_lock(&shared.lock);
    progress->outer = shared.innermost;
    shared.innermost = progress;
    if (!shared.is_running && log_shows(LOG_LEVEL_NOTE)) {
        sigset_t all, before;
        log_before_line(progress_clear);
        clock_condition_init(&shared.changed);
        shared.is_terminal = colour_is_terminal(stderr);
        shared.next = shared.next_line = clock_seconds() + first;
        sigfillset(&all); // signals interrupt the waits of the main thread
        pthread_sigmask(SIG_SETMASK, &all, &before);
        shared.is_running = pthread_create(&shared.thread, NULL, write_lines, NULL) == 0;
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    pthread_mutex_unlock(&shared.lock);
}

void progress_end(struct progress *progress)
{
    pthread_mutex_lock(&shared.lock);
    clear_line();
    shared.innermost = progress->outer;
    const bool is_last = shared.is_running && !shared.innermost;
    if (is_last)
        pthread_cond_signal(&shared.changed);
    pthread_mutex_unlock(&shared.lock);
    if (is_last)
        end_thread();
}

void progress_pause(void)
{
    if (!shared.is_running)
        return;
    pthread_mutex_lock(&shared.lock);
    clear_line();
    struct progress *innermost = shared.innermost;
    shared.innermost = NULL;
    pthread_cond_signal(&shared.changed);
    pthread_mutex_unlock(&shared.lock);
    end_thread();
    shared.innermost = innermost;
}

void progress_set_done(struct progress *progress, int done)
{
    pthread_mutex_lock(&shared.lock);
    if (progress->before + done > progress->done)
        progress->done = progress->before + done;
    pthread_mutex_unlock(&shared.lock);
}

void progress_name(struct progress *progress, int done, const char *name)
{
    progress_set_done(progress, done);
    pthread_mutex_lock(&shared.lock);
    progress->name = name;
    pthread_mutex_unlock(&shared.lock);
}

void progress_restart(struct progress *progress)
{
    pthread_mutex_lock(&shared.lock);
    if (progress->total > 0)
        progress->total += progress->done - progress->before;
    progress->before = progress->done;
    pthread_mutex_unlock(&shared.lock);
}

void progress_clear(void)
{
    pthread_mutex_lock(&shared.lock);
    clear_line();
    if (shared.is_terminal)
        shared.next = fmax(shared.next, clock_seconds() + on_terminal);
    pthread_mutex_unlock(&shared.lock);
}
