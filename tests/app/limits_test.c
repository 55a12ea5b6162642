// Limits of the program until its first picture, 1280x720 with the default chain on a software
// renderer: programs, memory, and processor time relative to other work in the same run. Also the
// ratio of the compile times of a program with much text and one with little.

#define _DEFAULT_SOURCE // wait4

#include "render/text/clock.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/folder_fixture.h"

#include <limits.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RUNS = 3, PROGRAMS = 11, MAX_KILOBYTES = 350 * 1000 };

struct usage {
    double worked;  // seconds of all processors together
    long kilobytes; // resident, at the most
};

// Runs the program, which writes its messages to the file `said`.
static _Noreturn void become_halation(const char *path, const char *size, const char *chain)
{
    if (freopen("/dev/null", "w", stdout) && freopen("said", "w", stderr))
        execl(path, path, "--verbose", "--screenshot", "a.png", "--size", size,
              chain ? "--chain" : (char *) NULL, chain, (char *) NULL);
    _exit(127);
}

static double seconds_of(const struct timeval *time)
{
    return (double) time->tv_sec + 1e-6 * (double) time->tv_usec;
}

// The default chain where `chain` is NULL.
static struct usage run(const char *size, const char *chain)
{
    const char *path = getenv("HALATION");
    assert_non_null(path);
    const pid_t child = fork();
    if (child == 0)
        become_halation(path, size, chain);
    int status;
    struct rusage rusage;
    assert_int_equal(wait4(child, &status, 0, &rusage), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    return (struct usage){ seconds_of(&rusage.ru_utime) + seconds_of(&rusage.ru_stime),
                           rusage.ru_maxrss };
}

static int programs_compiled(void)
{
    int count = 0;
    for (const char *at = file_text("said", NULL); (at = strstr(at, "program: compiling ")); at++)
        count++;
    return count;
}

// Seconds of arithmetic, a twentieth of what the first picture takes.
static double calibrate(void)
{
    const double begin = clock_thread_time();
    volatile uint64_t sum = 1;
    for (int i = 0; i < 60000000; i++)
        sum = sum * 6364136223846793005u + 1442695040888963407u;
    return clock_thread_time() - begin;
}

// The least of a few runs in turns: what else the machine does only adds to it.
TEST(first_picture_costs_little)
{
    double picture = INFINITY, scene = INFINITY, arithmetic = INFINITY;
    long kilobytes = LONG_MAX;
    setenv("LP_NUM_THREADS", "2", 1); // each has memory of its own
    for (int i = 0; i < RUNS; i++) {
        const struct usage usage = run("1280x720", NULL);
        assert_in_range(programs_compiled(), 1, PROGRAMS);
        picture = fmin(picture, usage.worked);
        kilobytes = usage.kilobytes < kilobytes ? usage.kilobytes : kilobytes;
        scene = fmin(scene, run("1280x720", "exposure").worked);
        arithmetic = fmin(arithmetic, calibrate());
    }
    print_message("first picture %.2f s, of the scene alone %.2f s, arithmetic %.2f s; %.0f MB\n",
                  picture, scene, arithmetic, (double) kilobytes / 1e3);
    assert_true(picture < 2.5 * scene);
    assert_true(picture < 40 * arithmetic);
    assert_in_range(kilobytes, 1, MAX_KILOBYTES);
}

// Without what Mesa keeps of earlier runs. The row that writes out the most, against the one that
// writes out nothing: 4 times here, and 20 with all turns written out.
TEST(programs_are_soon_compiled)
{
    setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
    double least = INFINITY;
    for_each_text(chain, "box:iterations=3:batch=1:impl=cs_running",
                  "box:iterations=3:batch=32:impl=cs_running") {
        const struct usage usage = run("64x64", *chain);
        print_message("%s: %.2f s\n", *chain, usage.worked);
        least = fmin(least, usage.worked);
        assert_true(usage.worked < 8 * least);
    }
}

AROUND_TESTS(.begin = folder_enter)
