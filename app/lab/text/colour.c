#include "app/lab/text/colour.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool colour_is_terminal(FILE *out)
{
    const char *terminal = getenv("TERM");
    return terminal && *terminal && strcmp(terminal, "dumb") != 0 && isatty(fileno(out));
}

bool colour_is_wanted(FILE *out)
{
    const char *refused = getenv("NO_COLOR");
    return !(refused && *refused) && colour_is_terminal(out);
}
