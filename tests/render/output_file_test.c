#include "render/file/end_signal.h"
#include "render/file/input_file.h"
#include "render/file/output_file.h"
#include "render/file/text_file.h"
#include "render/image/image.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/local_image.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

// Nothing is ever lost, half-written or left behind. Each test begins in an empty folder.

static struct image picture; // a few kilobytes as a PNG
static bool sync_fails;
static const char *sync_target; // what is written; NULL: not looked at

static void make_folder(void)
{
    folder_enter();
    assert_int_equal(chmod(".", 0777), 0);
    sync_fails = false;
    sync_target = NULL;
    picture = new_image(64, 64, IMAGE_TYPE_U8);
    fill_bytes(&picture, i, i * i >> 3);
}

// Counts the files of the folder. With `remove` there are none after it.
static int count_files(bool remove)
{
    int count = 0;
    DIR *directory = opendir(".");
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        count++;
        if (remove && unlink(entry->d_name) != 0)
            rmdir(entry->d_name);
    }
    closedir(directory);
    return count;
}

static void remove_folder(void)
{
    image_finish(&picture);
}

static void assert_holds(const char *name, const char *text)
{
    assert_string_equal(file_text(name, NULL), text);
}

static void assert_writes(const char *path)
{
    LOCAL_IMAGE back;
    bool linear;
    assert_works(image_check_path(path, &error));
    assert_works(image_write(&picture, NULL, path, &error));
    assert_true(image_read(&back, &linear, NULL, path, &error));
}

static void assert_says(const char *path, const char *why)
{
    if (!strstr(error.text, path) || !strstr(error.text, why))
        fail_msg("'%s' does not say %s: %s", error.text, path, why);
    assert_null(strchr(error.text, '\n'));
}

// Both say so, the check as well as the attempt.
static void assert_refuses(const char *path, const char *why)
{
    assert_fails(image_check_path(path, &error), why);
    assert_contains(error.text, path);
    assert_fails(image_write(&picture, NULL, path, &error), why);
    assert_contains(error.text, path);
}

// The type of the file itself, not of that which a link leads to.
static mode_t type_of(const char *path)
{
    struct stat status;
    assert_int_equal(lstat(path, &status), 0);
    return status.st_mode & S_IFMT;
}

// ---- on the disk

static int synced_files, synced_folders;

// Stands for the system's: it sees what would be there after a power failure.
int fsync(int descriptor)
{
    struct stat status;
    assert_int_equal(fstat(descriptor, &status), 0);
    const bool is_folder = S_ISDIR(status.st_mode);
    synced_files += !is_folder;
    synced_folders += is_folder;
    if (sync_target) {
        assert_true(is_folder || status.st_size > 0); // nothing is left in the stream
        assert_int_equal(access(sync_target, F_OK) == 0, is_folder);
    }
    errno = EIO;
    return sync_fails ? -1 : 0;
}

TEST(a_file_is_on_the_disk_before_its_name)
{
    sync_target = "new.png";
    synced_files = synced_folders = 0;
    assert_true(image_write(&picture, NULL, sync_target, &error));
    sync_target = NULL;
    assert_int_equal(synced_files, 1);
    assert_int_equal(synced_folders, 1);
    put_file("old.png", "old");
    sync_fails = true;
    assert_false(image_write(&picture, NULL, "old.png", &error));
    assert_says("old.png", "cannot be written");
    assert_holds("old.png", "old");
    assert_int_equal(count_files(false), 2);
}

TEST(one_file_has_one_result)
{
    enum { A, B, ABOVE, LINK, OTHER, LINK_OF_LINK, COUNT };
    static const char *const paths[COUNT] = { "a.json",    "b.json",     "sub/../a.json",
                                              "link.json", "sub/b.json", "twice.json" };
    assert_int_equal(mkdir("sub", 0777), 0);
    assert_int_equal(symlink("a.json", paths[LINK]), 0); // to nothing yet
    assert_int_equal(symlink("link.json", paths[LINK_OF_LINK]), 0);
    const char *const apart[] = { paths[A], NULL, paths[B],    paths[OTHER],
                                  "-",      "-",  "/dev/null", "/dev/null" };
    for (int is_there = 0; is_there < 2; is_there++) {
        assert_true(output_file_check_apart(apart, 8, &error));
        for (int i = ABOVE; i < COUNT; i++) {
            const char *const same[] = { paths[B], paths[i], paths[A] };
            assert_int_equal(output_file_check_apart(same, 3, &error), i == OTHER);
            assert_true(i == OTHER || strstr(error.text, "are one file"));
        }
        put_file("a.json", "there");
    }
}

