#pragma once

#include "app/lab.h"

// A lab on a context without a window: for pictures, benchmarks and listings.
struct headless {
    struct context context;
    struct lab lab;
};

// EXIT_SUCCESS, or the exit status after the reason was said on stderr. `linear` as for lab_init.
// To be closed in either case.
int headless_open(struct headless *headless, const struct options *options, bool linear);
void headless_close(struct headless *headless);
