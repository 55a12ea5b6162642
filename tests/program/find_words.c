// find_words finds words in pictures of the window, so that tests can click on what they read. It
// takes lines of a PPM file, the letters' size in per cent and the words, with tabs between them,
// and answers each with a line: for every place of the words their middle and their left end,
// x y left, in pixels from the top left. Nothing else may stand beside the words, as in their own
// button.
//
// The words are drawn by the panel's own letters, and looked for as they are; the sheets are dark
// and letters bright, over any picture (the contrast of panel_colours_test.c), so a pixel is letter
// or not.

#include "app/window/view/widgets.h"
#include "tests/fixtures/gpu_fixture.h"

#include <epoxy/gl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LETTER = 102, SURELY = 190, HARDLY = 60, BESIDE = 6 }; // of 255; pixels that must be free
enum { HIGH = 120 };                                          // of what words are drawn on, pixels

struct bitmap {
    int width, height;
    unsigned char *values; // of the brightest channel
};

static _Noreturn void give_up(const char *what)
{
    fprintf(stderr, "find_words: %s\n", what);
    exit(EXIT_FAILURE);
}

static unsigned char *allocate(int width, int height)
{
    unsigned char *values = calloc((size_t) width, (size_t) height);
    if (!values)
        give_up("out of memory");
    return values;
}

static unsigned char brightest(const unsigned char *texel, int size)
{
    unsigned char most = texel[0];
    for (int i = 1; i < 3; i++)
        most = texel[i * size] > most ? texel[i * size] : most;
    return most;
}

// Keeps the first 8 of 16 bits.
static struct bitmap read_ppm(const char *path)
{
    struct bitmap bitmap;
    int top;
    FILE *file = fopen(path, "rb");
    if (!file || fscanf(file, "P6 %d %d %d%*c", &bitmap.width, &bitmap.height, &top) != 3 ||
        bitmap.width <= 0 || bitmap.height <= 0)
        give_up("not a PPM");
    const int size = top > 255 ? 2 : 1, texels = bitmap.width * bitmap.height;
    unsigned char *all = allocate(texels, 3 * size);
    if (fread(all, (size_t) size * 3, (size_t) texels, file) != (size_t) texels)
        give_up("a PPM that is cut off");
    bitmap.values = allocate(bitmap.width, bitmap.height);
    for (int i = 0; i < texels; i++)
        bitmap.values[i] = brightest(all + 3 * size * i, size);
    free(all);
    fclose(file);
    return bitmap;
}

// ---- the words as they are drawn

// Draws the lowest rows of a window of that height, which a target shows whose first row is at the
// bottom. A sheet needs a few frames to find its size.
static void draw(const char *words, const struct texture *target, int height, float letters)
{
    const struct input_state input = {
        .width = target->width, .height = height, .x = -1, .y = -1, .seconds = 1
    };
    const struct layout_rect all = { 0, (float) (height - target->height), (float) target->width,
                                     (float) target->height };
    for (int i = 0; i < 3; i++) {
        widgets_begin(&input, letters);
        widgets_sheet_begin("words", &all);
        widgets_line(words, WIDGETS_PLAIN);
        widgets_sheet_end();
        widgets_end();
    }
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    widgets_draw();
}

static struct bitmap read_target(const struct texture *target)
{
    struct image image;
    const int width = target->width, height = target->height;
    const struct bitmap bitmap = { width, height, allocate(width, height) };
    texture_read(target, IMAGE_TYPE_U8, &image);
    const unsigned char *texels = image.texels;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            bitmap.values[y * width + x] =
                brightest(texels + 4 * ((height - 1 - y) * width + x), 1);
    image_finish(&image);
    return bitmap;
}

struct box {
    int x0, y0, x1, y1;
};

static struct box find_ink(const struct bitmap *bitmap)
{
    struct box box = { bitmap->width, bitmap->height, 0, 0 };
    for (int y = 0; y < bitmap->height; y++)
        for (int x = 0; x < bitmap->width; x++)
            if (bitmap->values[y * bitmap->width + x] > HARDLY) {
                box.x0 = x < box.x0 ? x : box.x0;
                box.y0 = y < box.y0 ? y : box.y0;
                box.x1 = x + 1 > box.x1 ? x + 1 : box.x1;
                box.y1 = y + 1 > box.y1 ? y + 1 : box.y1;
            }
    if (box.x0 >= box.x1)
        give_up("no words");
    return box;
}

// Cuts the words out, with what must be free at either side.
static struct bitmap cut_out(const struct bitmap *bitmap)
{
    const struct box box = find_ink(bitmap);
    const int width = box.x1 - box.x0 + 2 * BESIDE, height = box.y1 - box.y0;
    const struct bitmap words = { width, height, allocate(width, height) };
    for (int y = 0; y < height; y++)
        memcpy(words.values + y * width + BESIDE,
               bitmap->values + (box.y0 + y) * bitmap->width + box.x0,
               (size_t) (width - 2 * BESIDE));
    return words;
}

static struct bitmap draw_words(const char *text, int width, int height, float letters)
{
    struct texture target = { 0 };
    const int high = height < HIGH ? height : HIGH;
    const struct texture_desc desc = {
        .width = width, .height = high, .format = FORMAT_RGBA8, .label = "words"
    };
    texture_init(&target, &desc);
    draw(text, &target, height, letters);
    const struct bitmap all = read_target(&target);
    const struct bitmap words = cut_out(&all);
    free(all.values);
    texture_finish(&target);
    return words;
}

// ---- where they stand

static bool stands_at(const struct bitmap *words, const struct bitmap *picture, int x, int y)
{
    for (int row = 0; row < words->height; row++)
        for (int column = 0; column < words->width; column++) {
            const int wanted = words->values[row * words->width + column];
            const bool is_letter =
                picture->values[(y + row) * picture->width + x + column] >= LETTER;
            if (is_letter ? wanted <= HARDLY : wanted >= SURELY)
                return false;
        }
    return true;
}

int main(void)
{
    char line[4096];
    gpu_fixture();
    widgets_init(NULL);
    while (fgets(line, sizeof(line), stdin)) {
        const char *path = strtok(line, "\t"), *letters = strtok(NULL, "\t");
        const char *text = strtok(NULL, "\t\n");
        if (!text)
            give_up("a line must be FILE, LETTERS and WORDS, with tabs between them");
        const struct bitmap picture = read_ppm(path);
        const struct bitmap words =
            draw_words(text, picture.width, picture.height, strtof(letters, NULL) / 100);
        for (int y = 0; y + words.height <= picture.height; y++)
            for (int x = 0; x + words.width <= picture.width; x++)
                if (stands_at(&words, &picture, x, y))
                    printf("%d %d %d ", x + words.width / 2, y + words.height / 2, x + BESIDE);
        printf("\n");
        fflush(stdout);
        free(words.values);
        free(picture.values);
    }
    widgets_finish();
    gpu_fixture_finish();
}
