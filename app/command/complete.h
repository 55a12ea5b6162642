#pragma once

#include "app/command/option.h"

// Completion of command lines in shells. The shells' scripts (assets/complete.*) have no list of
// options: they run `halation --complete WORD...` at each press of Tab, which takes 5 ms.

// Prints on stdout the completions of the last word, which may be empty: one per line, with a
// description after a tab. A completion that ends in '=' or ':' is continued by more of the word. A
// '*' at the end stands for the name of a file, and "*/" for that of a directory:
//
//   halation --complete --chain dual:ed     dual:edge=       What lies beyond the border: its ...
//   halation --complete --chain @           @*
void complete_words(struct option_reader *reader, char *words[], int count);

// Complete chain text, scene text and suites: option.complete.
void complete_suite(struct completion *completion);
void complete_chain(struct completion *completion);
void complete_scene(struct completion *completion);

// Complete the ending of a file that the mode writes, and an ending by itself.
void complete_output(struct completion *completion);
void complete_output_format(struct completion *completion);
