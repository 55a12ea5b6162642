#define _XOPEN_SOURCE 700 // mkdtemp
#define LOG_MODULE    "golden"
#include "app/compare/golden/golden.h"

#include "app/compare/compare.h"
#include "app/compare/heat_map.h"
#include "app/picture/capture.h"
#include "app/text/progress.h"
#include "render/file/end_signal.h"
#include "render/file/file_path.h"
#include "render/file/input_file.h"
#include "render/file/output_file.h"
#include "render/text/clock.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/names.h"
#include "render/text/text.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- record

// Stops at the first picture that cannot be drawn and returns its exit status. Pictures drawn
// before it stay.
int golden_record(const struct options *options)
{
    struct golden_list list = { 0 };
    int recorded = 0, there = 0, status = EXIT_SUCCESS;
    struct error error;
    struct progress progress;
    if (!golden_list_begin(options->golden.folder, &error) ||
        !golden_list_read(&list, options->golden.folder, options, &error)) {
        golden_list_finish(&list);
        return report_error(EXIT_USAGE, &error);
    }
    progress_begin(&progress, "drawing picture", list.count);
    for (int i = 0; i < list.count && status == EXIT_SUCCESS; i++) {
        const struct golden_case *one = &list.all[i];
        if (!golden_list_takes(&options->golden, i))
            continue;
        if (access(one->path, F_OK) == 0) {
            there++;
            continue;
        }
        progress_name(&progress, i, one->file);
        log_debug("drawing %s", one->file);
        status = capture_picture(&one->options.draw, &one->options.picture, &error);
        progress_clear();
        if (status == EXIT_SUCCESS) {
            printf("recorded %s\n", one->file);
            recorded++;
        } else {
            error_prefix(&error, "%s:%d: ", list.path, one->line);
            report_error(status, &error);
        }
    }
    progress_end(&progress);
    if (status == EXIT_SUCCESS)
        printf("\n%d recorded, %d were there; --verify compares them, --accept replaces one\n",
               recorded, there);
    golden_list_finish(&list);
    return status;
}

// ---- verify: the folder of new pictures

struct verification {
    const struct golden_options *options;
    const struct compare_options *compare;
    const struct outputs *outputs;
    struct golden_list list;
    struct compare_cases cases;
    // The directory that pictures are drawn to before they are compared: the one that will hold
    // those that fail, or a temporary one that is removed at exit, also after a signal. Owned.
    char *folder;
    bool machine_failed;
    bool is_undrawn; // at least one case could not be drawn
    int accepted;
    int foreign; // number of pictures to accept that another renderer drew, and that were not
                 // replaced
};

static bool make_folder(struct verification *run, struct error *error)
{
    const char *kept = run->cases.maps, *parent = getenv("TMPDIR");
    if (kept) {
        run->folder = memory_copy(kept);
        return heat_map_check_folder(kept, &run->options->folder, 1, error) ||
               error_prefix(error, "--output: ");
    }
    run->folder = file_path_join(parent && *parent ? parent : "/tmp", "halation-XXXXXX");
    run->cases.are_temporary = true;
    end_signal_block();
    const bool made = mkdtemp(run->folder);
    if (made)
        end_signal_remove_file(run->folder);
    end_signal_unblock();
    return made || error_set(error, "cannot make the folder %s: %s", run->folder, strerror(errno));
}

static void remove_picture(const struct verification *run, const struct compare_case *one)
{
    unlink(one->paths[1]);
    if (run->cases.are_temporary)
        end_signal_forget_file(one->paths[1]);
}

// Replaces a file by a copy of another, completely or not at all.
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

static const char *name_at(const void *set, int i)
{
    const struct golden_list *list = set;
    return i < list->count ? list->all[i].words[0] : NULL;
}

static bool is_taken(const struct verification *run, int i)
{
    bool is_selected = !run->options->accepted[0];
    for (int n = 0; n < OPTIONS_MAX_ACCEPTED && run->options->accepted[n]; n++)
        is_selected = is_selected || matches(&run->list.all[i], run->options->accepted[n]);
    return is_selected && golden_list_takes(run->options, i);
}

// ---- one case

static void accept(struct verification *run, const struct golden_case *golden,
                   const struct compare_case *one)
{
    struct error error;
    const struct comparison *comparison = &one->comparison;
    if (one->state == CASE_COMPARED && comparison->values[TOLERANCE_MAX] <= 0 &&
        !comparison->recipe[0])
        return; // is the same
    compare_print_pair(one);
    if (comparison->is_of_other_renderer && !run->options->other_renderer) {
        run->foreign++;
        return;
    }
    if (copy_file(one->paths[1], golden->path, &error)) {
        log_note("accepted %s", golden->path);
        run->accepted++;
    } else {
        report_error(EXIT_MACHINE, &error);
        run->machine_failed = true;
    }
}

