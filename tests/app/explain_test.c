#include "app/command/explain.h"
#include "app/command/explain_draw.h"
#include "effects/reference/reference.h"
#include "tests/fixtures/chain_fixture.h"
#include "tests/fixtures/folder_fixture.h"

// A page says what its effect's reference does: what is read back from its characters is computed
// here once more.

static const char *printed;

// Returns the drawing of the step that the effect's text names.
static struct explain_drawing drawing_of(const struct effect *effect)
{
    struct explain_drawing drawing;
    char step[CHAIN_TEXT_SIZE];
    explain_print_markdown(effect, begin_printing());
    printed = end_printing();
    const char *begin = strstr(printed, "**Drawn.** `");
    assert_non_null(begin);
    assert_int_equal(sscanf(begin, "**Drawn.** `%[^`]", step), 1);
    if (!explain_drawing_init(&drawing, step, NULL, &error))
        fail_msg("%s: %s", effect->name, error.text);
    if (drawing.chain.steps[0].effect != effect)
        fail_msg("%s draws another effect", effect->name);
    return drawing;
}

static const char *print(const struct explain_drawing *drawing)
{
    explain_drawing_print(drawing, begin_printing());
    return end_printing();
}

TEST(every_effect_is_explained_in_all_parts)
{
    for (int i = 0; effects[i]; i++) {
        FINISHED_BY(explain_drawing_finish) struct explain_drawing drawing = drawing_of(effects[i]);
        const char *at = printed;
        int lines = 0;
        for (int part = 0; explain_parts[part]; part++) {
            const char *paragraph = formatted("\n\n%s ", explain_parts[part]);
            const char *next = strstr(at, part == 0 ? paragraph + 1 : paragraph);
            if (!next)
                fail_msg("%s: no paragraph that begins with %s", effects[i]->name,
                         explain_parts[part]);
            for (at++; part > 0 && at < next; at++)
                lines += *at == '\n';
            at = next;
        }
        if (lines < 6 || lines > 22)
            fail_msg("%s: %d lines of text", effects[i]->name, lines);
        for (const char *line = print(&drawing); *line; line += strcspn(line, "\n") + 1)
            if (strcspn(line, "\n") > 80)
                fail_msg("%s: %.100s", effects[i]->name, line);
    }
}

// On a larger picture than the drawing's, so that none of its borders helps.
static struct image spread_light(const struct chain *chain)
{
    enum { SIDE = 96 };
    LOCAL_IMAGE input = new_image(SIDE, SIDE, IMAGE_TYPE_F64);
    for (int c = 0; c < 4; c++)
        image_at(&input, SIDE / 2, SIDE / 2)[c] = 1;
    return reference_of(chain, &input, 0);
}

TEST(a_drawn_point_has_the_weights_of_the_reference)
{
    static const char marks[] = "@%#*+=-:.";
    for (int i = 0; effects[i]; i++) {
        FINISHED_BY(explain_drawing_finish) struct explain_drawing drawing = drawing_of(effects[i]);
        assert_true(drawing.kind == EXPLAIN_POINT || !effects[i]->blurs);
        if (drawing.kind == EXPLAIN_POINT) {
            double drawn = 0, all = 0, least = 1, most = 0;
            LOCAL_IMAGE image = spread_light(&drawing.chain);
            for (int k = 0; k < image.width * image.height; k++) {
                all += image_at(&image, k % 96, k / 96)[0];
                most = fmax(most, image_at(&image, k % 96, k / 96)[0]);
            }
            for (const char *at = print(&drawing); strncmp(at, "\n\n", 2) != 0; at++)
                for (int k = 0; marks[k]; k++)
                    if (*at == marks[k]) {
                        drawn += most * pow(0.5, k) / 2; // a texel is two characters
                        least = fmin(least, k);
                    }
            if (fabs(all - 1) > 1e-6 || least != 0 || fabs(drawn - all) > 0.2)
                fail_msg("%s: %g of %g is drawn", effects[i]->name, drawn, all);
            for (int y = 0; y < EXPLAIN_SIDE; y++)
                for (int x = 0; x < EXPLAIN_SIDE; x++)
                    if (fabs(image_at(&drawing.image, x, y)[0] -
                             image_at(&image, 38 + x, 38 + y)[0]) > 1e-12)
                        fail_msg("%s: another weight at %d %d", effects[i]->name, x, y);
        }
    }
}

