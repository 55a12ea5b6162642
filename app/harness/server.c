// The server is a process without a context, forked before the first context is created. It forks a
// child for each effect, which creates its own context, reads jobs from one pipe and writes results
// to another.
#include "app/harness/harness.h"
#include "app/measure/quality/quality.h"
#include "app/text/progress.h"
#include "render/text/memory.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// All messages to the server have one size, so that those to a child that died can be skipped.
struct message {
    enum { MESSAGE_START, MESSAGE_RUN, MESSAGE_END } kind;
    struct harness_job job;
};

struct harness_server {
    pid_t process;
    int jobs, answers; // file descriptors of pipes
    bool has_child;
    bool on_software; // the child uses Mesa's software renderer
};

// The state of a child between jobs.
struct worker {
    struct renderer *renderer;
    double time;    // of the scene, in seconds
    bool has_scene; // the picture is the scene's
    int images;
    struct image source, expected;
};

// Writes all bytes to a pipe, or reads them. Returns false if the other end is closed.
static bool transfer(int file, void *bytes, size_t size, bool writes)
{
    char *at = bytes;
    while (size > 0) {
        const ssize_t count = writes ? write(file, at, size) : read(file, at, size);
        if (count == 0 || (count < 0 && errno != EINTR))
            return false;
        at += count > 0 ? count : 0;
        size -= count > 0 ? (size_t) count : 0;
    }
    return true;
}

// ---- a job

static struct harness_difference run_job(struct worker *worker, const struct harness_job *job)
{
    const struct harness_setting *setting = &job->setting;
    struct harness_trial trial = { .setting = *setting, .is_timed = job->is_timed };
    struct gpu *gpu = &worker->renderer->gpu;
    if (worker->images != job->images || !worker->source.texels) {
        image_finish(&worker->source);
        image_finish(&worker->expected);
        if (worker->has_scene) {
            struct image picture;
            drawing_scene(worker->renderer, worker->time, setting->size[0], setting->size[1],
                          &picture);
            drawing_round(gpu, setting->format, &picture, &worker->source);
            image_finish(&picture);
        } else {
            harness_picture_make(gpu, setting, &worker->source);
        }
        harness_picture_expect(setting, &worker->source, &worker->expected);
        worker->images = job->images;
    }
    harness_trial_set(&trial, job->by);
    trial.source = &worker->source;
    trial.expected = &worker->expected;
    return harness_trial_run(gpu, &trial, job->tolerance);
}

static double processor_seconds(void)
{
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double) used.tv_sec + 1e-9 * (double) used.tv_nsec;
}

static double seconds_at_tick; // CPU seconds at the last SIGALRM

static void end_if_asleep(int signal_number)
{
    static const double least = 1e-3;
    const double seconds = processor_seconds();
    if (seconds - seconds_at_tick < least) {
        signal(signal_number, SIG_DFL);
        raise(signal_number);
    }
    seconds_at_tick = seconds;
}

// Ends the process by SIGALRM if it uses no CPU time for so many seconds, as a driver whose threads
// wait for each other. 0: no limit.
static void limit_sleep(double seconds)
{
    const struct sigaction action = { .sa_handler = end_if_asleep, .sa_flags = SA_RESTART };
    const struct timeval each = { .tv_sec = (time_t) ceil(seconds) };
    seconds_at_tick = processor_seconds();
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &(struct itimerval){ each, each }, NULL);
}

// Ends the process by SIGXCPU after so many more seconds of CPU time, as a driver in an endless
// loop. CPU time does not depend on the load of the machine.
static void limit_processor(double seconds)
{
    struct rusage used;
    struct rlimit limit;
    getrusage(RUSAGE_SELF, &used);
    getrlimit(RLIMIT_CPU, &limit);
    const double end = (double) (used.ru_utime.tv_sec + used.ru_stime.tv_sec) + 1 + ceil(seconds);
    limit.rlim_cur = end < (double) limit.rlim_max ? (rlim_t) end : limit.rlim_max;
    setrlimit(RLIMIT_CPU, &limit);
}

static struct harness_difference failure(const char *why)
{
    struct harness_difference difference = { .worst = INFINITY, .nanoseconds = NAN };
    error_set(&difference.error, "%s", why);
    return difference;
}

// ---- the child

