// Steps as wholes: added, copied, removed and moved, each with all it has; and where a step can
// stand.

#include "app/lab/edit/edit.h"
#include "app/lab/edit/history.h"
#include "tests/fixtures/cmocka.h"

#include <stdio.h>
#include <string.h>

static struct chain chain;
static struct error error;

static void parse(struct chain *into, const char *text)
{
    if (!chain_parse(into, text, NULL, &error))
        fail_msg("%s: %s", text, error.text);
}

static void assert_is(const char *text)
{
    char printed[CHAIN_TEXT_SIZE];
    chain_print(&chain, printed, sizeof(printed));
    assert_string_equal(printed, text);
}

static const struct effect *effect_of(const char *name)
{
    return effect_find(name, strlen(name));
}

static void a_step_is_added_where_it_can_stand(void **state)
{
    (void) state;
    static const struct {
        const char *chain;
        int after;
        const char *effect, *becomes;
        int place;
    } table[] = {
        { "", 0, "kawase", "kawase", 0 },
        { "threshold,composite", -1, "box", "box,threshold,composite", 0 },
        { "threshold,composite", 0, "box", "threshold,box,composite", 1 },
        { "threshold,composite", 1, "box", "threshold,composite,box", 2 },
        // Light before the curve, display values after it, what takes either where it is wanted.
        { "dual,tonemap,dither", 2, "box", "dual,box,tonemap,dither", 1 },
        { "dual,tonemap,dither", 0, "error_diffusion", "dual,tonemap,error_diffusion,dither", 2 },
        { "dual,tonemap,dither", 1, "pixelate", "dual,tonemap,pixelate,dither", 2 },
        { "dual,box", 0, "dither", "dual,box,dither", 2 },
        { "dual,box", 0, "tonemap", "dual,box,tonemap", 2 },
        // What is off stands in nobody's way.
        { "dual,-tonemap", 1, "box", "dual,-tonemap,box", 2 },
    };
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        int step = table[i].after;
        parse(&chain, table[i].chain);
        assert_true(edit_steps_add(&chain, effect_of(table[i].effect), &step, &error));
        assert_is(table[i].becomes);
        assert_int_equal(step, table[i].place);
    }
}

static void what_has_no_place_says_why(void **state)
{
    (void) state;
    int step = 1;
    parse(&chain, "dual,tonemap,dither");
    assert_false(edit_steps_add(&chain, effect_of("tonemap"), &step, &error));
    assert_string_equal(error.text, "tonemap has no place: step 3: tonemap works on linear light, "
                                    "but step 2, tonemap, has made display values of it");
    assert_false(edit_steps_duplicate(&chain, &step, &error));
    assert_is("dual,tonemap,dither");
    assert_int_equal(step, 1);
    parse(&chain, "box,box,box,box,box,box,box,box,box,box,box,box,box,box,box,box");
    assert_false(edit_steps_add(&chain, effect_of("box"), &step, &error));
    assert_string_equal(error.text, "a chain has at most 16 steps, and this one has them all");
    assert_false(edit_steps_duplicate(&chain, &step, &error));
    assert_int_equal(chain.count, CHAIN_MAX_STEPS);
}

static void a_step_moves_with_all_it_has(void **state)
{
    (void) state;
    int step = 0;
    parse(&chain, "-dual:sigma=5:impl=cs_passes:roi=0/0/0.5/1,threshold:level=2,box,tonemap");
    assert_true(edit_steps_move(&chain, &step, 2, &error));
    assert_is("threshold:level=2,box,-dual:sigma=5:impl=cs_passes:roi=0/0/0.5/1,tonemap");
    assert_int_equal(step, 2);
    assert_true(edit_steps_move(&chain, &step, 0, &error));
    assert_is("-dual:sigma=5:impl=cs_passes:roi=0/0/0.5/1,threshold:level=2,box,tonemap");
    assert_true(edit_steps_duplicate(&chain, &step, &error));
    assert_is("-dual:sigma=5:impl=cs_passes:roi=0/0/0.5/1,-dual:sigma=5:impl=cs_passes:roi=0/0/0.5/"
              "1,threshold:level=2,box,tonemap");
    assert_int_equal(step, 1);
}

