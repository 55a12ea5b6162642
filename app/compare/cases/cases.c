#include "app/compare/cases/cases.h"

#include "render/file/file_path.h"
#include "render/image/image.h"
#include "render/text/log.h"
#include "render/text/memory.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// Takes the paths.
static void add(struct compare_cases *cases, const char *name, char *reference, char *picture,
                const char *tolerance)
{
    const size_t count = (size_t) cases->count + 1;
    cases->all = memory_grow(cases->all, count, sizeof(*cases->all));
    cases->all[cases->count++] = (struct compare_case){
        .name = memory_copy(name),
        .paths = { reference, picture },
        .tolerance = tolerance,
    };
}

void compare_cases_add(struct compare_cases *cases, const char *name, const char *reference,
                       const char *picture, const char *tolerance)
{
    add(cases, name, memory_copy(reference), memory_copy(picture), tolerance);
}

// Adds the pictures of one folder, each as a pair of both.
static bool add_folder(struct compare_cases *cases, const char *const paths[2], int which,
                       const char *tolerance, struct error *error)
{
    DIR *folder = opendir(paths[which]);
    const struct dirent *entry;
    if (!folder)
        return error_set(error, "%s: %s", paths[which], strerror(errno));
    while ((entry = readdir(folder)))
        if (image_has_ending(entry->d_name))
            add(cases, entry->d_name, file_path_join(paths[0], entry->d_name),
                file_path_join(paths[1], entry->d_name), tolerance);
    closedir(folder);
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct compare_case *) a)->name, ((const struct compare_case *) b)->name);
}

static void finish_case(struct compare_case *one)
{
    free(one->name);
    for (int i = 0; i < 2; i++)
        free(one->paths[i]);
}

// Returns how many names were there twice: once in each folder.
static int merge(struct compare_cases *cases)
{
    int kept = 0, twice = 0;
    qsort(cases->all, (size_t) cases->count, sizeof(*cases->all), by_name);
    for (int i = 0; i < cases->count; i++) {
        if (kept > 0 && by_name(&cases->all[kept - 1], &cases->all[i]) == 0) {
            finish_case(&cases->all[i]);
            twice++;
        } else {
            cases->all[kept++] = cases->all[i];
        }
    }
    cases->count = kept;
    return twice;
}

static bool find_in_folders(struct compare_cases *cases, const char *const paths[2],
                            const char *tolerance, struct error *error)
{
    for (int i = 0; i < 2; i++)
        if (!add_folder(cases, paths, i, tolerance, error))
            return false;
    if (cases->count > 0 && merge(cases) > 0)
        return true;
    error_set(error, "%s and %s have no picture of one name, that is a file of ", paths[0],
              paths[1]);
    names_list(error, &image_endings);
    return false;
}

bool compare_cases_find(struct compare_cases *cases, const char *const paths[2],
                        const char *tolerance, struct error *error)
{
    struct stat status[2];
    *cases = (struct compare_cases){ .command = "--compare" };
    for (int i = 0; i < 2; i++)
        if (stat(paths[i], &status[i]) != 0)
            return error_set(error, "%s: %s", paths[i], strerror(errno));
    cases->are_many = S_ISDIR(status[0].st_mode);
    if (cases->are_many != S_ISDIR(status[1].st_mode))
        return error_set(error, "%s is a folder and %s a file; compare two of one kind",
                         paths[!cases->are_many], paths[cases->are_many]);
    if (cases->are_many)
        return find_in_folders(cases, paths, tolerance, error);
    compare_cases_add(cases, paths[1], paths[0], paths[1], tolerance);
    return true;
}

void compare_cases_finish(struct compare_cases *cases)
{
    for (int i = 0; i < cases->count; i++)
        finish_case(&cases->all[i]);
    free(cases->all);
    *cases = (struct compare_cases){ 0 };
}

void compare_case_run(struct compare_case *one, bool wants_flip)
{
    struct stat status;
    one->state = CASE_COMPARED;
    for (int i = 0; i < 2; i++)
        if (stat(one->paths[i], &status) != 0) {
            one->state = CASE_MISSING;
            error_set(&one->why, "%s: %s", one->paths[i], strerror(errno));
        }
    if (one->state == CASE_COMPARED &&
        !comparison_make(&one->comparison, one->paths, one->tolerance, wants_flip, &one->why))
        one->state = CASE_BROKEN;
}

const char *compare_cases_tolerance(const struct compare_cases *cases)
{
    const char *first = cases->count > 0 ? cases->all[0].tolerance : NULL;
    for (int i = 1; i < cases->count; i++)
        if (strcmp(cases->all[i].tolerance, first) != 0)
            return NULL;
    return first;
}

int compare_cases_status(const struct compare_cases *cases)
{
    int status = EXIT_SUCCESS;
    for (int i = 0; i < cases->count; i++) {
        if (cases->all[i].state == CASE_BROKEN)
            return EXIT_USAGE;
        if (!compare_case_is_within(&cases->all[i]))
            status = EXIT_FAILURE;
    }
    return status;
}

bool compare_case_is_within(const struct compare_case *one)
{
    return one->state == CASE_COMPARED && !one->comparison.is_beyond;
}

void compare_case_explain(const struct compare_case *one, char out[COMPARISON_TEXT_SIZE])
{
    if (one->state == CASE_COMPARED)
        comparison_explain(&one->comparison, out);
    else
        snprintf(out, COMPARISON_TEXT_SIZE, "%s", one->why.text);
}
