// Blurs beside what app/harness holds against the reference: their costs, Karis'
// weights, the driver's mip map, and why an implementation does not fit.

#include "effects/auto/impl_cost.h"
#include "effects/effect_impl.h"
#include "render/shader_source.h"
#include "tests/fixtures/blur_fixture.h"
#include "tests/fixtures/folder_fixture.h"

enum { WIDTH = 129, HEIGHT = 67 }; // compiled for once: drivers do so anew for powers of two

// ---- every implementation, by the first of these texts that it fits

static const char *const plain[] = {
    "box:radius=16",      "box:radius=9",     "gaussian:sigma=1.1",
    "gaussian:sigma=4.5", "dual:sigma=16",    "kawase:sigma=16",
    "mips:level=2.5",     "pyramid:sigma=12", "box:sigma=8:iterations=3",
};

static const char *text_for(const struct effect *effect, const struct effect_impl *impl)
{
    for_each(text, plain)
        if (parse_chain(*text).steps[0].effect == effect && blur_fits(*text, impl, WIDTH, HEIGHT))
            return *text;
    return NULL;
}

typedef void check_impl(const char *text, const struct effect_impl *impl);

static void for_each_impl(check_impl *check)
{
    for (int i = 0; effects[i]; i++)
        for (int j = 0; effects[i]->blur && effects[i]->impls[j]; j++) {
            const struct effect_impl *impl = effects[i]->impls[j];
            const char *text = text_for(effects[i], impl);
            if (text)
                check(text, impl);
            else
                fail_msg("no text fits %s of %s", impl->name, effects[i]->name);
        }
}

// ---- costs

static bool text_shares(const struct program_desc *desc)
{
    FINISHED_BY(shader_source_finish) struct shader_source source;
    assert_works(shader_source_load(&source, desc->file, NULL, desc->defines, &error));
    const bool shares = strstr(source.text, "\nshared ") != NULL;
    return shares;
}

static void check_cost(const char *text, const struct effect_impl *own)
{
    struct cost cost;
    const struct effect_site site =
        site_of(chain_of(formatted("%s:impl=%s", text, own->name)), WIDTH, HEIGHT, FORMAT_RGBA16F);
    impl_cost_count(own, &site, &cost);
    bool shares = false;
    for (const struct program_desc *desc = own->programs; desc->file; desc++)
        shares |= text_shares(desc);
    if ((cost.shared_bytes > 0) != (cost.shared > 0) || (cost.shared_bytes > 0 && !shares))
        fail_msg("%s by %s: %g bytes of shared memory, %g reads from it", text, own->name,
                 cost.shared_bytes, cost.shared);
}

TEST(passes_state_shared_memory_where_programs_have_it)
{
    for_each_impl(check_cost);
}

// Some lay their groups out by what there is.
static void check_need(const char *text, const struct effect_impl *impl)
{
    struct cost cost;
    struct context_info *info = &gpu_fixture()->info;
    const int real = info->shared_bytes;
    const struct effect_site site = site_of(chain_of(text), WIDTH, HEIGHT, FORMAT_RGBA16F);
    info->shared_bytes = 1024;
    impl_cost_count(impl, &site, &cost);
    const char *whole = formatted("%s:impl=%s", text, impl->name);
    const char *why =
        formatted("needs %.0f bytes of shared memory, and this GPU has 1024", cost.shared_bytes);
    if (cost.shared_bytes > 1024)
        assert_plan_refused(whole, WIDTH, HEIGHT, why);
    info->shared_bytes = real;
}

TEST(an_implementation_says_how_much_shared_memory_it_needs)
{
    for_each_impl(check_need);
}

// ---- what a row of data cannot say

// Light that is bright all over stays what it is: the weights are divided out again, those of
// negative light, too.
TEST(flat_light_survives_karis)
{
    for_each_text(text, "pyramid:sigma=6:karis=partial",
                  "pyramid:sigma=6:karis=partial:kernel=gauss5")
        for_each_of(double, light, 0.5, -3) {
            LOCAL_IMAGE source = new_image(WIDTH, HEIGHT, IMAGE_TYPE_F64);
            fill_values(double, &source, i, *light);
            for (int i = 0; effect_pyramid.impls[i]; i++) {
                const struct effect_impl *impl = effect_pyramid.impls[i];
                if (!blur_fits(*text, impl, WIDTH, HEIGHT))
                    continue;
                LOCAL_IMAGE image = run_blur(*text, impl->name, FORMAT_RGBA32F, &source);
                assert_within(compare_images(&image, &source).most, 0, 1e-6, impl->name);
            }
        }
}

// ---- what is said

TEST(what_does_not_fit_says_why)
{
    for_each_case(one, "refused_plans.txt") {
        const char *size = next_line(&one.text), *chain = next_line(&one.text);
        assert_plan_refused(chain, atoi(size), atoi(strchr(size, 'x') + 1), one.expected);
    }
}

// Nothing where a blur delivers what was asked for; what is in effect where its own numbers decide;
// how far one is off that is not exact. Widths as tests/effects/sigma_test.c and
// tests/effects/box_test.c hold them.
TEST(remarks_say_what_is_in_effect)
{
    for_each_case(one, "remarks.txt") {
        char remark[EFFECT_REMARK_SIZE];
        const struct chain_step *step = &chain_of(one.trimmed)->steps[0];
        effect_remark(step->effect, step->params, 720, remark);
        if (strcmp(remark, one.expected) != 0)
            fail_msg("%s says '%s'", one.trimmed, remark);
    }
}
