#include "app/results/document_write.h"

#include "app/results/document_csv.h"
#include "app/results/document_page.h"
#include "app/results/json_file.h"
#include "render/file/output_file.h"

#include <stddef.h>

static bool print_page(const json_t *document, FILE *out)
{
    json_t *pages = json_pack("[{s:s, s:O}]", "file", "", "document", document);
    document_page_print(pages, out);
    return true;
}

static const struct writer {
    const char *ending;
    bool (*print)(const json_t *document, FILE *out);
} writers[] = {
    { ".json", json_file_print },
    { ".csv", document_csv_print },
    { ".html", print_page },
};

enum { WRITERS = sizeof(writers) / sizeof(writers[0]) };

static const struct writer *writer_of(const char *path, struct error *error)
{
    for (int i = 0; i < WRITERS; i++)
        if (output_file_check_ending(path, writers[i].ending, error))
            return &writers[i];
    error_set(error, "'%s' must end in .json, .csv or .html", path);
    return NULL;
}

bool document_check_ending(const char *path, struct error *error)
{
    return writer_of(path, error) != NULL;
}

bool document_check_path(const char *path, struct error *error)
{
    return writer_of(path, error) && output_file_check(path, error);
}

bool document_write(const json_t *document, const char *path, struct error *error)
{
    struct output_file file;
    const struct writer *writer = writer_of(path, error);
    if (!writer || !output_file_open(&file, path, error))
        return false;
    if (writer->print(document, file.stream) || ferror(file.stream))
        return output_file_close(&file, error);
    output_file_discard(&file);
    return error_set(error, "%s: the results cannot be put as JSON", path);
}
