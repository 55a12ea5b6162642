#pragma once

#include <stddef.h>

// Memory that is there. Where the machine has none left, these end the program with EXIT_MACHINE
// and one line that says how much was wanted, so that no caller looks. The caller frees with free.

// Returns `count` zeroed items of `size` bytes each; never NULL, not even for none.
void *memory_new(size_t count, size_t size);

// Makes room for `count` items, as realloc does: what was there stays, what is new is not zeroed.
// `memory` may be NULL.
void *memory_grow(void *memory, size_t count, size_t size);

// Returns a copy of a text.
char *memory_copy(const char *text);

// Returns the bytes that the program and its libraries have allocated and not freed, without what
// the C library keeps for later; 0 where it does not tell.
size_t memory_allocated(void);
