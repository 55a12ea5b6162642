// The server is a process without a context, forked before the first context is created. It forks a
// child for each effect, which creates its own context and runs the trials that the server sends. A
// child that dies closes its socket, so the server answers the trial in its place.
#include "app/harness/harness.h"
#include "app/measure/quality/quality.h"
#include "app/text/progress.h"
#include "render/text/clock.h"
#include "render/text/memory.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

struct harness_server {
    pid_t process;
    int socket; // keeps messages apart: a struct harness_trial there, a struct harness_difference
                // back
};

// The state of a child between trials.
struct worker {
    struct renderer *renderer;
    double time;    // of the scene, in seconds
    bool has_scene; // the picture is the scene's
    int images;
    struct image source, expected;
};

// ---- a trial

static struct harness_difference run_trial(struct worker *worker, const struct harness_trial *sent)
{
    const struct harness_setting *setting = &sent->setting;
    struct harness_trial trial = *sent;
    struct gpu *gpu = &worker->renderer->gpu;
    if (worker->images != trial.images || !worker->source.texels) {
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
        worker->images = trial.images;
    }
    trial.source = &worker->source;
    trial.expected = &worker->expected;
    return harness_trial_run(gpu, &trial);
}

static double seconds_at_tick; // CPU seconds at the last SIGALRM

static void end_if_asleep(int signal_number)
{
    static const double least = 1e-3;
    const double seconds = clock_program_time();
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
    seconds_at_tick = clock_program_time();
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &(struct itimerval){ each, each }, NULL);
}

// Ends the process by SIGXCPU after so many more seconds of CPU time, as a driver in an endless
// loop. CPU time does not depend on the load of the machine.
static void limit_processor(double seconds)
{
    struct rlimit limit;
    getrlimit(RLIMIT_CPU, &limit);
    const double end = ceil(clock_program_time()) + ceil(seconds);
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

// Runs the trials of the socket until the server closes it. Resources are left to the system, since
// a driver may also crash when it is released.
static _Noreturn void work(int socket, const struct draw_options *draw, bool on_software)
{
    enum { SIDE = 64 };
    struct draw_options own = *draw;
    struct headless headless;
    struct harness_trial trial;
    struct error error;
    own.chain = (struct chain){ 0 }; // each trial has its own chain
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
    const bool is_open = headless_try(&headless, &own, &error) == EXIT_SUCCESS;
    const bool is_other = is_open && on_software && !headless.renderer.gpu.info.software;
    struct worker worker = { &headless.renderer, draw->time, draw->scene_given };
    while (recv(socket, &trial, sizeof(trial), 0) > 0) {
        limit_processor(trial.most_seconds);
        limit_sleep(trial.most_seconds);
        const struct harness_difference difference = !is_open ? failure(error.text)
                                                     : is_other
                                                         ? failure("there is no software renderer")
                                                         : run_trial(&worker, &trial);
        limit_sleep(0);
        send(socket, &difference, sizeof(difference), MSG_NOSIGNAL);
    }
    _exit(EXIT_SUCCESS);
}

// ---- the server

// The process of an effect.
struct child {
    const struct effect *effect; // NULL: there is no child
    bool on_software;
    pid_t process;
    int socket; // of which the child alone has the other end, so that its end closes that
};

// Waits for the end of the child, and returns the failure of a trial that it did not answer.
static struct harness_difference end(struct child *child)
{
    char why[128] = "it takes more seconds of a processor than impls.seconds allows";
    int status = 0;
    close(child->socket);
    waitpid(child->process, &status, 0);
    const int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (number == SIGALRM)
        snprintf(why, sizeof(why), "it waits, without a processor, for longer than impls.seconds");
    else if (number && number != SIGXCPU)
        snprintf(why, sizeof(why), "the process that draws it ends by signal %d, %s", number,
                 strsignal(number));
    else if (!number)
        snprintf(why, sizeof(why), "the process that draws it ends with status %d",
                 WEXITSTATUS(status));
    child->effect = NULL;
    return failure(why);
}

static _Noreturn void serve(int socket, const struct draw_options *draw)
{
    struct child child = { 0 };
    struct harness_trial trial;
    while (recv(socket, &trial, sizeof(trial), 0) > 0) {
        const struct effect *effect = trial.setting.chain.steps[trial.setting.step].effect;
        struct harness_difference difference;
        if (child.effect && (child.effect != effect || child.on_software != trial.on_software))
            end(&child);
        if (!child.effect) {
            int sockets[2] = { -1, -1 };
            socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets);
            child = (struct child){ effect, trial.on_software, fork(), sockets[0] };
            close(child.process == 0 ? sockets[0] : sockets[1]);
            if (child.process == 0) {
                close(socket);
                work(sockets[1], draw, trial.on_software);
            }
        }
        send(child.socket, &trial, sizeof(trial), MSG_NOSIGNAL);
        if (recv(child.socket, &difference, sizeof(difference), 0) <= 0)
            difference = end(&child);
        send(socket, &difference, sizeof(difference), MSG_NOSIGNAL);
    }
    if (child.effect)
        end(&child);
    _exit(EXIT_SUCCESS);
}

struct harness_server *harness_server_start(const struct draw_options *draw)
{
    int sockets[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, sockets) != 0)
        return NULL;
    fflush(NULL);     // otherwise both processes write the contents of the buffers
    progress_pause(); // a child inherits locked locks, but not the threads that hold them
    const pid_t process = fork();
    const bool is_server = process == 0;
    close(sockets[is_server ? 0 : 1]);
    if (is_server)
        serve(sockets[1], draw);
    if (process < 0) {
        close(sockets[0]);
        return NULL;
    }
    struct harness_server *server = memory_new(1, sizeof(*server));
    *server = (struct harness_server){ process, sockets[0] };
    return server;
}

void harness_server_stop(struct harness_server *server)
{
    if (!server)
        return;
    close(server->socket);
    waitpid(server->process, NULL, 0);
    free(server);
}

struct harness_difference harness_server_run(struct harness_server *server,
                                             struct renderer *renderer,
                                             const struct harness_trial *trial)
{
    static struct worker here;
    struct harness_difference difference;
    if (!server) {
        here.renderer = renderer;
        here.images = -1;
        return run_trial(&here, trial);
    }
    if (send(server->socket, trial, sizeof(*trial), MSG_NOSIGNAL) < 0 ||
        recv(server->socket, &difference, sizeof(difference), 0) <= 0)
        return failure("the process that runs implementations is gone");
    return difference;
}
