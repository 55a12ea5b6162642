#pragma once

// The commit that the program was built from, as `git describe --always --dirty` names it, or
// "unknown" where there was no git. Written at each build and linked to the program alone, so that
// a commit compiles one small file.
extern const char *const commit_name;
