#pragma once

// A copy of the text with U+FFFD in the place of every byte that is no UTF-8 (text_repair), for the
// caller to free. The first copy that needed it while the program runs is warned of; `what` names
// it there: "the chain in the results". Ends the program when there is no memory.
char *text_copy_as_utf8(const char *text, const char *what);
