#pragma once

#include <stdbool.h>

// Handles Ctrl-C, TERM, HUP and the other signals that end a program: files that are still written
// under another name are removed, and then the program ends by that signal, as it would without a
// handler. Signals that are ignored, as under nohup, stay ignored.

// Holds such signals back until they are released, so that making a file and naming it here are one
// step.
void end_signal_hold(void);
void end_signal_release(void);

// Names a file to remove, or a folder, before the files that are made in it. The path is borrowed
// until it is forgotten. Some 16000 at a time can be named; the rest would stay behind.
void end_signal_removes(const char *path);
void end_signal_forgets(const char *path);

// From now on the first Ctrl-C, TERM or HUP is only noted, so that a window can finish what it is
// writing and close before it passes the signal on. A second one ends the program at once.
void end_signal_asks_first(void);
bool end_signal_came(void);
void end_signal_pass_on(void); // ends the program by the signal that came, if any
