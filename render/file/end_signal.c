#include "render/file/end_signal.h"

#include "render/text/memory.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

enum { MAX_FILES = 16384 }; // one run may write 10000 pictures

static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU };

// The first DEFERRABLE signals can be deferred (end_signal_defer).
enum { SIGNALS = ARRAY_COUNT(signals), DEFERRABLE = 3 };

// Handlers may run on any thread.
static _Atomic(const char *) files[MAX_FILES];
static atomic_bool asks_first;
static atomic_int came;
static sigset_t before;

static void end_by(int number)
{
    for (int i = 0; i < 2 * MAX_FILES; i++) { // first files, then folders, which are empty by then
        const char *path = atomic_load(&files[i % MAX_FILES]);
        if (path)
            (i < MAX_FILES ? unlink : rmdir)(path);
    }
    signal(number, SIG_DFL);
    raise(number);
}

// Signal handler: calls async-signal-safe functions only.
static void handle(int number)
{
    bool is_deferrable = false;
    for (int i = 0; i < DEFERRABLE; i++)
        is_deferrable |= signals[i] == number;
    if (is_deferrable && atomic_exchange(&asks_first, false))
        atomic_store(&came, number);
    else
        end_by(number);
}

// Installs the handler for signals with the default action; others are handled elsewhere or
// ignored. With SA_NODEFER the handler can raise the same signal again to end the program.
static void listen(void)
{
    static bool is_listening;
    if (is_listening)
        return;
    is_listening = true;
    for (int i = 0; i < SIGNALS; i++) {
        struct sigaction old, action = { .sa_handler = handle, .sa_flags = SA_NODEFER };
        sigemptyset(&action.sa_mask);
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(signals[i], &action, NULL);
    }
}

void end_signal_block(void)
{
    sigset_t held;
    listen();
    sigemptyset(&held);
    for (int i = 0; i < SIGNALS; i++)
        sigaddset(&held, signals[i]);
    pthread_sigmask(SIG_BLOCK, &held, &before);
}

void end_signal_unblock(void)
{
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void replace(const char *old, const char *new)
{
    for (int i = 0; i < MAX_FILES; i++) {
        const char *expected = old;
        if (atomic_compare_exchange_strong(&files[i], &expected, new))
            return;
    }
}

void end_signal_remove_file(const char *path)
{
    replace(NULL, path);
}

void end_signal_forget_file(const char *path)
{
    replace(path, NULL);
}

void end_signal_defer(void)
{
    listen();
    atomic_store(&asks_first, true);
}

bool end_signal_received(void)
{
    return atomic_load(&came) != 0;
}

void end_signal_raise(void)
{
    if (end_signal_received())
        end_by(atomic_load(&came));
}
