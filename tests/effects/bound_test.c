// Roofs that are known tell what binds a piece of work.

#include "effects/stats/stats.h"
#include "tests/fixtures/cmocka.h"

static void check(struct roofs roofs, double time, enum bound expected)
{
    assert_string_equal(bound_names[bound_by(&roofs, time)], bound_names[expected]);
}

TEST(the_highest_roof_binds)
{
    check((struct roofs){ 4, 1, 2, 3 }, 5, BOUND_MEMORY);
    check((struct roofs){ 1, 4, 2, 3 }, 5, BOUND_TEXTURE);
    check((struct roofs){ 1, 2, 4, 3 }, 5, BOUND_ARITHMETIC);
    check((struct roofs){ 1, 2, 3, 4 }, 5, BOUND_LAUNCH);
    check((struct roofs){ 6, 1, 2, 3 }, 5, BOUND_MEMORY); // faster than a copy: from the cache
}

TEST(what_explains_little_binds_nothing)
{
    check((struct roofs){ 1.3, 0, 0, 0 }, 5, BOUND_MEMORY);
    check((struct roofs){ 1.2, 1, 1, 1 }, 5, BOUND_UNKNOWN);
    check((struct roofs){ 0, 0, 0, 0 }, 5, BOUND_UNKNOWN);
    check((struct roofs){ 4, 1, 2, 3 }, 0, BOUND_UNKNOWN);
    check((struct roofs){ 4, 1, 2, 3 }, NAN, BOUND_UNKNOWN);
    assert_string_equal(bound_names[BOUND_UNKNOWN], "-");
}

// Bytes and dispatches of a pointwise pass are known; all else that it does is arithmetic.
TEST(what_is_not_counted_is_what_is_left)
{
    const struct roofs roofs = { .memory = 2, .arithmetic = NAN, .launch = 1 };
    check(roofs, 2.5, BOUND_MEMORY);
    check(roofs, 5, BOUND_ARITHMETIC);
    assert_true(bound_fill_arithmetic(&roofs, 5).arithmetic == 3);
    assert_true(bound_fill_arithmetic(&roofs, 1).arithmetic == 0);
}

TEST(steps_of_a_chain_add_up)
{
    const struct roofs a = { 1, 2, 3, 4 }, b = { 10, 20, 30, 40 }, sum = bound_add(&a, &b);
    assert_true(sum.memory == 11 && sum.texture == 22);
    assert_true(sum.arithmetic == 33 && sum.launch == 44);
}
