#pragma once

#include <stdbool.h>

// Ctrl-C, TERM and HUP ask a window to close as its owner does, and then end the program as if
// nobody had listened. The second one ends it at once.
void end_signal_listen(void); // what is ignored (nohup) stays so
bool end_signal_came(void);
void end_signal_pass_on(void); // ends the program by the signal that came, if any
