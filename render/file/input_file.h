#pragma once

#include "render/text/error.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The one way to open a file that is read. Opening a pipe waits for its writer, and some devices
// have no end, so only plain files are read, and the pipes that the command line names.

// Allows the pipes that these words name, alone or behind '@', '=', ',', ':' or '"': /dev/stdin,
// palette=/dev/fd/63. Each is read once, since a second reader would wait for what never comes.
// Not while other threads read.
void input_file_allow_pipes(int count, char *const words[]);

// Returns true if input_file_allow_pipes allowed the pipe with this device and inode.
bool input_file_is_allowed(dev_t device, ino_t inode);

// Opens without waiting. Returns a descriptor for the caller to close; -1, with the reason and not
// the path, for what cannot be read: folders, devices, sockets and other pipes, too.
int input_file_open(const char *path, struct error *error);

// Reads until `most` bytes are there or the file ends; from a pipe also until *stop, unless that is
// NULL. Returns how many it were; -1: they cannot be read, and errno says why.
ptrdiff_t input_file_read(int descriptor, void *bytes, size_t most, const atomic_bool *stop);

// Reads a whole file with a zero behind it, for the caller to free. NULL: it cannot be read, or is
// longer than `most` bytes. Errors have the reason and not the path.
void *input_file_read_all(const char *path, size_t most, size_t *size, struct error *error);
