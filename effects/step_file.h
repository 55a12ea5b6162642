#pragma once

#include "render/text/error.h"

#include <stddef.h>
#include <stdint.h>

// Loads and caches the files that parameters of steps name: palettes, kernels, tables of colours
// and shader files.
//
// The cache holds one object for each version of a file: reading a path again after its bytes have
// changed makes a new object, and the same path with the same bytes always gives the same pointer.
// Old objects stay valid, because plans and chains point to them, until step_file_free_old frees
// those that are not used any more. All functions must be called from one thread.
//
//   static const struct step_file_kind kind = { .what = "palette", .most = 1 << 16, .is_text =
//   true,
//                                               .make = make_palette, .free = free_palette };
//   const struct palette *palette = step_file_read(&kind, path, &error);

struct step_file_kind {
    const char *what; // noun for error messages, such as "palette"
    size_t most;      // largest size of a file, bytes
    bool is_text;     // files that contain a zero byte are refused
    // Makes the object from the bytes of the file, after which a zero byte follows. Allocation
    // failures end the program. Returns NULL if the bytes are invalid; the error then names the
    // file.
    void *(*make)(const char *path, const char *bytes, size_t size, struct error *error);
    void (*free)(void *made); // frees the object; NULL: objects are kept until the program ends
    bool in_chains;           // chains point to objects of this kind; false: only plans do
};

// Returns the object of the file, borrowed from the cache, or that of the text that a window edits
// in its place (shader_source_edited). The file is only read if it has changed since the last call.
// Returns NULL with the error if it cannot be read or is invalid.
const void *step_file_read(const struct step_file_kind *kind, const char *path,
                           struct error *error);

// Returns true if the value of a parameter names a file or a built-in object: it is neither empty
// nor "none".
bool step_file_is_given(const char *name);

// Frees the objects of old versions, for which is_used(made, in_chains, data) returns false. The
// newest version of each file stays. Before the call, remove every cached value whose key is the
// address of such an object.
void step_file_free_old(bool (*is_used)(const void *made, bool in_chains, const void *data),
                        const void *data);

// Returns the number of objects in the cache.
int step_file_count(void);

// Returns the hash (render/text/hash.h) of the bytes that were last read from that path; 0: the
// path was never read.
uint64_t step_file_hash(const char *path);
