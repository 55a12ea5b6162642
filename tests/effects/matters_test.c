// A parameter that is said to have no effect has none, for the reference of every effect.

#include "effects/reference/reference.h"
#include "tests/fixtures/chain_fixture.h"

enum { WIDTH = 13, HEIGHT = 9, TRIES = 30, TEXELS = WIDTH * HEIGHT * 4 };

static unsigned random_state = 1;

static double random_share(void)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (double) (random_state >> 8) / (1 << 24);
}

static void fill(struct image *image)
{
    double *texels = image->texels;
    for (int i = 0; i < TEXELS; i++)
        texels[i] = i % 4 == 3 ? 1 : 1.5 * random_share() * random_share();
}

// Often the default or an end, where one value decides about others.
static void turn(const struct param *row, void *values)
{
    float min, max;
    if (row->type == PARAM_TYPE_TEXT) {
        static const char *const named[] = { "none", "cga", "bw" };
        const char *const *names = row->choices ? row->choices + 1 : named;
        const char *name = names[(int) (3 * random_share())];
        assert_works(param_parse(row, values, name, strlen(name), &error));
        return;
    }
    if (row->type == PARAM_TYPE_CHOICE) {
        param_set(row, values, 0, (float) (int) (param_choice_count(row) * random_share()));
        return;
    }
    param_set_default(row, values);
    param_slider(row, &min, &max);
    const double kind = random_share();
    for (int i = 0; i < param_components(row) && kind > 0.2; i++) {
        const float share = kind < 0.4 ? 0 : (float) random_share();
        param_set(row, values, i, kind < 0.5 && row->zero ? 0 : min + share * (max - min));
    }
}

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
                     const struct image images[4])
{
    const struct effect *effect = reference->effect;
    struct chain_step step, other;
    int idle = 0;
    for (int i = 0; i < TRIES; i++) {
        chain_step_init(&step, effect);
        for (const struct param *other_row = effect->params; other_row->key; other_row++)
            if (strcmp(other_row->key, "impl") != 0)
                turn(other_row, step.params);
        if (effect_uses_row(effect, step.params, row))
            continue;
        idle++;
        other = step;
        turn(row, other.params);
        run(reference, step.params, &images[0], &images[1], (struct image *) &images[2]);
        run(reference, other.params, &images[0], &images[1], (struct image *) &images[3]);
        if (memcmp(images[2].texels, images[3].texels, TEXELS * sizeof(double)) != 0)
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
    fill(&images[0]);
    fill(&images[1]);
    for (const struct reference *reference = references; reference->effect; reference++)
        for (const struct param *row = reference->effect->params;
             reference->effect->about.uses_row && row->key; row++)
            rows += check_row(reference, row, images) > 0;
    for (int i = 0; i < 4; i++)
        image_finish(&images[i]);
    assert_compare(rows, >=, 12); // of all effects: bits, distance, white, sigma, ...
}

static bool uses_row(const char *text, const char *key)
{
    const struct chain_step *step = &chain_of(text)->steps[0];
    return effect_uses_row(step->effect, step->params, param_find(step->effect->params, key));
}

TEST(what_overrides_what)
{
    assert_true(uses_row("tonemap:curve=reinhard_extended", "white"));
    assert_false(uses_row("tonemap:curve=agx", "white"));
    assert_true(uses_row("dither", "bits"));
    assert_false(uses_row("dither:palette=cga", "bits"));
    assert_false(uses_row("error_diffusion:palette=cga", "bits"));
    assert_true(uses_row("dual:levels=3", "sigma"));
    assert_false(uses_row("dual:levels=3:offset=1", "sigma"));
    assert_true(uses_row("gaussian:impl=cs_tile", "group"));
    assert_false(uses_row("gaussian:impl=fs_linear", "group") || uses_row("gaussian", "group"));
}
