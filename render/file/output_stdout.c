#define _POSIX_C_SOURCE 200809L // open
#include "render/file/output_stdout.h"

#include "render/text/log.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_reported;

void output_stdout_is_reported(void)
{
    is_reported = true;
}

// Tries once more, since the reason of a failure may have been lost meanwhile.
static const char *find_reason(void)
{
    errno = 0;
    if (fputc('\n', stdout) != EOF)
        fflush(stdout);
    return errno != 0 ? strerror(errno) : "not all of it arrived";
}

// Runs at the very end, where only leaving at once can still give a status.
static void check_at_end(void)
{
    const bool had_failed = ferror(stdout) != 0;
    errno = 0;
    if ((fflush(stdout) == 0 && !had_failed) || is_reported)
        return;
    const char *reason = errno != 0 ? strerror(errno) : find_reason();
    fprintf(stderr, "halation: stdout: cannot be written: %s\n", reason);
    _exit(EXIT_MACHINE);
}

// Takes the number of a closed stdout, which the next opened file would get, and with it what is
// printed. It is opened for reading, so that writing to it still fails.
static void take_closed_descriptors(void)
{
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
        if (fcntl(i, F_GETFD) < 0 && open("/dev/null", O_RDONLY) < 0)
            return;
}

void output_watch_stdout(void)
{
    take_closed_descriptors();
    signal(SIGXFSZ, SIG_IGN); // the write fails and can say why
    atexit(check_at_end);
}

void output_stdout_may_be_lost(void)
{
    signal(SIGPIPE, SIG_IGN);
}
