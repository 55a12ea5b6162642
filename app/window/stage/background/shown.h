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

// What is said of two sides: on a strip, or, where that has no room, on a page; and of the pixel
// under the pointer: beside the loupe.
enum { STRIP_LINES = 6, STRIP_LINE_SIZE = 160 };

struct strip {
    bool shown;
    struct shown_table pixel, numbers;
    int line_count;
    char lines[STRIP_LINES][STRIP_LINE_SIZE];
};
