#pragma once

#include <pthread.h>
#include <time.h>

// The clock of the program. Everything that measures elapsed time, or waits until a time, reads it
// here, so that a test can set it.

// Returns the seconds since some moment in the past; it never runs backwards.
double clock_seconds(void);

// Returns the seconds since 1970, UTC: for dates, and to compare with the times of files.
time_t clock_date(void);

// Return the seconds of processor time that this thread, and all threads of the program, have
// taken. A test cannot set them.
double clock_thread_time(void);
double clock_program_time(void);

// Makes a condition that clock_wait can wait for.
void clock_condition_init(pthread_cond_t *condition);

// Waits until the condition is signalled, or until clock_seconds() is `until`. Like
// pthread_cond_wait it may return before either, so the caller checks again.
void clock_wait(pthread_cond_t *condition, pthread_mutex_t *lock, double until);

// For tests. After clock_set both clocks show that time and stand still; clock_advance moves them
// on, and clock_resume gives them back to the machine.
void clock_set(double seconds);
void clock_advance(double seconds);
void clock_resume(void);
