// The window shows straight display values.

#include "render/image/srgb.h"
#include "render/present.h"
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
    const struct present present = {
        .pictures = { &from },
        .target = &to,
        .width = count,
        .height = 1,
        .view = { 0, 0, (float) count, 1 },
        .zoom = 1,
        .centre = { (float) count / 2, 0.5f },
        .channel = channel,
    };
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

struct scene {
    uint8_t texels[2][SIDE][SIDE][4];
    struct texture pictures[2], target;
};

static void make_scene(struct scene *scene)
{
    scene->target = new_texture(VIEW_WIDTH, VIEW_HEIGHT, FORMAT_RGBA8);
    for (int i = 0; i < 2; i++) {
        uint8_t *texel = &scene->texels[i][0][0][0];
        for (int k = 0; k < SIDE * SIDE * 4; k++)
            texel[k] = k % 4 == 3 ? 255 : (uint8_t) (k * (37 + 54 * i) >> 2);
        scene->pictures[i] = texture_of_bytes(texel, SIDE, SIDE);
    }
}

static void finish_scene(struct scene *scene)
{
    texture_finish(&scene->pictures[0]);
    texture_finish(&scene->pictures[1]);
    texture_finish(&scene->target);
}

static double side_at(const struct scene *scene, int side, const double place[2], int channel,
                      double stops)
{
    const int x = (int) floor(place[0]), y = (int) floor(place[1]);
    if (x < 0 || y < 0 || x >= SIDE || y >= SIDE)
        return backdrop;
    const double value = scene->texels[side][y][x][channel] / 255.0;
    return stops == 0 ? value : srgb_encode(fmin(srgb_decode(value) * exp2(stops), 1));
}

// The pictures lie here in the target, off its middle.
static const struct rect view = { 4, 0, 57, 36 };

// The mean of what a pixel covers of a side, by the areas.
static double mean_at(const struct scene *scene, int side, const double place[2], double wide,
                      int channel)
{
    double sum = 0, areas = 0;
    for_each_place(x, y, SIDE, SIDE) {
        const double across = fmin(x + 1, place[0] + wide / 2) - fmax(x, place[0] - wide / 2);
        const double down = fmin(y + 1, place[1] + wide / 2) - fmax(y, place[1] - wide / 2);
        const double area = fmax(across, 0) * fmax(down, 0);
        sum += area * scene->texels[side][y][x][channel] / 255.0;
        areas += area;
    }
    return sum / areas;
}

static bool is_outside(const double place[2])
{
    return place[0] < 0 || place[1] < 0 || place[0] >= SIDE || place[1] >= SIDE;
}

static double expect(const struct scene *scene, const struct present *present, int x, int y,
                     int channel)
{
    const bool is_halved = present->way == PRESENT_SIDES;
    const double wide = view.x1 - view.x0, half = floor(wide / 2);
    const bool is_right = is_halved && x >= view.x0 + half;
    const double middle = view.x0 + (is_halved ? half * (is_right ? 1.5 : 0.5) : wide / 2);
    const double place[2] = {
        (x + 0.5 - middle) / present->zoom + present->centre[0],
        (y + 0.5 - (view.y0 + view.y1) / 2) / present->zoom + present->centre[1],
    };
    if (present->zoom < 1)
        return is_outside(place)
                   ? backdrop
                   : mean_at(scene, is_right, place, 1 / (double) present->zoom, channel);
    const double a = side_at(scene, 0, place, channel, present->stops);
    const double b = side_at(scene, 1, place, channel, present->stops);
    if (present->way == PRESENT_DIFFERENCE)
        return is_outside(place) ? backdrop : fmin(fmax(0.5 + present->gain * (b - a), 0), 1);
    return is_right || (present->way == PRESENT_SPLIT && (float) x >= present->divider) ? b : a;
}

static bool is_on_divider(const struct present *present, int x)
{
    return present->way == PRESENT_SPLIT && fabs(x + 0.5 - present->divider) < 1;
}

