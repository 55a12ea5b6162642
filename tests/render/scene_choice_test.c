#include "render/scene/scene.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/folder_fixture.h"

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
    struct scene_choice before;
    assert_true(scene_parse(&before, "checker", &error));
    for_each_case(one, "refused_scenes.txt") {
        struct scene_choice choice = before;
        size_t at = SIZE_MAX, column = 0;
        if (scene_parse_at(&choice, one.trimmed, &at, &error))
            fail_msg("'%s' is taken", one.trimmed);
        assert_scanned(1, error.text, "column %zu:", &column);
        assert_int_equal(at + 1, column);
        assert_contains(error.text, one.expected);
        assert_ptr_equal(choice.scene, before.scene);
    }
}
