#include "app/command/options_parse.h"
#include "app/edit/preset.h"
#include "app/sheet/contact_sheet.h"
#include "tests/fixtures/cmocka.h"

// Nothing on a sheet overlaps, and all of it is there, for every number and size of pictures.

static void check_sheet(const struct contact_pictures *pictures)
{
    struct paint_area *areas = calloc((size_t) (2 + 3 * pictures->count), sizeof(*areas));
    struct contact_layout layout;
    assert_non_null(areas);
    contact_layout_make(&layout, pictures);
    areas[0] = layout.heading;
    areas[1] = layout.subject;
    for (int i = 0; i < pictures->count; i++) {
        const struct contact_place place = contact_layout_place(&layout, i);
        assert_int_equal(place.picture.width, pictures->width);
        assert_int_equal(place.picture.height, pictures->height);
        assert_int_equal(place.words.height, pictures->lines * CONTACT_WORDS_STEP);
        assert_true(place.title.y > place.picture.y && place.words.y > place.title.y);
        memcpy(&areas[2 + 3 * i], &place, sizeof(place));
    }
    for (int i = 0; i < 2 + 3 * pictures->count; i++) {
        assert_true(areas[i].x >= 16 && areas[i].x + areas[i].width <= layout.width - 16);
        assert_true(areas[i].y >= 16 && areas[i].y + areas[i].height <= layout.height - 16);
        for (int k = 0; k < i; k++)
            assert_false(areas[i].x < areas[k].x + areas[k].width &&
                         areas[k].x < areas[i].x + areas[i].width &&
                         areas[i].y < areas[k].y + areas[k].height &&
                         areas[k].y < areas[i].y + areas[i].height);
    }
    assert_true(layout.columns * layout.rows >= pictures->count);
    assert_true(layout.columns * (layout.rows - 1) < pictures->count);
    free(areas);
}

TEST(test_nothing_overlaps)
{
    static const struct {
        int width, height;
    } sizes[] = { { 480, 270 }, { 270, 480 }, { 1, 1 }, { 480, 1 }, { 1, 480 }, { 64, 36 } };
    for_each_of(int, count, 1, 2, 6, 7, 20, 36, 160)
        for_each(size, sizes)
            for (int lines = 0; lines <= 4; lines += 2)
                for (int columns = 0; columns <= 3; columns += 3) {
                    const struct contact_pictures pictures = { *count, columns, size->width,
                                                               size->height, lines };
                    check_sheet(&pictures);
                }
}

// A sheet is looked at on a screen: wide, but no stripe.
TEST(test_sheets_have_the_shape_of_a_screen)
{
    for (int count = 4; count <= 40; count++) {
        const struct contact_pictures pictures = {
            .count = count, .width = 480, .height = 270, .lines = 3
        };
        struct contact_layout layout;
        contact_layout_make(&layout, &pictures);
        const double shape = (double) layout.width / layout.height;
        assert_true(shape > 0.9 && shape < 2.8);
    }
}

// A sheet has everything of its kind, by name, and what the command line adds.

static struct contact_cells list(const char *of, const char *first, const char *second)
{
    static char words[9][64];
    char *argv[9];
    const char *given[] = { "halation", "--sheet", of,        "-o",  "a.png",
                            "--chain",  first,     "--chain", second };
    static struct options options;
    struct contact_cells cells = { 0 };
    for (int i = 0; i < 9; i++) {
        snprintf(words[i], sizeof(words[i]), "%s", given[i] ? given[i] : "");
        argv[i] = words[i];
    }
    if (!options_parse(&options,
                       second  ? 9
                       : first ? 7
                               : 5,
                       argv, &error) ||
        !contact_cells_list(&cells, options.picture.contact, &options.draw, &error))
        fail_msg("%s: %s", of, error.text);
    return cells;
}

static const struct contact_cell *find(const struct contact_cells *cells, const char *title)
{
    for (int i = 0; i < cells->count; i++)
        if (strcmp(cells->all[i].title, title) == 0)
            return &cells->all[i];
    fail_msg("no picture is called %s", title);
    return NULL;
}

TEST(test_all_presets_and_own_chains)
{
    FINISHED_BY(contact_cells_finish)
    struct contact_cells cells = list("presets", "dual:sigma=3,-threshold,encode", "");
    assert_int_equal(cells.count, preset_count() + 2);
    for (int i = 0; i < preset_count(); i++)
        assert_string_equal(cells.all[i].title, preset_name(i));
    assert_string_equal(cells.all[cells.count - 2].title, "dual + encode");
    assert_string_equal(cells.all[cells.count - 2].words, "dual:sigma=3,-threshold,encode");
    assert_string_equal(cells.all[cells.count - 1].title, "no steps");
    assert_string_equal(cells.subject, "icosahedra");
}

TEST(test_all_blurs_are_equally_wide)
{
    struct contact_cells cells = list("blurs", "neon", NULL);
    int blurs = 0;
    for (int i = 0; effects[i]; i++) {
        if (!effects[i]->blur)
            continue;
        blurs++;
        const struct contact_cell *cell = find(&cells, effects[i]->name);
        assert_ptr_equal(cell->chain.steps[0].effect, effects[i]);
        assert_contains(cell->words, ":sigma=2.2%h");
    }
    assert_true(blurs > 3);
    assert_int_equal(cells.count, blurs + 1);
    assert_string_equal(cells.all[blurs].title, "neon");
    contact_cells_finish(&cells);
}

// All but those of files, through one chain or several beside each other.
TEST(test_all_scenes)
{
    struct contact_cells cells = list("scenes", NULL, NULL);
    int count = 0;
    for (int i = 0; scenes[i]; i++)
        if (strcmp(scenes[i]->name, "image") != 0)
            assert_ptr_equal(find(&cells, scenes[i]->name)->scene.scene, scenes[count++]);
    assert_int_equal(cells.count, count);
    assert_string_equal(cells.subject, "dual");
    assert_string_equal(cells.all[0].words, scenes[0]->summary);
    contact_cells_finish(&cells);
    cells = list("scenes", "mips", "neon");
    assert_int_equal(cells.count, 2 * count);
    assert_int_equal(cells.columns, 2);
    assert_string_equal(cells.all[2].title, scenes[1]->name);
    assert_string_equal(cells.all[2].words, "mips");
    contact_cells_finish(&cells);
}
