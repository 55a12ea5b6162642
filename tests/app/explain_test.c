#include "app/command/describe.h"
#include "tests/fixtures/chain_fixture.h"

#include <jansson.h>

static const char *const parts[] = { "**What it does.** ", "**When to take it.** ",
                                     "**What goes wrong.** ", "**Example.** " };

TEST(every_effect_is_explained_in_all_parts)
{
    for (int i = 0; effects[i]; i++) {
        const char *text = explain_text(effects[i]), *at = text;
        int lines = 0;
        for_each(part, parts) {
            const char *begin = strstr(at, *part);
            if (!begin || (begin > text && !text_begins_with(begin - 2, "\n\n")))
                fail_msg("%s: no paragraph that begins with %s", effects[i]->name, *part);
            at = begin;
        }
        for (const char *line = text; *line; line += strcspn(line, "\n") + 1, lines++)
            if (strcspn(line, "\n") > 80)
                fail_msg("%s: %.100s", effects[i]->name, line);
        if (lines < 6 || lines > 24)
            fail_msg("%s: %d lines of text", effects[i]->name, lines);
    }
}

TEST(every_example_is_a_step_of_its_effect)
{
    for (int i = 0; effects[i]; i++) {
        struct chain chain;
        explain_example(effects[i], &chain);
        assert_int_equal(chain.count, 1);
        assert_ptr_equal(chain.steps[0].effect, effects[i]);
    }
}

TEST(a_page_has_the_numbers_of_its_example)
{
    static const char *const rows[][2] = {
        { "dual", "const vec3 dual_down[5] = vec3[5](\n    vec3(0.0, 0.0, 0.5),\n" },
        { "gaussian", "const float gaussian_weights[" },
        { "tonemap", "# tonemap\n#  EV        light   value\n" },
    };
    for_each(row, rows) {
        char *text = explain_numbers(effect_find((*row)[0], strlen((*row)[0])));
        assert_contains(text, (*row)[1]);
        free(text);
    }
    char *none = explain_numbers(effect_find("threshold", strlen("threshold")));
    assert_string_equal(none, "");
    free(none);
}
