#include "app/command/options_parse.h"
#include "app/edit/preset.h"
#include "app/picture/contact_sheet.h"
#include "tests/fixtures/cmocka.h"

// Nothing on a sheet overlaps, and all of it is there, for every number and size of pictures.

static struct contact_layout layout_of(int count, int columns, int width, int height, int lines)
{
    struct contact_layout layout = { .count = count,
                                     .columns = columns,
                                     .lines = lines,
                                     .picture_width = width,
                                     .picture_height = height,
                                     .cell_width = width < 240 ? 240 : width };
    contact_layout_make(&layout);
    return layout;
}

static void check_sheet(const struct contact_layout *layout)
{
    assert_true(layout->cell_height >= layout->picture_height + 16 * (1 + layout->lines));
    for (int i = 0; i < layout->count; i++) {
        int x, y;
        contact_layout_place(layout, i, &x, &y);
        assert_true(x >= 16 && x + layout->cell_width <= layout->width - 16);
        assert_true(y >= 64 && y + layout->cell_height <= layout->height - 16); // below the head
        for (int k = 0; k < i; k++) {
            int other_x, other_y;
            contact_layout_place(layout, k, &other_x, &other_y);
            assert_true(abs(x - other_x) > layout->cell_width ||
                        abs(y - other_y) > layout->cell_height);
        }
    }
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
                    const struct contact_layout layout =
                        layout_of(*count, columns, size->width, size->height, lines);
                    check_sheet(&layout);
                }
}

// A sheet is looked at on a screen: wide, but no stripe.
TEST(test_sheets_have_the_shape_of_a_screen)
{
    for (int count = 4; count <= 40; count++) {
        const struct contact_layout layout = layout_of(count, 0, 480, 270, 3);
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
