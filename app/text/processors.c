#include "app/text/processors.h"

#include <unistd.h>

int processors_or(int wanted)
{
    const long count = wanted > 0 ? wanted : sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count < PROCESSORS_MOST ? (int) count : PROCESSORS_MOST;
}
