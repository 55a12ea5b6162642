#include "effects/auto/impl_times.h"
#include "render/file/cache_file.h"
#include "render/gpu_profile.h"
#include "render/text/clock.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/profile_fixture.h"

#include <sys/stat.h>
#include <unistd.h>

// Anything may lie where the program has its caches.

static const struct context_info info = { .renderer = "none", .driver = "0" };

static const char *path_of(const char *ending)
{
    static char path[1024];
    assert_true(cache_file_path(&info, ending, path, sizeof(path)));
    return path;
}

static void make_folder(void)
{
    folder_enter();
    assert_false(setenv("XDG_CACHE_HOME", current_folder(), 1) || mkdir("halation", 0777));
}

// Returns the seconds of the processor for that.
static double load_times(int lines, struct impl_times *times)
{
    FILE *file = begin_printing();
    fputs("halation times 2 " HALATION_VERSION "\n", file);
    for (int i = 0; i < lines; i++)
        fprintf(file, "1.0 %d.0 row key %d\n", i + 1, i);
    put_file(path_of("times"), end_printing());
    const double begin = clock_thread_time();
    impl_times_load(times, &info);
    return clock_thread_time() - begin;
}

// A file of any size takes as long as one that is full.
TEST(many_times_are_read_soon)
{
    double full = INFINITY, large = INFINITY;
    struct impl_times times = { 0 };
    for (int i = 0; i < 5; i++) {
        impl_times_finish(&times);
        full = fmin(full, load_times(IMPL_TIMES_MAX, &times));
        assert_int_equal(times.count, IMPL_TIMES_MAX);
        impl_times_finish(&times);
        large = fmin(large, load_times(20 * IMPL_TIMES_MAX, &times));
    }
    print_message("%.4f s, and %.4f s for 20 times as many lines\n", full, large);
    assert_true(large < 5 * full);
    assert_int_equal(times.count, IMPL_TIMES_MAX);
    assert_true(impl_times_find(&times, "key 0", "row")->timed == 1);

    impl_times_put(&times, "new", "row", 1, 7); // takes the place of the oldest
    assert_int_equal(times.count, IMPL_TIMES_MAX);
    assert_null(impl_times_find(&times, "key 0", "row"));
    assert_true(impl_times_find(&times, "key 1", "row")->timed == 2);
    assert_true(impl_times_find(&times, "new", "row")->timed == 7);
    impl_times_finish(&times);
}

TEST(times_that_are_none_are_left_out)
{
    static const char *const bad[] = { "nan", "inf", "-5", "0", "1e999", "x" };
    for (size_t i = 0; i < 2 * COUNT_OF(bad); i++) {
        FINISHED_BY(impl_times_finish) struct impl_times times = { 0 };
        put_file(path_of("times"),
                 formatted("halation times 2 " HALATION_VERSION "\n1 2 row good\n%s %s row bad\n",
                           i % 2 ? "1" : bad[i / 2], i % 2 ? bad[i / 2] : "1"));
        impl_times_load(&times, &info);
        assert_int_equal(times.count, 1);
        assert_null(impl_times_find(&times, "bad", "row"));
    }
}

// One file for each GPU and driver, written by one version.
TEST(what_is_stored_is_loaded_again)
{
    FINISHED_BY(impl_times_finish) struct impl_times times = { 0 }, read = { 0 };
    const struct context_info other = { .renderer = "A (renderer)", .driver = "1.2/3" };
    struct gpu_profile profile;
    char path[1024];
    impl_times_load(&read, &other);
    assert_int_equal(read.count, 0);
    assert_false(gpu_profile_load(&other, &profile));
    gpu_profile_store(&other, &profile_computes);
    assert_true(gpu_profile_load(&other, &profile));
    assert_memory_equal(&profile, &profile_computes, sizeof(profile));
    impl_times_put(&times, "dual rgba16f size=4 sigma=3", "cs_blocked", 1500, 1250.5);
    impl_times_put(&times, "box rgba8 size=5", "cs_running", 2, 3);
    impl_times_store(&times, &other);
    impl_times_load(&read, &other);
    assert_true(read.count == 2 && !read.changed);
    const struct impl_time *dual =
        impl_times_find(&read, "dual rgba16f size=4 sigma=3", "cs_blocked");
    assert_true(dual && dual->model == 1500 && dual->timed == 1250.5);
    assert_null(impl_times_find(&read, "dual rgba16f size=4 sigma=3", "cs_running"));
    impl_times_finish(&read);
    assert_true(cache_file_path(&other, "times", path, sizeof(path)));
    put_file(path, formatted("halation times 0%s", file_text(path, NULL) + 16)); // another version
    impl_times_load(&read, &other);
    assert_int_equal(read.count, 0);
    impl_times_finish(&read);
}

static void write_profile(const char *value)
{
    put_file(path_of("profile"),
             formatted("halation profile 4\nfragment copy 1 texel 2 bilinear 3 sum 4 dispatch 5\n"
                       "compute copy 1 texel 2 bilinear %s sum 4 dispatch 5\n",
                       value));
}

TEST(a_profile_of_no_numbers_is_none)
{
    struct gpu_profile profile = { 0 };
    for_each_text(row, "nan", "inf", "-5", "0", "1e300", "-nan") {
        write_profile(*row);
        assert_false(gpu_profile_load(&info, &profile));
        assert_true(profile.fragment.copy == 0);
    }
    write_profile("0.25");
    assert_true(gpu_profile_load(&info, &profile));
    assert_true(profile.compute.bilinear == 0.25);
}

// A pipe without a writer, a folder, and a file that would take minutes.
TEST(what_is_no_cache_is_left_alone)
{
    struct output_file output;
    assert_int_equal(mkfifo(path_of("times"), 0666), 0);
    assert_null(cache_file_read(&info, "times"));
    assert_fails(cache_file_write(&output, &info, "times", &error), "no file");
    unlink(path_of("times"));
    assert_int_equal(mkdir(path_of("times"), 0777), 0);
    assert_null(cache_file_read(&info, "times"));
    rmdir(path_of("times"));
    put_file(path_of("times"), "");
    assert_int_equal(truncate(path_of("times"), INT64_C(6) << 30), 0);
    assert_null(cache_file_read(&info, "times"));
}

// A folder that is not absolute is none, as the XDG Base Directory Specification has it.
TEST(files_lie_in_the_users_cache)
{
    static const struct {
        const char *folder, *home, renderer[2], driver[2], *path; // NULL: none
    } rows[] = {
        { "/cache", "/home/a", "A", "1", "/cache/halation/A_1.times" },
        { "/cache", "/home/a", "A", "2", "/cache/halation/A_2.times" },
        { "/cache", "/home/a", "B", "1", "/cache/halation/B_1.times" },
        { "cache", "/home/a", "A", "1", "/home/a/.cache/halation/A_1.times" },
        { "cache", NULL, "A", "1", NULL },
    };
    for_each(row, rows) {
        char path[1024];
        struct context_info gpu = { 0 };
        memcpy(gpu.renderer, row->renderer, sizeof(row->renderer));
        memcpy(gpu.driver, row->driver, sizeof(row->driver));
        setenv("XDG_CACHE_HOME", row->folder, 1);
        if (row->home)
            setenv("HOME", row->home, 1);
        else
            unsetenv("HOME");
        assert_int_equal(cache_file_path(&gpu, "times", path, sizeof(path)), row->path != NULL);
        if (row->path)
            assert_string_equal(path, row->path);
    }
}

AROUND_TESTS(.before = make_folder)
