#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A shader storage buffer. Passes borrow theirs from the pool, as they do textures.
struct buffer {
    unsigned id;
    size_t size;     // bytes
    uint64_t stored; // gpu.serial of the last pass that had it bound; see struct texture
    size_t asked;    // bytes that the pool was asked for
    unsigned use_id; // as of struct texture
    bool is_cleared; // since the last pass that had it bound was noted (frame_record.h)
};

// Makes a buffer of `size` bytes with undefined contents. Ends the program, saying the size, when
// the GPU has no memory for it. `label` is for debuggers.
void buffer_init(struct buffer *buffer, size_t size, const char *label);
void buffer_finish(struct buffer *buffer);

// Sets every byte to 0, in the order of the GPU's commands.
void buffer_clear(struct buffer *buffer);

// Writes the first `size` bytes, in the order of the GPU's commands.
void buffer_write(struct buffer *buffer, const void *bytes, size_t size);

// Copies all bytes to one of the same size, in the order of the GPU's commands.
void buffer_copy(const struct buffer *from, struct buffer *to);

// Reads the first `size` bytes. Waits for the GPU.
void buffer_read(const struct buffer *buffer, void *bytes, size_t size);

// A copy of a buffer that is read some frames later, so that nothing waits.
struct buffer_snapshot {
    struct buffer buffer; // of the same size
    void *fence;          // behind the copy; NULL: there is nothing to read
};

void buffer_snapshot_finish(struct buffer_snapshot *snapshot);

// Copies the buffer in place of a copy that was not read.
void buffer_snapshot_take(struct buffer_snapshot *snapshot, const struct buffer *from);
void buffer_snapshot_drop(struct buffer_snapshot *snapshot);

// Returns true if there is a copy that can be read without waiting; with `wait` it waits for it.
bool buffer_snapshot_is_ready(const struct buffer_snapshot *snapshot, bool wait);
