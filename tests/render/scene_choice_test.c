#include "render/scene/scene.h"
#include "tests/fixtures/cmocka.h"

// Scenes as text: by the grammar of chains, but of one step alone.

TEST(reads_and_prints)
{
    static const char *const rows[][2] = {
        { "checker", "checker" },
        { " image # a picture\n", "image" },
        { "image:file=a.png:fit=fill", "image:file=a.png:fit=fill" },
        { "image:fit=fit:file=\"my photo.png\"", "image:file=\"my photo.png\"" },
    };
    for_each(row, rows) {
        struct scene_choice choice;
        char out[256];
        if (!scene_parse(&choice, (*row)[0], &error))
            fail_msg("%s: %s", (*row)[0], error.text);
        assert_int_equal(scene_print(&choice, out, sizeof(out)), (int) strlen((*row)[1]));
        assert_string_equal(out, (*row)[1]);
    }
}

TEST(refuses)
{
    static const char *const rows[][2] = {
        { "", "column 1: a scene is missing; there are icosahedra" },
        { "imgae", "column 1: no scene 'imgae'; there are icosahedra" },
        { "imgae", "; did you mean 'image'?" },
        { "checker:roi=0/0/1/1", "column 9: checker has no option 'roi'; it has square" },
        { "image:fit=crop", "column 11: fit has no choice 'crop'; it has fit, fill, stretch" },
        { "image:fit=fit:fit=fit", "column 15: fit is given twice" },
        { "-image", "column 2: a scene cannot be switched off" },
        { "image,checker",
          "column 7: only one scene is drawn; its options are written name:key=value" },
        { "image,", "column 6: a step is missing after the last comma" },
    };
    struct scene_choice before;
    assert_true(scene_parse(&before, "checker", &error));
    for_each(row, rows) {
        struct scene_choice choice = before;
        size_t at = SIZE_MAX, column = 0;
        if (scene_parse_at(&choice, (*row)[0], &at, &error))
            fail_msg("'%s' is taken", (*row)[0]);
        assert_int_equal(sscanf(error.text, "column %zu:", &column), 1);
        assert_int_equal(at + 1, column);
        assert_contains(error.text, (*row)[1]);
        assert_ptr_equal(choice.scene, before.scene);
    }
}
