#pragma once

#include "render/text/error.h"

#include <stdatomic.h>
#include <stddef.h>
#include <sys/types.h>

// All input files are opened here. Only regular files are read, and pipes that the command line
// names: opening any other pipe could block, and reading a device might never end.

// Allows the pipes whose paths occur in these command line arguments, as whole arguments or behind
// '@', '=', ',', ':' or '"': /dev/stdin, palette=/dev/fd/63. Each can be opened once, since a
// second reader would block. Not thread-safe.
void input_file_allow_pipes(int count, char *const words[]);

// Returns true if input_file_allow_pipes allowed the pipe with this device and inode.
bool input_file_is_allowed(dev_t device, ino_t inode);

// Opens a file without blocking. Returns a descriptor, which the caller closes, or -1 with an
// error, also for folders, devices, sockets and pipes that are not allowed. The error is without
// the path.
int input_file_open(const char *path, struct error *error);

// Reads until it has `most` bytes, the file ends, or *stop is true (pipes only; `stop` may be
// NULL). Returns the number of bytes; -1: a read error, see errno.
ptrdiff_t input_file_read(int descriptor, void *bytes, size_t most, const atomic_bool *stop);

// Reads a whole file and appends a zero byte; the caller frees the result. `size` gets the length
// without that. Returns NULL, with an error without the path, if it cannot be read or has more than
// `most` bytes.
void *input_file_read_all(const char *path, size_t most, size_t *size, struct error *error);
