#pragma once

#include <stdbool.h>

struct context_info;

// Times of implementations that were measured side by side, for `auto` if the profile alone cannot
// determine the fastest. The key is the effect, the class of its parameters and of the size, and
// the format. They are stored in the user's cache folder, for each renderer and driver.

enum {
    IMPL_TIMES_KEY_SIZE = 256,
    IMPL_TIMES_NAME_SIZE = 32,
    IMPL_TIMES_MAX = 4096, // entries; another one replaces the oldest
};

struct impl_times {
    // GPU time that one choice may spend, in nanoseconds; with impl_time_some, that one run may
    // spend. 0: nothing is measured, and only known times are used.
    double budget;
    int most;      // largest number of implementations that are timed for one choice; 0: no limit
    bool compiles; // also measures implementations whose programs are not compiled yet
    bool changed;  // an entry was added after loading
    unsigned puts; // number of calls of impl_times_put
    int count;
    struct impl_time {
        char key[IMPL_TIMES_KEY_SIZE];
        char impl[IMPL_TIMES_NAME_SIZE];
        double model, timed; // nanoseconds, estimated and measured, at the measured site
    } * items;
};

void impl_times_finish(struct impl_times *times); // a zeroed struct is allowed

// Returns NULL if there is no time of that implementation.
struct impl_time *impl_times_find(const struct impl_times *times, const char *key,
                                  const char *impl);
void impl_times_put(struct impl_times *times, const char *key, const char *impl, double model,
                    double timed);

// Read and write a cache_file. Files of another version of the program are ignored. A folder that
// cannot be written is not an error.
void impl_times_load(struct impl_times *times, const struct context_info *info);
void impl_times_store(const struct impl_times *times, const struct context_info *info);
