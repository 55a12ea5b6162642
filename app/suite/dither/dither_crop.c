#include "app/suite/dither/dither_crop.h"

#include "app/contact/contact_draw.h"
#include "app/picture/capture_describe.h"
#include "app/suite/dither/dither_trials.h"

#include <stdio.h>
#include <string.h>

enum { PART_WIDTH = 160, PART_HEIGHT = 120, ENLARGED = 3, COLUMNS = 3, LINES = 2 };

// Four greys, of which every grey can be mixed. The suite times four greens, which leave most
// colours out of reach, and so their errors without an end.
#define CURVE "saturation:factor=0,tonemap:curve=agx"

static const struct cell {
    const char *title, *chain;
    const char *words; // NULL: what `timed` took
    const char *timed; // a kernel, or the dithered one of a pair
} cells[] = {
    { "as it is", CURVE, "8 bits a channel, nothing dithered", NULL },
    { "nearest grey", CURVE ",dither:palette=grey4:strength=0", "of the four, not dithered", NULL },
    { "ordered, bayer8", CURVE ",dither:palette=grey4", NULL,
      "tonemap:curve=agx,dither:palette=gameboy" },
    { "ordered, blue noise", CURVE ",dither:palette=grey4:matrix=blue_noise",
      "the same pass, with another matrix", NULL },
    { "diffused, floyd_steinberg", CURVE ",error_diffusion:palette=grey4", NULL,
      "floyd_steinberg" },
    { "diffused, jarvis", CURVE ",error_diffusion:palette=grey4:kernel=jarvis", NULL, "jarvis" },
};

enum { CELLS = sizeof(cells) / sizeof(cells[0]) };

struct crop {
    struct suite_run *run;
    struct font *font;
    struct contact_layout layout;
    struct image image;
};

// ---- what each took

// The largest size that ran.
static int largest(const struct suite_run *run)
{
    int last = 0;
    for (int i = 0; i < DITHER_SIZES; i++)
        last = dither_runs_takes_size(run, i) ? i : last;
    return last;
}

static const struct suite_variant *timed_of(const struct suite_run *run, const char *name, int i)
{
    for (int kernel = 0; kernel < DIFFUSION_KERNEL_COUNT; kernel++)
        if (strcmp(dither_runs_kernel(kernel), name) == 0)
            return dither_trials_fastest(run, i, kernel);
    for (int pair = 0; pair < DITHER_PAIRS; pair++)
        if (strcmp(dither_runs_pairs[pair].dithered, name) == 0)
            return dither_runs_of_pair(run, i, pair, DITHER_DITHERED);
    return NULL;
}

static void describe(const struct suite_run *run, const struct cell *cell, char *text, size_t size)
{
    const int i = largest(run);
    const struct suite_size of = dither_runs_size(run, i);
    const struct suite_variant *variant = cell->timed ? timed_of(run, cell->timed, i) : NULL;
    if (cell->words)
        snprintf(text, size, "%s", cell->words);
    else if (!suite_has_run(variant))
        snprintf(text, size, "was not measured");
    else if (variant->step)
        snprintf(text, size, "%.3g ms at %dx%d by %s", variant->time.median, of.width, of.height,
                 variant->impl);
    else
        snprintf(text, size, "%.3g ms at %dx%d, and the tone curve with it", variant->time.median,
                 of.width, of.height);
}

// ---- the picture

static int part_of(int side, int most)
{
    return side < most ? side : most;
}

static uint8_t *pixel(const struct image *image, int x, int y)
{
    return (uint8_t *) image->texels + 4 * ((size_t) y * (size_t) image->width + (size_t) x);
}

// Cuts out the middle, each pixel as a square.
static void enlarge(const struct image *from, int width, int height, struct image *to)
{
    const int left = (from->width - width) / 2, top = (from->height - height) / 2;
    image_init(to, width * ENLARGED, height * ENLARGED, IMAGE_TYPE_U8);
    for (int y = 0; y < to->height; y++)
        for (int x = 0; x < to->width; x++)
            memcpy(pixel(to, x, y), pixel(from, left + x / ENLARGED, top + y / ENLARGED), 4);
}

static bool draw_chain(struct lab *lab, const char *text, double time, struct image *picture,
                       struct error *error)
{
    struct chain chain;
    if (!chain_parse(&chain, text, NULL, error) || !lab_set_chain(lab, &chain, error))
        return false;
    lab->frame = 0;
    lab_draw(lab, time);
    if (!lab_check_fault(lab, true, error))
        return false;
    texture_read(&lab->side.output, IMAGE_TYPE_U8, picture);
    return true;
}

static bool draw_cell(struct crop *crop, int i, struct error *error)
{
    const struct cell *cell = &cells[i];
    const struct contact_place place = contact_layout_place(&crop->layout, i);
    struct image picture, part;
    char text[SUITE_TEXT_SIZE];
    if (!draw_chain(crop->run->lab, cell->chain, crop->run->options->time, &picture, error))
        return error_prefix(error, "%s: ", cell->chain);
    enlarge(&picture, part_of(picture.width, PART_WIDTH), part_of(picture.height, PART_HEIGHT),
            &part);
    paint_image(&crop->image, place.picture.x, place.picture.y, &part);
    image_finish(&picture);
    image_finish(&part);
    describe(crop->run, cell, text, sizeof(text));
    contact_draw_words(&crop->image, &place, crop->font, cell->title, text);
    return true;
}

static void draw_heading(struct crop *crop)
{
    const struct lab *lab = crop->run->lab;
    char scene[CHAIN_TEXT_SIZE], text[CHAIN_TEXT_SIZE + 256];
    scene_print(&lab->scene, scene, sizeof(scene));
    snprintf(text, sizeof(text), "%s, %d × %d, the middle %d times as large; %s%s", scene,
             lab->plan_options.width, lab->plan_options.height, ENLARGED, lab->gpu.info.renderer,
             crop->run->steady.is_steady ? "" : ", which was not steady");
    contact_draw_heading(&crop->image, &crop->layout, crop->font,
                         "Four greys: ordered beside diffused", text);
}

static bool draw_all(struct crop *crop, struct error *error)
{
    const struct plan_options *options = &crop->run->lab->plan_options;
    const struct contact_wish wish = {
        .count = CELLS,
        .columns = COLUMNS,
        .width = part_of(options->width, PART_WIDTH) * ENLARGED,
        .height = part_of(options->height, PART_HEIGHT) * ENLARGED,
        .lines = LINES,
    };
    contact_layout_make(&crop->layout, &wish);
    contact_draw_ground(&crop->image, &crop->layout);
    draw_heading(crop);
    for (int i = 0; i < CELLS; i++)
        if (!draw_cell(crop, i, error))
            return false;
    return true;
}

bool dither_crop_draw(struct suite_run *run, const char *path, struct error *error)
{
    struct crop crop = { .run = run, .font = font_open(NULL, error) };
    if (!crop.font)
        return false;
    struct image_texts texts = { 0 };
    capture_describe(run->lab, NULL, run->options->time, &texts);
    const bool written = draw_all(&crop, error) && image_write(&crop.image, &texts, path, error);
    image_texts_finish(&texts);
    image_finish(&crop.image);
    font_close(crop.font);
    return written;
}
