// Costs that are counted from a recorded run. Without a GPU.

#include "effects/auto/impl_cost.h"
#include "effects/effect_impl.h"
#include "tests/fixtures/chain_fixture.h"
#include "tests/fixtures/folder_fixture.h"

#include <math.h>

static const struct context_info info = {
    .max_storage = INT64_C(1) << 30, .max_group = 1024, .max_texture = 16384, .shared_bytes = 32768
};

static struct effect_site site_for(const struct effect *effect, const void *params)
{
    return (struct effect_site){
        .info = &info,
        .effect = effect,
        .params = params,
        .width = 64,
        .height = 32,
        .format = FORMAT_RGBA16F,
        .cell = 4,
        .hook_size = 1,
    };
}

// Half as large an image in single precision, then a buffer of 10 texels, then half of the output.
static void run_three(const struct effect_call *call)
{
    struct texture_pool *pool = &call->gpu->pool;
    struct texture *half = texture_pool_acquire(pool, 32, 16, FORMAT_RGBA32F);
    struct buffer *buffer = texture_pool_acquire_buffer(pool, 80);
    const struct pass passes[] = {
        { .program = call->programs[0],
          .inputs = { { call->input } },
          .output = half,
          .work = { .texels = 3, .bilinear = 5, .iterations = 9, .shared_bytes = 100 } },
        { .program = call->programs[1],
          .inputs = { { half } },
          .buffers = { buffer },
          .buffer_traffic = { 0, 80 },
          .made = 10,
          .work = { .stores = 0.5, .shared = 7, .sums = 2, .waits = 4, .iterations = 2 } },
        { .program = call->programs[2],
          .inputs = { { half } },
          .output = call->output,
          .area = { 0, 0, 64, 16 },
          .work = { .texels = 1, .waits = 6, .shared_bytes = 40 } },
    };
    for_each(pass, passes)
        pass_run(call->gpu, pass);
    texture_pool_release(pool, half);
    texture_pool_release_buffer(pool, buffer);
}

static const struct effect_impl three = { .name = "three", .run = run_three };
static const struct effect made_up = { .name = "made_up" };

TEST(passes_and_stores_are_counted_and_work_is_multiplied)
{
    struct cost cost;
    const struct effect_site site = site_for(&made_up, NULL);
    impl_cost_count(&three, &site, &cost);
    assert_int_equal((int) cost.passes, 3);
    assert_within(cost.stores, 2 * 32 * 16 + 5 + 64 * 16, 0, "stores");
    assert_within(cost.texels, 3 * 32 * 16 + 64 * 16, 0, "texels");
    assert_within(cost.bilinear, 5 * 32 * 16, 0, "bilinear");
    assert_within(cost.shared, 70, 0, "shared");
    assert_within(cost.sums, 20, 0, "sums");
    assert_within(cost.waits, 10, 0, "waits");
    assert_within(cost.iterations, 9, 0, "iterations");
    assert_within(cost.shared_bytes, 100, 0, "shared bytes");
}

static struct made_up_joins {
    bool before, after, again;
} made_up_joins;

// Program 1 reads the input and program 2 writes the output. With `again`, program 0 has read the
// input before.
static void run_joined(const struct effect_call *call)
{
    struct texture *between = texture_pool_acquire(&call->gpu->pool, 64, 32, FORMAT_RGBA16F);
    struct pass first = { .program = call->programs[1],
                          .images = { { .texture = call->input } },
                          .output = between };
    struct pass second = { .program = call->programs[2],
                           .inputs = { { between } },
                           .output = call->output };
    const struct pass early = { .program = call->programs[0],
                                .inputs = { [1] = { call->input } },
                                .output = between };
    if (made_up_joins.before)
        effect_join_before(call, &first);
    if (made_up_joins.after)
        effect_join_after(call, &second);
    if (made_up_joins.again)
        pass_run(call->gpu, &early);
    pass_run(call->gpu, &first);
    pass_run(call->gpu, &second);
    texture_pool_release(&call->gpu->pool, between);
}

