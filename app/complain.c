#include "app/complain.h"

#include <stdio.h>

int complain(int status, const struct error *error)
{
    fflush(stdout);
    fprintf(stderr, "halation: %s\n", error->text);
    return status;
}
