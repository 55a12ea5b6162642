#pragma once

#include <stddef.h>

// Returns the bytes that the program and its libraries have allocated and not freed, without what
// the C library keeps for later; 0 where it does not tell.
size_t memory_allocated(void);