TEST(drawn_taps_have_all_of_the_light)
{
    FINISHED_BY(explain_drawing_finish)
    struct explain_drawing drawing = drawing_of(effect_find("dual", 4));
    const char *at = print(&drawing);
    for (int pattern = 0; pattern < 2; pattern++) {
        int sum = 0, count = 0;
        at = strstr(at, "half a texel apart:\n");
        assert_non_null(at);
        const char *end = pattern == 0 ? strstr(at, "\n\nA step") : at + strlen(at);
        for (at += strlen("half a texel apart:\n"), at += strspn(at, " "); at < end;
             at += strcspn(at, " \n"), at += strspn(at, " \n")) {
            sum += atoi(at);
            count += atoi(at) > 0;
        }
        assert_in_range(sum, 998, 1002);
        assert_int_equal(count, pattern == 0 ? 5 : 8);
    }
}

TEST(a_drawn_curve_and_ramp_are_those_of_the_reference)
{
    struct explain_drawing drawing;
    assert_true(explain_drawing_init(&drawing, "exposure:ev=1", NULL, &error));
    for (int c = 0; c < 3; c++)
        assert_float_equal(image_at(&drawing.image, EXPLAIN_FINE - 1, 0)[c],
                           c == 0   ? 8
                           : c == 1 ? 4
                                    : 2,
                           1e-9);
    const char *text = print(&drawing);
    assert_int_equal(strcspn(text, "\n"), EXPLAIN_COLUMNS); // red ends in the upper right corner
    assert_int_equal(text[EXPLAIN_COLUMNS - 1], 'R');
    assert_contains(text, "\n***"); // all begin in the lower left one
    explain_drawing_finish(&drawing);
    assert_true(explain_drawing_init(&drawing, "dither:bits=1", NULL, &error));
    int bright = 0;
    for (const char *at = print(&drawing); strncmp(at, "\n\n", 2) != 0; at++)
        bright += *at == '#';
    assert_in_range(bright, 64 * 12 / 2 - 12, 64 * 12 / 2 + 12); // the mean is kept
    explain_drawing_finish(&drawing);
    assert_false(explain_drawing_init(&drawing, "dual,box", NULL, &error));
}

// The light is at other places, in a picture of another size.
TEST(a_drawn_curve_does_not_depend_on_the_place)
{
    enum { WIDTH = 7, HEIGHT = EXPLAIN_FINE };
    int count = 0;
    for (int i = 0; effects[i]; i++) {
        FINISHED_BY(explain_drawing_finish) struct explain_drawing drawing = drawing_of(effects[i]);
        if (drawing.kind != EXPLAIN_CURVE)
            continue;
        LOCAL_IMAGE input = new_image(WIDTH, HEIGHT, IMAGE_TYPE_F64);
        for (int k = 0; k < WIDTH * HEIGHT; k++)
            memcpy(image_at(&input, k % WIDTH, k / WIDTH),
                   image_at(&drawing.before, (k * 37) % EXPLAIN_FINE, 0), 4 * sizeof(double));
        LOCAL_IMAGE image = reference_of(&drawing.chain, &input, 0);
        for (int k = 0; k < WIDTH * HEIGHT; k++)
            for (int c = 0; c < 4; c++)
                assert_within(image_at(&image, k % WIDTH, k / WIDTH)[c],
                              image_at(&drawing.image, (k * 37) % EXPLAIN_FINE, 0)[c], 1e-9,
                              effects[i]->name);
        count++;
    }
    assert_true(count > 0);
}

