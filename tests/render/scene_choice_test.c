#include "render/scene/scene.h"
#include "tests/fixtures/cmocka.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

// Scenes of the test's own, in the place of those that draw.

struct photo {
    char file[PARAM_TEXT_SIZE];
    int fit;
};

static const char *const fits[] = { "fit", "fill", "stretch", NULL };

static const struct param photo_params[] = {
    PARAM_TEXT(struct photo, file, .help = "The file"),
    PARAM_CHOICE(struct photo, fit, .choices = fits),
    { 0 },
};

static const struct scene photo = {
    .name = "image",
    .params = photo_params,
    .params_size = sizeof(struct photo),
};

static const struct scene bare = { .name = "checker" };

const struct scene *const scenes[] = { &bare, &photo, NULL };

TEST(find)
{
    assert_ptr_equal(scene_find("image:file=a", 5), &photo);
    assert_null(scene_find("image", 4));
    assert_null(scene_find("", 0));
}

TEST(reads_and_prints)
{
    static const struct {
        const char *text, *printed;
    } table[] = {
        { "checker", "checker" },
        { " image # a picture\n", "image" },
        { "image:file=a.png:fit=fill", "image:file=a.png:fit=fill" },
        { "image:fit=fit:file=\"my photo.png\"", "image:file=\"my photo.png\"" },
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        struct scene_choice choice;
        struct error error;
        char out[256];
        if (!scene_parse(&choice, table[i].text, &error))
            fail_msg("%s: %s", table[i].text, error.text);
        assert_int_equal(scene_print(&choice, out, sizeof(out)), (int) strlen(table[i].printed));
        assert_string_equal(out, table[i].printed);
    }
}

TEST(refuses)
{
    static const struct {
        const char *text, *message;
    } table[] = {
        { "", "column 1: a scene is missing; there are checker, image" },
        { "imgae", "column 1: no scene 'imgae'; there are checker, image; did you mean 'image'?" },
        { "cube", "column 1: no scene 'cube'; there are checker, image" },
        { "checker:size=2", "column 9: checker has no option 'size'; it has none" },
        { "checker:roi=0/0/1/1", "column 9: checker has no option 'roi'; it has none" },
        { "image:fit=crop", "column 11: fit has no choice 'crop'; it has fit, fill, stretch" },
        { "image:fit=fit:fit=fit", "column 15: fit is given twice" },
        { "-image", "column 2: a scene cannot be switched off" },
        { "image,checker",
          "column 7: only one scene is drawn; its options are written name:key=value" },
        { "image(fit=fit)", "column 6: options are written name:key=value, without brackets" },
        { "image:a.png", "column 12: 'a.png' needs its key and '=' before it" },
        { "image,", "column 6: a step is missing after the last comma" },
        { "image:file=\"a", "column 12: the quote that starts here has no end on its line" },
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        struct scene_choice choice = { .scene = &bare };
        struct error error;
        size_t at = SIZE_MAX, column = 0;
        if (scene_parse_at(&choice, table[i].text, &at, &error))
            fail_msg("'%s' is taken", table[i].text);
        assert_int_equal(sscanf(table[i].message, "column %zu:", &column), 1);
        assert_int_equal(at + 1, column);
        assert_string_equal(error.text, table[i].message);
        assert_ptr_equal(choice.scene, &bare);
    }
}

RUN_TESTS(NULL, NULL)
