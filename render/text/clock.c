#define _XOPEN_SOURCE 700 // pthread_condattr_setclock
#define LOG_MODULE    "clock"
#include "render/text/clock.h"

#include "render/text/log.h"

#include <math.h>
#include <stdatomic.h>

static _Atomic double set_time = -1; // seconds; negative: use the real clocks

static double read_clock(clockid_t clock)
{
    struct timespec time = { 0 };
    clock_gettime(clock, &time);
    return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}

double clock_seconds(void)
{
    const double time = atomic_load(&set_time);
    return time >= 0 ? time : read_clock(CLOCK_MONOTONIC);
}

time_t clock_date(void)
{
    const double time_set = atomic_load(&set_time);
    return time_set >= 0 ? (time_t) time_set : time(NULL);
}

double clock_thread_time(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

double clock_program_time(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

void clock_condition_init(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0 ||
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) != 0 ||
        pthread_cond_init(condition, &attributes) != 0)
        log_fatal("out of memory");
    pthread_condattr_destroy(&attributes);
}

void clock_wait(pthread_cond_t *condition, pthread_mutex_t *lock, double until)
{
    static const double longest_while_set = 0.001; // seconds, after which the caller checks again
    const bool is_set = atomic_load(&set_time) >= 0;
    const double end = is_set ? read_clock(CLOCK_MONOTONIC) + longest_while_set : until;
    const double whole = floor(end);
    const struct timespec time = { (time_t) whole, (long) ((end - whole) * 1e9) };
    pthread_cond_timedwait(condition, lock, &time);
}

// ---- for tests

void clock_set(double seconds)
{
    atomic_store(&set_time, seconds);
}

void clock_advance(double seconds)
{
    clock_set(atomic_load(&set_time) + seconds);
}

void clock_resume(void)
{
    atomic_store(&set_time, -1);
}
