#define LOG_MODULE "report"
#include "app/results/report.h"

#include "app/results/document.h"
#include "app/results/document_join.h"
#include "app/results/document_page.h"
#include "app/results/json_file.h"
#include "app/text/complain.h"
#include "render/file/output_file.h"
#include "render/text/log.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { PATH_SIZE = 4096 };

static int is_shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

// A file that is given twice, or a copy of it, counts once.
static bool has(const json_t *documents, const json_t *document)
{
    size_t i;
    json_t *item;
    json_array_foreach(documents, i, item)
        if (json_equal(json_object_get(item, "document"), document))
            return true;
    return false;
}

static bool add_file(json_t *documents, const char *path, struct error *error)
{
    json_t *document = document_load(path, error);
    if (!document)
        return false;
    if (has(documents, document)) {
        log_note("%s holds what another of the files holds; it counts once", path);
        json_decref(document);
        return true;
    }
    json_array_append_new(documents,
                          json_pack("{s:o, s:o}", "file", json_file_text(path, "a file's name"),
                                    "document", document));
    return true;
}

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool add_folder(json_t *documents, const char *path, int depth, int *found,
                       struct error *error);

static bool add_entry(json_t *documents, const char *folder, const char *name, int depth,
                      int *found, struct error *error)
{
    char path[PATH_SIZE];
    if (snprintf(path, sizeof(path), "%s/%s", folder, name) >= PATH_SIZE)
        return error_set(error, "%s: the name is too long", folder);
    if (is_folder(path))
        return depth == 0 || add_folder(documents, path, depth - 1, found, error);
    if (!document_has_ending(name))
        return true;
    ++*found;
    return add_file(documents, path, error);
}

// Counts the documents in `found`. `depth`: of the folders in it that are looked into, too.
static bool add_folder(json_t *documents, const char *path, int depth, int *found,
                       struct error *error)
{
    struct dirent **entries;
    const int count = scandir(path, &entries, is_shown, alphasort);
    bool good = true;
    if (count < 0)
        return error_set(error, "%s: the folder cannot be read", path);
    for (int i = 0; i < count; i++) {
        good = good && add_entry(documents, path, entries[i]->d_name, depth, found, error);
        free(entries[i]);
    }
    free(entries);
    return good;
}

// A folder may have one for each machine.
static bool add(json_t *documents, const char *path, struct error *error)
{
    int found = 0;
    if (!is_folder(path))
        return add_file(documents, path, error);
    return add_folder(documents, path, 1, &found, error) &&
           (found > 0 || error_set(error, "%s: the folder has no file of results (.json)", path));
}

static bool write_page(json_t *documents, const char *path, struct error *error)
{
    struct output_file file;
    if (!output_file_open(&file, path, error)) {
        json_decref(documents);
        return false;
    }
    document_page_print(documents, file.stream);
    return output_file_close(&file, error);
}

int report_run(const struct options *options)
{
    struct error error;
    json_t *documents = json_array();
    for (int i = 0; i < options->reported_count; i++) {
        if (!add(documents, options->reported[i], &error)) {
            json_decref(documents);
            return complain(EXIT_USAGE, &error);
        }
    }
    const bool is_whole = document_join(documents);
    const bool written = write_page(documents, options->path, &error);
    if (!complain_if_unwritten(written, options->path, &error))
        return EXIT_MACHINE;
    return is_whole ? EXIT_SUCCESS : EXIT_FAILURE;
}
