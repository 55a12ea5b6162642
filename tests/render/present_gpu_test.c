// The window shows straight display values.

#include "effects/colour.h"
#include "render/image/srgb.h"
#include "tests/fixtures/gpu_fixture.h"
#include "tests/fixtures/local_image.h"

static struct texture texture_of_bytes(const void *texels, int width, int height)
{
    LOCAL_IMAGE image = new_image(width, height, IMAGE_TYPE_U8);
    memcpy(image.texels, texels, image_bytes(&image));
    return texture_of(&image, FORMAT_RGBA8);
}

// Returns a row of texels as it is shown.
static struct image show_row(const void *texels, int count, enum present_channel channel)
{
    LOCAL_TEXTURE from = texture_of_bytes(texels, count, 1);
    LOCAL_TEXTURE to = new_texture(count, 1, FORMAT_RGBA8);
    struct present present = view_from_corner(&from, &to, 1);
    present.channel = channel;
    present_draw(gpu_fixture(), &present);
    return read_texture(&to, IMAGE_TYPE_U8);
}

// Over black, as light is mixed; what has no cover is light added to it, and is seen as it is.
TEST(translucent_texels_lie_over_black)
{
    enum { COUNT = 5 };
    static const uint8_t texels[COUNT][4] = {
        { 200, 100, 30, 255 }, { 200, 100, 30, 128 }, { 200, 100, 30, 0 },
        { 255, 255, 255, 1 },  { 0, 7, 255, 254 },
    };
    LOCAL_IMAGE shown = show_row(texels, COUNT, PRESENT_ALL);
    for (int i = 0; i < 4 * COUNT; i++) {
        const uint8_t *texel = texels[i / 4];
        const double alpha = texel[3] > 0 ? texel[3] / 255.0 : 1;
        const double expected = 255 * srgb_encode(srgb_decode(texel[i % 4] / 255.0) * alpha);
        const int value = ((const uint8_t *) shown.texels)[i];
        assert_true(i % 4 == 3 ? value == 255 : fabs(value - expected) <= 0.51);
    }
}

// ---- two pictures, enlarged

enum { SIDE = 24, VIEW_WIDTH = 61, VIEW_HEIGHT = 40 };

static const double backdrop = 0.09;

static uint8_t texels_of[2][SIDE][SIDE][4];
static struct texture pictures[2], target;

static void make_pictures(void)
{
    target = new_texture(VIEW_WIDTH, VIEW_HEIGHT, FORMAT_RGBA8);
    for (int i = 0; i < 2; i++) {
        uint8_t *texel = &texels_of[i][0][0][0];
        for (int k = 0; k < SIDE * SIDE * 4; k++)
            texel[k] = k % 4 == 3 ? 255 : (uint8_t) (k * (37 + 54 * i) >> 2);
        pictures[i] = texture_of_bytes(texel, SIDE, SIDE);
    }
}

static void finish_pictures(void)
{
    texture_finish(&pictures[0]);
    texture_finish(&pictures[1]);
    texture_finish(&target);
}

static bool is_outside(const double place[2])
{
    return place[0] < 0 || place[1] < 0 || place[0] >= SIDE || place[1] >= SIDE;
}

static double side_at(int side, const double place[2], int channel, double stops)
{
    const double value = texels_of[side][(int) place[1]][(int) place[0]][channel] / 255.0;
    return stops == 0 ? value : srgb_encode(fmin(srgb_decode(value) * exp2(stops), 1));
}

// The pictures lie here in the target, off its middle.
static const struct rect view = { 4, 0, 57, 36 };

// The mean of what a pixel covers of a side, by the areas.
static double mean_at(int side, const double place[2], double wide, int channel)
{
    double sum = 0, areas = 0;
    for_each_place(x, y, SIDE, SIDE) {
        const double across = fmin(x + 1, place[0] + wide / 2) - fmax(x, place[0] - wide / 2);
        const double down = fmin(y + 1, place[1] + wide / 2) - fmax(y, place[1] - wide / 2);
        const double area = fmax(across, 0) * fmax(down, 0);
        sum += area * texels_of[side][y][x][channel] / 255.0;
        areas += area;
    }
    return sum / areas;
}

