#pragma once

#include "app/command/option.h"

// What a command line may go on with, for the completion of shells. Their scripts
// (assets/complete.*) know nothing: they ask `halation --complete WORD...` at each press of Tab,
// which takes 5 ms.

// Prints on stdout what the last word, which may be empty, can become, each in a line, and behind a
// tab what it is. Where that ends in '=' or ':', more of the word follows. A '*' at the end stands
// for the name of a file, and "*/" for that of a folder:
//
//   halation --complete --chain dual:ed     dual:edge=       What lies beyond the border: its ...
//   halation --complete --chain @           @*
void complete_words(struct option_reader *reader, char *words[], int count);

// Offer chain text, and that of a scene: option.complete.
void complete_chain(struct completion *completion);
void complete_scene(struct completion *completion);
