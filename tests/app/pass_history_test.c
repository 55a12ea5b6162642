// The places of passes in the tree of times, and their times in the last ten seconds.

#include "app/measure/pass_stats.h"
#include "tests/fixtures/cmocka.h"

static struct pass_stats stats;
static struct pass_history history;
static struct gpu_frame frame;

static void begin(void)
{
    pass_stats_init(&stats, 4);
    pass_history_init(&history);
    frame = (struct gpu_frame){ .count = 1, .scopes = { { .name = "frame", .dispatches = 1 } } };
}

static void finish(void)
{
    pass_stats_finish(&stats);
    pass_history_finish(&history);
}

// Makes a frame of scopes by their names, each with a space before it for each level that it is
// deep, and a '=' if it is kept.
#define make_frame(...) make_frame_of((const char *[]){ __VA_ARGS__, NULL })
static void make_frame_of(const char *const names[])
{
    frame.count = 1;
    for (; *names; names++) {
        const char *name = *names + strspn(*names, " ");
        struct gpu_scope *scope = &frame.scopes[frame.count++];
        *scope = (struct gpu_scope){ .depth = 1 + (int) (name - *names),
                                     .is_cached = name[0] == '=',
                                     .has_image = true,
                                     .dispatches = name[0] != '=' };
        strcpy(scope->name, name + (name[0] == '='));
    }
}

static void make_blurs(void)
{
    make_frame("scene", "gaussian", " rows", " columns", " rows", "gaussian", " rows", " columns",
               " rows", "tonemap");
}

// A frame of `ms` milliseconds that ends at a second of the GPU's clock.
static void draw(double second, double ms)
{
    for (int i = 0; i < frame.count; i++) {
        frame.scopes[i].end_ns = (uint64_t) (second * 1e9 + 0.5);
        frame.scopes[i].begin_ns = (uint64_t) ((second - ms * 1e-3) * 1e9 + 0.5);
    }
    pass_stats_add(&stats, &frame);
    pass_history_add(&history, &stats, &frame);
}

static const struct pass_place whole;

// ---- places

TEST(every_scope_is_found_by_its_place)
{
    struct pass_place place;
    make_blurs();
    draw(100, 1);
    for (int i = 1; i < stats.count; i++) {
        pass_place_of(&stats, i, &place);
        assert_int_equal(pass_place_find(&stats, &place), i);
    }
    pass_place_of(&stats, 9, &place); // the last of the second
    assert_string_equal(place.path, "gaussian/rows");
    assert_int_equal(place.number, 4);
    assert_int_equal(place.step, 2);
    pass_place_of(&stats, 0, &place);
    assert_string_equal(place.path, "");
    assert_int_equal(pass_place_find(&stats, &place), -1);
    assert_int_equal(pass_place_find_step(&stats, "gaussian", 2), 6);
    assert_int_equal(pass_place_find_step(&stats, "gaussian", 3), -1);
}

// A step that did not run has no passes in its frame; those of its last run can still be clicked. A
// step that is removed takes its passes with it.
TEST(kept_steps_keep_their_passes)
{
    struct pass_row row;
    make_blurs();
    draw(100, 3);
    const int count = stats.count;
    make_frame("=scene", "=gaussian", "=gaussian", "tonemap");
    for (int i = 0; i < 3; i++) {
        draw(100.1 + i, 1);
        assert_int_equal(stats.count, count);
        assert_int_equal(stats.frames, i + 1);
        pass_stats_row(&stats, 8, &row);
        assert_string_equal(row.name, "columns");
        assert_true(row.is_cached && row.depth == 2 && fabs(row.last - 3) < 1e-6);
    }
    make_frame("=gaussian", "tonemap");
    draw(110, 1);
    assert_int_equal(stats.count, 6);
    pass_stats_row(&stats, 1, &row);
    assert_true(row.is_cached && fabs(row.last - 3) < 1e-6);
    make_frame("=gaussian", "=never seen");
    draw(111, 1);
    assert_int_equal(stats.count, 6);
    pass_stats_row(&stats, 1, &row);
    assert_true(fabs(row.last - 3) < 1e-6);
    pass_stats_row(&stats, 5, &row);
    assert_true(row.is_cached && row.last == 0);
}

TEST(times_are_milliseconds_of_the_last_frames)
{
    double times[4];
    struct pass_row row;
    make_frame("dual");
    frame.scopes[1].traffic = (struct gpu_traffic){ 70, 7 };
    frame.scopes[1].dispatches = 3;
    for (uint64_t ms = 1; ms <= 5; ms++) { // the first is forgotten
        frame.scopes[0].end_ns = (3 + ms) * 1000000;
        frame.scopes[1].end_ns = ms * 1000000;
        pass_stats_add(&stats, &frame);
    }
    pass_stats_row(&stats, 1, &row);
    assert_string_equal(row.name, "dual");
    assert_true(row.depth == 1 && row.dispatches == 3);
    assert_true(row.traffic.read == 70 && row.traffic.written == 7);
    assert_int_equal(row.time.count, 4);
    assert_alike(row.time.median, 3.5);
    assert_alike(row.time.max, 5);
    assert_int_equal(pass_stats_times(&stats, 0, times), 4);
    assert_alike(times[0], 5);
    assert_alike(times[3], 8);
}

// Timestamps of a driver that go backwards must not become years.
TEST(time_does_not_run_backwards)
{
    struct pass_row row;
    make_frame("dual");
    frame.scopes[1].begin_ns = 10;
    frame.scopes[1].end_ns = 5;
    pass_stats_add(&stats, &frame);
    pass_stats_row(&stats, 1, &row);
    assert_alike(row.time.median, 0);
}

