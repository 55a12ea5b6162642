#pragma once

#include <stddef.h>

// The number of elements of an array, which must not be a pointer.
#define ARRAY_COUNT(array) (sizeof(array) / sizeof((array)[0]))

// Allocation without a check by the caller. If memory is short, these functions log the size and
// exit with EXIT_MACHINE. The caller frees the results with free.

// Returns `count` zeroed items of `size` bytes each; never NULL, even if `count` is 0.
void *memory_new(size_t count, size_t size);

// Resizes `memory` to `count` items of `size` bytes, like realloc: old contents stay, and new bytes
// are undefined. `memory` may be NULL.
void *memory_grow(void *memory, size_t count, size_t size);

// Returns `items`, an array of `count` items of `size` bytes that only grows one by one, with room
// for one more: it gets twice the memory when `count` is a power of two. `items` may be NULL.
void *memory_room(void *items, int count, size_t size);

// Returns a copy of a text.
char *memory_copy(const char *text);

// Returns the bytes that the program and its libraries have allocated and not freed, without free
// lists of the C library; 0 if that library does not report them.
size_t memory_allocated(void);
