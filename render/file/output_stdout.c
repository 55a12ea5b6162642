#define _POSIX_C_SOURCE 200809L // open, fdopen
#include "render/file/output_stdout.h"

#include "render/text/log.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_reported;

void output_stdout_skip_check(void)
{
    is_reported = true;
}

static FILE *kept; // NULL: stdout itself

void output_stdout_reserve(void)
{
    const int copy = dup(STDOUT_FILENO);
    kept = copy < 0 ? NULL : fdopen(copy, "wb");
    if (kept)
        dup2(STDERR_FILENO, STDOUT_FILENO);
}

FILE *output_stdout(void)
{
    return kept ? kept : stdout;
}

// Runs in atexit, where only _exit can still change the exit status.
static void check_at_end(void)
{
    const bool had_failed = ferror(stdout) != 0;
    errno = 0;
    if ((fflush(stdout) == 0 && !had_failed) || is_reported)
        return;
    // The errno of the failed write is lost, so it writes once more.
    if (errno == 0 && fputc('\n', stdout) != EOF)
        fflush(stdout);
    const char *reason = errno != 0 ? strerror(errno) : "not all of it arrived";
    fprintf(stderr, "halation: stdout: cannot be written: %s\n", reason);
    _exit(EXIT_MACHINE);
}

void output_watch_stdout(void)
{
    // A closed standard descriptor becomes /dev/null; otherwise the next opened file would get that
    // number and the printed text. It is opened read-only, so that writing still fails.
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
        if (fcntl(i, F_GETFD) < 0 && open("/dev/null", O_RDONLY) < 0)
            break;
    signal(SIGXFSZ, SIG_IGN); // the write fails and can say why
    atexit(check_at_end);
}

void output_stdout_ignore_sigpipe(void)
{
    signal(SIGPIPE, SIG_IGN);
}
