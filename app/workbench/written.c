#include "app/workbench/written.h"

#include <stdio.h>
#include <unistd.h>

void written_say(struct workbench *workbench, const char *path, const char *what)
{
    char folder[MESSAGE_SIZE - 128];
    const bool needs_folder = path[0] != '/' && getcwd(folder, sizeof(folder)) != NULL;
    workbench_say(workbench, "wrote %s%s%s%s", needs_folder ? folder : "", needs_folder ? "/" : "",
                  path, what);
    puts(path);
    fflush(stdout);
}
