#pragma once

// What binds a piece of work: the resource that would take it the longest if it had all others for
// nothing, by what this machine was measured to do of each. As in S. Williams, A. Waterman and D.
// Patterson, Roofline: An Insightful Visual Performance Model for Multicore Architectures, 2009.

enum bound { BOUND_UNKNOWN, BOUND_MEMORY, BOUND_TEXTURE, BOUND_ARITHMETIC, BOUND_LAUNCH };
extern const char *const bound_names[]; // by enum bound, NULL-terminated; "-" where unknown

// The least time that each resource needs for the work. Milliseconds, 0: nothing to do.
struct roofs {
    double memory;     // the bytes that must move, as fast as a copy moves them
    double texture;    // reads, from the cache, through the filter, from shared memory
    double arithmetic; // sums. NaN: not counted, and no resource but those of here is needed, so
                       // that it is what the others leave of the time
    double launch;     // draws and dispatches that wait for one another
};

// Replaces arithmetic that was not counted.
struct roofs bound_settle(const struct roofs *roofs, double time);

// Returns both together, one after the other.
struct roofs bound_add(const struct roofs *a, const struct roofs *b);

// Returns what binds work that took the time: the highest of the roofs, or unknown where even that
// explains less than a quarter of the time.
enum bound bound_by(const struct roofs *roofs, double time);