// ---- what is there before and after

TEST(check_leaves_nothing_behind)
{
    assert_true(image_check_path("new.png", &error));
    assert_int_equal(count_files(false), 0);
    put_file("old.hdr", "old");
    assert_true(image_check_path("old.hdr", &error));
    assert_int_equal(count_files(false), 1);
    assert_holds("old.hdr", "old");
    assert_true(image_check_path("-", &error));
}

TEST(new_and_old_files)
{
    assert_writes("new.PNG");
    put_file("old.png", "old");
    chmod("old.png", 0640);
    assert_writes("old.png");
    struct stat status;
    stat("old.png", &status);
    assert_int_equal(status.st_mode & 0777, 0640);
    assert_int_equal(count_files(false), 2);
}

TEST(long_names)
{
    char name[300];
    memset(name, 'n', sizeof(name));
    strcpy(name + 251, ".png");
    assert_writes(name);
    strcpy(name + 252, ".png");
    assert_refuses(name, "too long");
    assert_int_equal(count_files(false), 1);
}

TEST(a_link_stays_a_link)
{
    put_file("real.png", "old");
    assert_int_equal(symlink("real.png", "link.png"), 0);
    assert_writes("link.png");
    assert_int_equal(type_of("link.png"), S_IFLNK);
    assert_true(image_read_texts(&(struct image_texts){ 0 }, "real.png", &error));
    assert_int_equal(count_files(false), 2);
}

// One that leads to nothing yet, over another one and another folder, too.
TEST(what_a_dangling_link_leads_to_is_written)
{
    assert_int_equal(mkdir("sub", 0777), 0);
    assert_int_equal(symlink("sub/second.png", "first.png"), 0);
    assert_int_equal(symlink("../real.png", "sub/second.png"), 0);
    assert_writes("first.png");
    assert_int_equal(type_of("first.png"), S_IFLNK);
    assert_int_equal(type_of("sub/second.png"), S_IFLNK);
    assert_int_equal(type_of("real.png"), S_IFREG);
    unlink("sub/second.png");
    assert_int_equal(symlink("missing/real.png", "gone.png"), 0);
    assert_false(image_check_path("gone.png", &error));
    assert_says("missing/real.png", "there is no folder");
    assert_int_equal(symlink("circle.png", "circle.png"), 0);
    assert_refuses("circle.png", "leads back to itself");
}

// Returns the signal that a process ends by, or its status, negative.
static int await_end(pid_t child)
{
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) ? WTERMSIG(status) : -WEXITSTATUS(status);
}

// Ends a program that is in the middle of writing a file; gives the signal that it ended by.
static int end_by(int signal, bool ignored)
{
    const pid_t child = fork();
    if (child == 0) {
        struct output_file output;
        if (ignored)
            sigaction(signal, &(const struct sigaction){ .sa_handler = SIG_IGN }, NULL);
        if (!output_file_open(&output, "out.json", &error) ||
            fputs("half of it", output.stream) < 0 || fflush(output.stream) != 0)
            _exit(1);
        raise(signal);
        _exit(output_file_close(&output, &error) ? 7 : 1);
    }
    return await_end(child);
}

TEST(a_signal_leaves_nothing_behind)
{
    const struct rlimit no_core = { 0, 0 };
    setrlimit(RLIMIT_CORE, &no_core);
    for_each_of(int, signal, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU) {
        assert_int_equal(end_by(*signal, false), *signal);
        assert_int_equal(count_files(false), 0);
    }
    assert_int_equal(end_by(SIGHUP, true), -7); // under nohup it goes on
    assert_holds("out.json", "half of it");
    assert_int_equal(count_files(false), 1);
}