// Draws and compares a case, and prints the result.
static void run_case(struct verification *run, const struct golden_case *golden,
                     struct compare_case *one)
{
    const bool needs_flip = outputs_path(run->outputs, OUTPUT_JSON);
    const bool accepts = run->options->accepted[0];
    const double start = clock_seconds();
    struct picture_options request = golden->options.picture;
    request.path = one->paths[1];
    const int status = capture_picture(&golden->options.draw, &request, &one->why);
    const bool is_drawn = status == EXIT_SUCCESS;
    run->machine_failed = status == EXIT_MACHINE;
    if (run->machine_failed) {
        progress_clear();
        report_error(status, &one->why);
        return;
    }
    if (is_drawn) {
        compare_case_run(one, needs_flip);
    } else {
        run->is_undrawn = true;
        one->state = CASE_BROKEN;
        error_prefix(&one->why, "%s:%d: ", run->list.path, golden->line);
    }
    one->seconds = clock_seconds() - start;
    if (one->state == CASE_MISSING && !accepts)
        error_append(&one->why, "; halation --verify %s --accept %s takes what is drawn now",
                     run->options->folder, one->name);
    progress_clear();
    compare_print_case(one);
    if (one->state == CASE_BROKEN && !(is_drawn && accepts))
        report_error(EXIT_USAGE, &one->why);
    if (is_drawn && accepts)
        accept(run, golden, one);
    const bool writes_failed = !run->cases.are_temporary && !compare_case_passed(one);
    if (!is_drawn || !(outputs_path(run->outputs, OUTPUT_PAGE) || writes_failed))
        remove_picture(run, one);
}

// ---- all

// Prints how many were replaced, and why others were not. Returns the exit status.
static int report_accepted(const struct verification *run)
{
    struct error error;
    printf("\naccepted %d of %d\n", run->accepted, run->cases.count);
    compare_print_makers(&run->cases);
    if (run->foreign > 0) {
        error_set(
            &error,
            "another renderer drew %d picture%s, which %s as before; --other-renderer replaces "
            "%s too",
            run->foreign, text_plural(run->foreign), run->foreign == 1 ? "is" : "are",
            run->foreign == 1 ? "it" : "them");
        return report_error(EXIT_USAGE, &error);
    }
    return run->is_undrawn ? EXIT_USAGE : EXIT_SUCCESS;
}

static int run_cases(struct verification *run)
{
    const bool accepts = run->options->accepted[0];
    const char *all = run->compare->tolerance;
    struct progress progress;
    int taken = 0;
    for (int i = 0; i < run->list.count; i++)
        taken += is_taken(run, i);
    progress_begin(&progress, "drawing picture", taken);
    for (int i = 0; i < run->list.count && !run->machine_failed; i++) {
        const struct golden_case *golden = &run->list.all[i];
        const char *own = golden->options.compare.tolerance;
        if (!is_taken(run, i))
            continue;
        progress_name(&progress, run->cases.count, golden->file);
        log_debug("drawing %s", golden->file);
        compare_cases_add(&run->cases, golden->file, memory_copy(golden->path),
                          file_path_join(run->folder, golden->file),
                          all   ? all
                          : own ? own
                                : "driver");
        struct compare_case *one = &run->cases.all[run->cases.count - 1];
        if (run->cases.are_temporary)
            end_signal_remove_file(one->paths[1]);
        run_case(run, golden, one);
    }
    progress_end(&progress);
    if (run->machine_failed) {
        printf("\n%d of %d compared before this machine failed\n", run->cases.count - 1, taken);
        return EXIT_MACHINE;
    }
    const int accepted = accepts ? report_accepted(run) : EXIT_SUCCESS;
    if (!accepts) {
        compare_print_sum(&run->cases);
        compare_print_makers(&run->cases);
    }
    const bool written = outputs_write(run->outputs, OUTPUT_KINDS, &run->cases);
    for (int i = 0; i < run->cases.count && outputs_path(run->outputs, OUTPUT_PAGE); i++)
        if (compare_case_passed(&run->cases.all[i])) // is in the page now
            remove_picture(run, &run->cases.all[i]);
    if (!written)
        return EXIT_MACHINE;
    return accepts ? accepted : compare_cases_status(&run->cases);
}

int golden_verify(const struct options *options)
{
    struct error error;
    struct verification run = {
        .options = &options->golden,
        .compare = &options->compare,
        .outputs = &options->outputs,
        .cases = { .command = "--verify",
                   .are_many = true,
                   .maps = outputs_path(&options->outputs, OUTPUT_FOLDER) },
    };
    const char *const *accepted = options->golden.accepted;
    int status = EXIT_USAGE;
    bool good = golden_list_read(&run.list, options->golden.folder, options, &error);
    for (int n = 0; good && n < OPTIONS_MAX_ACCEPTED && accepted[n]; n++) {
        bool is_known = false;
        for (int i = 0; i < run.list.count; i++)
            is_known = is_known || matches(&run.list.all[i], accepted[n]);
        if (is_known)
            continue;
        error_set(&error, "--accept: %s has no picture '%s'", run.list.path, accepted[n]);
        good = names_suggest(&error, &(const struct names){ name_at, &run.list }, accepted[n],
                             strlen(accepted[n]));
    }
    if (!good)
        report_error(status, &error);
    else if (!make_folder(&run, &error))
        status = report_error(run.cases.maps ? EXIT_USAGE : EXIT_MACHINE, &error);
    else
        status = run_cases(&run);
    for (int i = 0; i < run.cases.count && run.cases.are_temporary; i++)
        remove_picture(&run, &run.cases.all[i]);
    if (run.cases.are_temporary) {
        rmdir(run.folder);
        end_signal_forget_file(run.folder);
    }
    compare_cases_finish(&run.cases);
    golden_list_finish(&run.list);
    free(run.folder);
    return status;
}
