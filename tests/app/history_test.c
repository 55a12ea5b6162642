#include "app/lab/edit/edit.h"
#include "app/lab/edit/history.h"
#include "tests/fixtures/cmocka.h"

#include <stdio.h>

static struct history history;

static struct chain parse(const char *text)
{
    struct chain chain;
    struct error error;
    if (!chain_parse(&chain, text, NULL, &error))
        fail_msg("%s: %s", text, error.text);
    return chain;
}

static struct history_state state_of(const char *text)
{
    struct history_state state = { .chain = parse(text), .scene = { .scene = scenes[0] } };
    param_set_defaults(scenes[0]->params, state.scene.params);
    return state;
}

static void assert_chain(const struct chain *chain, const char *text)
{
    char printed[CHAIN_TEXT_SIZE];
    assert_non_null(chain);
    chain_print(chain, printed, sizeof(printed));
    assert_string_equal(printed, text);
}

static void push(const char *text)
{
    const struct history_state state = state_of(text);
    history_push(&history, &state);
}

static void begin(const char *text)
{
    const struct history_state state = state_of(text);
    history_init(&history, &state);
}

static const struct chain *undone(void)
{
    const struct history_state *state = history_undo(&history);
    return state ? &state->chain : NULL;
}

static const struct chain *redone(void)
{
    const struct history_state *state = history_redo(&history);
    return state ? &state->chain : NULL;
}

static void undo_and_redo_walk_through_the_states(void **state)
{
    (void) state;
    begin("dual");
    assert_null(history_undo(&history));
    push("dual:sigma=3");
    push("dual:sigma=4");
    assert_null(history_redo(&history));
    assert_chain(undone(), "dual:sigma=3");
    assert_chain(undone(), "dual");
    assert_null(history_undo(&history));
    assert_chain(redone(), "dual:sigma=3");
}

static void a_new_state_forgets_what_was_undone(void **state)
{
    (void) state;
    begin("dual");
    push("dual:sigma=3");
    push("dual:sigma=4");
    history_undo(&history);
    push("kawase");
    assert_null(history_redo(&history));
    assert_chain(undone(), "dual:sigma=3");
}

static void the_same_state_again_is_no_state(void **state)
{
    (void) state;
    begin("dual");
    push("dual:sigma=3");
    history_undo(&history);
    push("dual"); // where we are: what was undone can still be redone
    assert_chain(redone(), "dual:sigma=3");
}

static void a_drag_is_one_state(void **state)
{
    (void) state;
    begin("dual");
    push("dual:sigma=3");
    const struct history_state later = state_of("dual:sigma=9");
    history_replace(&history, &later);
    assert_chain(undone(), "dual");
    assert_chain(redone(), "dual:sigma=9");
}

// A drag that ends where it began.
static void states_that_are_the_same_are_passed(void **state)
{
    (void) state;
    begin("dual");
    push("dual:sigma=3");
    push("dual:sigma=4");
    const struct history_state back = state_of("dual:sigma=3");
    history_replace(&history, &back);
    assert_chain(undone(), "dual");
    assert_chain(redone(), "dual:sigma=3");
    assert_null(history_redo(&history));
}

static void the_oldest_is_forgotten_first(void **state)
{
    (void) state;
    char text[64];
    begin("dual:sigma=200");
    for (int i = 1; i <= HISTORY_SIZE + 4; i++) {
        snprintf(text, sizeof(text), "dual:sigma=%d", 20 + i);
        push(text);
    }
    const struct chain *oldest = NULL, *at;
    int count = 0;
    for (; (at = undone()); count++)
        oldest = at;
    assert_int_equal(count, HISTORY_SIZE - 1);
    assert_chain(oldest, "dual:sigma=25");
}

static void the_scene_is_undone_too(void **state)
{
    (void) state;
    struct error error;
    begin("dual");
    struct history_state other = state_of("dual");
    assert_true(scene_parse(&other.scene, "checker:dark=0.5", &error));
    history_push(&history, &other);
    assert_true(scene_parse(&other.scene, "checker:dark=0.25", &error));
    history_push(&history, &other);
    char text[64];
    scene_print(&history_undo(&history)->scene, text, sizeof(text));
    assert_string_equal(text, "checker:dark=0.5");
    assert_ptr_equal(history_undo(&history)->scene.scene, scenes[0]);
    assert_null(history_undo(&history));
}

