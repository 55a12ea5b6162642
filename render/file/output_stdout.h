#pragma once

// Results go to stdout, and a result that could not be written is none. From now on the program
// ends with one line and the status EXIT_MACHINE where not all that it printed arrived (a full
// disk, a closed descriptor). Any file that reaches the size limit of the user's shell is treated
// like a full disk instead of ending the program. Call it once, before anything is printed or
// opened.
void output_watch_stdout(void);

// The caller has said so already and sees to the exit status, so that the end says nothing more.
void output_stdout_is_reported(void);

// From now on writing to a pipe without a reader fails, with a reason, instead of ending
// the program. Call it before anything is written.
void output_stdout_may_be_lost(void);