// ---- ten seconds

// At 60 frames a second all 600 count, and no older one.
TEST(ten_seconds_are_summed_up)
{
    for (int i = 0; i < 1200; i++)
        draw(50 + i / 60.0, i < 600 ? 9 : 1 + (i - 600) / 599.0);
    const struct stats_summary sum = pass_history_sum(&history, &whole);
    assert_int_equal(sum.count, 600);
    assert_true(fabs(sum.min - 1) < 1e-5 && fabs(sum.max - 2) < 1e-5);
    assert_true(fabs(sum.median - 1.5) < 1e-5);
    assert_true(fabs(sum.p95 - 1.95) < 1e-5);
}

// At any rate the ten seconds are full of frames, and the ring is large enough.
TEST(every_rate_fills_ten_seconds)
{
    for_each_of(double, rate, 2.5, 60, 240, 400, 3000) {
        float columns[100];
        pass_history_finish(&history);
        pass_history_init(&history);
        for (int k = 0; k < *rate * 12; k++)
            draw(1000 + k / *rate, 1);
        pass_history_columns(&history, &whole, 100, columns);
        for (int k = 0; k < 100; k++)
            assert_true(columns[k] == 1);
        const double counted = pass_history_sum(&history, &whole).count;
        assert_true(counted <= PASS_HISTORY_FRAMES);
        assert_true(*rate > 400 ? counted > 2000 : fabs(counted - *rate * 10) <= 1);
    }
}

TEST(a_pause_and_idle_frames_are_left_out)
{
    for (int i = 0; i < 100; i++)
        draw(10 + i * 0.1, 2);
    for (int i = 0; i < 100; i++) { // nothing runs: an hour of idle frames
        frame.scopes[0].dispatches = 0;
        draw(20 + i * 36.0, 0.001);
    }
    frame.scopes[0].dispatches = 1;
    draw(4000, 5);
    struct stats_summary sum = pass_history_sum(&history, &whole);
    assert_int_equal(sum.count, 101);
    assert_true(fabs(sum.max - 5) < 1e-5 && fabs(sum.min - 2) < 1e-5);
    for (int i = 0; i < 50; i++)
        draw(4000.1 + i * 0.1, 3);
    sum = pass_history_sum(&history, &whole);
    assert_int_equal(sum.count, 101);
    float columns[10];
    pass_history_columns(&history, &whole, 10, columns);
    assert_true(columns[0] == 2 && columns[9] == 3 && columns[4] == 5);
}

TEST(a_spike_is_not_lost)
{
    float columns[50];
    int spikes = 0;
    for (int i = 0; i < 600; i++)
        draw(7 + i / 60.0, i == 333 ? 40 : 1);
    pass_history_columns(&history, &whole, 50, columns);
    for (int i = 0; i < 50; i++)
        spikes += columns[i] == 40;
    assert_in_range(spikes, 1, 2);
}

// A pass keeps its past while the tree changes round it, and counts only where it ran.
TEST(a_pass_has_its_past)
{
    const struct pass_place dual = { "dual", 1, 1 }, box = { "box", 1, 1 };
    for (int i = 0; i < 60; i++) {
        make_frame(i % 3 ? "dual" : "=dual", i % 2 == 0 ? NULL : i < 30 ? "box" : "kawase");
        draw(5 + i * 0.05, 1 + i % 3);
    }
    assert_int_equal(pass_history_sum(&history, &dual).count, 40);
    assert_true(pass_history_sum(&history, &dual).min == 2);
    assert_int_equal(pass_history_sum(&history, &box).count, 15);
    assert_int_equal(pass_history_sum(&history, &(struct pass_place){ "none", 1, 1 }).count, 0);
}

// More passes over time than a frame may have.
TEST(names_come_and_go)
{
    struct pass_place place = { "", 1, 1 };
    for (int i = 0; i < 3 * GPU_TIMER_MAX_SCOPES; i++) {
        snprintf(place.path, sizeof(place.path), "down %dx%d", i, i);
        make_frame(place.path);
        draw(3 + i * 0.01, 1);
    }
    assert_int_equal(pass_history_sum(&history, &place).count, 1);
    assert_true(pass_history_sum(&history, &whole).count >= 570);
}

// The frame's time includes the last run of what is cached, which has no share.
TEST(lines_have_shares_of_the_frame)
{
    static struct pass_line lines[GPU_TIMER_MAX_SCOPES];
    make_frame("scene", "dual", " up");
    draw(1, 4);
    assert_int_equal(pass_table_rows(&stats, 2, lines), 4);
    assert_near(lines[0].ms, 4, 1e-6);
    assert_true(lines[0].share == 1 && lines[3].share == 1 && !lines[0].row.is_cached);
    assert_near(lines[3].copies, 2, 1e-6);
    make_frame("=scene", "dual", " up");
    draw(2, 1);
    pass_table_rows(&stats, 2, lines);
    assert_near(lines[0].ms, 1 + 4, 1e-6);
    assert_near(lines[2].share, 0.2, 1e-6);
    assert_true(lines[1].share == -1 && fabs(lines[1].ms - 4) < 1e-6);
    make_frame("=scene", "=dual");
    draw(3, 0.5);
    pass_table_rows(&stats, 2, lines);
    assert_true(lines[0].row.is_cached && lines[0].share == -1);
    assert_near(lines[0].ms, 4 + 1, 1e-6);
}

AROUND_TESTS(.before = begin, .after = finish)
