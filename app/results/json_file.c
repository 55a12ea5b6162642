#define LOG_MODULE "results"
#include "app/results/json_file.h"

#include "render/file/output_file.h"
#include "render/text/log.h"
#include "render/text/text_copy.h"

#include <math.h>
#include <stdlib.h>

enum { DIGITS = 7 }; // of a number

json_t *json_file_number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *json_file_text(const char *text, const char *what)
{
    char *copy = text_copy_as_utf8(text, what);
    json_t *json = json_string(copy);
    free(copy);
    return json;
}

bool json_file_check_path(const char *path, struct error *error)
{
    return output_file_check_ending(path, ".json", error) && output_file_check(path, error);
}

bool json_file_print(const json_t *json, FILE *out)
{
    return json && json_dumpf(json, out, JSON_INDENT(2) | JSON_REAL_PRECISION(DIGITS)) == 0 &&
           fputc('\n', out) >= 0;
}

bool json_file_write_by(bool (*print)(const json_t *json, FILE *out), const json_t *json,
                        const char *path, struct error *error)
{
    struct output_file file;
    if (!output_file_open(&file, path, error))
        return false;
    if (print(json, file.stream) || ferror(file.stream))
        return output_file_close(&file, error);
    output_file_discard(&file);
    return error_set(error, "%s: the results cannot be put as JSON", path);
}

bool json_file_write(json_t *json, const char *path, struct error *error)
{
    const bool written =
        json_file_check_path(path, error) && json_file_write_by(json_file_print, json, path, error);
    json_decref(json);
    return written;
}

// A "<" is only ever inside a string of JSON, where it may be written so that no text of it can end
// the block that it stands in.
void json_file_print_block(json_t *json, const char *id, FILE *out)
{
    char *text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(DIGITS));
    if (!text)
        log_fatal("no memory for the page's numbers");
    fprintf(out, "<script type=\"application/json\" id=\"%s\">", id);
    for (const char *at = text; *at; at++) {
        if (*at == '<')
            fputs("\\u003c", out);
        else
            putc(*at, out);
    }
    fputs("</script>\n", out);
    free(text);
    json_decref(json);
}
