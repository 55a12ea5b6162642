#pragma once

#include <stddef.h>
#include <stdint.h>

// FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo, 1991). It detects accidental changes and is not
// cryptographic.

#define HASH_BEGIN UINT64_C(14695981039346656037)

// Continues a hash with `size` more bytes and returns it. Pass HASH_BEGIN for the first bytes.
static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ ((const unsigned char *) bytes)[i]) * UINT64_C(1099511628211);
    return hash;
}
