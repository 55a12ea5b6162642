#pragma once

// Results go to stdout, and one that could not be written is no result. From now on, where what the
// program printed did not all arrive (a full disk, a closed descriptor), its end says so in one
// line and the exit status is EXIT_MACHINE. A file at the size that the user's limits allow counts
// as a full disk, for whatever file. Call it once, before anything is printed or opened.
void output_watch_stdout(void);

// Somebody has said so already, and sees to the exit status: the end says no more.
void output_stdout_is_told(void);
