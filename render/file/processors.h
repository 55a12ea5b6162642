#pragma once

enum { PROCESSORS_MOST = 64 };

// Returns how many processors are online, at least 1.
int processors_count(void);

// Returns the number of threads to start: `threads`, or one per processor if that is 0. 1 to
// PROCESSORS_MOST.
int processors_or(int threads);

// Calls `work` for the parts of 0..count - 1, from `begin` up to before `end`, at the same time, as
// many as there are processors, and returns when all are done.
void processors_share(int count, void (*work)(void *data, int begin, int end), void *data);

// The kind of processor, "AMD EPYC 7B13", by which scenes are computed and software renderers draw.
// What the system calls it, or else its architecture, "aarch64". Not to be freed; always the same.
const char *processor_name(void);
