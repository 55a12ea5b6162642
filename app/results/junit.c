#include "app/results/junit.h"

#include "render/file/output_file.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <stdlib.h>
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

static void print_suite(FILE *out, const struct junit_suite *suite)
{
    struct junit_case *cases = memory_new((size_t) suite->count, sizeof(*cases));
    int counts[JUNIT_STATES] = { 0 };
    for (int i = 0; i < suite->count; i++) {
        suite->describe(suite->set, i, &cases[i]);
        counts[cases[i].state]++;
    }
    fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"halation %s%s",
            suite->command, suite->tolerance ? " " : "");
    print_text(out, suite->tolerance ? suite->tolerance : "");
    fprintf(out, "\" tests=\"%d\" failures=\"%d\" errors=\"%d\">\n", suite->count,
            counts[JUNIT_FAILED], counts[JUNIT_BROKEN]);
    for (int i = 0; i < suite->count; i++) {
        const struct junit_case *one = &cases[i];
        fprintf(out, "  <testcase classname=\"halation.%s\" name=\"",
                suite->command + strlen("--"));
        print_text(out, one->name);
        if (one->state != JUNIT_PASSED) {
            fprintf(out, "\">\n    <%s message=\"",
                    one->state == JUNIT_BROKEN ? "error" : "failure");
            print_text(out, one->why);
        }
        fputs(one->state == JUNIT_PASSED ? "\"/>\n" : "\"/>\n  </testcase>\n", out);
    }
    free(cases);
    fputs("</testsuite>\n", out);
}

bool junit_check_path(const char *path, struct error *error)
{
    return output_file_check_ending(path, ".xml", error) && output_file_check(path, error);
}

bool junit_write(const struct junit_suite *suite, const char *path, struct error *error)
{
    struct output_file file;
    if (!output_file_open(&file, path, error))
        return false;
    print_suite(file.stream, suite);
    return output_file_close(&file, error);
}
