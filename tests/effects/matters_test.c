// A parameter that is said to have no effect has none, for the reference of every effect.

#include "effects/reference/reference.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/random_fixture.h"

enum { WIDTH = 13, HEIGHT = 9, TRIES = 30 };

static uint64_t seed = 1;

static void run(const struct reference *reference, const void *params, const struct image *in,
                const struct image *source, struct image *out)
{
    const struct reference_call call = {
        .params = params,
        .source = source,
        .input = in,
        .output = out,
        .depth = 6,
        .frame = 3,
    };
    reference->run(&call);
}

// Returns how often the row was said to have no effect.
static int check_row(const struct reference *reference, const struct param *row,
                     struct image images[4])
{
    const struct effect *effect = reference->effect;
    struct chain_step step, other;
    int idle = 0;
    for (int i = 0; i < TRIES; i++) {
        make_random_step(&step, effect, &seed);
        if (effect_uses_row(effect, step.params, row))
            continue;
        idle++;
        other = step;
        set_random_row(row, other.params, &seed);
        run(reference, step.params, &images[0], &images[1], &images[2]);
        run(reference, other.params, &images[0], &images[1], &images[3]);
        if (compare_images(&images[2], &images[3]).most > 1e-12) // which doubles round
            fail_msg("%s: %s changes the picture", effect->name, row->key);
    }
    return idle;
}

TEST(idle_rows_change_nothing)
{
    struct image images[4]; // in, source, two results
    int rows = 0;
    for (int i = 0; i < 4; i++)
        images[i] = new_image(WIDTH, HEIGHT, IMAGE_TYPE_F64);
    for (int i = 0; i < 2; i++)
        fill_values(double, &images[i], n,
                    n % 4 == 3 ? 1 : 1.5 * chance_share(&seed) * chance_share(&seed));
    for (const struct reference *reference = references; reference->effect; reference++)
        for (const struct param *row = reference->effect->params;
             reference->effect->about.uses_row && row->key; row++)
            rows += check_row(reference, row, images) > 0;
    for (int i = 0; i < 4; i++)
        image_finish(&images[i]);
    assert_compare(rows, >=, 12); // of all effects: bits, distance, white, sigma, ...
}

TEST(what_overrides_what)
{
    for_each_case(one, "idle_rows.txt") {
        const struct chain_step *step = &chain_of(next_line(&one.text))->steps[0];
        const struct param *row = param_find(step->effect->params, next_line(&one.text));
        if (effect_uses_row(step->effect, step->params, row) != (one.said[0] == 'u'))
            fail_msg("%s: not %s", one.trimmed, one.said);
    }
}
