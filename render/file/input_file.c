#define LOG_MODULE "file"
#include "render/file/input_file.h"

#include "render/text/log.h"
#include "render/text/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- allowed pipes

enum { MAX_PIPES = 16 };

static struct pipe {
    dev_t device;
    ino_t inode;
    atomic_bool is_read;
} pipes[MAX_PIPES];
static int pipe_count;

static struct pipe *find_pipe(dev_t device, ino_t inode)
{
    for (int i = 0; i < pipe_count; i++)
        if (pipes[i].device == device && pipes[i].inode == inode)
            return &pipes[i];
    return NULL;
}

static void allow(const char *path, size_t length)
{
    struct stat status;
    char *name = strndup(path, length);
    if (!name)
        log_fatal("no memory for the name of a file");
    const bool is_pipe = stat(name, &status) == 0 && S_ISFIFO(status.st_mode);
    free(name);
    struct pipe *pipe = is_pipe ? find_pipe(status.st_dev, status.st_ino) : NULL;
    if (is_pipe && !pipe && pipe_count < MAX_PIPES) {
        pipe = &pipes[pipe_count++];
        pipe->device = status.st_dev;
        pipe->inode = status.st_ino;
    }
    if (pipe)
        atomic_store(&pipe->is_read, false);
}

void input_file_allow_pipes(int count, char *const words[])
{
    static const char separators[] = "@=,:\"";
    for (int i = 0; i < count; i++)
        for (const char *at = words[i]; *at; at++)
            if (at == words[i] || strchr(separators, at[-1])) {
                allow(at, strlen(at));
                allow(at, strcspn(at, separators));
            }
}

bool input_file_is_allowed(dev_t device, ino_t inode)
{
    return find_pipe(device, inode) != NULL;
}

// ---- opening

static bool check_kind(const struct stat *status, struct error *error)
{
    if (S_ISREG(status->st_mode))
        return true;
    if (S_ISFIFO(status->st_mode)) {
        struct pipe *pipe = find_pipe(status->st_dev, status->st_ino);
        if (!pipe)
            return error_set(error, "a pipe, which is read only where the command line names it");
        return !atomic_exchange(&pipe->is_read, true) ||
               error_set(error, "a pipe, which can be read only once; a file can be read again");
    }
    return error_set(error, S_ISDIR(status->st_mode) ? "a folder, not a file"
                                                     : "a device or a terminal, not a file");
}

int input_file_open(const char *path, struct error *error)
{
    struct stat status;
    const int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (descriptor < 0 && errno == ENXIO) {
        error_set(error, "a socket, not a file");
        return -1;
    }
    if (descriptor < 0 || fstat(descriptor, &status) != 0)
        error_set(error, "%s", strerror(errno));
    else if (check_kind(&status, error))
        return descriptor;
    if (descriptor >= 0)
        close(descriptor);
    return -1;
}

// ---- reading

// Waits for data of a pipe until *stop becomes true. A pipe that had no writer yet is not ready;
// one whose writers have all closed it is at its end.
ptrdiff_t input_file_read(int descriptor, void *bytes, size_t most, const atomic_bool *stop)
{
    enum { LOOK_AFTER = 50 }; // ms
    struct pollfd polled = { .fd = descriptor, .events = POLLIN };
    size_t size = 0;
    while (size < most && (!stop || !atomic_load(stop))) {
        if (poll(&polled, 1, stop ? LOOK_AFTER : -1) <= 0)
            continue;
        const ssize_t count = read(descriptor, (char *) bytes + size, most - size);
        if (count == 0)
            break;
        if (count < 0 && errno != EAGAIN && errno != EINTR)
            return -1;
        size += count > 0 ? (size_t) count : 0;
    }
    return (ptrdiff_t) size;
}

void *input_file_read_all(const char *path, size_t most, size_t *size, struct error *error)
{
    size_t capacity = 0;
    char *bytes = NULL;
    ptrdiff_t count;
    const int descriptor = input_file_open(path, error);
    if (descriptor < 0)
        return NULL;
    *size = 0;
    do { // at most one byte more than `most`, which shows that the file is too long
        capacity = capacity == 0 ? 64 * 1024 : 2 * capacity;
        capacity = capacity > most ? most + 1 : capacity;
        bytes = memory_grow(bytes, capacity + 1, 1);
        count = input_file_read(descriptor, bytes + *size, capacity - *size, NULL);
        *size += count > 0 ? (size_t) count : 0;
    } while (count > 0 && *size == capacity && *size <= most);
    bytes[*size] = '\0';
    if (count < 0)
        error_set(error, "%s", strerror(errno));
    else if (*size > most)
        error_set(error, "longer than the %zu KiB that it may have", most / 1024);
    close(descriptor);
    if (count >= 0 && *size <= most)
        return bytes;
    free(bytes);
    return NULL;
}
