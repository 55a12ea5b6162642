#define LOG_MODULE "results"
#include "app/results/outputs.h"

#include "render/file/output_file.h"
#include "render/text/log.h"

const char *outputs_path(const struct outputs *outputs, enum output_kind kind)
{
    for (int i = 0; i < outputs->count; i++)
        if (outputs->all[i].row->kind == kind)
            return outputs->all[i].path;
    return NULL;
}

bool output_write(const char *path, bool (*print)(const void *subject, FILE *out),
                  const void *subject, struct error *error)
{
    struct output_file file;
    if (!output_file_open(&file, path, error))
        return false;
    if (print(subject, file.stream) || ferror(file.stream))
        return output_file_close(&file, error);
    output_file_discard(&file);
    return error_set(error, "%s: the results cannot be put as JSON", path);
}

bool outputs_write(const struct outputs *outputs, enum output_kind kind, const void *subject)
{
    bool good = true;
    for (int i = 0; i < outputs->count && good; i++) {
        const struct output_row *row = outputs->all[i].row;
        const char *path = outputs->all[i].path;
        struct error error;
        if (kind != OUTPUT_KINDS && kind != row->kind)
            continue;
        if (row->write)
            good = row->write(subject, path);
        else if (row->print)
            good = report_write(output_write(path, row->print, subject, &error), path, &error);
    }
    return good;
}
