#include "app/lab/text/processors.h"

#include <pthread.h>
#include <unistd.h>

int processors_count(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : (int) count;
}

int processors_or(int wanted)
{
    const int count = wanted > 0 ? wanted : processors_count();
    return count < PROCESSORS_MOST ? count : PROCESSORS_MOST;
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

void processors_share(int count, void (*work)(void *data, int begin, int end), void *data)
{
    struct part parts[PROCESSORS_MOST];
    const int most = processors_or(0), wanted = count < most ? count : most;
    int started = 1;
    for (int i = 0; i < wanted; i++)
        parts[i] = (struct part){
            .work = work,
            .data = data,
            .begin = (int) ((long long) count * i / wanted),
            .end = (int) ((long long) count * (i + 1) / wanted),
        };
    while (started < wanted &&
           pthread_create(&parts[started].thread, NULL, run_part, &parts[started]) == 0)
        started++;
    // The first part is this thread's, and so are those that got none.
    for (int i = 0; i < wanted; i = i == 0 ? started : i + 1)
        run_part(&parts[i]);
    for (int i = 1; i < started; i++)
        pthread_join(parts[i].thread, NULL);
}
