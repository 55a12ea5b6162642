#include "effects/hook/shader_file.h"
#include "tests/fuzz/fuzz.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Any bytes are either a shader file, which has a layout for every size or a line that says why
// not, and a text for each pass; or an error of one line that names the file.

static void check_layout(const struct shader_file *file, int width, int height, int reduced)
{
    static struct shader_layout layout;
    float values[SHADER_MAX_PARAMS];
    struct error error = { "" };
    const struct shader_site site = { .width = width,
                                      .height = height,
                                      .reduced = reduced,
                                      .most = 16384,
                                      .texel_bytes = 8,
                                      .values = values };
    for (int i = 0; i < file->param_count; i++)
        values[i] = file->params[i].def;
    if (!shader_layout_make(&layout, file, &site, &error)) {
        require_line(error.text, "");
        require(isdigit((unsigned char) error.text[0]), "an error without its place");
        return;
    }
    const struct shader_image *result = &layout.images[layout.result];
    require(result->width == width && result->height == height, "a picture of another size");
    for (int i = 0; i < layout.run_count; i++)
        for (int n = 0; n < layout.runs[i].input_count; n++)
            require(layout.runs[i].inputs[n] < layout.runs[i].output,
                    "an image is read before it is made");
}

static void check_text(const char *text)
{
    struct shader_file file;
    struct error error = { "" };
    if (!shader_file_read(&file, "f.glsl", text, &error)) {
        require_line(error.text, "f.glsl:");
        return;
    }
    check_layout(&file, 64, 36, 1);
    check_layout(&file, 1, 1, 2);
    for (int i = 0; i < file.pass_count; i++)
        free(shader_text_make(&file, i));
    shader_file_finish(&file);
}

// Checks the text with one of its directives once more behind it, with an argument that is wrong
// for most. Bytes choose which.
static void check_with_directive_twice(const char *text, size_t size)
{
    static const char *const arguments[] = { "x", "rrrrrrrrr", "0", "1 1 1 1 1", "", "NaN" };
    unsigned chance = (unsigned) size, count = 0;
    const char *lines[64];
    for (const char *at = text; count < 64 && (at = strstr(at, "//!")); at++)
        lines[count++] = at;
    if (count == 0)
        return;
    for (size_t i = 0; i < size; i++)
        chance = 31 * chance + (uint8_t) text[i];
    const char *line = lines[chance % count], *end = line + strcspn(line, "\n");
    const char *argument = arguments[chance / count % (sizeof(arguments) / sizeof(arguments[0]))];
    char *changed = malloc(2 * size + 16);
    if (!changed)
        abort();
    sprintf(changed, "%.*s\n%.*s %s%s", (int) (end - text), text, (int) strcspn(line, " \n"), line,
            argument, end);
    check_text(changed);
    free(changed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    check_text(text);
    check_with_directive_twice(text, size);
    free(text);
    return 0;
}