// --verify with -o page.html has as many, until the page is written.
TEST(a_signal_removes_many_files)
{
    enum { COUNT = 300 };
    static char paths[COUNT][80];
    const pid_t child = fork();
    if (child == 0) {
        end_signal_block(); // which makes the program listen
        end_signal_unblock();
        for (int i = 0; i < COUNT; i++) {
            snprintf(paths[i], sizeof(paths[i]), "%d", i);
            end_signal_remove_file(paths[i]);
            if (close(creat(paths[i], 0666)) != 0)
                _exit(1);
        }
        raise(SIGTERM);
        _exit(2);
    }
    assert_int_equal(await_end(child), SIGTERM);
    assert_int_equal(count_files(false), 0);
}

// A window: the first signal is only noted, so that what is being written becomes whole, and is
// what the program ends by at last. The second one ends it at once, and half a file is gone. It
// does not matter whether a file was written before the window listened.
static int end_twice(int first, int second, bool wrote_before)
{
    const pid_t child = fork();
    if (child == 0) {
        struct output_file output;
        if (wrote_before && (!output_file_open(&output, "cache.json", &error) ||
                             !output_file_close(&output, &error)))
            _exit(1);
        end_signal_defer();
        if (!output_file_open(&output, "out.json", &error) || end_signal_received())
            _exit(2);
        fputs("half of it", output.stream);
        raise(first);
        if (!end_signal_received())
            _exit(3);
        if (second)
            raise(second);
        if (!output_file_close(&output, &error))
            _exit(4);
        end_signal_raise();
        _exit(5);
    }
    return await_end(child);
}

TEST(the_first_signal_is_noted_and_the_second_ends)
{
    for (int wrote_before = 0; wrote_before < 2; wrote_before++) {
        assert_int_equal(end_twice(SIGINT, 0, wrote_before), SIGINT);
        assert_holds("out.json", "half of it");
        assert_int_equal(count_files(true), 1 + wrote_before);
        assert_int_equal(end_twice(SIGINT, SIGINT, wrote_before), SIGINT);
        assert_int_equal(count_files(true), wrote_before);
        assert_int_equal(end_twice(SIGHUP, SIGTERM, wrote_before), SIGTERM);
        assert_int_equal(count_files(true), wrote_before);
    }
}

TEST(endings)
{
    for_each_case(one, "refused_endings.txt")
        assert_refuses(one.trimmed, one.expected);
}

TEST(places_that_are_none)
{
    assert_refuses("missing/out.png", "there is no folder");
    put_file("file", "");
    assert_refuses("file/out.png", "Not a directory");
    mkdir("folder.png", 0777);
    assert_refuses("folder.png", "a folder");
    assert_int_equal(count_files(false), 2);
}

// Root may write everywhere, so root becomes another user.
TEST(places_that_are_read_only)
{
    put_file("old.png", "old");
    assert_int_equal(chmod("old.png", 0444), 0);
    assert_int_equal(mkdir("closed", 0555), 0);
    assert_true(geteuid() != 0 || seteuid(65534) == 0);
    assert_refuses("old.png", "Permission denied");
    assert_refuses("closed/new.png", "Permission denied");
    assert_holds("old.png", "old");
    assert_int_equal(count_files(false), 2);
}

TEST(the_old_file_survives_a_full_disk)
{
    struct rlimit limit;
    put_file("old.png", "old");
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = 100;
    setrlimit(RLIMIT_FSIZE, &limit);
    assert_false(image_write(&picture, NULL, "old.png", &error));
    assert_says("old.png", "too large");
    assert_holds("old.png", "old");
    assert_int_equal(count_files(false), 1);
}

static bool write_to_stdout(const char *path)
{
    const int descriptor = open(path, O_WRONLY);
    fflush(stdout);
    dup2(descriptor, STDOUT_FILENO);
    close(descriptor);
    return image_write(&picture, NULL, "-", &error);
}

TEST(stdout_gets_the_bytes)
{
    LOCAL_IMAGE back;
    bool linear;
    put_file("piped", "");
    assert_true(write_to_stdout("piped"));
    assert_true(image_read(&back, &linear, NULL, "piped", &error));
    assert_int_equal(back.width, picture.width);
    assert_false(write_to_stdout("/dev/full"));
    assert_says("stdout", "No space left");
}

// ---- files that are read

static bool read_text(const char *path)
{
    char *text = text_file_read(path, "text", 1 << 20, &error);
    free(text);
    return text;
}

