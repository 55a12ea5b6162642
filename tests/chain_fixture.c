#include "tests/chain_fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double test_random(uint64_t *seed)
{
    // SplitMix64 (Steele, Lea, Flood, 2014).
    uint64_t z = *seed += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double) ((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

static void make_random_texel(double *texel, uint64_t *seed)
{
    const double alpha = test_random(seed);
    const double gain = test_random(seed) < 0.01 ? 50 : 2;
    for (int c = 0; c < 3; c++)
        texel[c] = alpha * gain * test_random(seed);
    texel[3] = alpha;
}

static void make_texel(double *texel, const struct image *image, enum test_image kind, int x, int y)
{
    const bool is_middle = x == image->width / 2 && y == image->height / 2;
    for (int c = 0; c < 4; c++)
        switch (kind) {
        case TEST_IMAGE_CONSTANT:
            texel[c] = 0.25 * (c + 1);
            break;
        case TEST_IMAGE_IMPULSE:
            texel[c] = is_middle;
            break;
        default:
            texel[c] = c == 3 ? 1 : (x + 0.5) / image->width;
            break;
        }
}

void make_test_image(struct image *image, enum test_image kind, int width, int height)
{
    uint64_t seed = 1;
    image_init(image, width, height, IMAGE_TYPE_F64);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            if (kind == TEST_IMAGE_RANDOM)
                make_random_texel(image_at(image, x, y), &seed);
            else
                make_texel(image_at(image, x, y), image, kind, x, y);
}

struct chain parse_chain(const char *text)
{
    struct chain chain;
    struct error error;
    if (!chain_parse(&chain, text, NULL, &error))
        fail_msg("%s: %s", text, error.text);
    return chain;
}

static void spoil_texture(struct texture *texture, float value)
{
    struct image image;
    image_init(&image, texture->width, texture->height, IMAGE_TYPE_F32);
    for (int i = 0; i < texture->width * texture->height * 4; i++)
        ((float *) image.texels)[i] = value;
    texture_upload(texture, &image);
    image_finish(&image);
}

static void spoil_buffer(struct buffer *buffer)
{
    void *bytes = malloc(buffer->size);
    assert_non_null(bytes);
    memset(bytes, 0xff, buffer->size); // no number in any format of floats
    buffer_write(buffer, bytes, buffer->size);
    free(bytes);
}

// What an earlier run left, in its output or between its passes, may be right: what a plan does not
// write itself must show. Large ones stay as they are, to save time.
static void spoil(struct texture_pool *pool, struct texture *output)
{
    enum { LARGE = 1 << 20 };
    spoil_texture(output, -1e9f);
    for (int i = 0; i < pool->count; i++) {
        struct pooled *item = pool->items[i];
        if (item->on_loan || item->idle_frames > 1)
            continue;
        if (item->buffer.id && item->buffer.size < LARGE)
            spoil_buffer(&item->buffer);
        else if (item->texture.id && texture_bytes(&item->texture) < LARGE &&
                 item->texture.format <= FORMAT_R32F)
            spoil_texture(&item->texture, NAN);
    }
}

void run_frame_of_plan(const struct plan *plan, const struct image *source, int frame,
                       struct image *output)
{
    struct gpu *gpu = gpu_fixture();
    struct texture *from =
        texture_pool_acquire(&gpu->pool, source->width, source->height, plan->options.format);
    struct texture *to =
        texture_pool_acquire(&gpu->pool, source->width, source->height, FORMAT_RGBA32F);
    texture_upload(from, source);
    spoil(&gpu->pool, to);
    plan_run(plan, gpu, from, to, frame);
    texture_read(to, IMAGE_TYPE_F64, output);
    texture_pool_release(&gpu->pool, from);
    texture_pool_release(&gpu->pool, to);
    texture_pool_end_frame(&gpu->pool);
}

void run_plan(const struct plan *plan, const struct image *source, struct image *output)
{
    run_frame_of_plan(plan, source, 0, output);
}

void run_chain(const struct chain *chain, const struct plan_options *options,
               const struct image *source, struct image *output)
{
    struct plan plan;
    struct error error;
    struct plan_options sized = *options;
    sized.width = source->width;
    sized.height = source->height;
    if (!plan_build(&plan, chain, gpu_fixture(), &sized, &error))
        fail_msg("%s", error.text);
    run_plan(&plan, source, output);
}

struct difference compare_images(const struct image *a, const struct image *b)
{
    struct difference worst = { 0 };
    assert_true(a->width == b->width && a->height == b->height);
    for (int y = 0; y < a->height; y++)
        for (int x = 0; x < a->width; x++)
            for (int c = 0; c < 4; c++) {
                const double difference = fabs(image_at(a, x, y)[c] - image_at(b, x, y)[c]);
                if (difference > worst.most || isnan(difference))
                    worst =
                        (struct difference){ isnan(difference) ? INFINITY : difference, x, y, c };
            }
    return worst;
}

static double largest_of_texel(const struct image *image, int x, int y)
{
    const double *texel = image_at(image, x, y);
    return fmax(fmax(fabs(texel[0]), fabs(texel[1])), fmax(fabs(texel[2]), fabs(texel[3])));
}

// Of `count` values with a stride, in place; `line` is room for them.
static void spread_largest(double *values, int count, int stride, int reach, double *line)
{
    for (int i = 0; i < count; i++)
        line[i] = values[i * stride];
    for (int i = 0; i < count; i++)
        for (int k = i > reach ? i - reach : 0; k < count && k <= i + reach; k++)
            values[i * stride] = fmax(values[i * stride], line[k]);
}

struct difference compare_under(const struct image *a, const struct image *b,
                                const struct image *source, int reach, double slack)
{
    const int width = source->width, height = source->height;
    double *under = malloc(sizeof(*under) * (size_t) (width * height + width + height));
    double *line = under + width * height, largest = 0;
    struct difference worst = { 0 };
    assert_non_null(under);
    for (int i = 0; i < width * height; i++) {
        under[i] = largest_of_texel(source, i % width, i / width);
        largest = fmax(largest, under[i]);
    }
    for (int y = 0; y < height && reach > 0; y++)
        spread_largest(under + y * width, width, 1, reach, line);
    for (int x = 0; x < width && reach > 0; x++)
        spread_largest(under + x, height, width, reach, line);
    for (int i = 0; i < width * height * 4; i++) {
        const int x = i / 4 % width, y = i / 4 / width;
        const double off = fabs(image_at(a, x, y)[i % 4] - image_at(b, x, y)[i % 4]);
        const double counts = fmax(off - slack * largest, 0);
        const double share = counts > 0 ? counts / (reach < 0 ? largest : under[i / 4]) : 0;
        if (share > worst.most || isnan(off))
            worst = (struct difference){ isnan(off) ? INFINITY : share, x, y, i % 4 };
    }
    free(under);
    return worst;
}
