#pragma once

#include "app/lab/lab.h"

// A lab on a context without a window: for pictures, benchmarks and listings.
struct headless {
    struct context context;
    struct lab lab;
};

// Returns EXIT_SUCCESS, or the exit status after saying the reason on stderr. `linear` as for
// lab_init. The caller closes it in either case.
int headless_open(struct headless *headless, const struct options *options, bool linear);

// The same, which leaves it to the caller to say the reason.
int headless_try(struct headless *headless, const struct options *options, bool linear,
                 struct error *error);
void headless_close(struct headless *headless);
