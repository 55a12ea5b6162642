#include "app/lab/text/memory.h"

#include <stdlib.h> // says whose C library it is

#ifdef __GLIBC__
#include <malloc.h>

size_t memory_allocated(void)
{
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd; // in its heaps, and large blocks apart
}

#else

size_t memory_allocated(void)
{
    return 0;
}

#endif
