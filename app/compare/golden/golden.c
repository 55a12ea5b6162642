#define _XOPEN_SOURCE 700 // mkdtemp
#define LOG_MODULE    "golden"
#include "app/compare/golden/golden.h"

#include "app/compare/compare.h"
#include "app/picture/capture.h"
#include "app/text/progress.h"
#include "render/file/end_signal.h"
#include "render/file/file_path.h"
#include "render/file/input_file.h"
#include "render/file/output_file.h"
#include "render/text/clock.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Draws a case to a file. Returns the exit status.
static int draw(const struct golden_list *list, const struct golden_case *one, const char *path,
                struct error *error)
{
    struct picture_options picture = one->options.picture;
    picture.path = path;
    log_debug("drawing %s", one->file);
    const int status = capture_picture(&one->options.draw, &picture, error);
    if (status != EXIT_SUCCESS)
        error_prefix(error, "%s:%d: ", list->path, one->line);
    progress_clear();
    return status;
}

// Stops at the first picture that cannot be drawn and returns its exit status. Pictures drawn
// before it stay.
int golden_record(const struct options *options)
{
    struct golden_list list = { 0 };
    int recorded = 0, there = 0, status = EXIT_SUCCESS;
    struct error error;
    struct progress progress;
    if (!golden_list_begin(options->golden.folder, &error) ||
        !golden_list_read(&list, options, &error)) {
        golden_list_finish(&list);
        return report_error(EXIT_USAGE, &error);
    }
    progress_begin(&progress, "drawing picture", list.count);
    for (int i = 0; i < list.count && status == EXIT_SUCCESS; i++) {
        const struct golden_case *one = &list.all[i];
        if (!one->is_taken)
            continue;
        if (access(one->path, F_OK) == 0) {
            there++;
            continue;
        }
        progress_name(&progress, i, one->file);
        status = draw(&list, one, one->path, &error);
        if (status != EXIT_SUCCESS)
            report_error(status, &error);
        else
            printf("recorded %s\n", one->file);
        recorded++;
    }
    progress_end(&progress);
    if (status == EXIT_SUCCESS)
        printf("\n%d recorded, %d were there; --verify compares them, --accept replaces one\n",
               recorded, there);
    golden_list_finish(&list);
    return status;
}

// ---- verify

struct verification {
    const struct options *options;
    struct golden_list list;
    struct compare_cases cases;
    // The directory that pictures are drawn to before they are compared: the one that will hold
    // those that fail, or a temporary one that is removed at exit, also after a signal. Owned.
    char *folder;
};

