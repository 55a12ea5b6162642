#include "app/golden/golden.h"
#include "app/golden/golden_default.h"
#include "app/golden/golden_list.h"
#include "app/picture/capture.h"
#include "app/text/complain.h"
#include "app/text/progress.h"
#include "render/file/file_path.h"
#include "render/text/log.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool begin_list(const char *folder, struct error *error)
{
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return error_set(error, "cannot make the folder %s: %s", folder, strerror(errno));
    if (golden_list_exists(folder))
        return true;
    char *path = file_path_join(folder, "cases.txt");
    const bool written = golden_default_write(path, error);
    if (written)
        complain_if_unwritten(true, path, NULL);
    free(path);
    return written;
}

static bool is_there(const struct golden_case *one)
{
    struct stat status;
    return stat(one->path, &status) == 0;
}

// Returns the exit status of the first that cannot be drawn. What was drawn before it stays.
static int record_all(const struct golden_list *list, const struct options *options)
{
    int recorded = 0, there = 0, status = EXIT_SUCCESS;
    struct error error;
    struct progress progress;
    progress_begin(&progress, "drawing picture", list->count);
    for (int i = 0; i < list->count && status == EXIT_SUCCESS; i++) {
        const struct golden_case *one = &list->all[i];
        if (!golden_list_takes(options, i))
            continue;
        if (is_there(one)) {
            there++;
            continue;
        }
        progress_name(&progress, i, one->file);
        status = capture_picture(&one->options, &error);
        progress_clear();
        if (status == EXIT_SUCCESS) {
            printf("recorded %s\n", one->file);
            recorded++;
        } else {
            error_prefix(&error, "%s:%d: ", list->path, one->line);
            complain(status, &error);
        }
    }
    progress_end(&progress);
    if (status == EXIT_SUCCESS)
        printf("\n%d recorded, %d were there; --verify compares them, --accept replaces one\n",
               recorded, there);
    return status;
}

int golden_record(const struct options *options)
{
    struct golden_list list = { 0 };
    struct error error;
    int status = EXIT_USAGE;
    if (begin_list(options->golden, &error) &&
        golden_list_read(&list, options->golden, options, &error)) {
        status = record_all(&list, options);
    } else {
        complain(status, &error);
    }
    golden_list_finish(&list);
    return status;
}
