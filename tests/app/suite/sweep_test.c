// Tests the parser of --sweep, the chains that a sweep applies to, and the text about curves that
// cross.

#include "app/bench/chains/chains.h"
#include "app/bench/run/suite.h"
#include "tests/fixtures/chain_fixture.h"
#include "tests/fixtures/folder_fixture.h"

static struct sweep sweep;
static struct chain_list list;
static bool parse(const char *chain, const char *text)
{
    return sweep_parse(&sweep, text, chain_of(chain), 1, &error);
}

// ---- values

TEST(values_are_those_of_the_range_or_the_list)
{
    for_each_case(one, "sweeps.txt") {
        const char *chain = next_line(&one.text);
        assert_works(parse(chain, next_line(&one.text)));
        FILE *values = begin_printing();
        for (int i = 0; i < sweep.count; i++)
            fprintf(values, " %s", sweep.values[i].text);
        assert_string_equal(end_printing(), formatted(" %s", one.expected));
    }
}

TEST(values_are_even_in_the_logarithm)
{
    assert_true(parse("dual", "sigma=2px..8px:3") && sweep.values[1].number == 4);
    for (int count = 2; count <= SWEEP_MAX_VALUES; count++) {
        assert_true(parse("dual", formatted("dual.sigma=2..64:%d", count)));
        assert_int_equal(sweep.count, count);
        for (int i = 0; i < count; i++) {
            const double exact = 2 * pow(32, (double) i / (count - 1));
            assert_near(sweep.values[i].number / exact, 1, 0.005);
        }
    }
}

// ---- chains with values

// Splits at each '|'.
static int split(const char *text, const char *parts[])
{
    int count = 0;
    char *copy = keep_to_end(strdup(text));
    for (char *part = strtok(copy, "|"); part; part = strtok(NULL, "|"))
        parts[count++] = part;
    return count;
}

static void read_list(const char *chains, const char *sweeps, const char *wrong)
{
    static struct options options;
    options = (struct options){ .mode = MODE_BENCH };
    options.draw.chain_count = split(chains, options.draw.chain_texts);
    options.bench.sweep_count = split(sweeps, options.bench.sweeps);
    assert_true(chain_list_is_given(&options.bench, &options.draw));
    if (chain_list_read(&list, &options.bench, &options.draw, &error) != !wrong)
        fail_msg("%s", wrong ? wrong : error.text);
    if (wrong && !strstr(error.text, wrong))
        fail_msg("says: %s", error.text);
}

TEST(what_is_wrong_says_what_would_be_right)
{
    for_each_case(one, "refused_sweeps.txt") {
        const char *chain = next_line(&one.text), *text = next_line(&one.text);
        read_list(chain, text, one.expected);
        assert_contains(error.text, text);
    }
}

static void check_choice(int n, const char *name, const char *text)
{
    assert_string_equal(chain_text(&list.choices[n].made), text);
    assert_string_equal(list.choices[n].name, name);
}

TEST(sweeps_make_all_combinations)
{
    read_list("gaussian", "gaussian.impl=cs_fused,cs_blocked|gaussian.sigma=2..8:3", NULL);
    assert_int_equal(list.count, 6);
    check_choice(0, "impl=cs_fused sigma=2", "gaussian:sigma=2:impl=cs_fused");
    check_choice(1, "impl=cs_fused sigma=4", "gaussian:sigma=4:impl=cs_fused");
    check_choice(5, "impl=cs_blocked sigma=8", "gaussian:sigma=8:impl=cs_blocked");
    assert_int_equal(list.axis, 1);
}

TEST(a_key_without_a_step_is_swept_in_each_chain_that_has_it)
{
    read_list("dual|box:radius=3|encode,gaussian", "sigma=2,4|size=90p,180p", NULL);
    check_choice(0, "A sigma=2 90p", "dual:sigma=2");
    check_choice(3, "A sigma=4 180p", "dual:sigma=4");
    assert_int_equal(list.count, 4 + 4 + 4);
    read_list("dual|encode", "dual.sigma=2,4", NULL);
    assert_int_equal(list.count, 3);
    check_choice(1, "A sigma=4", "dual:sigma=4");
    check_choice(2, "B", "encode");
}

// A chart has numbers that rise along its axis.
TEST(an_axis_has_numbers_that_rise)
{
    static const struct {
        const char *values;
        int axis;
    } cases[] = {
        { "dual.sigma=2,4,8", 0 },      { "dual.sigma=4,2,8", -1 },
        { "format=rgba8,rgba16f", -1 }, { "size=90p,180p", 0 },
        { "size=90p,200x90,180p", -1 }, { "dual.impl=auto,cs_blocked", -1 },
        { "dual.sigma=3", -1 },
    };
    for_each(row, cases) {
        read_list("dual", row->values, NULL);
        assert_int_equal(list.axis, row->axis);
    }
}

TEST(lists_that_are_wrong_are_refused)
{
    read_list("dual", "sigma=2,4|sigma=3,5", "twice");
    read_list("dual", "dual.sigma=2,4|sigma=3,5", "twice");
    read_list("dual,dual", "1.sigma=2,4|2.sigma=3,5", NULL);
    read_list("dual|gaussian", "impl=cs_blocked,cs_fused", "impl has no choice 'cs_fused'");
    read_list("dual|gaussian", "levels=2,nine", "levels must be");
    read_list("dual", "sigma=2..64:64|size=90p..4320p:3", "more than 128");
    read_list("dual", "box.sigma=2,4", "the chain has dual");
}

// ---- curves that cross

TEST(crossings_are_said_in_words)
{
    static const char signs[] = { [PAIR_SLOWER] = '+',
                                  [PAIR_FASTER] = '-',
                                  [PAIR_NO_DIFFERENCE] = '=',
                                  [PAIR_INCONCLUSIVE] = '?',
                                  '\0' };
    for_each_case(one, "crossings.txt") {
        struct crossing_point all[8];
        char values[8][8], sign, text[256];
        struct crossing crossing = { "A", "B", "sigma", 0, all };
        int length;
        for (const char *points = one.trimmed; *points; points += length) {
            const int i = crossing.count++;
            assert_int_equal(
                sscanf(points, " %7[0-9]:%lf%c%n", values[i], &all[i].percent, &sign, &length), 3);
            all[i].x = atof(values[i]);
            all[i].value = values[i];
            all[i].verdict = (enum pair_verdict)(strchr(signs, sign) - signs);
        }
        crossing_describe(&crossing, text, sizeof(text));
        assert_string_equal(text, one.expected);
    }
}