static bool make_folder(struct verification *run, struct error *error)
{
    const char *kept = run->cases.maps, *parent = getenv("TMPDIR");
    if (kept) {
        run->folder = memory_copy(kept);
        return heat_map_check_folder(kept, &run->options->golden.folder, 1, error) ||
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

// Draws all pictures. One that the options do not allow is a broken case. Returns EXIT_MACHINE
// after printing the reason if this machine fails.
static int draw_all(struct verification *run)
{
    struct progress progress;
    int status = EXIT_SUCCESS;
    progress_begin(&progress, "drawing picture", run->list.count);
    for (int i = 0; i < run->list.count && status != EXIT_MACHINE; i++) {
        const struct golden_case *golden = &run->list.all[i];
        const char *tolerance = run->options->compare.tolerance;
        if (!golden->is_taken)
            continue;
        if (!tolerance)
            tolerance = golden->options.compare.tolerance;
        if (!tolerance)
            tolerance = "driver";
        compare_cases_add(&run->cases, golden->file, memory_copy(golden->path),
                          file_path_join(run->folder, golden->file), tolerance);
        struct compare_case *one = &run->cases.all[run->cases.count - 1];
        if (run->cases.are_temporary)
            end_signal_remove_file(one->paths[1]);
        progress_name(&progress, i, golden->file);
        const double start = clock_seconds();
        status = draw(&run->list, golden, one->paths[1], &one->why);
        one->seconds = clock_seconds() - start;
        if (status == EXIT_MACHINE)
            report_error(status, &one->why);
        else if (status != EXIT_SUCCESS)
            one->state = CASE_BROKEN;
    }
    progress_end(&progress);
    return status == EXIT_MACHINE ? status : EXIT_SUCCESS;
}

// Replaces a file by a copy of another, completely or not at all.
static bool copy_file(const char *from, const char *to, struct error *error)
{
    struct output_file file;
    size_t size;
    void *bytes = input_file_read_all(from, PTRDIFF_MAX, &size, error);
    if (!bytes)
        return error_prefix(error, "%s: ", from);
    const bool is_open = output_file_open(&file, to, error);
    if (is_open)
        fwrite(bytes, 1, size, file.stream);
    free(bytes);
    return is_open && output_file_close(&file, error);
}

// Replaces the pictures that differ, and prints how many, and why others were not. Returns the exit
// status.
static int accept_all(const struct verification *run)
{
    struct error error;
    int accepted = 0, foreign = 0, undrawn = 0; // foreign: another renderer drew the reference
    for (int i = 0; i < run->cases.count; i++) {
        const struct compare_case *one = &run->cases.all[i];
        const struct comparison *comparison = &one->comparison;
        if (access(one->paths[1], F_OK) != 0) {
            undrawn++;
            continue;
        }
        if (one->state == CASE_COMPARED && comparison->values[TOLERANCE_MAX] <= 0 &&
            !comparison->recipe[0])
            continue; // is the same
        if (comparison->is_of_other_renderer && !run->options->golden.other_renderer) {
            foreign++;
            continue;
        }
        if (!copy_file(one->paths[1], one->paths[0], &error))
            return report_error(EXIT_MACHINE, &error);
        log_note("accepted %s", one->paths[0]);
        accepted++;
    }
    printf("\naccepted %d of %d\n", accepted, run->cases.count);
    if (foreign > 0) {
        error_set(
            &error,
            "another renderer drew %d picture%s, which %s as before; --other-renderer replaces "
            "%s too",
            foreign, text_plural(foreign), foreign == 1 ? "is" : "are",
            foreign == 1 ? "it" : "them");
        return report_error(EXIT_USAGE, &error);
    }
    return undrawn > 0 ? EXIT_USAGE : EXIT_SUCCESS;
}

static int run_cases(struct verification *run)
{
    const struct outputs *outputs = &run->options->outputs;
    if (draw_all(run) != EXIT_SUCCESS)
        return EXIT_MACHINE;
    compare_cases_run(&run->cases, outputs_path(outputs, OUTPUT_JSON));
    const int status =
        run->options->golden.accepted[0] ? accept_all(run) : compare_cases_status(&run->cases);
    return outputs_write(outputs, OUTPUT_KINDS, &run->cases) ? status : EXIT_MACHINE;
}

int golden_verify(const struct options *options)
{
    struct error error;
    struct verification run = {
        .options = options,
        .cases = { .command = "--verify",
                   .golden = options->golden.folder,
                   .are_many = true,
                   .maps = outputs_path(&options->outputs, OUTPUT_FOLDER) },
    };
    int status = EXIT_USAGE;
    if (!golden_list_read(&run.list, options, &error))
        report_error(status, &error);
    else if (!make_folder(&run, &error))
        status = report_error(run.cases.maps ? EXIT_USAGE : EXIT_MACHINE, &error);
    else
        status = run_cases(&run);
    for (int i = 0; i < run.cases.count; i++) {
        const struct compare_case *one = &run.cases.all[i];
        if (run.cases.are_temporary || compare_case_passed(one))
            unlink(one->paths[1]);
        if (run.cases.are_temporary)
            end_signal_forget_file(one->paths[1]);
    }
    if (run.cases.are_temporary) {
        rmdir(run.folder);
        end_signal_forget_file(run.folder);
    }
    compare_cases_finish(&run.cases);
    golden_list_finish(&run.list);
    free(run.folder);
    return status;
}