static bool read_image(const char *path)
{
    LOCAL_IMAGE image = { 0 };
    bool linear;
    return image_read(&image, &linear, NULL, path, &error);
}

static bool read_texts(const char *path)
{
    struct image_texts texts = { 0 };
    return image_read_texts(&texts, path, &error);
}

TEST(what_is_no_file_is_not_read)
{
    bool (*const readers[])(const char *path) = { read_text, read_image, read_texts };
    static const char *const kinds[][2] = {
        { "pipe", "a pipe, which is read only where the command line names it" },
        { "socket", "a socket" },
        { "folder", "a folder" },
        { "/dev/zero", "a device" },
        { "nothing", "No such file" },
        { "huge", "" },
    };
    assert_int_equal(mkfifo("pipe", 0666), 0);
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    const int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    strcpy(address.sun_path, "socket");
    assert_int_equal(bind(descriptor, (const struct sockaddr *) &address, sizeof(address)), 0);
    close(descriptor);
    assert_int_equal(mkdir("folder", 0777), 0);
    put_file("huge", "");
    assert_int_equal(truncate("huge", INT64_C(1) << 40), 0);
    for_each(kind, kinds)
        for_each(reader, readers) {
            assert_false((*reader)((*kind)[0]));
            assert_says((*kind)[0], (*kind)[1]);
        }
}

// A pipe is not replaced by a file; devices go the same way.
TEST(a_pipe_stays_a_pipe)
{
    uint8_t start[4] = { 0 };
    assert_int_equal(mkfifo("pipe.png", 0666), 0);
    assert_false(image_write(&picture, NULL, "pipe.png", &error));
    assert_says("pipe.png", "a pipe that nobody reads");
    const int reader = open("pipe.png", O_RDONLY | O_NONBLOCK);
    assert_true(image_check_path("pipe.png", &error));
    assert_true(image_write(&picture, NULL, "pipe.png", &error));
    assert_int_equal(read(reader, start, sizeof(start)), sizeof(start));
    close(reader);
    assert_memory_equal(start, "\x89PNG", sizeof(start));
    assert_int_equal(type_of("pipe.png"), S_IFIFO);
    assert_int_equal(count_files(false), 1);
}

TEST(discarding_undoes_it)
{
    struct output_file output;
    put_file("report.json", "old");
    assert_true(output_file_open(&output, "report.json", &error));
    fputs("new", output.stream);
    output_file_discard(&output);
    assert_holds("report.json", "old");
    assert_true(output_file_open(&output, "report.json", &error));
    fputs("new", output.stream);
    assert_true(output_file_close(&output, &error));
    assert_holds("report.json", "new");
    assert_int_equal(count_files(false), 1);
}

static pid_t writer;

static void end_writer(void)
{
    kill(writer, SIGKILL);
    waitpid(writer, NULL, 0);
}

// Returns once the process that started this one sleeps, as it does in a read that waits.
static void await_reader(void)
{
    char path[32], state = 'R';
    snprintf(path, sizeof(path), "/proc/%d/stat", (int) getppid());
    while (state != 'S') {
        FILE *file = fopen(path, "r");
        if (!file || fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
            _exit(2);
        fclose(file);
    }
}

// Last, since a pipe of another test may get its inode.
// A read waits for the first writer, however late, and for no second one.
TEST(a_pipe_that_is_named_is_read_once)
{
    char word[] = "image:light=2,file=pipe,fit=fill";
    assert_int_equal(mkfifo("pipe", 0666), 0);
    input_file_allow_pipes(1, (char *[]){ word });
    writer = fork();
    if (writer == 0) {
        await_reader();
        const int pipe = open("pipe", O_WRONLY);
        await_reader();
        _exit(write(pipe, "abc", 3) == 3 ? 0 : 1);
    }
    at_end(end_writer);
    char *text = text_file_read("pipe", "text", 64, &error);
    assert_string_equal(text ? text : error.text, "abc");
    free(text);
    assert_false(read_text("pipe"));
    assert_says("cannot read the text", "only once");
    assert_int_equal(mkfifo("another", 0666), 0); // as one that takes its place
    assert_false(read_text("another"));
    assert_says("cannot read the text", "where the command line names it");
}

AROUND_TESTS(.before = make_folder, .after = remove_folder)
