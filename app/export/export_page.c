#define LOG_MODULE "export"
#include "app/edit/preset.h"
#include "app/export/export_files.h"
#include "app/results/json_file.h"
#include "render/file/embedded.h"
#include "render/file/output_file.h"
#include "render/paint/thumbnail.h"
#include "render/program_build.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- shaders

// Replacements for functions that GLSL ES 3.00 lacks, written if a shader uses the name. The
// replacement of fma rounds twice, and a compiler may reorder it: the error is smaller than a
// display value shows.
static const struct lack {
    const char *word, *text;
} lacks[] = {
    { "precise ", "#define precise\n" },
    { "fma(", "#define fma(a, b, c) ((a) * (b) + (c))\n" },
    { "umulExtended(",
      "void umulExtended(uint a, uint b, out uint high, out uint low)\n"
      "{\n"
      "    uint low_part = (a & 0xffffu) * (b & 0xffffu), left = (a >> 16) * (b & 0xffffu);\n"
      "    uint middle = (a & 0xffffu) * (b >> 16) + (low_part >> 16) + (left & 0xffffu);\n"
      "    high = (a >> 16) * (b >> 16) + (left >> 16) + (middle >> 16);\n"
      "    low = a * b;\n"
      "}\n" },
};

// Converts a global that is initialized with a parameter of a shader file, such as
// "float strength = float(value_1);". GLSL ES requires a constant there, so `begin` gets the
// assignment for main. Returns false for other lines.
static bool write_global(struct text_writer *out, const char *line, struct text_writer *begin)
{
    char type[16], name[EXPORTED_NAME_SIZE], made[16];
    int number;
    if (sscanf(line, "%15[a-z] %63[A-Za-z0-9_] = %15[a-z](value_%d);", type, name, made, &number) !=
        4)
        return false;
    text_write(out, "%s %s;\n", type, name);
    text_write(begin, " %s = %s(value_%d);", name, made, number);
    return true;
}

// Converts a shader from GLSL 4.30 to GLSL ES 3.00, where bindings are found by name. The caller
// frees it.
static char *es_shader(const char *text)
{
    struct text_writer out = { 0 }, begin = { 0 };
    text_write(&out, "#version 300 es\nprecision highp float;\nprecision highp int;\n"
                     "precision highp sampler2D;\nprecision highp sampler3D;\n");
    for (size_t i = 0; i < ARRAY_COUNT(lacks); i++)
        if (strstr(text, lacks[i].word))
            text_write(&out, "%s", lacks[i].text);
    text += strcspn(text, "\n") + 1; // #version
    for (const char *end; *text; text = end) {
        end = text + strcspn(text, "\n");
        end += *end == '\n';
        if (write_global(&out, text, &begin))
            continue;
        const char *behind = text_begins_with(text, "layout(") ? strchr(text, ')') + 2 : text;
        if (text_begins_with(behind, "uniform ")) // after "layout(binding = 0) "
            text = behind;
        text_write(&out, "%.*s", (int) (end - text), text);
    }
    if (begin.text) {
        struct text_writer whole = { 0 };
        const char *body = strchr(strstr(out.text, "\nvoid main()"), '{') + 1;
        text_write(&whole, "%.*s%s%s", (int) (body - out.text), out.text, begin.text, body);
        free(out.text);
        out = whole;
    }
    free(begin.text);
    return out.text;
}

// Returns the index of a text in the list, and adds it if it is new.
static json_t *share_shader(json_t *shaders, char *text)
{
    size_t i;
    json_t *other, *own = json_file_text(text, "a shader");
    json_array_foreach(shaders, i, other)
        if (json_equal(other, own))
            break;
    if (i == json_array_size(shaders))
        json_array_append(shaders, own);
    json_decref(own);
    free(text);
    return json_integer((json_int_t) i);
}

// Checks for GLSL that ES lacks, such as integers among floats, in shader files. The program's own
// shaders are known to be valid, whatever this machine's compiler accepts.
static bool check_shader(const struct exported *exported, int number, const char *text,
                         struct error *error)
{
    const char *files = exported->shaders[number].flattened.files;
    const bool is_file = files && strstr(files, "hook/pass.glsl");
    int pass = 0;
    if (!is_file || program_build_compiles(text, error))
        return true;
    while (exported->passes[pass].shader != number)
        pass++;
    return error_prefix(
        error, "%s is no GLSL ES 3.00, which browsers take: ", exported->passes[pass].path);
}

