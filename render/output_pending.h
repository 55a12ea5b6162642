#pragma once

// Files that are being written under another name: whatever ends the program, Ctrl-C too, none is
// left behind. A signal that would end it removes them and then ends it, with the same status as
// ever.

// Until released, such signals wait: a file is made and added in one.
void output_pending_hold(void);
void output_pending_release(void);

// The path stays valid until it is removed here. Of more files than a few at a time the rest is not
// known, and stays behind.
void output_pending_add(const char *path);
void output_pending_remove(const char *path);
