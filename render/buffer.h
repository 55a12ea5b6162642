#pragma once

#include <stddef.h>
#include <stdint.h>

// A shader storage buffer, on loan from the pool like textures are.
struct buffer {
    unsigned id;
    size_t size;     // bytes
    uint64_t stored; // when it was last bound to a pass, in gpu.serial; see struct texture
};

// Undefined contents. Ends the program with the size when the GPU has no memory for it.
void buffer_init(struct buffer *buffer, size_t size, const char *label);
void buffer_finish(struct buffer *buffer);

// Every byte 0, in the order of the GPU's commands.
void buffer_clear(struct buffer *buffer);

// `size` bytes from the start, in the order of the GPU's commands.
void buffer_write(struct buffer *buffer, const void *bytes, size_t size);

// Waits for the GPU. `size` bytes from the start.
void buffer_read(const struct buffer *buffer, void *bytes, size_t size);