TEST(only_one_pass_that_joins_may_read_the_input_or_write_the_output)
{
    static const struct {
        struct made_up_joins made_up;
        struct impl_joins joins;
    } rows[] = {
        { { true, true, false }, { 1, 2 } },
        { { true, false, false }, { 1, -1 } },
        { { false, true, false }, { -1, 2 } },
        { { true, true, true }, { -1, 2 } },
    };
    const struct effect_impl impl = { .name = "cs_joined", .run = run_joined };
    const struct effect_site site = site_for(&made_up, NULL);
    for_each(row, rows) {
        made_up_joins = row->made_up;
        const struct impl_joins joins = impl_joins_find(&impl, &site);
        assert_int_equal(joins.before, row->joins.before);
        assert_int_equal(joins.after, row->joins.after);
    }
}

// The picture of 48x24 is widened and cut out again.
TEST(a_margin_that_is_copied_is_counted)
{
    struct cost cost, alone;
    struct effect_site site = site_for(&made_up, NULL);
    impl_cost_count(&three, &site, &alone);
    site.margin = (struct margin){ 8, 4, EDGE_ZERO };
    impl_cost_count(&three, &site, &cost);
    assert_int_equal((int) cost.passes, 5);
    assert_within(cost.texels - alone.texels, 64 * 32 + 48 * 24, 0, "texels");
    assert_within(cost.stores - alone.stores, 64 * 32 + 48 * 24, 0, "stores");
}

TEST(what_a_gpu_lacks_is_named)
{
    struct context_info small = info;
    struct effect_site site = site_for(&made_up, NULL);
    site.info = &small;
    assert_works(impl_fits(&three, &site, NULL, &error));
    small.shared_bytes = 99;
    assert_fails(impl_fits(&three, &site, NULL, &error),
                 "it needs 100 bytes of shared memory, and this GPU has 99");
    small.shared_bytes = 100;
    small.max_iterations = 8;
    assert_fails(impl_fits(&three, &site, NULL, &error),
                 "it needs loops of 9 iterations, and this software renderer ends them after 8");
}

// Every implementation is recorded without a context, and every pass states reads.
TEST(every_implementation_states_its_work)
{
    for (int i = 0; effects[i]; i++)
        for (int k = 0; k < effect_impl_count(effects[i]); k++) {
            struct cost cost;
            struct chain_step step;
            chain_step_init(&step, effects[i]);
            const struct effect_site site = site_for(effects[i], step.params);
            impl_cost_count(effects[i]->impls[k], &site, &cost);
            const double reads = cost.texels + cost.bilinear + cost.shared;
            const char *name =
                formatted("%s:impl=%s", effects[i]->name, effects[i]->impls[k]->name);
            if (cost.passes < 1 || cost.stores < 64 * 32 || reads < 64 * 32)
                fail_msg("%s: %g passes, %g stores, %g reads", name, cost.passes, cost.stores,
                         reads);
            assert_true(isfinite(cost.sums + cost.shared + cost.waits + cost.iterations));
        }
}

TEST(what_a_shader_file_stores_needs_no_context)
{
    struct cost cost;
    folder_enter();
    put_file("keeps.glsl", "//!BUFFER COUNTS\n//!STORAGE\n//!VAR float frames\n\n"
                           "//!TEXTURE SUM\n//!SIZE 3 2\n//!FORMAT r32f\n//!STORAGE\n\n"
                           "//!HOOK MAIN\n//!BIND HOOKED\n//!BIND COUNTS\n//!BIND SUM\n"
                           "vec4 hook() { return HOOKED_tex(HOOKED_pos) + frames; }\n");
    struct chain_step step;
    const struct effect *effect = effect_of_file("keeps.glsl", &error);
    assert_non_null(effect);
    chain_step_init(&step, effect);
    const struct effect_site site = site_for(effect, step.params);
    impl_cost_count(effect->impls[0], &site, &cost);
    assert_compare((int) cost.passes, >=, 1);
    assert_compare((int) cost.stores, >=, 64 * 32);
}
