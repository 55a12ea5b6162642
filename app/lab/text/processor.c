#include "app/lab/text/processor.h"

#include "render/file/input_file.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

// Finds "model name	: AMD EPYC 7B13", where the kernel writes such a line.
static bool read_model(char *out, size_t size)
{
    char line[256];
    bool found = false;
    struct error ignored;
    const int descriptor = input_file_open("/proc/cpuinfo", &ignored);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "r") : NULL;
    while (file && !found && fgets(line, sizeof(line), file)) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon ||
            strspn(colon, ": \n") == strlen(colon))
            continue;
        colon += strspn(colon, ": ");
        snprintf(out, size, "%.*s", (int) strcspn(colon, "\n"), colon);
        found = true;
    }
    if (file)
        fclose(file);
    return found;
}

const char *processor_name(void)
{
    static char name[256];
    struct utsname host;
    if (name[0] || read_model(name, sizeof(name)))
        return name;
    snprintf(name, sizeof(name), "%s", uname(&host) == 0 ? host.machine : "unknown");
    return name;
}
