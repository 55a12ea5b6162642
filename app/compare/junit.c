#include "app/compare/junit.h"

#include "render/file/output_file.h"
#include "render/text/text.h"

#include <string.h>

// Characters that would end an attribute are written by their names. Control characters, which XML
// may not hold at all, and what is no UTF-8 are made visible.
static void print_text(FILE *out, const char *text)
{
    char visible[2048];
    text_make_visible(text, strlen(text), visible, sizeof(visible));
    for (const char *at = visible; *at; at++) {
        switch (*at) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        default:
            putc(*at, out);
        }
    }
}

static void print_case(FILE *out, const struct compare_cases *cases, const struct compare_case *one)
{
    char why[512];
    fprintf(out, "  <testcase classname=\"halation.%s\" name=\"", cases->command + strlen("--"));
    print_text(out, one->name);
    if (compare_case_is_within(one)) {
        fputs("\"/>\n", out);
        return;
    }
    compare_case_explain(one, why, sizeof(why));
    fprintf(out, "\">\n    <%s message=\"", one->state == CASE_BROKEN ? "error" : "failure");
    print_text(out, why);
    fputs("\"/>\n  </testcase>\n", out);
}

static void print_suite(FILE *out, const struct compare_cases *cases)
{
    const char *tolerance = compare_cases_tolerance(cases);
    int failures = 0, errors = 0;
    for (int i = 0; i < cases->count; i++) {
        errors += cases->all[i].state == CASE_BROKEN;
        failures += cases->all[i].state != CASE_BROKEN && !compare_case_is_within(&cases->all[i]);
    }
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"halation ", out);
    print_text(out, cases->command);
    if (tolerance)
        fputc(' ', out), print_text(out, tolerance);
    fprintf(out, "\" tests=\"%d\" failures=\"%d\" errors=\"%d\">\n", cases->count, failures,
            errors);
    for (int i = 0; i < cases->count; i++)
        print_case(out, cases, &cases->all[i]);
    fputs("</testsuite>\n", out);
}

bool junit_check_path(const char *path, struct error *error)
{
    return output_file_check_ending(path, ".xml", error) && output_file_check(path, error);
}

bool junit_write(const struct compare_cases *cases, const char *path, struct error *error)
{
    struct output_file file;
    if (!output_file_open(&file, path, error))
        return false;
    print_suite(file.stream, cases);
    return output_file_close(&file, error);
}
