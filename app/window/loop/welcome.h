#pragma once

#include <stdbool.h>

// The lines of help at the first start on a machine. A file in the user's folder of state says that
// they were seen.

bool welcome_is_due(void);  // nobody has gone on from them yet
void welcome_is_seen(void); // where the file cannot be written, they come again
