#pragma once

#include <stdbool.h>

// What the stage makes for the panel to show as it is. C++ reads these types, too.

enum { SHOWN_LINES = 6, SHOWN_CELL_SIZE = 80 };

// A small table of numbers. The first row and the first column are labels.
struct shown_table {
    int rows, columns; // 0: there is nothing to show
    char cells[SHOWN_LINES][SHOWN_LINES][SHOWN_CELL_SIZE];
    char sides[SHOWN_LINES]; // whose each column is: 'A', 'B'; 0: of neither
};

// A line of a text of a program.
struct shown_line {
    int begin, length; // bytes of the text
    int number;        // shown before it; 0: none, as of lines that no file has
};
