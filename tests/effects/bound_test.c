// Roofs that are known tell what binds a piece of work.

#include "effects/stats/stats.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/folder_fixture.h"

TEST(the_highest_roof_binds)
{
    for_each_case(one, "bounds.txt") {
        struct roofs roofs;
        double time;
        assert_scanned(5, one.text, "%lf %lf %lf %lf in %lf", &roofs.memory, &roofs.texture,
                       &roofs.arithmetic, &roofs.launch, &time);
        if (strcmp(bound_names[bound_by(&roofs, time)], one.expected) != 0)
            fail_msg("%s: %s", one.trimmed, bound_names[bound_by(&roofs, time)]);
    }
}

TEST(what_is_not_counted_is_what_is_left)
{
    const struct roofs roofs = { .memory = 2, .arithmetic = NAN, .launch = 1 };
    assert_true(bound_fill_arithmetic(&roofs, 5).arithmetic == 3);
    assert_true(bound_fill_arithmetic(&roofs, 1).arithmetic == 0);
}

TEST(steps_of_a_chain_add_up)
{
    const struct roofs a = { 1, 2, 3, 4 }, b = { 10, 20, 30, 40 }, sum = bound_add(&a, &b);
    assert_true(sum.memory == 11 && sum.texture == 22);
    assert_true(sum.arithmetic == 33 && sum.launch == 44);
}
