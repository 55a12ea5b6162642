#define LOG_MODULE "memory"
#include "render/text/memory.h"

#include "render/text/log.h"

#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

static void *checked(void *memory, size_t count, size_t size)
{
    if (!memory)
        log_fatal("no memory for %zu x %zu bytes", count, size);
    return memory;
}

void *memory_new(size_t count, size_t size)
{
    return checked(calloc(count > 0 ? count : 1, size > 0 ? size : 1), count, size);
}

void *memory_grow(void *memory, size_t count, size_t size)
{
    const size_t bytes = count * size;
    const bool fits = size == 0 || bytes / size == count;
    return checked(fits ? realloc(memory, bytes > 0 ? bytes : 1) : NULL, count, size);
}

void *memory_room(void *items, int count, size_t size)
{
    const bool is_full = (count & (count - 1)) == 0;
    return is_full ? memory_grow(items, 2 * (size_t) count + 1, size) : items;
}

char *memory_copy(const char *text)
{
    const size_t size = strlen(text) + 1;
    return memcpy(memory_grow(NULL, size, 1), text, size);
}

size_t memory_allocated(void)
{
#ifdef __GLIBC__
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd; // in heaps, and in large blocks from mmap
#else
    return 0;
#endif
}
