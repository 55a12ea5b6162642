// How long the program takes to its first picture, and how much memory: 1280x720 with the default
// chain, in less than 1.5 s and 350 MB, on a software renderer and two cores. And how much longer a
// program of much text takes to compile than one of little.

#define _DEFAULT_SOURCE // wait4

#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/folder_fixture.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RUNS = 5, MAX_MILLISECONDS = 1500, MAX_KILOBYTES = 350 * 1000 };

struct usage {
    double milliseconds;
    long kilobytes; // resident, at the most
    double worked;  // milliseconds of all processors together
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

static _Noreturn void become_halation(const char *path, const char *size, const char *chain)
{
    if (freopen("/dev/null", "w", stdout))
        execl(path, path, "--screenshot", "a.png", "--size", size,
              chain ? "--chain" : (char *) NULL, chain, (char *) NULL);
    _exit(127);
}

static double milliseconds_of(const struct timeval *time)
{
    return (double) time->tv_sec * 1e3 + (double) time->tv_usec / 1e3;
}

// The default chain where `chain` is NULL.
static struct usage run(const char *size, const char *chain)
{
    const char *path = getenv("HALATION");
    assert_non_null(path);
    const double begin = now();
    const pid_t child = fork();
    if (child == 0)
        become_halation(path, size, chain);
    int status;
    struct rusage rusage;
    assert_int_equal(wait4(child, &status, 0, &rusage), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    const double worked = milliseconds_of(&rusage.ru_utime) + milliseconds_of(&rusage.ru_stime);
    return (struct usage){ now() - begin, rusage.ru_maxrss, worked };
}

// The fastest of a few runs, if the first waited for something that is not the program.
TEST(first_picture_is_soon_there)
{
    struct usage best = run("1280x720", NULL);
    for (int i = 1; i < RUNS && best.milliseconds > MAX_MILLISECONDS; i++) {
        const struct usage other = run("1280x720", NULL);
        if (other.milliseconds < best.milliseconds)
            best = other;
    }
    print_message("first picture after %.0f ms, %.0f MB\n", best.milliseconds,
                  (double) best.kilobytes / 1e3);
    assert_in_range((uintmax_t) best.milliseconds, 1, MAX_MILLISECONDS);
    assert_in_range((uintmax_t) best.kilobytes, 1, MAX_KILOBYTES);
}

// Without what Mesa keeps of earlier runs. The row that writes out the most, against the one that
// writes out nothing: 4 times here, and 20 with all turns written out.
TEST(programs_are_soon_compiled)
{
    static const char *const chains[] = { "box:iterations=3:batch=1:impl=cs_running",
                                          "box:iterations=3:batch=32:impl=cs_running" };
    setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
    double least = INFINITY;
    for (size_t i = 0; i < sizeof(chains) / sizeof(chains[0]); i++) {
        const struct usage usage = run("64x64", chains[i]);
        print_message("%s: %.0f ms of work\n", chains[i], usage.worked);
        least = fmin(least, usage.worked);
        assert_true(usage.worked < 8 * least);
    }
    unsetenv("MESA_SHADER_CACHE_DISABLE");
}

AROUND_TESTS(.begin = folder_enter)
