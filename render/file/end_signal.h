#pragma once

#include <stdbool.h>

// Ctrl-C, TERM, HUP and what else would end the program: one handler removes the files that are
// still written under another name, and then the program ends by that signal, as if nobody had
// listened. What is ignored (nohup) stays so.

// Until released, such signals wait: a file is made and told here in one.
void end_signal_hold(void);
void end_signal_release(void);

// The path stays valid until it is forgotten. Of more files than a few at a time the rest is not
// known, and stays behind.
void end_signal_removes(const char *path);
void end_signal_forgets(const char *path);

// From now on the first Ctrl-C, TERM or HUP is only noted: a window closes as by its owner's hand,
// what it is writing becomes whole, and then it passes the signal on. The second ends it at once.
void end_signal_asks_first(void);
bool end_signal_came(void);
void end_signal_pass_on(void); // ends the program by the signal that came, if any
