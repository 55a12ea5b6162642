#pragma once

#include <stdbool.h>

// Data that the session prepares for the panel, which shows it unchanged. The types are also used
// by C++.

enum { SHOWN_LINES = 6, SHOWN_CELL_SIZE = 80 };

// A small table of numbers. The first row and the first column are labels.
struct shown_table {
    int rows, columns; // 0: there is nothing to show
    char cells[SHOWN_LINES][SHOWN_LINES][SHOWN_CELL_SIZE];
    char sides[SHOWN_LINES]; // side of each column: 'A', 'B'; 0: neither
};

// A line of a program's text.
struct shown_line {
    int begin, length; // bytes, in the text
    int number;        // shown before the line; 0: none, as for lines that are in no file
};

// A file of a program as it was written, or a generated text. The defines of the program are
// inserted after its #version.
struct source_text {
    char name[96];            // path in the shaders' folder, or the title of a generated text
    char notes[200];          // passes that run it, in order; for a part, the files that include it
    char place[512];          // path of the file or of a pass; "": generated
    bool is_part;             // the program before it includes this file
    bool is_built_in;         // the file is compiled into this program
    char *text;               // owned, as are the lines
    int line_count, longest;  // longest: characters of the longest line
    struct shown_line *lines; // defines have no number
};
