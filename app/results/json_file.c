#define LOG_MODULE "results"
#include "app/results/json_file.h"

#include "render/context/context.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/text.h"
#include "render/text/text_copy.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 7, KEY_SIZE = 64 }; // digits of a number

json_t *json_file_number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *json_file_text(const char *text, const char *what)
{
    char *copy = text_copy_as_utf8(text, what);
    json_t *json = json_string(copy);
    free(copy);
    if (!json)
        log_fatal("no memory for %s", what);
    return json;
}

static void add(json_t *object, const char *members, va_list values)
{
    for (const char *at = members; *at; at += strspn(at, " ")) {
        char key[KEY_SIZE], what[KEY_SIZE + 16];
        const int length = (int) strcspn(at, ":");
        snprintf(key, sizeof(key), "%.*s", length, at);
        at += length + 1;
        const char kind = *at++, *text;
        json_t *value = NULL;
        switch (kind) {
        case 'n':
            value = json_file_number(va_arg(values, double));
            break;
        case 'i':
            value = json_integer(va_arg(values, int));
            break;
        case 'I':
            value = json_integer(va_arg(values, json_int_t));
            break;
        case 'b':
            value = json_boolean(va_arg(values, int));
            break;
        case 'o':
            value = va_arg(values, json_t *);
            break;
        default:
            text = va_arg(values, const char *);
            snprintf(what, sizeof(what), "the text of '%s'", key);
            value = text && (kind == 't' || *text) ? json_file_text(text, what) : json_null();
        }
        const bool is_left_out = *at == '?' && json_is_null(value);
        at += *at == '?';
        if (is_left_out)
            json_decref(value);
        else if (json_object_set_new(object, key, value) != 0)
            log_fatal("no memory for the results");
    }
}

json_t *json_file_object(const char *members, ...)
{
    json_t *object = json_object();
    va_list values;
    va_start(values, members);
    add(object, members, values);
    va_end(values);
    return object;
}

void json_file_add(json_t *object, const char *members, ...)
{
    va_list values;
    va_start(values, members);
    add(object, members, values);
    va_end(values);
}

bool json_file_print(const void *json, FILE *out)
{
    return json && json_dumpf(json, out, JSON_INDENT(2) | JSON_REAL_PRECISION(DIGITS)) == 0 &&
           fputc('\n', out) >= 0;
}

// In JSON a "<" occurs only in strings, where an escape may replace it, so that no string can end
// the block.
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

// Three bytes become four letters; "=" fills up the last four.
void json_file_print_base64(const void *bytes, size_t size, FILE *out)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const uint8_t *at = bytes;
    for (size_t left = size; left > 0; left -= left < 3 ? left : 3, at += 3) {
        const uint32_t bits = (uint32_t) at[0] << 16 | (left > 1 ? (uint32_t) at[1] << 8 : 0) |
                              (left > 2 ? at[2] : 0u);
        putc(letters[bits >> 18], out);
        putc(letters[bits >> 12 & 63], out);
        putc(left > 1 ? letters[bits >> 6 & 63] : '=', out);
        putc(left > 2 ? letters[bits & 63] : '=', out);
    }
}

// ---- JUnit's XML

// Escapes characters that would end an attribute. Makes control characters, which XML does not
// allow, and bytes that are not UTF-8 visible.
static void print_text(FILE *out, const char *text)
{
    char visible[2048];
    text_make_visible(text, strlen(text), visible, sizeof(visible));
    for (const char *at = visible; *at; at++) {
        if (strchr("&<\"", *at))
            fprintf(out, "&%s;", *at == '&' ? "amp" : *at == '<' ? "lt" : "quot");
        else
            putc(*at, out);
    }
}

// Prints program, GPU and driver as properties, since the file's name does not have them.
static void print_properties(FILE *out, const struct junit_suite *suite)
{
    const struct context_info *info = suite->info;
    const char *const properties[][2] = {
        { "program", "halation " HALATION_VERSION }, { "renderer", info ? info->renderer : NULL },
        { "vendor", info ? info->vendor : NULL },    { "driver", info ? info->driver : NULL },
        { "gl", info ? info->version : NULL },       { "reference drawn by", suite->reference_by },
        { "picture drawn by", suite->picture_by },
    };
    fputs("  <properties>\n", out);
    for (size_t i = 0; i < ARRAY_COUNT(properties); i++) {
        if (!properties[i][1])
            continue;
        fprintf(out, "    <property name=\"%s\" value=\"", properties[i][0]);
        print_text(out, properties[i][1]);
        fputs("\"/>\n", out);
    }
    fputs("  </properties>\n", out);
}

static void print_time(FILE *out, double seconds)
{
    if (isfinite(seconds))
        fprintf(out, " time=\"%.3f\"", seconds);
}

static void print_case(FILE *out, const struct junit_case *one, const char *command)
{
    static const char *const states[JUNIT_STATES] = {
        [JUNIT_FAILED] = "failure", [JUNIT_BROKEN] = "error", [JUNIT_SKIPPED] = "skipped"
    };
    fprintf(out, "  <testcase classname=\"halation.%s\" name=\"",
            one->of[0] ? one->of : command + strlen("--"));
    print_text(out, one->name);
    fputs("\"", out);
    print_time(out, one->seconds);
    if (one->state == JUNIT_PASSED) {
        fputs("/>\n", out);
        return;
    }
    fprintf(out, ">\n    <%s message=\"", states[one->state]);
    print_text(out, one->why);
    fputs(one->details[0] ? "\">" : "\"/>\n", out);
    for (const char *line = one->details; *line; line += strcspn(line, "\n") + 1) {
        char text[sizeof(one->details)];
        snprintf(text, sizeof(text), "%.*s", (int) strcspn(line, "\n"), line);
        fputs("\n      ", out);
        print_text(out, text);
    }
    if (one->details[0])
        fprintf(out, "\n    </%s>\n", states[one->state]);
    fputs("  </testcase>\n", out);
}

struct junit_case *junit_add(struct junit_suite *suite, const char *name, double seconds)
{
    suite->cases = memory_room(suite->cases, suite->count, sizeof(*suite->cases));
    struct junit_case *one = &suite->cases[suite->count++];
    *one = (struct junit_case){ .name = name, .seconds = seconds };
    return one;
}

void junit_print(struct junit_suite *suite, FILE *out)
{
    int counts[JUNIT_STATES] = { 0 };
    for (int i = 0; i < suite->count; i++)
        counts[suite->cases[i].state]++;
    fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"halation %s%s",
            suite->command, suite->tolerance ? " " : "");
    print_text(out, suite->tolerance ? suite->tolerance : "");
    fprintf(out, "\" tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\"", suite->count,
            counts[JUNIT_FAILED], counts[JUNIT_BROKEN], counts[JUNIT_SKIPPED]);
    print_time(out, suite->seconds);
    fputs(">\n", out);
    print_properties(out, suite);
    for (int i = 0; i < suite->count; i++)
        print_case(out, &suite->cases[i], suite->command);
    free(suite->cases);
    fputs("</testsuite>\n", out);
}
