#define _XOPEN_SOURCE 700 // mkdtemp
#include "app/golden/golden_work.h"

#include "app/compare/heat_map/heat_map_write.h"
#include "app/golden/golden_list.h"
#include "render/file/end_signal.h"
#include "render/file/file_path.h"
#include "render/file/input_file.h"
#include "render/file/output_file.h"
#include "render/text/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool make_temporary(struct golden_work *work, struct error *error)
{
    const char *parent = getenv("TMPDIR");
    work->folder = file_path_join(parent && *parent ? parent : "/tmp", "halation-XXXXXX");
    work->is_temporary = true;
    end_signal_hold();
    const bool made = mkdtemp(work->folder);
    if (made)
        end_signal_removes(work->folder);
    end_signal_release();
    return made || error_set(error, "cannot make the folder %s: %s", work->folder, strerror(errno));
}

bool golden_work_init(struct golden_work *work, const char *kept, const char *golden,
                      struct error *error)
{
    *work = (struct golden_work){ 0 };
    if (!kept)
        return make_temporary(work, error);
    if (!heat_map_check_folder(kept, &golden, 1, error))
        return error_prefix(error, "--diff: ");
    work->folder = memory_copy(kept);
    return true;
}

static void remove_file(char *path)
{
    unlink(path);
    end_signal_forgets(path);
    free(path);
}

void golden_work_finish(struct golden_work *work)
{
    for (int i = 0; i < work->count; i++)
        remove_file(work->files[i]);
    if (work->is_temporary && work->folder) {
        rmdir(work->folder);
        end_signal_forgets(work->folder);
    }
    free(work->files);
    free(work->folder);
    *work = (struct golden_work){ 0 };
}

void golden_work_remove(struct golden_work *work, const char *path)
{
    for (int i = 0; i < work->count; i++)
        if (strcmp(work->files[i], path) == 0) {
            remove_file(work->files[i]);
            work->files[i] = work->files[--work->count];
            return;
        }
    unlink(path);
}

char *golden_work_path(struct golden_work *work, const char *file)
{
    char *path = file_path_join(work->folder, file);
    if (!work->is_temporary)
        return path;
    work->files = memory_grow(work->files, (size_t) (work->count + 1), sizeof(*work->files));
    char *copy = memory_copy(path);
    work->files[work->count++] = copy;
    end_signal_removes(copy);
    return path;
}

bool golden_work_copy(const char *from, const char *to, struct error *error)
{
    struct output_file file;
    char bytes[16384];
    ptrdiff_t count;
    const int in = input_file_open(from, error);
    if (in < 0)
        return error_prefix(error, "%s: ", from);
    if (!output_file_open(&file, to, error)) {
        close(in);
        return false;
    }
    while ((count = input_file_read(in, bytes, sizeof(bytes), NULL)) > 0)
        fwrite(bytes, 1, (size_t) count, file.stream);
    close(in);
    if (count == 0)
        return output_file_close(&file, error);
    output_file_discard(&file);
    return error_set(error, "%s cannot be read", from);
}
