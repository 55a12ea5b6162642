#define LOG_MODULE "report"
#include "app/results/report.h"

#include "app/results/document.h"
#include "app/results/document_write.h"
#include "app/results/json_file.h"
#include "render/file/output_file.h"
#include "render/text/log.h"
#include "render/text/text.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { PATH_SIZE = 4096, MOST_FILES = 500 };

static int is_shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

// A file that is given twice, or a copy of it, counts once. The texts of all documents are keys of
// `known`, since comparing each with each would take hours.
static bool is_known(json_t *known, const json_t *document)
{
    char *text = json_dumps(document, JSON_COMPACT | JSON_SORT_KEYS);
    if (!text)
        log_fatal("no memory for the files of results");
    const bool is = json_object_get(known, text);
    json_object_set_new(known, text, json_true());
    free(text);
    return is;
}

struct found {
    json_t *documents, *known;
};

static bool add_file(const struct found *found, const char *path, struct error *error)
{
    if (json_array_size(found->documents) == MOST_FILES)
        return error_set(error, "%s: one file more than the %d that a page may have", path,
                         MOST_FILES);
    json_t *document = document_load(path, error);
    if (!document)
        return false;
    if (is_known(found->known, document)) {
        log_note("%s holds what another of the files holds; it counts once", path);
        json_decref(document);
        return true;
    }
    json_array_append_new(found->documents,
                          json_pack("{s:o, s:o}", "file", json_file_text(path, "a file's name"),
                                    "document", document));
    return true;
}

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool add_folder(const struct found *found, const char *path, int depth, int *count,
                       struct error *error);

static bool add_entry(const struct found *found, const char *folder, const char *name, int depth,
                      int *count, struct error *error)
{
    char path[PATH_SIZE];
    if (snprintf(path, sizeof(path), "%s/%s", folder, name) >= PATH_SIZE)
        return error_set(error, "%s: the name is too long", folder);
    if (is_folder(path))
        return depth == 0 || add_folder(found, path, depth - 1, count, error);
    if (!text_ends_in(name, ".json"))
        return true;
    ++*count;
    return add_file(found, path, error);
}

// Counts the documents. `depth`: of the folders in it that are looked into, too.
static bool add_folder(const struct found *found, const char *path, int depth, int *count,
                       struct error *error)
{
    struct dirent **entries;
    const int entry_count = scandir(path, &entries, is_shown, alphasort);
    bool good = true;
    if (entry_count < 0)
        return error_set(error, "%s: the folder cannot be read", path);
    for (int i = 0; i < entry_count; i++) {
        good = good && add_entry(found, path, entries[i]->d_name, depth, count, error);
        free(entries[i]);
    }
    free(entries);
    return good;
}

// A folder may have one for each machine.
static bool add(const struct found *found, const char *path, struct error *error)
{
    int count = 0;
    if (!is_folder(path))
        return add_file(found, path, error);
    return add_folder(found, path, 1, &count, error) &&
           (count > 0 || error_set(error, "%s: the folder has no file of results (.json)", path));
}

static bool write_page(json_t *documents, const char *path, struct error *error)
{
    struct output_file file;
    if (!output_file_open(&file, path, error)) {
        json_decref(documents);
        return false;
    }
    document_print_page(documents, file.stream);
    return output_file_close(&file, error);
}

int report_run(const struct report_wish *wish, const char *path)
{
    struct error error;
    struct found found = { json_array(), json_object() };
    bool is_read = true;
    for (int i = 0; i < wish->count && is_read; i++)
        is_read = add(&found, wish->paths[i], &error);
    json_decref(found.known);
    if (!is_read) {
        json_decref(found.documents);
        return complain(EXIT_USAGE, &error);
    }
    const bool written = write_page(found.documents, path, &error);
    return complain_if_unwritten(written, path, &error) ? EXIT_SUCCESS : EXIT_MACHINE;
}