static void what_was_undone_has_a_name(void **state)
{
    (void) state;
    static const struct {
        const char *was, *is, *words;
    } table[] = {
        { "dual:sigma=17", "dual", "sigma 16 (was 17)" },
        { "dual:sigma=2%h", "dual:sigma=16", "sigma 16 (was 2%h)" },
        { "threshold,dual:levels=3", "threshold,dual", "levels auto (was 3)" },
        { "dual:roi=0/0/0.5/1", "dual", "roi 0/0/1/1 (was 0/0/0.5/1)" },
        { "-dual", "dual", "dual is on" },
        { "dual", "-dual", "dual is off" },
        { "kawase", "dual", "dual (was kawase)" },
        { "dual:sigma=3:levels=2,tonemap", "dual,tonemap", "2 values of dual" },
        { "threshold,dual,box", "dual", "a chain of 1 step" },
        { "threshold:level=3,dual:sigma=3", "threshold,dual", "a chain of 2 steps" },
        { "dual", "dual", "" },
    };
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        char words[128];
        const struct history_state was = state_of(table[i].was), is = state_of(table[i].is);
        history_describe(&was, &is, words, sizeof(words));
        assert_string_equal(words, table[i].words);
    }
}

static void an_undone_scene_has_a_name(void **state)
{
    (void) state;
    char words[128];
    struct error error;
    struct history_state was = state_of("dual"), is = was;
    assert_true(scene_parse(&was.scene, "checker:dark=0.5", &error));
    history_describe(&was, &is, words, sizeof(words));
    assert_string_equal(words, "scene icosahedra (was checker)");
    assert_true(scene_parse(&is.scene, "checker:dark=0.25", &error));
    history_describe(&was, &is, words, sizeof(words));
    assert_string_equal(words, "dark 0.25 (was 0.5)");
}

// ---- what the keys do

static void the_next_blur_keeps_its_width(void **state)
{
    (void) state;
    struct chain chain =
        parse("threshold,-dual:sigma=2%h:levels=3:impl=cs_passes:roi=0/0/0.5/1,composite");
    int step = 0; // does not blur, so the first that does is meant
    const struct effect *effect = edit_next_blur(&chain, &step);
    assert_int_equal(step, 1);
    assert_string_equal(effect->name, "kawase");
    assert_chain(&chain, "threshold,-kawase:sigma=2%h:roi=0/0/0.5/1,composite");
    edit_next_blur(&chain, &step);
    assert_true(chain.steps[1].effect->blurs);
    chain = parse("threshold");
    assert_null(edit_next_blur(&chain, &step));
    assert_chain(&chain, "threshold");
}

static void implementations_go_round(void **state)
{
    (void) state;
    struct chain chain = parse("threshold,dual");
    const struct effect *effect = NULL;
    int step = 0;
    const int count = effect_impl_count(chain.steps[1].effect);
    for (int i = 0; i < count; i++) {
        assert_string_equal(edit_next_impl(&chain, &step, &effect),
                            chain.steps[1].effect->impls[i]->name);
        assert_int_equal(chain_step_impl(&chain.steps[1]), i + 1);
    }
    assert_string_equal(edit_next_impl(&chain, &step, &effect), "auto");
    assert_int_equal(step, 1);
    assert_chain(&chain, "threshold,dual");
}

static void a_reset_brings_back_how_the_step_began(void **state)
{
    (void) state;
    const struct chain first = parse("threshold,dual:sigma=5");
    struct chain chain = parse("threshold:level=3,dual:sigma=9");
    edit_reset_step(&chain, &first, 1);
    assert_chain(&chain, "threshold:level=3,dual:sigma=5");
    edit_reset_step(&chain, &first, 0);
    assert_chain(&chain, "threshold,dual:sigma=5");
    chain = parse("kawase:sigma=9,kawase:sigma=3");
    edit_reset_step(&chain, &first, 1);
    assert_chain(&chain, "kawase:sigma=9,kawase");
    edit_reset_step(&chain, &first, 2);
}

