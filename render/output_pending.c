#define _POSIX_C_SOURCE 200809L // sigaction
#include "render/output_pending.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

enum { MOST = 8 };

static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU, SIGXFSZ };

enum { SIGNALS = sizeof(signals) / sizeof(signals[0]) };

// Handlers may run on any thread.
static _Atomic(const char *) pending[MOST];
static sigset_t before;

// Only what may be called in a handler. The handler is gone when it is called, and the signal is
// not held back: raising it again ends the program.
static void remove_all(int signal)
{
    for (int i = 0; i < MOST; i++) {
        const char *path = atomic_load(&pending[i]);
        if (path)
            unlink(path);
    }
    raise(signal);
}

// What somebody else handles, or nohup has switched off, stays so.
static void listen(void)
{
    static bool is_listening;
    if (is_listening)
        return;
    is_listening = true;
    for (int i = 0; i < SIGNALS; i++) {
        struct sigaction old,
            action = { .sa_handler = remove_all, .sa_flags = (int) SA_RESETHAND | SA_NODEFER };
        sigemptyset(&action.sa_mask);
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(signals[i], &action, NULL);
    }
}

void output_pending_hold(void)
{
    sigset_t held;
    listen();
    sigemptyset(&held);
    for (int i = 0; i < SIGNALS; i++)
        sigaddset(&held, signals[i]);
    pthread_sigmask(SIG_BLOCK, &held, &before);
}

void output_pending_release(void)
{
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void replace(const char *old, const char *new)
{
    for (int i = 0; i < MOST; i++) {
        const char *expected = old;
        if (atomic_compare_exchange_strong(&pending[i], &expected, new))
            return;
    }
}

void output_pending_add(const char *path)
{
    replace(NULL, path);
}

void output_pending_remove(const char *path)
{
    replace(path, NULL);
}