// Returns NULL with an error if a page cannot have one of the shaders.
static json_t *shaders_json(const struct exported *exported, json_t *shaders, struct error *error)
{
    json_t *own = json_object();
    bool is_good = true;
    for (int i = 0; i < exported->shader_count && is_good; i++) {
        struct text_writer text = { 0 };
        export_write_shader(exported, i, &text);
        char *written = es_shader(text.text);
        is_good = check_shader(exported, i, written, error);
        json_object_set_new(own, exported->shaders[i].file, share_shader(shaders, written));
        free(text.text);
    }
    if (is_good)
        return own;
    json_decref(own);
    return NULL;
}

// ---- what a page does not support

static bool check_pass(const struct exported *exported, const struct exported_pass *pass,
                       struct error *error)
{
    for (int i = 0; i < pass->binding_count; i++) {
        if (exported->textures[pass->bindings[i].thing].dimensions == 1)
            return error_set(error, "%s reads a texture of one dimension, which WebGL2 has not",
                             pass->path);
        if (pass->bindings[i].edge == EDGE_ZERO)
            return error_set(error,
                             "%s reads zeros beyond the picture, which WebGL2 cannot; edge=clamp "
                             "can be on a page",
                             pass->path);
    }
    return true;
}

// ---- steps

// Returns a step as text, its sliders by name, and its other parameters with their values.
static json_t *step_json(const struct exported *exported, const struct chain *given, int i)
{
    char text[CHAIN_TEXT_SIZE], value[PARAM_PRINTED_SIZE];
    struct chain_step step = given->steps[i];
    json_t *sliders = json_array();
    json_t *fixed = json_array();
    param_for_each(row, step.effect->params) {
        const struct exported_param *param = exported_find_param(exported, i, row);
        if (param)
            json_array_append_new(sliders, json_integer(param - exported->params));
        if (param || step.off)
            continue;
        param_print(row, step.params, value, sizeof(value));
        json_array_append_new(fixed, json_file_object("key:t value:t help:t", row->key, value,
                                                      row->help ? row->help : ""));
    }
    chain_print_step(&step, text, sizeof(text));
    return json_file_object("effect:t text:t off:b sliders:o fixed:o", step.effect->name, text,
                            step.off, sliders, fixed);
}

// ---- a chain

// Returns the JSON of a chain for the page; NULL with an error that names what the page does not
// support. `given` is the chain before implementations were chosen, `name` its name on the page.
// Its shaders are added to the list that all chains share.
static json_t *chain_json(const struct exported *exported, const struct chain *given,
                          const char *name, json_t *shaders, struct error *error)
{
    for (int i = 0; i < exported->pass_count; i++)
        if (!check_pass(exported, &exported->passes[i], error))
            return NULL;
    json_t *own = shaders_json(exported, shaders, error);
    if (!own)
        return NULL;
    json_t *json = export_json(exported, true);
    json_t *steps = json_array();
    for (int i = 0; i < given->count; i++)
        json_array_append_new(steps, step_json(exported, given, i));
    json_file_add(json, "name:t highlights:b steps:o shaders:o", name,
                  chain_shows_highlights(given), steps, own);
    return json;
}

// ---- all chains

struct page {
    struct renderer *renderer;
    json_t *chains, *shaders; // owned
    char *vertex;             // owned
    struct error *error;
};

// Adds a chain in the renderer's format.
static bool add_chain(struct page *page, const struct chain *given, const char *name)
{
    struct exported exported;
    struct renderer *renderer = page->renderer;
    struct chain chain = *given;
    struct plan_options options = renderer->plan_options;
    options.depth = 8; // browsers show 8 bits
    if (!exported_make(&exported, renderer, &chain, &options, EXPORTED_FRAGMENTS, page->error))
        return false;
    json_t *json = chain_json(&exported, given, name, page->shaders, page->error);
    if (json)
        json_array_append_new(page->chains, json);
    if (!page->vertex)
        page->vertex = es_shader(exported.vertex);
    exported_finish(&exported);
    return json != NULL;
}

