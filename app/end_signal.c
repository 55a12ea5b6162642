#include "app/end_signal.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t came;

static void note(int signal)
{
    came = signal;
}

void end_signal_listen(void)
{
    static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
    for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
        struct sigaction old, action = { .sa_handler = note, .sa_flags = (int) SA_RESETHAND };
        sigemptyset(&action.sa_mask);
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(signals[i], &action, NULL);
    }
}

bool end_signal_came(void)
{
    return came != 0;
}

void end_signal_pass_on(void)
{
    if (came)
        raise(came); // the handler has gone with its first call
}