// The steps depend on the column or the row, or are neither linear nor preserve a uniform picture.
TEST(what_is_no_curve_and_no_blur_is_a_picture_before_and_after)
{
    static const struct {
        const char *step;
        enum explain_kind kind;
    } cases[] = {
        { "exposure:ev=-3", EXPLAIN_CURVE },
        { "exposure:ev=-3:roi=0.3/0/1/1", EXPLAIN_PICTURE },
        { "exposure:ev=-3:roi=0/0.5/1/1", EXPLAIN_PICTURE },
        { "encode:roi=0/0.5/1/1", EXPLAIN_PICTURE },
        { "pyramid:levels=1", EXPLAIN_POINT },
        { "pyramid:levels=1:karis=partial", EXPLAIN_PICTURE },
        { "box:radius=2", EXPLAIN_POINT },
        { "box:radius=2:edge=zero", EXPLAIN_PICTURE },
        { "dither:bits=1", EXPLAIN_RAMP },
        { "dither:bits=3", EXPLAIN_PICTURE },
    };
    for_each(entry, cases) {
        FINISHED_BY(explain_drawing_finish) struct explain_drawing drawing = { 0 };
        assert_works(explain_drawing_init(&drawing, entry->step, NULL, &error));
        if (drawing.kind != entry->kind)
            fail_msg("%s: is drawn as kind %d", entry->step, (int) drawing.kind);
    }
}

TEST(a_test_picture_is_that_of_the_reference)
{
    FINISHED_BY(explain_drawing_finish) struct explain_drawing drawing;
    LOCAL_IMAGE image;
    bool linear;
    assert_works(explain_drawing_init(&drawing, "exposure:ev=-16:roi=0/0.5/1/1", NULL, &error));
    for (int k = 0; k < EXPLAIN_PICTURE_SIDE * EXPLAIN_PICTURE_SIDE; k++) {
        const int x = k % EXPLAIN_PICTURE_SIDE, y = k / EXPLAIN_PICTURE_SIDE;
        const double gain = y < EXPLAIN_PICTURE_SIDE / 2 ? 1 : exp2(-16);
        assert_alike(image_at(&drawing.image, x, y)[1], gain * image_at(&drawing.before, x, y)[1]);
    }
    // Above, each line has a half twice, with four blanks between; below, the second one is black.
    const char *line = print(&drawing);
    for (int y = 0; y < EXPLAIN_PICTURE_SIDE; y++, line += strcspn(line, "\n") + 1) {
        const size_t half = 2 * EXPLAIN_PICTURE_SIDE;
        const size_t length = strcspn(line, "\n");
        assert_true(length <= 2 * half + 4);
        if (y < EXPLAIN_PICTURE_SIDE / 2)
            assert_true(length == 2 * half + 4 && memcmp(line, line + half + 4, half) == 0);
        else
            assert_true(length <= half);
    }
    assert_true(explain_drawing_write(&drawing, "picture.png", &error));
    assert_true(image_read(&image, &linear, NULL, "picture.png", &error));
    const unsigned char *texels = image.texels;
    int white = 0; // two squares of 5 by 5 texels and two lone ones above, one below, of 18x18 each
    for (int i = 92 * image.width; i < image.width * image.height; i++)
        white += texels[4 * i] == 255;
    assert_int_equal(white, (2 * (5 * 5 + 2) + 1) * 18 * 18);
}

TEST(a_drawing_is_written_as_a_picture)
{
    FINISHED_BY(explain_drawing_finish) struct explain_drawing drawing;
    LOCAL_IMAGE image;
    bool linear;
    assert_true(explain_drawing_init(&drawing, "box:radius=3", NULL, &error));
    assert_true(explain_drawing_write(&drawing, "box.png", &error));
    assert_true(image_read(&image, &linear, NULL, "box.png", &error));
    int white = 0; // of a square of 7 texels, each of 32x32, and some letters
    for (int i = 0; i < image.width * image.height; i++)
        white += i / image.width > 92 && ((const unsigned char *) image.texels)[4 * i] == 255;
    assert_int_equal(white, 7 * 32 * 7 * 32);
}

AROUND_TESTS(.begin = folder_enter)
