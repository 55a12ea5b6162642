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

static void check_values(const char *chain, const char *text, const char *expected)
{
    char joined[2048] = "";
    size_t length = 0;
    assert_works(parse(chain, text));
    for (int i = 0; i < sweep.count; i++)
        length += (size_t) snprintf(joined + length, sizeof(joined) - length, "%s%s",
                                    i > 0 ? " " : "", sweep.values[i].text);
    assert_string_equal(joined, expected);
}

// ---- values

TEST(values_are_even_in_the_logarithm)
{
    check_values("dual", "dual.sigma=2..64:12",
                 "2 2.74 3.76 5.15 7.05 9.66 13.2 18.1 24.9 34.1 46.7 64");
    check_values("dual", "dual.sigma=2..64:6", "2 4 8 16 32 64");
    check_values("dual", "dual.sigma=2..64", // twelve unless told
                 "2 2.74 3.76 5.15 7.05 9.66 13.2 18.1 24.9 34.1 46.7 64");
    check_values("dual", "sigma=0.5%h..4%h:4", "0.5%h 1%h 2%h 4%h");
    check_values("dual", "sigma=2px..8px:3", "2px 4px 8px");
    assert_true(sweep.values[1].number == 4);
    for (int count = 2; count <= SWEEP_MOST_VALUES; count++) {
        assert_true(parse("dual", formatted("dual.sigma=2..64:%d", count)));
        assert_int_equal(sweep.count, count);
        for (int i = 0; i < count; i++) {
            const double exact = 2 * pow(32, (double) i / (count - 1));
            assert_near(sweep.values[i].number / exact, 1, 0.005);
        }
    }
}

TEST(whole_numbers_stay_whole_and_come_once)
{
    check_values("box", "box.radius=1..8:7", "1 2 3 4 6 8");
    check_values("box", "box.radius=1..3:64", "1 2 3");
}

TEST(ev_are_even_as_they_are)
{
    check_values("exposure", "exposure.ev=-2..2:5", "-2 -1 0 1 2");
}

TEST(lists_are_taken_as_they_are)
{
    check_values("gaussian", "gaussian.impl=cs_fused,cs_blocked", "cs_fused cs_blocked");
    check_values("dual", "1.sigma=3,2,5", "3 2 5");
    check_values("threshold,dual", "2.sigma=3", "3");
    check_values("composite", "strength=0,0.5,1", "0 0.5 1");
    check_values("dual", "format=rgba8,rgba32f", "rgba8 rgba32f");
}

TEST(sizes_are_heights_names_or_both_sides)
{
    check_values("dual", "size=360p..4320p", "360p 540p 720p 1080p 1440p 2160p 4320p");
    check_values("dual", "size=hd..1400p", "720p 1080p 1400p");
    check_values("dual", "size=360p..1440p:3", "360p 720p 1440p");
    check_values("dual", "size=720p,640x480,4k", "720p 640x480 4k");
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
        read_list(chain, text, one.said);
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

// "sigma:more" for each point: what B takes more, in per cent, with a sign of the verdict behind
// it: + slower, - faster, = no difference, ? open.
static void check_crossing(const char *points, const char *expected)
{
    static const char signs[] = { [PAIR_SLOWER] = '+',
                                  [PAIR_FASTER] = '-',
                                  [PAIR_NO_DIFFERENCE] = '=',
                                  [PAIR_INCONCLUSIVE] = '?',
                                  '\0' };
    struct crossing_point all[8];
    char values[8][8], sign, text[256];
    struct crossing crossing = { "A", "B", "sigma", 0, all };
    int length;
    for (; *points; points += length) {
        const int i = crossing.count++;
        assert_int_equal(
            sscanf(points, " %7[0-9]:%lf%c%n", values[i], &all[i].percent, &sign, &length), 3);
        all[i].x = atof(values[i]);
        all[i].value = values[i];
        all[i].verdict = (enum pair_verdict)(strchr(signs, sign) - signs);
    }
    crossing_describe(&crossing, text, sizeof(text));
    assert_string_equal(text, expected);
}

TEST(crossings_are_said_in_words)
{
    // a takes x^2, b 16: even at 4.
    check_crossing("1:1500+ 2:300+ 4:0.1= 8:-75-",
                   "A is faster up to sigma=2, B from sigma=8 on: even near 4");
    check_crossing("1:-10- 2:300+ 4:-5-",
                   "B is faster up to sigma=1, A from sigma=2 on: even near 1.1; A is faster up to "
                   "sigma=2, B from sigma=4 on: even near 3.9");
    check_crossing("1:-3.1- 2:-40-", "B is faster than A at 2 of 2 values of sigma, 3.1 to 40.0 %");
    check_crossing("1:-3.1= 2:40+", "B is slower than A at 1 of 2 values of sigma, 40.0 %");
    check_crossing("1:-3.1? 2:40+", "B is slower than A at 1 of 2 values of sigma, 40.0 %; "
                                    "open at 1 of 2 values");
    check_crossing("1:100+ 2:5? 4:-50-", "A is faster up to sigma=1, B from sigma=4 on: even near "
                                         "2; open at 1 of 3 values");
    check_crossing("1:1?",
                   "no verdict on A and B at any of 1 values of sigma; open at 1 of 1 values");
    check_crossing("1:0=", "no difference seen between A and B at any of 1 values of sigma");
}
