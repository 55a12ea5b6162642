#define _XOPEN_SOURCE 700 // mkdtemp
#include "app/compare/compare_files.h"
#include "app/compare/compare_print.h"
#include "app/compare/golden/golden.h"
#include "app/compare/golden/golden_list.h"
#include "app/compare/heat_map/heat_map_write.h"
#include "app/lab/text/complain.h"
#include "app/lab/text/progress.h"
#include "app/picture/capture.h"
#include "render/file/end_signal.h"
#include "render/file/file_path.h"
#include "render/file/input_file.h"
#include "render/file/output_file.h"
#include "render/text/error.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/names.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- golden work

// The folder where pictures that are drawn again lie until they are compared: the one that
// is to keep what failed, or one of its own that goes away, by a signal too.

struct golden_work {
    char *folder; // owned
    bool is_temporary;
    int count;
    char **files; // owned; in a temporary folder
};

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

// Makes the folder. `kept` (NULL: none) is the one that keeps pictures, and may not be `golden`.
static bool golden_work_init(struct golden_work *work, const char *kept, const char *golden,
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

// Removes a temporary folder.
static void golden_work_finish(struct golden_work *work)
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

// Removes the picture of that path.
static void golden_work_remove(struct golden_work *work, const char *path)
{
    for (int i = 0; i < work->count; i++)
        if (strcmp(work->files[i], path) == 0) {
            remove_file(work->files[i]);
            work->files[i] = work->files[--work->count];
            return;
        }
    unlink(path);
}

// Returns where a picture of that name is to be written, for the caller to free.
static char *golden_work_path(struct golden_work *work, const char *file)
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

// Copies a file over another, so that it is there whole or as it was.
static bool golden_work_copy(const char *from, const char *to, struct error *error)
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

// ---- golden verify

struct verification {
    const struct options *options;
    struct golden_list list;
    struct golden_work work;
    struct compare_cases cases;
    bool machine_failed;
    bool is_undrawn; // one of them
    int accepted;
};

// ---- which cases

static bool is_accepted(const struct options *options, const struct golden_case *one)
{
    for (int i = 0; i < OPTIONS_MAX_ACCEPTED; i++)
        if (options->golden.accepted[i] &&
            (fnmatch(options->golden.accepted[i], one->words[0], 0) == 0 ||
             fnmatch(options->golden.accepted[i], one->file, 0) == 0))
            return true;
    return false;
}

static const char *name_at(const void *set, int i)
{
    const struct golden_list *list = set;
    return i < list->count ? list->all[i].words[0] : NULL;
}

static bool matches_any(const struct golden_list *list, const char *pattern)
{
    struct options options = { .golden.accepted = { pattern } };
    for (int i = 0; i < list->count; i++)
        if (is_accepted(&options, &list->all[i]))
            return true;
    return false;
}

static bool check_accepted(const struct verification *run, struct error *error)
{
    const struct golden_list *list = &run->list;
    for (int i = 0; i < OPTIONS_MAX_ACCEPTED; i++) {
        const char *pattern = run->options->golden.accepted[i];
        if (!pattern || matches_any(list, pattern))
            continue;
        error_set(error, "--accept: %s has no picture '%s'", list->path, pattern);
        return names_suggest(error, &(const struct names){ name_at, list }, pattern,
                             strlen(pattern));
    }
    return true;
}

// ---- one case

static void draw(struct verification *run, const struct golden_case *golden,
                 struct compare_case *one)
{
    struct options options = golden->options;
    options.picture.path = one->paths[1];
    const int status = capture_picture(&options, &one->why);
    run->machine_failed = status == EXIT_MACHINE;
    if (status != EXIT_SUCCESS) {
        run->is_undrawn = true;
        one->state = CASE_BROKEN;
        error_prefix(&one->why, "%s:%d: ", run->list.path, golden->line);
    }
}

static void tell_how_to_accept(const struct verification *run, struct compare_case *one)
{
    error_append(&one->why, "; halation --verify %s --accept %s takes what is drawn now",
                 run->options->golden.folder, one->name);
}

static bool is_same(const struct compare_case *one)
{
    const struct comparison *comparison = &one->comparison;
    return one->state == CASE_COMPARED && !comparison->is_faulty &&
           comparison->values[TOLERANCE_MAX] <= 0;
}

static void accept(struct verification *run, const struct golden_case *golden,
                   const struct compare_case *one)
{
    struct error error;
    if (is_same(one))
        return;
    compare_print_pair(one);
    if (golden_work_copy(one->paths[1], golden->path, &error)) {
        log_note("accepted %s", golden->path);
        run->accepted++;
    } else {
        complain(EXIT_MACHINE, &error);
        run->machine_failed = true;
    }
}

static bool keeps_picture(const struct verification *run, const struct compare_case *one)
{
    return run->options->compare.html || (!compare_case_is_within(one) && !run->work.is_temporary);
}

// Draws and compares it, and says how it went.
static void run_case(struct verification *run, const struct golden_case *golden,
                     struct compare_case *one)
{
    const bool wants_flip = run->options->results.files[0],
               accepts = run->options->golden.accepted[0];
    draw(run, golden, one);
    const bool is_drawn = one->state != CASE_BROKEN;
    if (is_drawn)
        compare_case_run(one, wants_flip);
    if (one->state == CASE_MISSING && !accepts)
        tell_how_to_accept(run, one);
    progress_clear();
    compare_print_case(one);
    if (one->state == CASE_BROKEN && !(is_drawn && accepts))
        complain(EXIT_USAGE, &one->why);
    if (is_drawn && accepts)
        accept(run, golden, one);
    if (!is_drawn || !keeps_picture(run, one))
        golden_work_remove(&run->work, one->paths[1]);
}

// ---- all

static void add_case(struct verification *run, const struct golden_case *golden)
{
    const char *tolerance = run->options->compare.tolerance;
    char *path = golden_work_path(&run->work, golden->file);
    compare_cases_add(&run->cases, golden->file, golden->path, path,
                      tolerance ? tolerance : golden_case_tolerance(golden));
    free(path);
}

// A page shows what is within, too, and that goes away behind it.
static bool write_files(struct verification *run)
{
    const bool written = compare_files_write(&run->cases, run->options);
    for (int i = 0; i < run->cases.count && run->options->compare.html; i++)
        if (compare_case_is_within(&run->cases.all[i]))
            golden_work_remove(&run->work, run->cases.all[i].paths[1]);
    return written;
}

static bool is_taken(const struct verification *run, int i)
{
    const struct options *options = run->options;
    return golden_list_takes(options, i) &&
           (!options->golden.accepted[0] || is_accepted(options, &run->list.all[i]));
}

static void draw_all(struct verification *run)
{
    struct progress progress;
    int taken = 0;
    for (int i = 0; i < run->list.count; i++)
        taken += is_taken(run, i);
    progress_begin(&progress, "drawing picture", taken);
    for (int i = 0; i < run->list.count && !run->machine_failed; i++) {
        const struct golden_case *golden = &run->list.all[i];
        if (!is_taken(run, i))
            continue;
        progress_name(&progress, run->cases.count, golden->file);
        add_case(run, golden);
        run_case(run, golden, &run->cases.all[run->cases.count - 1]);
    }
    progress_end(&progress);
}

static int run_cases(struct verification *run)
{
    const struct options *options = run->options;
    draw_all(run);
    if (options->golden.accepted[0])
        printf("\naccepted %d of %d\n", run->accepted, run->cases.count);
    else
        compare_print_sum(&run->cases);
    if (run->machine_failed || !write_files(run))
        return EXIT_MACHINE;
    if (options->golden.accepted[0])
        return run->is_undrawn ? EXIT_USAGE : EXIT_SUCCESS;
    return compare_cases_status(&run->cases);
}

int golden_verify(const struct options *options)
{
    struct error error;
    struct verification run = {
        .options = options,
        .cases = { .command = "--verify", .are_many = true },
    };
    int status = EXIT_USAGE;
    if (!golden_list_read(&run.list, options->golden.folder, options, &error) ||
        !check_accepted(&run, &error))
        complain(status, &error);
    else if (!golden_work_init(&run.work, options->compare.diff, options->golden.folder, &error))
        status = complain(options->compare.diff ? EXIT_USAGE : EXIT_MACHINE, &error);
    else
        status = run_cases(&run);
    compare_cases_finish(&run.cases);
    golden_work_finish(&run.work);
    golden_list_finish(&run.list);
    return status;
}
