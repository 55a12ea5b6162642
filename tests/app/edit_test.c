// Chains as values that keys change: values and steps, undo, and the effects to choose from.

#include "app/edit/edit.h"
#include "app/window/state/history.h"
#include "effects/hook/shader_folder.h"
#include "tests/fixtures/chain_fixture.h"
#include "tests/fixtures/folder_fixture.h"

#include <sys/stat.h>

static void assert_chain(const struct chain *chain, const char *text)
{
    assert_non_null(chain);
    assert_string_equal(chain_text(chain), text);
}

// ---- undo

static struct history history;

static struct history_state state_of(const char *text)
{
    struct history_state state = { .chain = parse_chain(text), .scene = { .scene = scenes[0] } };
    param_set_defaults(scenes[0]->params, state.scene.params);
    return state;
}

// '0' begins, '+' adds a state, '=' drags the last one, '~' returns to a state since a newer one
// cannot run; '<' undoes and '>' redoes, to that chain, or not at all where none is named.
TEST(undo_and_redo_walk_through_the_states)
{
    static const char *const walks[] = {
        "0dual < +dual:sigma=3 +dual:sigma=4 > <dual:sigma=3 <dual < >dual:sigma=3 "
        // A new state forgets what was undone.
        "+kawase > <dual:sigma=3 "
        // An unchanged state is not added, so what was undone can still be redone.
        "+dual:sigma=3 >kawase",
        // A drag is one state.
        "0dual +dual:sigma=3 =dual:sigma=9 <dual >dual:sigma=9",
        // A drag that ends where it began: states that are the same are passed.
        "0dual +dual:sigma=3 +dual:sigma=4 =dual:sigma=3 <dual >dual:sigma=3 >",
        // A state that could not run is removed: neither undo nor redo returns to it.
        "0dual +kawase +gaussian +box ~kawase > <dual ~kawase <dual",
        // Returning to a state that was never added replaces the current one with it.
        "0dual +kawase ~box > <dual",
    };
    for_each(row, walks) {
        char walk[256];
        snprintf(walk, sizeof(walk), "%s", *row);
        for (const char *word = strtok(walk, " "); word; word = strtok(NULL, " ")) {
            const char does = word[0], *chain = word + 1;
            const struct history_state at = state_of(chain);
            if (does == '0') {
                history_init(&history, &at);
            } else if (does == '+') {
                history_push(&history, &at);
            } else if (does == '=') {
                history_replace(&history, &at);
            } else if (does == '~') {
                history_return(&history, &at);
                assert_chain(&history_current(&history)->chain, chain);
            } else {
                const struct history_state *now = history_step(&history, does == '<' ? -1 : 1);
                if (chain[0])
                    assert_chain(now ? &now->chain : NULL, chain);
                else
                    assert_null(now);
            }
        }
    }
}

TEST(the_oldest_is_forgotten_first)
{
    struct history_state at = state_of("dual:sigma=200");
    history_init(&history, &at);
    for (int i = 1; i <= HISTORY_SIZE + 4; i++) {
        at = state_of(formatted("dual:sigma=%d", 20 + i));
        history_push(&history, &at);
    }
    int count = 0;
    while (history_step(&history, -1))
        count++;
    assert_int_equal(count, HISTORY_SIZE - 1);
    assert_chain(&history_first(&history)->chain, "dual:sigma=25");
    assert_chain(&history_current(&history)->chain, "dual:sigma=25");
}

TEST(what_was_undone_has_a_name)
{
    static const char *const words[] = {
        "dual sigma=16", "scene icosahedra:seed=3",
        "two sides",     "the chain of side A",
        "side A",        "original",
        "one side",
    };
    struct history_state states[1 + sizeof(words) / sizeof(words[0])];
    char out[128];
    states[0] = state_of("dual:sigma=17");
    for (int i = 0; i < 7; i++) {
        struct history_state *next = &states[i + 1];
        *next = states[i];
        if (i == 0 || i == 5)
            next->chain = parse_chain(i == 0 ? "dual" : "");
        if (i == 1)
            next->scene = parse_scene("icosahedra:seed=3");
        if (i == 3)
            next->other = parse_chain("kawase");
        next->has_other = i >= 2 && i < 6;
        next->side = i >= 2 && i < 4;
        history_describe(&states[i], next, out, sizeof(out));
        assert_string_equal(out, words[i]);
    }
}

// ---- two chains

static void assert_words(const struct chain *chain, const struct chain *other, const char *words)
{
    char out[CHAIN_WORDS_SIZE];
    chain_words_print(chain, other, out);
    assert_string_equal(out, words);
}

TEST(chains_are_named_by_what_differs)
{
    put_file("a_shader_file_whose_name_has_no_end.glsl",
             "//!PARAM k\n1\n//!HOOK MAIN\nvec4 hook() { return vec4(k); }\n");
    for_each_case(one, "chain_words.txt") {
        const char *a = next_line(&one.text), *b = next_line(&one.text);
        assert_words(chain_of(a), chain_of(b), one.expected);
    }
}

// Presets are named as such, and what was made of one by what it has been made into.
TEST(a_chain_that_is_a_preset_has_its_name)
{
    struct chain a, b;
    assert_true(preset_read_chain(&a, "bloom", NULL, NULL, &error));
    assert_true(preset_read_chain(&b, "neon", NULL, NULL, &error));
    assert_words(&a, &b, "bloom");
    assert_words(&b, &a, "neon");
    b = a;
    b.steps[0].off = true;
    assert_words(&a, &b, "bloom");
    assert_words(&b, &a, "threshold off");
}

// ---- which steps there are

