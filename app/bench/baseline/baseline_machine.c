#include "app/bench/baseline/baseline.h"
#include "app/results/document.h"
#include "render/text/text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { GPU_SIZE = 256 };

static const char renderer_key[] = "renderer";

// Facts that must be equal for times to be comparable.
static const struct fact {
    const char *object, *key, *name;
} facts[] = {
    { "environment", renderer_key, "renderer" },
    { "environment", "cpu", "processor" },
    { "settings", "fuse", "--fuse" },
    { "settings", "msaa", "--msaa" },
    { "settings", "scene_scale", "--scene-scale" },
    { "settings", "hook_size", "--hook-size" },
};

enum { FACTS = sizeof(facts) / sizeof(facts[0]) };

// Writes a renderer without the parts of its driver: "AMD Radeon RX 6800 navi21". In parentheses
// Mesa names the GPU, the driver and versions that an update changes: "AMD Radeon RX 6800
// (radeonsi, navi21, LLVM 15.0.6, DRM 3.49, 6.1.0)", "llvmpipe (LLVM 15.0.6, 256 bits)".
static void print_gpu(const char *renderer, char out[static GPU_SIZE])
{
    static const char *const of_driver[] = { "LLVM ", "DRM ", "radeonsi" };
    const char *open = strrchr(renderer, '(');
    const char *end = open && renderer[strlen(renderer) - 1] == ')' ? open : strchr(renderer, '\0');
    int length = snprintf(out, GPU_SIZE, "%.*s", (int) (end - renderer), renderer);
    for (const char *part = end; *part && length < GPU_SIZE; part += strcspn(part, ",)")) {
        part += strspn(part, "(,) ");
        bool is_of_driver = isdigit((unsigned char) *part);
        for (int i = 0; i < 3; i++)
            is_of_driver |= strncmp(part, of_driver[i], strlen(of_driver[i])) == 0;
        if (*part && !is_of_driver)
            length += snprintf(out + length, (size_t) (GPU_SIZE - length), " %.*s",
                               (int) strcspn(part, ",)"), part);
    }
}

static void print_value(const json_t *value, char *out, size_t size)
{
    if (json_is_string(value))
        snprintf(out, size, "'%s'", json_string_value(value));
    else
        snprintf(out, size, "%g", json_number_value(value));
}

bool baseline_check_machine(const json_t *then, const json_t *now, struct error *error)
{
    const json_t *environment = json_object_get(now, "environment");
    for (int i = 0; i < FACTS; i++) {
        const json_t *a = json_object_get(json_object_get(then, facts[i].object), facts[i].key);
        const json_t *b = json_object_get(json_object_get(now, facts[i].object), facts[i].key);
        char before[GPU_SIZE], after[GPU_SIZE];
        // The processor matters only if it draws.
        const bool matters = strcmp(facts[i].key, "cpu") != 0 ||
                             json_is_true(json_object_get(environment, "software"));
        // Missing values are equal to any, and 1 is equal to 1.0.
        bool is_same = !a || !b || json_equal(a, b);
        if (json_is_number(a) && json_is_number(b))
            is_same = json_number_value(a) == json_number_value(b);
        if (strcmp(facts[i].key, renderer_key) == 0 && json_is_string(a) && json_is_string(b)) {
            print_gpu(json_string_value(a), before);
            print_gpu(json_string_value(b), after);
            is_same = strcasecmp(before, after) == 0;
        }
        if (!matters || is_same)
            continue;
        print_value(a, before, sizeof(before));
        print_value(b, after, sizeof(after));
        return error_set(error,
                         "its %s was %s, and here it is %s; --report shows the files of both side "
                         "by side",
                         facts[i].name, before, after);
    }
    return true;
}

bool baseline_driver_changed(const json_t *then, const json_t *now,
                             char out[static BASELINE_DRIVERS_SIZE])
{
    const json_t *before = json_object_get(then, "environment"),
                 *after = json_object_get(now, "environment");
    static const char *const keys[] = { renderer_key, "driver" };
    char text[BASELINE_DRIVERS_SIZE / 2];
    bool is_changed = false;
    for (int i = 0; i < 2; i++)
        is_changed |= strcmp(document_text(before, keys[i]), document_text(after, keys[i])) != 0;
    snprintf(text, sizeof(text), "%s, %s -> %s, %s", document_text(before, keys[0]),
             document_text(before, keys[1]), document_text(after, keys[0]),
             document_text(after, keys[1]));
    text_make_visible(text, strlen(text), out, BASELINE_DRIVERS_SIZE);
    return is_changed;
}
