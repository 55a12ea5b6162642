#pragma once

// Shows the progress of a long task on stderr: nothing in its first two seconds and nothing with
// --quiet. On a terminal a counted task is one line that changes; uncounted tasks, and all tasks
// elsewhere, print a line every ten seconds. A thread writes them, so that they also appear while
// one step takes long. Tasks may be nested like a stack: the outer ones begin the line, "suite 2 of
// 6, impls: compiling the shaders of chain 5 of 12, 4.1 s each, about 29 s left".
struct progress {
    const char *what; // "frame", or the activity if nothing is counted: "drawing the picture"
    const char *name; // of the step that is running, or NULL
    int total;        // 0: nothing is counted
    int before, done; // steps before the last restart, and all steps that were done
    double begin;     // seconds of the clock
    struct progress *outer;
};

// The text is borrowed. The caller calls progress_end in every case.
void progress_begin(struct progress *progress, const char *what, int total);
void progress_end(struct progress *progress);

// Sets the number of steps that are done. A smaller number than before has no effect.
void progress_set_done(struct progress *progress, int done);

// Sets the number of steps that are done and the name of the next step, which is borrowed.
void progress_name(struct progress *progress, int done, const char *name);

// Starts over with the first step. The count never decreases: the steps that were done are added to
// the total.
void progress_restart(struct progress *progress);

// Ends the thread until the next progress_begin. Call it before a fork, since a child inherits
// locks that other threads hold.
void progress_pause(void);

// Erases the line on the terminal, so that other text can be printed.
void progress_clear(void);

enum { PROGRESS_LINE_SIZE = 512 };

// Writes the line that is shown at time `now`, in seconds of the clock.
void progress_print(const struct progress *innermost, double now, char out[PROGRESS_LINE_SIZE]);