TEST(steps_stay_whole_and_go_where_they_can_stand)
{
    for_each_case(one, "step_changes.txt") {
        const char *before = next_line(&one.text), *change = next_line(&one.text);
        struct chain chain = parse_chain(before);
        char does, what[32] = "";
        int step;
        bool done = true;
        sscanf(change, "%c %d %31s", &does, &step, what);
        if (does == 'a')
            done = edit_steps_add(&chain, effect_find(what, strlen(what)), &step, &error);
        else if (does == 'd')
            done = edit_steps_duplicate(&chain, &step, &error);
        else if (does == 'm')
            done = edit_steps_move(&chain, &step, atoi(what), &error);
        else
            edit_steps_remove(&chain, &step);
        if (done) {
            assert_string_equal(formatted("%d: %s", step, chain_text(&chain)), one.expected);
        } else {
            assert_contains(formatted("%d refused: %s", step, error.text), one.expected);
            assert_chain(&chain, before);
        }
    }
}

// ---- values

TEST(the_next_blur_has_the_same_width)
{
    struct chain chain =
        parse_chain("threshold,-dual:sigma=2%h:levels=3:impl=cs_passes:roi=0/0/0.5/1,composite");
    assert_int_equal(mkdir("folder", 0700), 0);
    put_file("folder/own.glsl", "//@ sigma w\n//!PARAM w\n//!TYPE float\n1.0\n//!HOOK LINEAR\n"
                                "vec4 hook() { return vec4(w); }\n");
    assert_true(shader_folder_use("folder", &error));
    int step = 0; // does not blur, so the first that does is meant
    const struct effect *effect = edit_next_blur(&chain, &step);
    assert_int_equal(step, 1);
    assert_string_equal(effect->name, "kawase");
    assert_chain(&chain, "threshold,-kawase:sigma=2%h:roi=0/0/0.5/1,composite");
    edit_next_blur(&chain, &step);
    assert_true(chain.steps[1].effect->blur);
    chain = parse_chain("dual:sigma=3,tonemap");
    for (step = 0; !edit_next_blur(&chain, &step)->file.path;)
        ;
    assert_chain(&chain, "folder/own.glsl:sigma=3,tonemap");
    assert_string_equal(edit_next_blur(&chain, &step)->name, "dual");
    assert_int_equal(remove("folder/own.glsl"), 0);
    shader_folder_scan();
    chain = parse_chain("threshold");
    assert_null(edit_next_blur(&chain, &step));
    assert_chain(&chain, "threshold");
}

TEST(a_new_version_of_a_file_changes_only_defaults)
{
    static const char *const text = "//!PARAM a\n//!TYPE float\n%d\n//!PARAM b\n//!TYPE float\n%d\n"
                                    "//!HOOK MAIN\nvec4 hook() { return vec4(a + b); }\n";
    put_file("two.glsl", formatted(text, 1, 1));
    struct chain chain = parse_chain("two.glsl:b=3:roi=0/0/0.5/1");
    put_file("two.glsl", formatted(text, 2, 2));
    assert_true(edit_replace_file(&chain, effect_of_file("two.glsl", &error)));
    assert_chain(&chain, "two.glsl:b=3:roi=0/0/0.5/1");
}

TEST(a_reset_brings_back_how_the_step_began)
{
    const struct chain first = parse_chain("threshold,dual:sigma=5");
    static const struct {
        const char *chain;
        int step;
        const char *becomes;
    } table[] = {
        { "threshold:level=3,dual:sigma=9", 1, "threshold:level=3,dual:sigma=5" },
        { "threshold:level=3,dual:sigma=9", 0, "threshold,dual:sigma=9" },
        { "kawase:sigma=9,kawase:sigma=3", 1, "kawase:sigma=9,kawase" },
        { "kawase:sigma=9", 2, "kawase:sigma=9" },
    };
    for_each(row, table) {
        struct chain chain = parse_chain(row->chain);
        edit_reset_step(&chain, &first, row->step);
        assert_chain(&chain, row->becomes);
    }
    struct chain chain = parse_chain("threshold,-dual,composite,tonemap");
    edit_cut(&chain, 1);
    assert_chain(&chain, "threshold,-dual,-composite,-tonemap");
}

TEST(turning_stays_within_the_chain)
{
    struct chain chain = parse_chain("threshold");
    assert_true(edit_nudge(&chain, 0, 0, 1, false));
    assert_true(param_get(&chain.steps[0].effect->params[0], chain.steps[0].params, 0) > 1);
    const struct chain before = chain;
    assert_false(edit_nudge(&chain, 0, 99, 1, false));
    assert_false(edit_nudge(&chain, 1, 0, 1, false));
    assert_true(chain_equal(&chain, &before));
    assert_int_equal(edit_line_count(&chain, 1), 0);
}

// ---- effects to choose from

TEST(effects_are_listed_by_kind)
{
    const struct effect *found[EDIT_EFFECTS_MAX];
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

TEST(words_find_names_and_summaries)
{
    static const struct {
        const char *filter, *best;
    } table[] = {
        { "kaw", "kawase" },           { "DUAL", "dual" },
        { "diff", "error_diffusion" }, { "error diffusion", "error_diffusion" },
        { "flickering", "mips" },      { "coarse squares", "pixelate" },
    };
    const struct effect *found[EDIT_EFFECTS_MAX];
    for_each(row, table) {
        const int count = edit_effects_find(row->filter, found);
        assert_true(count > 0);
        const int best = edit_effects_best(row->filter, found, count);
        assert_string_equal(found[best]->name, row->best);
    }
    assert_int_equal(edit_effects_find("no such thing", found), 0);
    assert_int_equal(edit_effects_best("no such thing", found, 0), 0);
}

AROUND_TESTS(.begin = folder_enter)