static void a_move_that_cannot_be_says_why(void **state)
{
    (void) state;
    int step = 0;
    const char *const text = "dual,tonemap,dither";
    parse(&chain, text);
    assert_false(edit_steps_move(&chain, &step, 1, &error));
    assert_string_equal(error.text, "dual stays at 1: step 2: dual works on linear light, but step "
                                    "1, tonemap, has made display values of it");
    assert_false(edit_steps_move(&chain, &step, -1, &error));
    assert_string_equal(error.text, "dual is the first step");
    step = 2;
    assert_false(edit_steps_move(&chain, &step, 3, &error));
    assert_string_equal(error.text, "dither is the last step");
    assert_false(edit_steps_move(&chain, &step, 1, &error));
    assert_is(text);
    assert_int_equal(step, 2);
}

static void what_follows_a_removed_step_is_selected(void **state)
{
    (void) state;
    int step = 1;
    parse(&chain, "threshold,dual,composite");
    edit_steps_remove(&chain, &step);
    assert_is("threshold,composite");
    assert_int_equal(step, 1);
    edit_steps_remove(&chain, &step);
    assert_int_equal(step, 0);
    edit_steps_remove(&chain, &step);
    assert_is("");
    assert_int_equal(step, 0);
}

static void describe(const char *was, const char *is, const char *words)
{
    static struct history_state before, after;
    char said[128];
    before = after = (struct history_state){ .scene = { .scene = scenes[0] } };
    parse(&before.chain, was);
    parse(&after.chain, is);
    history_describe(&before, &after, said, sizeof(said));
    assert_string_equal(said, words);
}

static void undo_names_what_was_done_to_steps(void **state)
{
    (void) state;
    describe("threshold,dual", "threshold,kawase,dual", "added kawase");
    describe("", "dual", "added dual");
    describe("threshold,dual:sigma=5", "threshold,dual:sigma=5,dual:sigma=5", "duplicated dual");
    describe("threshold,dual,box", "threshold,box", "removed dual");
    describe("threshold,dual,box,composite", "threshold,box,composite,dual", "moved dual to 4");
    describe("threshold,dual,box,composite", "composite,threshold,dual,box",
             "moved composite to 1");
    describe("threshold,dual", "dual,threshold", "moved dual to 1");
    describe("threshold,dual,box", "box,dual:sigma=3,threshold", "a chain of 3 steps");
    describe("threshold,dual", "threshold:level=3,kawase,dual", "a chain of 3 steps");
}

// ---- the list

static void effects_are_listed_by_kind(void **state)
{
    (void) state;
    const struct effect *found[EDIT_EFFECTS_MOST];
    int all = 0, kinds = 0;
    while (effects[all])
        all++;
    const int count = edit_effects_find("", found);
    assert_int_equal(count, all);
    for (int i = 0; i < count; i++)
        kinds += i == 0 || strcmp(edit_effects_kind(found[i]), edit_effects_kind(found[i - 1]));
    assert_int_equal(kinds, 5);
    assert_string_equal(edit_effects_kind(&effect_mips), "Blur");
    assert_string_equal(edit_effects_kind(&effect_threshold), "Light");
    assert_string_equal(edit_effects_kind(&effect_tonemap), "From light to display values");
    assert_string_equal(edit_effects_kind(&effect_error_diffusion), "Display values");
    assert_string_equal(edit_effects_kind(&effect_pixelate), "Light or display values");
}

static void words_find_names_and_summaries(void **state)
{
    (void) state;
    static const struct {
        const char *filter, *best;
    } table[] = {
        { "kaw", "kawase" },           { "DUAL", "dual" },
        { "diff", "error_diffusion" }, { "error diffusion", "error_diffusion" },
        { "flickering", "mips" },      { "coarse squares", "pixelate" },
    };
    const struct effect *found[EDIT_EFFECTS_MOST];
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        const int count = edit_effects_find(table[i].filter, found);
        assert_true(count > 0);
        const int best = edit_effects_best(table[i].filter, found, count);
        assert_string_equal(found[best]->name, table[i].best);
    }
    assert_int_equal(edit_effects_find("no such thing", found), 0);
    assert_int_equal(edit_effects_best("no such thing", found, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_is_added_where_it_can_stand),
        cmocka_unit_test(what_has_no_place_says_why),
        cmocka_unit_test(a_step_moves_with_all_it_has),
        cmocka_unit_test(a_move_that_cannot_be_says_why),
        cmocka_unit_test(what_follows_a_removed_step_is_selected),
        cmocka_unit_test(undo_names_what_was_done_to_steps),
        cmocka_unit_test(effects_are_listed_by_kind),
        cmocka_unit_test(words_find_names_and_summaries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