static double expect(const struct present *present, int x, int y, int channel)
{
    const bool is_halved = present->mode == PRESENT_SIDES;
    const double wide = view.x1 - view.x0, half = floor(wide / 2);
    const bool is_right = is_halved && x >= view.x0 + half;
    const double middle = view.x0 + (is_halved ? half * (is_right ? 1.5 : 0.5) : wide / 2);
    const double place[2] = {
        (x + 0.5 - middle) / present->zoom + present->centre[0],
        (y + 0.5 - (view.y0 + view.y1) / 2) / present->zoom + present->centre[1],
    };
    if (is_outside(place))
        return backdrop;
    if (present->zoom < 1)
        return mean_at(is_right, place, 1 / (double) present->zoom, channel);
    const double a = side_at(0, place, channel, present->stops);
    const double b = side_at(1, place, channel, present->stops);
    if (present->mode == PRESENT_DIFFERENCE)
        return fmin(fmax(0.5 + present->gain * (b - a), 0), 1);
    return is_right || (present->mode == PRESENT_SPLIT && (float) x >= present->divider) ? b : a;
}

static bool is_on_divider(const struct present *present, int x)
{
    return present->mode == PRESENT_SPLIT && fabs(x + 0.5 - present->divider) < 1;
}

static void check_view(struct present *present)
{
    present->pictures[0] = &pictures[0];
    present->pictures[1] = &pictures[1];
    present->target = &target;
    present->width = VIEW_WIDTH;
    present->height = VIEW_HEIGHT;
    present->view = view;
    present_draw(gpu_fixture(), present);
    LOCAL_IMAGE shown = read_texture(&target, IMAGE_TYPE_U8);
    for_each_place(x, y, VIEW_WIDTH, VIEW_HEIGHT)
        for (int c = 0; c < 3 && !is_on_divider(present, x); c++) {
            // Row 0 of the window is its last.
            const int value = byte_texel(&shown, x, VIEW_HEIGHT - 1 - y)[c];
            const double expected = 255 * expect(present, x, y, c);
            // Means are made by filters, whose fractions have 8 bits on some GPUs.
            const double rounding = present->zoom < 1 ? 0.6 : 0.52;
            if (fabs(value - expected) > rounding + (present->stops != 0))
                fail_msg("way %d, zoom %g, (%d, %d): %d, not %.2f", present->mode, present->zoom, x,
                         y, value, expected);
        }
}

// Against the geometry in plain C: every way, at zooms without a grid.
TEST(every_way_shows_what_its_geometry_says)
{
    for (int way = PRESENT_ONE; way <= PRESENT_DIFFERENCE; way++)
        for_each_of(float, zoom, 1, 2, 3, 6)
            for (int stops = -2; stops <= 2; stops += 2) {
                struct present present = {
                    .mode = (enum present_mode) way,
                    .zoom = *zoom,
                    .centre = { 11.5f, 13 },
                    .divider = 20,
                    .gain = 3,
                    .stops = (float) stops,
                };
                // Borders of texels on borders of pixels.
                present.centre[0] = (26.5f - 7) / *zoom;
                if (way == PRESENT_SIDES)
                    present.centre[0] = (13 - 3) / *zoom;
                present.centre[1] = (18 - 2) / *zoom;
                check_view(&present);
            }
}

// Each texel counts by its area: nothing is left out that would flicker when the picture moves.
TEST(a_reduced_picture_is_the_mean_of_what_each_pixel_covers)
{
    for_each_of(float, zoom, 0.93f, 0.71f, 0.5f, 0.31f)
        for (int way = PRESENT_ONE; way <= PRESENT_SIDES; way += PRESENT_SIDES) {
            struct present present = { .mode = (enum present_mode) way,
                                       .zoom = *zoom,
                                       .centre = { SIDE / 2.0f, SIDE / 2.0f } };
            check_view(&present);
        }
}

