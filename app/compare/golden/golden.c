#define _XOPEN_SOURCE 700 // mkdtemp
#include "app/compare/golden/golden.h"

#include "app/compare/compare.h"
#include "app/compare/compare_files.h"
#include "app/compare/golden/golden_list.h"
#include "app/compare/heat_map.h"
#include "app/lab/text/progress.h"
#include "app/picture/capture.h"
#include "render/file/end_signal.h"
#include "render/file/file_path.h"
#include "render/file/input_file.h"
#include "render/file/output_file.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/names.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- record

// Returns the exit status of the first that cannot be drawn. What was drawn before it stays.
static int record_all(const struct golden_list *list, const struct golden_wish *wish)
{
    int recorded = 0, there = 0, status = EXIT_SUCCESS;
    struct error error;
    struct progress progress;
    progress_begin(&progress, "drawing picture", list->count);
    for (int i = 0; i < list->count && status == EXIT_SUCCESS; i++) {
        const struct golden_case *one = &list->all[i];
        if (!golden_list_takes(wish, i))
            continue;
        if (access(one->path, F_OK) == 0) {
            there++;
            continue;
        }
        progress_name(&progress, i, one->file);
        status = capture_picture(&one->options.draw, &one->options.picture, &error);
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
    if (golden_list_begin(options->golden.folder, &error) &&
        golden_list_read(&list, options->golden.folder, options, &error))
        status = record_all(&list, &options->golden);
    else
        complain(status, &error);
    golden_list_finish(&list);
    return status;
}

// ---- verify: the folder of new pictures

struct verification {
    const struct golden_wish *wish;
    const struct compare_wish *compare;
    const struct results_wish *results;
    struct golden_list list;
    struct compare_cases cases;
    // Where pictures lie until they are compared: the folder that is to keep those that fail, or
    // one of its own that goes away, by a signal too. Owned.
    char *folder;
    bool is_temporary;
    bool machine_failed;
    bool is_undrawn; // one of them
    int accepted;
};

static bool make_temporary(struct verification *run, struct error *error)
{
    const char *parent = getenv("TMPDIR");
    run->folder = file_path_join(parent && *parent ? parent : "/tmp", "halation-XXXXXX");
    run->is_temporary = true;
    end_signal_hold();
    const bool made = mkdtemp(run->folder);
    if (made)
        end_signal_removes(run->folder);
    end_signal_release();
    return made || error_set(error, "cannot make the folder %s: %s", run->folder, strerror(errno));
}

static bool make_folder(struct verification *run, struct error *error)
{
    const char *kept = run->compare->diff;
    if (!kept)
        return make_temporary(run, error);
    if (!heat_map_check_folder(kept, &run->wish->folder, 1, error))
        return error_prefix(error, "--diff: ");
    run->folder = memory_copy(kept);
    return true;
}

static void remove_picture(const struct verification *run, const struct compare_case *one)
{
    unlink(one->paths[1]);
    if (run->is_temporary)
        end_signal_forgets(one->paths[1]);
}

static void remove_temporary(const struct verification *run)
{
    if (!run->is_temporary)
        return;
    for (int i = 0; i < run->cases.count; i++)
        remove_picture(run, &run->cases.all[i]);
    rmdir(run->folder);
    end_signal_forgets(run->folder);
}

// Copies a file over another, so that it is there whole or as it was.
static bool copy_file(const char *from, const char *to, struct error *error)
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

// ---- which cases

static bool matches(const struct golden_case *one, const char *pattern)
{
    return fnmatch(pattern, one->words[0], 0) == 0 || fnmatch(pattern, one->file, 0) == 0;
}

static bool is_accepted(const struct verification *run, const struct golden_case *one)
{
    for (int i = 0; i < OPTIONS_MAX_ACCEPTED; i++)
        if (run->wish->accepted[i] && matches(one, run->wish->accepted[i]))
            return true;
    return false;
}

static const char *name_at(const void *set, int i)
{
    const struct golden_list *list = set;
    return i < list->count ? list->all[i].words[0] : NULL;
}

static bool check_pattern(const struct golden_list *list, const char *pattern, struct error *error)
{
    for (int i = 0; i < list->count; i++)
        if (matches(&list->all[i], pattern))
            return true;
    error_set(error, "--accept: %s has no picture '%s'", list->path, pattern);
    return names_suggest(error, &(const struct names){ name_at, list }, pattern, strlen(pattern));
}

static bool check_accepted(const struct verification *run, struct error *error)
{
    for (int i = 0; i < OPTIONS_MAX_ACCEPTED; i++)
        if (run->wish->accepted[i] && !check_pattern(&run->list, run->wish->accepted[i], error))
            return false;
    return true;
}

static bool is_taken(const struct verification *run, int i)
{
    return golden_list_takes(run->wish, i) &&
           (!run->wish->accepted[0] || is_accepted(run, &run->list.all[i]));
}

// ---- one case

static void draw(struct verification *run, const struct golden_case *golden,
                 struct compare_case *one)
{
    struct picture_wish wish = golden->options.picture;
    wish.path = one->paths[1];
    const int status = capture_picture(&golden->options.draw, &wish, &one->why);
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
                 run->wish->folder, one->name);
}

