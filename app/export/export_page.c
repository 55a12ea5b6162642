#define LOG_MODULE "export"
#include "app/export/export_page.h"

#include "app/edit/preset.h"
#include "app/results/json_file.h"
#include "render/file/embedded.h"
#include "render/file/output_file.h"
#include "render/paint/thumbnail.h"
#include "render/text/log.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct page {
    struct renderer *renderer;
    json_t *chains, *shaders; // owned
    char *vertex;             // owned
    struct error *error;
};

// ---- chains

// The page takes the renderer's format.
static bool add_chain(struct page *page, const struct chain *given, const char *name)
{
    struct exported exported;
    struct renderer *renderer = page->renderer;
    struct chain chain = *given;
    struct plan_options options = renderer->plan_options;
    options.depth = 8; // of what browsers show
    if (!exported_make(&exported, renderer, &chain, &options, EXPORTED_FRAGMENTS, page->error))
        return false;
    json_t *json = export_page_chain(&exported, given, name, page->shaders, page->error);
    if (json)
        json_array_append_new(page->chains, json);
    if (!page->vertex)
        page->vertex = export_page_shader(exported.vertex);
    exported_finish(&exported);
    return json != NULL;
}

// An error names the chain where that is one of several.
static bool add_text(struct page *page, const char *text, bool is_alone)
{
    struct chain chain;
    const char *name;
    return preset_read_chain(&chain, text, &name, NULL, page->error) &&
           (add_chain(page, &chain, name ? name : "") ||
            (!is_alone && error_name(page->error, text)));
}

// ---- the picture

// The nearest half float, the even one of two. Light is finite, and at most what halves hold.
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

// Prints the light as a PNG whose samples of 16 bits are half floats: it is small, and a browser
// that inflates it has them without a rounding.
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
    json_file_print_block(json_file_pack("{s:s, s:s, s:o, s:O, s:O}", "writer",
                                         "halation " HALATION_VERSION, "format",
                                         texture_format_name(page->renderer->plan_options.format),
                                         "vertex", json_file_text(page->vertex, "a shader"),
                                         "shaders", page->shaders, "chains", page->chains),
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
    const int own = draw->chain_count, preset = preset_of(&renderer->side.chain);
    bool done =
        own > 0 || add_chain(&page, &renderer->side.chain, preset >= 0 ? preset_name(preset) : "");
    for (int i = 0; i < own && done; i++)
        done = add_text(&page, draw->chain_texts[i], own == 1);
    const int status = done ? write_page(&page, draw->time, path) : EXIT_USAGE;
    json_decref(page.chains);
    json_decref(page.shaders);
    free(page.vertex);
    return status;
}

int export_page_run(struct renderer *renderer, const struct draw_options *draw, const char *path,
                    struct error *error)
{
    int width = renderer->plan_options.width, height = renderer->plan_options.height;
    const int whole[] = { renderer->plan_options.width, renderer->plan_options.height };
    thumbnail_fit(EXPORT_PAGE_WIDTH, EXPORT_PAGE_HEIGHT, &width, &height);
    if (!draw->size_given && !renderer_resize(renderer, width, height, error))
        return EXIT_USAGE;
    const int status = run(renderer, draw, path, error);
    if (status == EXIT_SUCCESS && !draw->size_given && width < whole[0])
        log_note("the page's picture is made smaller, %dx%d; --size %dx%d keeps it as it is", width,
                 height, whole[0], whole[1]);
    return status;
}
