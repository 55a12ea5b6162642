#include "app/command/options_parse.h"
#include "app/picture/contact/contact_cells.h"
#include "tests/fixtures/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A sheet has everything of its kind, by name, and what the command line adds.

static struct contact_cells list(const char *of, const char *first, const char *second)
{
    static char words[9][64];
    char *argv[9];
    const char *given[] = { "halation", "--sheet", of,        "--to-file", "a.png",
                            "--chain",  first,     "--chain", second };
    static struct options options;
    struct contact_cells cells = { 0 };
    struct error error;
    for (int i = 0; i < 9; i++) {
        snprintf(words[i], sizeof(words[i]), "%s", given[i] ? given[i] : "");
        argv[i] = words[i];
    }
    if (!options_parse(&options,
                       second  ? 9
                       : first ? 7
                               : 5,
                       argv, &error) ||
        !contact_cells_list(&cells, &options, &error))
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

static void test_all_presets_and_own_chains(void **state)
{
    (void) state;
    struct contact_cells cells = list("presets", "dual:sigma=3,-threshold,encode", "");
    assert_int_equal(cells.count, preset_count() + 2);
    for (int i = 0; i < preset_count(); i++)
        assert_string_equal(cells.all[i].title, preset_name(i));
    assert_string_equal(cells.all[cells.count - 2].title, "dual + encode");
    assert_string_equal(cells.all[cells.count - 2].words, "dual:sigma=3,-threshold,encode");
    assert_string_equal(cells.all[cells.count - 1].title, "no steps");
    assert_string_equal(cells.subject, "icosahedra");
    contact_cells_finish(&cells);
}

static void test_all_blurs_are_equally_wide(void **state)
{
    (void) state;
    struct contact_cells cells = list("blurs", "neon", NULL);
    int blurs = 0;
    for (int i = 0; effects[i]; i++) {
        if (!effects[i]->blurs)
            continue;
        blurs++;
        const struct contact_cell *cell = find(&cells, effects[i]->name);
        assert_ptr_equal(cell->chain.steps[0].effect, effects[i]);
        assert_non_null(strstr(cell->words, ":sigma=2.2%h"));
    }
    assert_true(blurs > 3);
    assert_int_equal(cells.count, blurs + 1);
    assert_string_equal(cells.all[blurs].title, "neon");
    contact_cells_finish(&cells);
}

// All but those of files, through one chain or several beside each other.
static void test_all_scenes(void **state)
{
    (void) state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_presets_and_own_chains),
        cmocka_unit_test(test_all_blurs_are_equally_wide),
        cmocka_unit_test(test_all_scenes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
