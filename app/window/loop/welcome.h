#pragma once

#include <stdbool.h>

// The lines of help at the first start on a machine. A file in the user's folder of state says that
// they were seen.

bool welcome_is_due(void);  // they were not left by a key or a click yet
void welcome_is_seen(void); // where the file cannot be written, they come again