static void check_view(struct scene *scene, struct present *present)
{
    present->pictures[0] = &scene->pictures[0];
    present->pictures[1] = &scene->pictures[1];
    present->target = &scene->target;
    present->width = VIEW_WIDTH;
    present->height = VIEW_HEIGHT;
    present->view = view;
    present_draw(gpu_fixture(), present);
    LOCAL_IMAGE shown = read_texture(&scene->target, IMAGE_TYPE_U8);
    for_each_place(x, y, VIEW_WIDTH, VIEW_HEIGHT)
        for (int c = 0; c < 3 && !is_on_divider(present, x); c++) {
            // Row 0 of the window is its last.
            const int row = VIEW_HEIGHT - 1 - y;
            const int value = ((const uint8_t *) shown.texels)[(row * VIEW_WIDTH + x) * 4 + c];
            const double expected = 255 * expect(scene, present, x, y, c);
            // Means are made by filters, whose fractions have 8 bits on some GPUs.
            const double rounding = present->zoom < 1 ? 0.6 : 0.52;
            if (fabs(value - expected) > rounding + (present->stops != 0))
                fail_msg("way %d, zoom %g, (%d, %d): %d, not %.2f", present->way, present->zoom, x,
                         y, value, expected);
        }
}

// Against the geometry in plain C: every way, at zooms without a grid.
TEST(every_way_shows_what_its_geometry_says)
{
    struct scene scene;
    make_scene(&scene);
    for (int way = PRESENT_ONE; way <= PRESENT_DIFFERENCE; way++)
        for_each_of(float, zoom, 1, 2, 3, 6)
            for (int stops = -2; stops <= 2; stops += 2) {
                struct present present = {
                    .way = (enum present_way) way,
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
                check_view(&scene, &present);
            }
    finish_scene(&scene);
}

// Each texel counts by its area: nothing is left out that would flicker when the picture moves.
TEST(a_reduced_picture_is_the_mean_of_what_each_pixel_covers)
{
    struct scene scene;
    make_scene(&scene);
    for_each_of(float, zoom, 0.93f, 0.71f, 0.5f, 0.31f)
        for (int way = PRESENT_ONE; way <= PRESENT_SIDES; way += PRESENT_SIDES) {
            struct present present = { .way = (enum present_way) way,
                                       .zoom = *zoom,
                                       .centre = { SIDE / 2.0f, SIDE / 2.0f } };
            check_view(&scene, &present);
        }
    finish_scene(&scene);
}

// A texel is eight pixels wide and its first is a line; the loupe is as large around the pointer.
TEST(large_texels_have_a_grid_and_the_loupe_enlarges)
{
    struct scene scene;
    LOCAL_IMAGE loupe;
    make_scene(&scene);
    struct present present = {
        .pictures = { &scene.pictures[0] },
        .target = &scene.target,
        .width = VIEW_WIDTH,
        .height = VIEW_HEIGHT,
        .view = { 0, 0, VIEW_WIDTH, VIEW_HEIGHT },
        .zoom = 8,
        .centre = { VIEW_WIDTH / 16.0f, VIEW_HEIGHT / 16.0f },
    };
    present_draw(gpu_fixture(), &present);
    LOCAL_IMAGE plain = read_texture(&scene.target, IMAGE_TYPE_U8);
    const uint8_t *rows = (const uint8_t *) plain.texels + 4 * (VIEW_HEIGHT - 1 - 4) * VIEW_WIDTH;
    for (int x = 0; x < VIEW_WIDTH; x++) {
        const int texel = scene.texels[0][0][x / 8][1];
        assert_true(x % 8 == 0 ? rows[4 * x + 1] != texel : rows[4 * x + 1] == texel);
    }
    present.zoom = 1;
    present.centre[0] = VIEW_WIDTH / 2.0f;
    present.centre[1] = VIEW_HEIGHT / 2.0f;
    present.loupe.x = present.loupe.y = 12.5f;
    present.loupe.radius = 10;
    present.loupe.zoom = 4;
    present_draw(gpu_fixture(), &present);
    loupe = read_texture(&scene.target, IMAGE_TYPE_U8);
    rows = (const uint8_t *) loupe.texels + 4 * (VIEW_HEIGHT - 1 - 12) * VIEW_WIDTH;
    for (int x = 0; x < SIDE; x++) {
        const int within = 12 + (int) floor((x - 12) / 4.0 + 0.5);
        if (abs(x - 12) != 10 && abs(x - 12) != 9)
            assert_int_equal(rows[4 * x + 1],
                             scene.texels[0][12][abs(x - 12) < 10 ? within : x][1]);
    }
    finish_scene(&scene);
}

// ---- channels and values

static double luminance_of(const uint8_t *texel)
{
    return 0.2126 * srgb_decode(texel[0] / 255.0) + 0.7152 * srgb_decode(texel[1] / 255.0) +
           0.0722 * srgb_decode(texel[2] / 255.0);
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
            const uint8_t *texel = texels + 4 * i, *got = (const uint8_t *) shown.texels + 4 * i;
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

static bool has_ink(const char *text, int x, int y)
{
    if (x < 0 || x / 6 >= (int) strlen(text) || x % 6 > 4 || y < 0 || y > 6)
        return false;
    return font[y][6 * (strchr(signs, text[x / 6]) - signs) + x % 6] == '#';
}

// Draws a texel so large as the target, and compares all that is not the grid with the text, whose
// lines are one below the other in the middle.
static void check_print(const uint8_t texels[2][4], enum present_way way,
                        enum present_channel channel, int zoom, const char *const lines[])
{
    LOCAL_TEXTURE left_picture = texture_of_bytes(texels[0], 1, 1);
    LOCAL_TEXTURE right_picture = texture_of_bytes(texels[1], 1, 1);
    LOCAL_TEXTURE to = new_texture(zoom, zoom, FORMAT_RGBA8);
    const struct present present = {
        .pictures = { &left_picture, &right_picture },
        .target = &to,
        .width = zoom,
        .height = zoom,
        .way = way,
        .channel = channel,
        .gain = 1,
        .view = { 0, 0, (float) zoom, (float) zoom },
        .zoom = (float) zoom,
        .centre = { 0.5f, 0.5f },
    };
    present_draw(gpu_fixture(), &present);
    LOCAL_IMAGE shown = read_texture(&to, IMAGE_TYPE_U8);
    const uint8_t *row = shown.texels;
    const int stroke = zoom / 32, count = lines[1] ? 3 : 1, ground = row[4 * (zoom + 1) + 1];
    const int wide = (int) strlen(lines[0]) * 6 - 1, left = (zoom - wide * stroke) / 2;
    const int top = (zoom - (count * 9 - 2) * stroke) / 2;
    for_each_place(x, y, zoom, zoom) {
        const uint8_t *got = row + 4 * ((zoom - 1 - y) * zoom + x);
        const int across = x < left ? -1 : (x - left) / stroke;
        const int down = y < top ? -1 : (y - top) / stroke, line = down < 0 ? 0 : down / 9;
        const bool is_ink = line < count && has_ink(lines[line], across, down - 9 * line);
        if (x > 0 && y > 0 && is_ink != (abs(got[1] - ground) > 60))
            fail_msg("'%s' at %d, %d: %d", lines[0], x, y, got[1]);
    }
}

TEST(large_texels_have_their_values)
{
    static const uint8_t texels[][2][4] = { { { 0, 7, 255, 255 }, { 100, 7, 3, 255 } },
                                            { { 98, 123, 64, 205 }, { 98, 23, 65, 255 } },
                                            { { 200, 190, 150, 255 }, { 0, 0, 0, 0 } } };
    for_each(pair, texels)
        for_each_of(int, zoom, 32, 48, 64) {
            char lines[3][8], tenths[2][8], difference[8];
            const uint8_t(*both)[4] = *pair;
            for (int side = 0; side < 2; side++) {
                const uint8_t *texel = both[side];
                const uint8_t sides[2][4] = { { texel[0], texel[1], texel[2], texel[3] } };
                for (int c = 0; c < 4; c++) {
                    snprintf(lines[c % 3], sizeof(lines[0]), "%3d", texel[c]);
                    check_print(sides, PRESENT_ONE, (enum present_channel)(PRESENT_RED + c), *zoom,
                                (const char *[]){ lines[c % 3], NULL });
                }
                snprintf(lines[0], sizeof(lines[0]), "%3d", texel[0]);
                check_print(sides, PRESENT_ONE, PRESENT_ALL, *zoom,
                            (const char *[]){ lines[0], lines[1], lines[2] });
                snprintf(tenths[side], sizeof(tenths[0]), "%4.1f",
                         log2(fmax(luminance_of(texel), exp2(-16))));
                check_print(sides, PRESENT_ONE, PRESENT_STOPS, *zoom,
                            (const char *[]){ tenths[side], NULL });
            }
            snprintf(difference, sizeof(difference), "%4d", both[1][1] - both[0][1]);
            check_print(both, PRESENT_DIFFERENCE, PRESENT_GREEN, *zoom,
                        (const char *[]){ difference, NULL });
        }
}