static void turning_stays_within_the_chain(void **state)
{
    (void) state;
    struct chain chain = parse("threshold");
    assert_true(edit_nudge(&chain, 0, 0, 1, false));
    assert_true(param_get(&chain.steps[0].effect->params[0], chain.steps[0].params, 0) > 1);
    const struct chain before = chain;
    assert_false(edit_nudge(&chain, 0, 99, 1, false));
    assert_false(edit_nudge(&chain, 1, 0, 1, false));
    assert_true(chain_equal(&chain, &before));
    assert_int_equal(edit_line_count(&chain, 1), 0);
    chain = parse("dual:sigma=1000");
    assert_false(edit_nudge(&chain, 0, 0, 1, false)); // is at its end
}

// From the last rows of a step, whatever it has before them.
static void return_to(const char *text)
{
    const struct history_state state = state_of(text);
    history_return(&history, &state);
    assert_chain(&history_current(&history)->chain, text);
}

// What could not run is no state: neither undo nor redo comes to it.
static void a_return_forgets_what_was_refused(void **state)
{
    (void) state;
    begin("dual");
    push("kawase");
    push("gaussian");
    push("box");
    return_to("kawase");
    assert_null(redone());
    assert_chain(undone(), "dual");
    return_to("kawase"); // a state that undo has left: dual was refused
    assert_chain(undone(), "dual");
}

static void a_return_to_what_was_never_a_state_takes_its_place(void **state)
{
    (void) state;
    begin("dual");
    push("kawase");
    return_to("box");
    assert_null(redone());
    assert_chain(undone(), "dual");
}

static void every_edge_of_the_region_is_a_line(void **state)
{
    (void) state;
    static const char *const labels[] = { "roi left", "roi top", "roi right", "roi bottom" };
    struct chain chain = parse("threshold:roi=0.2/0.3/0.7/0.8,encode");
    for (int step = 0; step < 2; step++) {
        const int first = edit_line_count(&chain, step) - 4;
        for (int i = 0; i < 4; i++) {
            char label[32];
            struct edit_line line;
            assert_true(edit_line(&chain, step, first + i, &line));
            edit_label(&line, label, sizeof(label));
            assert_string_equal(label, labels[i]);
        }
    }
    const int first = edit_line_count(&chain, 0) - 4;
    for (int i = 0; i < 4; i++)
        assert_true(edit_nudge(&chain, 0, first + i, i < 2 ? -10 : 10, false));
    assert_chain(&chain, "threshold:roi=0.1/0.2/0.8/0.9,encode");
}

static void a_cut_switches_off_what_comes_later(void **state)
{
    (void) state;
    struct chain chain = parse("threshold,-dual,composite,tonemap");
    edit_cut(&chain, 1);
    assert_chain(&chain, "threshold,-dual,-composite,-tonemap");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undo_and_redo_walk_through_the_states),
        cmocka_unit_test(a_new_state_forgets_what_was_undone),
        cmocka_unit_test(the_same_state_again_is_no_state),
        cmocka_unit_test(a_drag_is_one_state),
        cmocka_unit_test(states_that_are_the_same_are_passed),
        cmocka_unit_test(the_oldest_is_forgotten_first),
        cmocka_unit_test(the_scene_is_undone_too),
        cmocka_unit_test(a_return_forgets_what_was_refused),
        cmocka_unit_test(a_return_to_what_was_never_a_state_takes_its_place),
        cmocka_unit_test(what_was_undone_has_a_name),
        cmocka_unit_test(an_undone_scene_has_a_name),
        cmocka_unit_test(the_next_blur_keeps_its_width),
        cmocka_unit_test(implementations_go_round),
        cmocka_unit_test(a_reset_brings_back_how_the_step_began),
        cmocka_unit_test(turning_stays_within_the_chain),
        cmocka_unit_test(every_edge_of_the_region_is_a_line),
        cmocka_unit_test(a_cut_switches_off_what_comes_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
