#include "app/lab/text/clock.h"

#include <time.h>

static double read_clock(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}

double clock_seconds(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double clock_worked(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}
