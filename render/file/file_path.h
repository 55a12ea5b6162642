#pragma once

// Names of files.

// Returns "folder/name" for the caller to free, with one slash also where the folder ends in one.
char *file_path_join(const char *folder, const char *name);
