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

// A file of a program as it is written, or a generated text; the defines of the program stand
// behind its version.
struct source_text {
    char name[96];    // of the file in the shaders' folder, or what a generated text is called
    char notes[200];  // the passes that it runs as, in their order; of a part, who includes it
    char place[512];  // where the file lies, or that of a pass; "": generated
    bool is_part;     // a file that the program before it includes
    bool is_built_in; // a file that is read from the program itself
    char *text;       // owned, and so are the lines
    int line_count, longest;  // characters of the longest line
    struct shown_line *lines; // defines have no number
};
