#pragma once

#include "render/text/error.h"

#include <stddef.h>
#include <stdint.h>

// The files that the values of a step name: palettes, kernels, tables of colours. Plans point to
// what was made of one, so it stays until step_file_free_old. The same path and bytes give the same
// pointer. Only one thread may ask.

struct step_file_kind {
    const char *what; // in errors: "palette"
    size_t most;      // bytes of a file
    bool is_text;     // which has no zero
    // Makes what the effect uses; it ends like this program's memory. A zero stands behind the
    // bytes. NULL with the error, which names the file, where they are wrong.
    void *(*make)(const char *path, const char *bytes, size_t size, struct error *error);
    void (*free)(void *made); // NULL: it stays until the program ends
    bool in_chains;           // chains point to it; else plans alone do
};

// Gives what the file holds, and reads it only where it was written since it was read last. NULL
// with the error where it cannot be read or is wrong.
const void *step_file_read(const struct step_file_kind *kind, const char *path,
                           struct error *error);

// Frees what was made of files that were read again since, except what `is_used` returns true for.
// Whatever is kept by the address of what was made must have been forgotten before.
void step_file_free_old(bool (*is_used)(const void *made, bool in_chains, const void *data),
                        const void *data);

// Returns how many things made of files there are.
int step_file_count(void);

// The hash (render/text/hash.h) of the bytes that were read last from that path; 0: none were.
uint64_t step_file_hash(const char *path);
