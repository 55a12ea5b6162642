#include "render/file/processors.h"

#include "render/file/input_file.h"
#include "render/text/text.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

// ---- how many, and their work

int processors_count(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : (int) count;
}

struct part {
    void (*work)(void *data, int begin, int end);
    void *data;
    int begin, end;
    pthread_t thread;
};

static void *run_part(void *data)
{
    struct part *part = data;
    part->work(part->data, part->begin, part->end);
    return NULL;
}

void parallel_for(int count, void (*work)(void *data, int begin, int end), void *data)
{
    struct part parts[PROCESSORS_MAX];
    const int most = processors_count() < PROCESSORS_MAX ? processors_count() : PROCESSORS_MAX;
    const int threads = count < most ? count : most;
    int started = 1;
    for (int i = 0; i < threads; i++)
        parts[i] = (struct part){
            .work = work,
            .data = data,
            .begin = (int) ((long long) count * i / threads),
            .end = (int) ((long long) count * (i + 1) / threads),
        };
    while (started < threads &&
           pthread_create(&parts[started].thread, NULL, run_part, &parts[started]) == 0)
        started++;
    // This thread runs the first part, and the parts for which no thread could be created.
    for (int i = 0; i < threads; i = i == 0 ? started : i + 1)
        run_part(&parts[i]);
    for (int i = 1; i < started; i++)
        pthread_join(parts[i].thread, NULL);
}

// ---- which kind

const char *processor_name(void)
{
    static char name[256];
    char line[256];
    struct utsname host;
    struct error ignored;
    if (name[0])
        return name;
    snprintf(name, sizeof(name), "%s", uname(&host) == 0 ? host.machine : "unknown");
    const int descriptor = input_file_open("/proc/cpuinfo", &ignored);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "r") : NULL;
    while (file && fgets(line, sizeof(line), file)) { // "model name : AMD EPYC 7B13"
        const char *model = line + strcspn(line, ":");
        model += strspn(model, ": ");
        const int length = (int) strcspn(model, "\n");
        if (!text_begins_with(line, "model name") || length == 0)
            continue;
        snprintf(name, sizeof(name), "%.*s", length, model);
        break;
    }
    if (file)
        fclose(file);
    return name;
}
