// A parameter that is said to have no effect has none, for the reference of every effect.

#include "effects/reference/reference.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/random_fixture.h"

enum { TRIES = 30 };

static uint64_t seed = 1;

// Returns how often the row was said to have no effect.
static int check_row(const struct effect *effect, const struct param *row,
                     const struct image *source, const struct image *in)
{
    int idle = 0;
    for (int i = 0; i < TRIES; i++) {
        struct chain chain = { .count = 1 };
        struct chain_step *step = &chain.steps[0];
        LOCAL_IMAGE before = { 0 }, after = { 0 };
        make_random_step(step, effect, &seed);
        if (effect_uses_row(effect, step->params, row))
            continue;
        idle++;
        reference_run_from(&chain, 0, source, in, 6, 3, &before);
        set_random_row(row, step->params, &seed);
        reference_run_from(&chain, 0, source, in, 6, 3, &after);
        if (compare_images(&before, &after).most > 1e-12) // which doubles round
            fail_msg("%s: %s changes the picture", effect->name, row->key);
    }
    return idle;
}

static struct image make_picture(void)
{
    struct image image = new_image(13, 9, IMAGE_TYPE_F64);
    fill_values(double, &image, i,
                i % 4 == 3 ? 1 : 1.5 * chance_share(&seed) * chance_share(&seed));
    return image;
}

TEST(idle_rows_change_nothing)
{
    int rows = 0;
    LOCAL_IMAGE source = make_picture();
    LOCAL_IMAGE in = make_picture();
    for (int i = 0; effects[i]; i++)
        for (const struct param *row = effects[i]->params; effects[i]->about.uses_row && row->key;
             row++)
            rows += check_row(effects[i], row, &source, &in) > 0;
    assert_compare(rows, >=, 12); // of all effects: bits, distance, white, sigma, ...
}

TEST(what_overrides_what)
{
    for_each_case(one, "idle_rows.txt") {
        const struct chain_step *step = &chain_of(next_line(&one.text))->steps[0];
        const struct param *row = param_find(step->effect->params, next_line(&one.text));
        const bool is_used = effect_uses_row(step->effect, step->params, row);
        assert_string_equal(is_used ? "used" : "idle", one.expected);
    }
}