// ---- the picture

// Rounds to the nearest half float, and ties to even. The light is finite and within the range of
// halves.
static uint16_t half_of(float value)
{
    uint32_t bits;
    const float size = fminf(fabsf(value), 65504);
    memcpy(&bits, &size, sizeof(bits));
    bits += 0xfffu + (bits >> 13 & 1u);
    const uint32_t half =
        bits >= 113u << 23 ? (bits >> 13) - (112u << 10) : (uint32_t) lrintf(size * 16777216.0f);
    return (uint16_t) (half | (signbit(value) ? 0x8000u : 0u));
}

// Prints the light as a PNG whose 16-bit samples are half floats. It is small, and a browser reads
// it without rounding.
static void print_picture(struct renderer *renderer, double time, FILE *out)
{
    struct image light, halves;
    char *bytes = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&bytes, &size);
    renderer->frame = 0;
    renderer_draw(renderer, time);
    texture_read(&renderer->source, IMAGE_TYPE_F32, &light);
    image_init(&halves, light.width, light.height, IMAGE_TYPE_U16);
    for (size_t i = 0; i < 4 * (size_t) light.width * (size_t) light.height; i++)
        ((uint16_t *) halves.texels)[i] = half_of(((const float *) light.texels)[i]);
    image_write_png(&halves, stream);
    if (fclose(stream) != 0)
        log_fatal("no memory for the picture of the page");
    fputs("<script type=\"text/plain\" id=\"picture\">", out);
    json_file_print_base64(bytes, size, out);
    fputs("</script>\n", out);
    image_finish(&light);
    image_finish(&halves);
    free(bytes);
}

// ---- the page

static int write_page(struct page *page, double time, const char *path)
{
    struct output_file file;
    if (!output_file_open(&file, path, page->error))
        return EXIT_MACHINE;
    const struct embedded_file *text = embedded_find("assets/export/page.html");
    const char *rest = embedded_print_until(text->text, "<!-- what it runs -->\n", file.stream);
    print_picture(page->renderer, time, file.stream);
    json_file_print_block(json_file_object("writer:t format:t vertex:t shaders:o chains:o",
                                           "halation " HALATION_VERSION,
                                           texture_format_name(page->renderer->plan_options.format),
                                           page->vertex, json_incref(page->shaders),
                                           json_incref(page->chains)),
                          "chains", file.stream);
    fputs(rest, file.stream);
    return output_file_close(&file, page->error) ? EXIT_SUCCESS : EXIT_MACHINE;
}

static int run(struct renderer *renderer, const struct draw_options *draw, const char *path,
               struct error *error)
{
    struct page page = {
        .renderer = renderer, .chains = json_array(), .shaders = json_array(), .error = error
    };
    const int own = draw->chain_count;
    const int preset = preset_of(&renderer->side.chain);
    bool done =
        own > 0 || add_chain(&page, &renderer->side.chain, preset >= 0 ? preset_name(preset) : "");
    for (int i = 0; i < own && done; i++) {
        struct chain chain;
        const char *name;
        done = preset_read_chain(&chain, draw->chain_texts[i], &name, NULL, error) &&
               (add_chain(&page, &chain, name ? name : "") ||
                (own > 1 && error_name(error, draw->chain_texts[i])));
    }
    const int status = done ? write_page(&page, draw->time, path) : EXIT_USAGE;
    json_decref(page.chains);
    json_decref(page.shaders);
    free(page.vertex);
    return status;
}

int export_page_run(struct renderer *renderer, const struct draw_options *draw, const char *path,
                    struct error *error)
{
    const struct plan_options whole = renderer->plan_options;
    int width = whole.width;
    int height = whole.height;
    thumbnail_fit(EXPORT_PAGE_WIDTH, EXPORT_PAGE_HEIGHT, &width, &height);
    if (!draw->size_given && !renderer_resize(renderer, width, height, error))
        return EXIT_USAGE;
    const int status = run(renderer, draw, path, error);
    if (status == EXIT_SUCCESS && !draw->size_given && width < whole.width)
        log_note("the page's picture is made smaller, %dx%d; --size %dx%d keeps it as it is", width,
                 height, whole.width, whole.height);
    return status;
}