// A texel is eight pixels wide and its first is a line; the loupe is as large around the pointer.
TEST(large_texels_have_a_grid_and_the_loupe_enlarges)
{
    struct present present = view_from_corner(&pictures[0], &target, 8);
    present_draw(gpu_fixture(), &present);
    LOCAL_IMAGE plain = read_texture(&target, IMAGE_TYPE_U8);
    for (int x = 0; x < VIEW_WIDTH; x++) {
        const int texel = texels_of[0][0][x / 8][1];
        const int shown = byte_texel(&plain, x, VIEW_HEIGHT - 1 - 4)[1];
        assert_true(x % 8 == 0 ? shown != texel : shown == texel);
    }
    present = view_from_corner(&pictures[0], &target, 1);
    present.loupe.x = present.loupe.y = 12.5f;
    present.loupe.radius = 10;
    present.loupe.zoom = 4;
    present_draw(gpu_fixture(), &present);
    LOCAL_IMAGE loupe = read_texture(&target, IMAGE_TYPE_U8);
    for (int x = 0; x < SIDE; x++) {
        const int within = 12 + (int) floor((x - 12) / 4.0 + 0.5);
        if (abs(x - 12) != 10 && abs(x - 12) != 9)
            assert_int_equal(byte_texel(&loupe, x, VIEW_HEIGHT - 1 - 12)[1],
                             texels_of[0][12][abs(x - 12) < 10 ? within : x][1]);
    }
}

// ---- channels and values

static double luminance_of(const uint8_t *texel)
{
    double light[3];
    for (int c = 0; c < 3; c++)
        light[c] = srgb_decode(texel[c] / 255.0);
    return colour_luminance(light);
}

// Every colour of a coarse cube, and every grey, through every channel.
TEST(channels_are_greys_and_stops_have_their_colours)
{
    enum { LEVELS = 9, CUBE = LEVELS * LEVELS * LEVELS, COUNT = CUBE + 256 };
    uint8_t texels[4 * COUNT];
    for (int i = 0; i < COUNT; i++) {
        const int levels[] = { i % LEVELS, i / LEVELS % LEVELS, i / LEVELS / LEVELS };
        for (int c = 0; c < 3; c++)
            texels[4 * i + c] = (uint8_t) (i < CUBE ? levels[c] * 255 / (LEVELS - 1) : i - CUBE);
        texels[4 * i + 3] = 255;
    }
    bool has_seen[PRESENT_STOP_COLOURS] = { false };
    for (int channel = PRESENT_RED; channel < PRESENT_CHANNELS; channel++) {
        LOCAL_IMAGE shown = show_row(texels, COUNT, (enum present_channel) channel);
        for (int i = 0; i < COUNT; i++) {
            const uint8_t *texel = texels + 4 * i, *got = byte_texel(&shown, i, 0);
            const double light = luminance_of(texel), below_white = -log2(light);
            const int stop = light >= 0.999 ? 0 : (int) fmin(floor(below_white) + 1, 8);
            has_seen[stop] = true;
            for (int c = 0; c < 3; c++) {
                const double expected =
                    channel == PRESENT_STOPS       ? 255 * (double) present_stop_colours[stop][c]
                    : channel == PRESENT_LUMINANCE ? 255 * srgb_encode(light)
                                                   : texel[channel - PRESENT_RED];
                if (fabs(got[c] - expected) > 0.6 && fabs(below_white - round(below_white)) > 0.02)
                    fail_msg("channel %d of %d, %d, %d: %d, not %.2f", channel, texel[0], texel[1],
                             texel[2], got[c], expected);
            }
        }
    }
    for (int i = 0; i < PRESENT_STOP_COLOURS; i++)
        assert_true(has_seen[i]);
}

