#pragma once

enum { PROCESSORS_MOST = 64 };

// How many threads to start: `wanted`, or where that is 0 one for each processor. 1 to
// PROCESSORS_MOST.
int processors_or(int wanted);
