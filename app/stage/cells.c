#include "app/stage/cells.h"

#include <stdarg.h>
#include <stdio.h>

void cells_set(struct widgets_table *table, int row, int column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(table->cells[row][column], WIDGETS_CELL_SIZE, format, arguments);
    va_end(arguments);
}