// Runs jobs until the server tells it to end. Resources are left to the system, since a driver may
// also crash when it is released.
static _Noreturn void work(const struct harness_server *server, const struct draw_options *draw,
                           bool on_software)
{
    enum { SIDE = 64 };
    struct draw_options own = *draw;
    struct headless headless;
    struct message message;
    struct error error;
    own.chain = (struct chain){ 0 }; // each job has its own chain
    if (!draw->scene_given) {
        own.width = own.height = SIDE;
        scene_parse(&own.scene, "ramp", &error);
    }
    if (on_software) { // with the environment variables of Mesa and glvnd
        setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
        setenv("GALLIUM_DRIVER", "llvmpipe", 1);
        setenv("__EGL_VENDOR_LIBRARY_FILENAMES", "/usr/share/glvnd/egl_vendor.d/50_mesa.json", 1);
        unsetenv("MESA_LOADER_DRIVER_OVERRIDE");
        own.gpu = -1;
    }
    const bool is_open = headless_try(&headless, &own, false, &error) == EXIT_SUCCESS;
    struct worker worker = { &headless.renderer, draw->time, draw->scene_given };
    while (transfer(server->jobs, &message, sizeof(message), false) &&
           message.kind == MESSAGE_RUN) {
        limit_processor(message.job.most_seconds);
        limit_sleep(message.job.most_seconds);
        struct harness_difference difference = !is_open ? failure(error.text)
                                               : on_software && !headless.renderer.gpu.info.software
                                                   ? failure("there is no software renderer")
                                                   : run_job(&worker, &message.job);
        limit_sleep(0);
        if (!transfer(server->answers, &difference, sizeof(difference), true))
            break;
    }
    _exit(EXIT_SUCCESS);
}

// ---- the server

static _Noreturn void serve(const struct harness_server *server, const struct draw_options *draw)
{
    struct message message;
    char why[128];
    while (transfer(server->jobs, &message, sizeof(message), false)) {
        int status = 0;
        if (message.kind != MESSAGE_START)
            continue;
        const pid_t child = fork();
        if (child == 0)
            work(server, draw, message.job.on_software);
        if (child >= 0 && waitpid(child, &status, 0) == child && status == 0)
            continue;
        const int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        if (number == SIGXCPU)
            snprintf(why, sizeof(why),
                     "it takes more seconds of a processor than impls.seconds allows");
        else if (number == SIGALRM)
            snprintf(why, sizeof(why),
                     "it waits, without a processor, for longer than impls.seconds");
        else if (number)
            snprintf(why, sizeof(why), "the process that draws it ends by signal %d, %s", number,
                     strsignal(number));
        else
            snprintf(why, sizeof(why), "the process that draws it ends with status %d",
                     WEXITSTATUS(status));
        struct harness_difference difference = failure(why);
        difference.died = true;
        transfer(server->answers, &difference, sizeof(difference), true);
    }
    _exit(EXIT_SUCCESS);
}

struct harness_server *harness_server_start(const struct draw_options *draw)
{
    int jobs[2], answers[2];
    if (pipe(jobs) != 0)
        return NULL;
    if (pipe(answers) != 0) {
        close(jobs[0]);
        close(jobs[1]);
        return NULL;
    }
    fflush(NULL);     // otherwise both processes write the contents of the buffers
    progress_pause(); // a child inherits locked locks, but not the threads that hold them
    const pid_t process = fork();
    const bool is_server = process == 0;
    if (process < 0)
        return NULL;
    close(jobs[is_server ? 1 : 0]);
    close(answers[is_server ? 0 : 1]);
    const struct harness_server made = { .process = process,
                                         .jobs = jobs[is_server ? 0 : 1],
                                         .answers = answers[is_server ? 1 : 0] };
    if (is_server)
        serve(&made, draw);
    struct harness_server *server = memory_new(1, sizeof(*server));
    *server = made;
    return server;
}

void harness_server_stop(struct harness_server *server)
{
    if (!server)
        return;
    close(server->jobs);
    close(server->answers);
    waitpid(server->process, NULL, 0);
    free(server);
}

void harness_server_renew(struct harness_server *server)
{
    struct message end = { .kind = MESSAGE_END };
    if (!server || !server->has_child)
        return;
    transfer(server->jobs, &end, sizeof(end), true);
    server->has_child = false;
}

struct harness_difference harness_server_run(struct harness_server *server,
                                             struct renderer *renderer,
                                             const struct harness_job *job)
{
    static struct worker here;
    struct message message = { .kind = MESSAGE_START, .job = *job };
    struct harness_difference difference;
    if (!server) {
        here.renderer = renderer;
        here.images = -1;
        return run_job(&here, job);
    }
    if (server->has_child && server->on_software != job->on_software)
        harness_server_renew(server);
    bool works = server->has_child || transfer(server->jobs, &message, sizeof(message), true);
    server->has_child = true;
    server->on_software = job->on_software;
    message.kind = MESSAGE_RUN;
    works = works && transfer(server->jobs, &message, sizeof(message), true) &&
            transfer(server->answers, &difference, sizeof(difference), false);
    if (!works)
        return failure("the process that runs implementations is gone");
    server->has_child = !difference.died;
    return difference;
}