static bool is_same(const struct compare_case *one)
{
    return one->state == CASE_COMPARED && one->comparison.values[TOLERANCE_MAX] <= 0;
}

static void accept(struct verification *run, const struct golden_case *golden,
                   const struct compare_case *one)
{
    struct error error;
    if (is_same(one))
        return;
    compare_print_pair(one);
    if (copy_file(one->paths[1], golden->path, &error)) {
        log_note("accepted %s", golden->path);
        run->accepted++;
    } else {
        complain(EXIT_MACHINE, &error);
        run->machine_failed = true;
    }
}

static bool keeps_picture(const struct verification *run, const struct compare_case *one)
{
    return run->compare->html || (!compare_case_is_within(one) && !run->is_temporary);
}

// Draws and compares it, and says how it went.
static void run_case(struct verification *run, const struct golden_case *golden,
                     struct compare_case *one)
{
    const bool wants_flip = run->results->files[0], accepts = run->wish->accepted[0];
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
        remove_picture(run, one);
}

// ---- all

static struct compare_case *add_case(struct verification *run, const struct golden_case *golden)
{
    const char *own = golden->options.compare.tolerance, *all = run->compare->tolerance;
    compare_cases_add(&run->cases, golden->file, memory_copy(golden->path),
                      file_path_join(run->folder, golden->file),
                      all   ? all
                      : own ? own
                            : "driver");
    struct compare_case *one = &run->cases.all[run->cases.count - 1];
    if (run->is_temporary)
        end_signal_removes(one->paths[1]);
    return one;
}

// A page shows what is within, too, and that goes away behind it.
static bool write_files(struct verification *run)
{
    const bool written = compare_files_write(&run->cases, run->compare, run->results);
    for (int i = 0; i < run->cases.count && run->compare->html; i++)
        if (compare_case_is_within(&run->cases.all[i]))
            remove_picture(run, &run->cases.all[i]);
    return written;
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
        run_case(run, golden, add_case(run, golden));
    }
    progress_end(&progress);
}

static int run_cases(struct verification *run)
{
    const bool accepts = run->wish->accepted[0];
    draw_all(run);
    if (accepts)
        printf("\naccepted %d of %d\n", run->accepted, run->cases.count);
    else
        compare_print_sum(&run->cases);
    if (run->machine_failed || !write_files(run))
        return EXIT_MACHINE;
    if (accepts)
        return run->is_undrawn ? EXIT_USAGE : EXIT_SUCCESS;
    return compare_cases_status(&run->cases);
}

int golden_verify(const struct options *options)
{
    struct error error;
    struct verification run = {
        .wish = &options->golden,
        .compare = &options->compare,
        .results = &options->results,
        .cases = { .command = "--verify", .are_many = true },
    };
    int status = EXIT_USAGE;
    if (!golden_list_read(&run.list, options->golden.folder, options, &error) ||
        !check_accepted(&run, &error))
        complain(status, &error);
    else if (!make_folder(&run, &error))
        status = complain(options->compare.diff ? EXIT_USAGE : EXIT_MACHINE, &error);
    else
        status = run_cases(&run);
    remove_temporary(&run);
    compare_cases_finish(&run.cases);
    golden_list_finish(&run.list);
    free(run.folder);
    return status;
}
