#pragma once

#include "render/context/context.h"

// What implementations took when they were run beside each other, for `auto` where the profile
// alone cannot tell which is the fastest. Remembered by effect, class of parameters and size, and
// format; kept in the user's cache folder for each renderer and driver.

enum {
    IMPL_TIMES_KEY_SIZE = 256,
    IMPL_TIMES_NAME_SIZE = 32,
    IMPL_TIMES_MOST = 4096, // then the oldest is forgotten
};

struct impl_times {
    // Nanoseconds of the GPU that one choice may spend, or where impl_time_some makes it one run;
    // 0: nothing is timed, what is known counts.
    double budget;
    int most;      // implementations that are run for one choice; 0: as many as can be
    bool compiles; // also those whose programs are not compiled yet
    bool changed;  // since it was loaded
    unsigned puts; // counts impl_times_put
    int count, capacity;
    struct impl_time {
        char key[IMPL_TIMES_KEY_SIZE];
        char impl[IMPL_TIMES_NAME_SIZE];
        double model, timed; // nanoseconds, estimated and measured, for what was run then
    } * items;
};

void impl_times_finish(struct impl_times *times); // a zeroed one may be finished

// NULL when that impl is not known.
const struct impl_time *impl_times_find(const struct impl_times *times, const char *key,
                                        const char *impl);
void impl_times_put(struct impl_times *times, const char *key, const char *impl, double model,
                    double timed);

// From and to a cache_file. What another version of the program wrote is not read. A folder that
// cannot be written is no error.
void impl_times_load(struct impl_times *times, const struct context_info *info);
void impl_times_store(const struct impl_times *times, const struct context_info *info);
