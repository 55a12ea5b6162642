#pragma once

// The commit that the program was built from, as `git describe --always --dirty` prints it, or
// "unknown" if git was not available. Each build writes it to one small file that only the program
// links, so that a new commit recompiles that file alone.
extern const char *const commit_name;
