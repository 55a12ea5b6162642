#pragma once

#include "app/sheet.h"

// Prints a table and looks at every line: none is wider than a terminal.
void sheet_check_width(const struct sheet *sheet);
