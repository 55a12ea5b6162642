#define LOG_MODULE "times"
#include "effects/auto/impl_times.h"

#include "render/file/cache_file.h"
#include "render/text/log.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char first_line[] = "halation times 2 " HALATION_VERSION "\n";

void impl_times_finish(struct impl_times *times)
{
    free(times->items);
    *times = (struct impl_times){ 0 };
}

struct impl_time *impl_times_find(const struct impl_times *times, const char *key, const char *impl)
{
    for (int i = times->count - 1; i >= 0; i--) // if there are two entries, the later one is valid
        if (strcmp(times->items[i].impl, impl) == 0 && strcmp(times->items[i].key, key) == 0)
            return &times->items[i];
    return NULL;
}

static struct impl_time *add(struct impl_times *times)
{
    if (times->count == IMPL_TIMES_MAX) { // the oldest goes
        times->count--;
        memmove(times->items, times->items + 1, sizeof(*times->items) * (size_t) times->count);
    }
    times->items = memory_room(times->items, times->count, sizeof(*times->items));
    return &times->items[times->count++];
}

void impl_times_put(struct impl_times *times, const char *key, const char *impl, double model,
                    double timed)
{
    struct impl_time *item = impl_times_find(times, key, impl);
    if (!item)
        item = add(times);
    *item = (struct impl_time){ .model = model, .timed = timed };
    snprintf(item->key, sizeof(item->key), "%s", key);
    snprintf(item->impl, sizeof(item->impl), "%s", impl);
    times->changed = true;
    times->puts++;
}

// ---- the file

void impl_times_load(struct impl_times *times, const struct context_info *info)
{
    char line[sizeof(first_line) + 1] = "";
    FILE *stream = cache_file_read(info, "times");
    if (!stream)
        return;
    struct impl_time item;
    if (fgets(line, sizeof(line), stream) && strcmp(line, first_line) == 0)
        // A line has the estimated time, the measured one, the implementation, and the key, which
        // contains spaces.
        while (times->count < IMPL_TIMES_MAX &&
               fscanf(stream, "%lf %lf %31s %255[^\n]", &item.model, &item.timed, item.impl,
                      item.key) == 4 &&
               isfinite(item.model) && item.model > 0 && isfinite(item.timed) && item.timed > 0)
            *add(times) = item;
    fclose(stream);
    times->changed = false;
}

void impl_times_store(const struct impl_times *times, const struct context_info *info)
{
    struct error error;
    struct output_file file;
    bool is_kept = cache_file_write(&file, info, "times", &error);
    if (is_kept) {
        fputs(first_line, file.stream);
        for (int i = 0; i < times->count; i++) {
            const struct impl_time *item = &times->items[i];
            fprintf(file.stream, "%.1f %.1f %s %s\n", item->model, item->timed, item->impl,
                    item->key);
        }
        is_kept = output_file_close(&file, &error);
    }
    if (!is_kept)
        log_info("the times of implementations are not kept: %s", error.text);
}
