#define _XOPEN_SOURCE 700 // realpath
#include "app/lab/text/complain.h"

#include "app/lab/text/progress.h"
#include "render/text/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int complain(int status, const struct error *error)
{
    progress_clear();
    fflush(stdout);
    fprintf(stderr, "halation: %s\n", error->text);
    return status;
}

bool complain_if_unwritten(bool written, const char *path, const struct error *error)
{
    if (!written) {
        complain(EXIT_MACHINE, error);
        return false;
    }
    if (strcmp(path, "-") != 0)
        complain_written(path, "");
    return true;
}

void complain_written(const char *path, const char *more)
{
    char *absolute = realpath(path, NULL);
    log_note("wrote %s%s", absolute ? absolute : path, more);
    free(absolute);
}
