#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A shader storage buffer (SSBO). Passes usually get theirs from the texture pool
// (texture_pool_acquire_buffer).
struct buffer {
    unsigned id;
    size_t size;           // bytes
    uint64_t last_store;   // gpu.serial of the last pass that had it bound, for barriers
    size_t requested_size; // bytes requested from the pool; `size` is rounded up
    unsigned use_id;       // see struct texture
    bool is_cleared;       // by buffer_clear, since the last recorded pass with it (frame_record.h)
};

// Makes a buffer of `size` bytes with undefined contents. If GPU memory is short, it logs the size
// and exits. `label` is for GL debuggers.
void buffer_init(struct buffer *buffer, size_t size, const char *label);
void buffer_finish(struct buffer *buffer);

// Sets every byte to 0 by a GL command; does not wait for the GPU.
void buffer_clear(struct buffer *buffer);

// Writes the first `size` bytes by a GL command; `bytes` may be freed afterwards.
void buffer_write(struct buffer *buffer, const void *bytes, size_t size);

// Copies all bytes to a buffer of the same size by a GL command.
void buffer_copy(const struct buffer *from, struct buffer *to);

// Reads the first `size` bytes. Waits for the GPU.
void buffer_read(const struct buffer *buffer, void *bytes, size_t size);

// A copy of a buffer on the GPU that is read some frames later without waiting. `buffer` must be
// initialised with the size of the source first. Sequence: buffer_snapshot_take,
// buffer_snapshot_is_ready until it returns true, buffer_read, buffer_snapshot_drop.
struct buffer_snapshot {
    struct buffer buffer; // of the same size
    void *fence;          // GLsync after the copy; NULL: nothing to read
};

void buffer_snapshot_finish(struct buffer_snapshot *snapshot);

// Copies `from`, which replaces an earlier copy. buffer_snapshot_drop marks the copy as read.
void buffer_snapshot_take(struct buffer_snapshot *snapshot, const struct buffer *from);
void buffer_snapshot_drop(struct buffer_snapshot *snapshot);

// Returns true if a copy can be read without waiting for the GPU. With `wait` it waits, at most 10
// s.
bool buffer_snapshot_is_ready(const struct buffer_snapshot *snapshot, bool wait);
