#pragma once

enum { PROCESSORS_MAX = 64 }; // that parallel_for uses

// Returns the number of processors that are online, at least 1.
int processors_count(void);

// Parallel for: divides 0..count - 1 into one range per processor, calls work(data, begin, end) for
// each range [begin, end) in a thread of its own, and returns when all are done.
void parallel_for(int count, void (*work)(void *data, int begin, int end), void *data);

// Returns the model of the processor as the system reports it, "AMD EPYC 7B13", or else its
// architecture, "aarch64". The result is static.
const char *processor_name(void);
