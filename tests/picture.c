#include "tests/picture.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum { DIFFERENCE_GAIN = 16, PATH_SIZE = 4096 };

static void output_path(char *path, const char *name, const char *ending)
{
    const char *folder = getenv("HALATION_TEST_OUTPUT");
    if (!folder)
        folder = getenv("BUILD");
    snprintf(path, PATH_SIZE, "%s/%s.%s.png", folder ? folder : ".", name, ending);
}

static void write_output(const struct image *image, const char *path)
{
    struct error error;
    if (!image_write(image, NULL, path, &error))
        fprintf(stderr, "%s\n", error.text);
}

static bool read_picture(struct image *image, const char *path, struct error *error)
{
    bool linear;
    if (!image_read(image, &linear, NULL, path, error))
        return false;
    if (image->type == IMAGE_TYPE_U8)
        return true;
    image_finish(image);
    return error_set(error, "%s: a picture of 8 bits is wanted", path);
}

// The same size, all black, for want of a picture to compare with.
static void make_black(struct image *image, const struct image *like)
{
    image_finish(image);
    image_init(image, like->width, like->height, IMAGE_TYPE_U8);
}

struct difference {
    int count;   // texels beyond the tolerance
    int largest; // of one channel
};

// `shown` gets the difference to look at: all channels, that of alpha in each of them.
static struct difference compare(const struct image *a, const struct image *b, int tolerance,
                                 struct image *shown)
{
    struct difference difference = { 0 };
    const uint8_t *p = a->texels, *q = b->texels;
    image_init(shown, a->width, a->height, IMAGE_TYPE_U8);
    uint8_t *out = shown->texels;
    for (size_t i = 0; i < image_bytes(a); i += 4) {
        int largest = 0;
        for (size_t c = i; c < i + 4; c++) {
            const int here = abs(p[c] - q[c]), alpha = abs(p[i + 3] - q[i + 3]);
            const int gained = DIFFERENCE_GAIN * (here + alpha);
            largest = here > largest ? here : largest;
            out[c] = (uint8_t) (gained < 255 ? gained : 255);
        }
        out[i + 3] = 255;
        difference.count += largest > tolerance;
        difference.largest = largest > difference.largest ? largest : difference.largest;
    }
    return difference;
}

// The means of squares; what is left over at the right and at the bottom counts as smaller ones.
static void average(struct image *image, int block)
{
    struct image small;
    const int width = image->width, height = image->height;
    image_init(&small, (width + block - 1) / block, (height + block - 1) / block, IMAGE_TYPE_U8);
    for (int i = 0; i < small.width * small.height * 4; i++) {
        const int left = i / 4 % small.width * block, top = i / 4 / small.width * block;
        int sum = 0, count = 0;
        for (int y = top; y < top + block && y < height; y++)
            for (int x = left; x < left + block && x < width; x++, count++)
                sum += ((uint8_t *) image->texels)[(y * width + x) * 4 + i % 4];
        ((uint8_t *) small.texels)[i] = (uint8_t) ((sum + count / 2) / count);
    }
    image_finish(image);
    *image = small;
}

static bool compare_files(const struct picture *picture, const char *shot_path,
                          const char *diff_path, struct error *error)
{
    struct image shot, expected = { 0 }, shown;
    char path[PATH_SIZE];
    if (!read_picture(&shot, shot_path, error))
        return false;
    snprintf(path, sizeof(path), "tests/pictures/%s.png", picture->name);
    bool ok = read_picture(&expected, path, error);
    if (ok && (expected.width != shot.width || expected.height != shot.height))
        ok = error_set(error, "%s is %dx%d and the shot %dx%d", path, expected.width,
                       expected.height, shot.width, shot.height);
    if (!ok)
        make_black(&expected, &shot);
    if (picture->block > 0) {
        average(&shot, picture->block);
        average(&expected, picture->block);
    }
    const struct difference found = compare(&shot, &expected, picture->tolerance, &shown);
    const int texels = shot.width * shot.height;
    if (ok && found.count > picture->share * texels)
        ok = error_set(error, "%s: %d of %d texels differ by more than %d, the most by %d", path,
                       found.count, texels, picture->tolerance, found.largest);
    if (!ok)
        write_output(&shown, diff_path);
    image_finish(&shot);
    image_finish(&expected);
    image_finish(&shown);
    return ok;
}

// What is compared is the shot's file, so that it is what a person would see and accept.
bool picture_matches(const struct picture *picture, const struct image *shot)
{
    char shot_path[PATH_SIZE], diff_path[PATH_SIZE];
    struct error error;
    assert(shot->type == IMAGE_TYPE_U8);
    output_path(shot_path, picture->name, "shot");
    output_path(diff_path, picture->name, "diff");
    remove(diff_path);
    write_output(shot, shot_path);
    if (compare_files(picture, shot_path, diff_path, &error)) {
        remove(shot_path);
        return true;
    }
    fprintf(stderr, "%s\nlook at %s\n", error.text, shot_path);
    return false;
}