// The glyphs of these signs, each five texels wide, with one between.
static const char signs[] = "0123456789-. ";
static const char *const font[7] = {
    " ###    #    ###  ####     #  #####   ##  #####  ###   ###                   ",
    "#   #  ##   #   #     #   ##  #      #        # #   # #   #                  ",
    "#   #   #       #     #  # #  ####  #        #  #   # #   #                  ",
    "#   #   #     ##   ###  #  #      # ####    #    ###   ####  ###             ",
    "#   #   #    #        # #####     # #   #  #    #   #     #                  ",
    "#   #   #   #         #    #  #   # #   #  #    #   #    #         ##        ",
    " ###   ###  ##### ####     #   ###   ###   #     ###   ##          ##        ",
};

static bool has_ink(const char *line, int x, int y)
{
    if (x < 0 || x / 6 >= (int) strcspn(line, "\n") || x % 6 > 4 || y < 0 || y > 6)
        return false;
    return font[y][6 * (strchr(signs, line[x / 6]) - signs) + x % 6] == '#';
}

// Draws a texel so large as the target, and compares all that is not the grid with the text, whose
// `count` lines are equally long and one below the other in the middle.
static void check_print(const uint8_t *a, const uint8_t *b, enum present_mode way,
                        enum present_channel channel, int zoom, int count, const char *text)
{
    LOCAL_TEXTURE first = texture_of_bytes(a, 1, 1);
    LOCAL_TEXTURE second = texture_of_bytes(b, 1, 1);
    LOCAL_TEXTURE to = new_texture(zoom, zoom, FORMAT_RGBA8);
    struct present present = view_from_corner(&first, &to, (float) zoom);
    present.pictures[1] = &second;
    present.mode = way;
    present.channel = channel;
    present.gain = 1;
    present_draw(gpu_fixture(), &present);
    LOCAL_IMAGE shown = read_texture(&to, IMAGE_TYPE_U8);
    const int stroke = zoom / 32, ground = byte_texel(&shown, 1, 1)[1];
    const int length = (int) strcspn(text, "\n"), left = (zoom - (length * 6 - 1) * stroke) / 2;
    const int top = (zoom - (count * 9 - 2) * stroke) / 2;
    for_each_place(x, y, zoom, zoom) {
        const int got = byte_texel(&shown, x, zoom - 1 - y)[1];
        const int across = x < left ? -1 : (x - left) / stroke;
        const int down = y < top ? -1 : (y - top) / stroke, line = down < 0 ? 0 : down / 9;
        const bool is_ink =
            line < count && has_ink(text + line * (length + 1), across, down - 9 * line);
        if (x > 0 && y > 0 && is_ink != (abs(got - ground) > 60))
            fail_msg("'%s' at %d, %d: %d", text, x, y, got);
    }
}

TEST(large_texels_have_their_values)
{
    static const uint8_t texels[][2][4] = { { { 0, 7, 255, 255 }, { 100, 7, 3, 255 } },
                                            { { 98, 123, 64, 205 }, { 98, 23, 65, 255 } },
                                            { { 200, 190, 150, 255 }, { 0, 0, 0, 0 } } };
    for_each(pair, texels)
        for_each_of(int, zoom, 32, 48, 64) {
            const uint8_t *a = (*pair)[0], *b = (*pair)[1];
            for_each_of(uint8_t *const, side, a, b) {
                const uint8_t *texel = *side;
                for (int c = 0; c < 4; c++)
                    check_print(texel, texel, PRESENT_ONE, (enum present_channel)(PRESENT_RED + c),
                                *zoom, 1, formatted("%3d", texel[c]));
                check_print(texel, texel, PRESENT_ONE, PRESENT_ALL, *zoom, 3,
                            formatted("%3d\n%3d\n%3d", texel[0], texel[1], texel[2]));
                const double stops = log2(fmax(luminance_of(texel), exp2(-16)));
                check_print(texel, texel, PRESENT_ONE, PRESENT_STOPS, *zoom, 1,
                            formatted("%4.1f", stops));
            }
            check_print(a, b, PRESENT_DIFFERENCE, PRESENT_GREEN, *zoom, 1,
                        formatted("%4d", b[1] - a[1]));
        }
}

AROUND_TESTS(.begin = make_pictures, .finish = finish_pictures)
