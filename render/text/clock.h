#pragma once

#include <pthread.h>
#include <time.h>

// The clock of the program. All code that measures elapsed time, or waits until a time, calls these
// functions, so that a test can set the time.

// Returns the seconds since an arbitrary start. The result never decreases (CLOCK_MONOTONIC).
double clock_seconds(void);

// Returns the seconds since 1970, UTC. Use it for dates and to compare with file times.
time_t clock_date(void);

// Return the processor time in seconds of the calling thread, and of all threads of the program
// together. clock_set has no effect on them.
double clock_thread_time(void);
double clock_program_time(void);

// Initialises a condition variable for clock_wait.
void clock_condition_init(pthread_cond_t *condition);

// Waits until the condition is signalled, or until clock_seconds() is `until`. It may return before
// either, so the caller checks again.
void clock_wait(pthread_cond_t *condition, pthread_mutex_t *lock, double until);

// For tests. After clock_set, clock_seconds and clock_date return that constant time, in seconds.
// clock_advance adds to it, and clock_resume returns to the real clocks.
void clock_set(double seconds);
void clock_advance(double seconds);
void clock_resume(void);
