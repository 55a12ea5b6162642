// Mistakes of a programmer that only a picture would show end every build of the program, with a
// line: a pass that reads what it writes, a texture of the pool that two use.

#include "render/frame_record.h"
#include "tests/fixtures/cmocka.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

// Nothing here reaches OpenGL.
static struct gpu gpu;
static struct frame_record record;
static struct program program = { .name = "blur.frag" };
static struct texture a = { .id = 1 }, b = { .id = 2 };

static struct texture *hand_out(void)
{
    return texture_pool_acquire(&gpu.pool, 8, 8, FORMAT_RGBA8);
}

static struct texture *hand_out_and_release(void)
{
    struct texture *texture = hand_out();
    texture_pool_release(&gpu.pool, texture);
    return texture;
}

static void read_output(void)
{
    pass_run(&gpu,
             &(struct pass){ .program = &program, .inputs = { { &b }, { &a } }, .output = &a });
}

static void read_image_that_is_written(void)
{
    pass_run(&gpu, &(struct pass){
                       .program = &program,
                       .inputs = { [7] = { &b } },
                       .output = &a,
                       .images = { [3] = { .target = &b } },
                   });
}

static void load_output(void)
{
    pass_run(&gpu,
             &(struct pass){ .program = &program, .output = &a, .images = { { .texture = &a } } });
}

static void write_output_twice(void)
{
    pass_run(&gpu,
             &(struct pass){ .program = &program, .output = &a, .images = { { .target = &a } } });
}

static void read_returned(void)
{
    pass_run(&gpu, &(struct pass){ .program = &program,
                                   .inputs = { { hand_out_and_release() } },
                                   .output = &a });
}

static void write_returned(void)
{
    pass_run(&gpu, &(struct pass){ .program = &program,
                                   .inputs = { { &a } },
                                   .output = hand_out_and_release() });
}

static void release_twice(void)
{
    texture_pool_release(&gpu.pool, hand_out_and_release());
}

static void release_buffer_twice(void)
{
    struct buffer *buffer = texture_pool_acquire_buffer(&gpu.pool, 100);
    texture_pool_release_buffer(&gpu.pool, buffer);
    texture_pool_release_buffer(&gpu.pool, buffer);
}

static void release_to_another_pool(void)
{
    texture_pool_release(&gpu.pool, &a);
}

static void borrow_beyond_the_frame(void)
{
    hand_out();
    texture_pool_end_frame(&gpu.pool);
}

static void borrow_in_turns(void)
{
    for (int i = 0; i < 3; i++) {
        struct texture *first = hand_out(), *second = hand_out();
        assert_true(first != second);
        texture_pool_release(&gpu.pool, first);
        assert_true(hand_out() == first && !first->is_released);
        texture_pool_release(&gpu.pool, second);
        texture_pool_release(&gpu.pool, first);
        texture_pool_end_frame(&gpu.pool);
    }
    _exit(0);
}

// Runs it in a process of its own, and returns how that ends; `words` gets what it says.
static int run_apart(void (*act)(void), char words[512])
{
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(SIGABRT, SIG_DFL); // which cmocka catches
        dup2(ends[1], STDERR_FILENO);
        frame_record_begin(&record, &gpu);
        act();
        _exit(1);
    }
    close(ends[1]);
    size_t length = 0;
    for (ssize_t count; length < 511 && (count = read(ends[0], words + length, 511 - length)) > 0;)
        length += (size_t) count;
    words[length] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

TEST(a_mistake_of_a_programmer_ends_the_program)
{
    static const struct {
        void (*act)(void);
        const char *words;
    } cases[] = {
        { read_output, "pass: a bug of this program: blur.frag reads the image that it writes\n" },
        { read_image_that_is_written, "blur.frag reads the image that it writes\n" },
        { load_output, "blur.frag reads the image that it writes\n" },
        { write_output_twice, "blur.frag reads the image that it writes\n" },
        { read_returned, "blur.frag uses a texture that was released to its pool\n" },
        { write_returned, "blur.frag uses a texture that was released to its pool\n" },
        { release_twice, "pool: a bug of this program: a texture or buffer is released twice" },
        { release_buffer_twice, "a texture or buffer is released twice" },
        { release_to_another_pool, "is released to a pool that it is not from\n" },
        { borrow_beyond_the_frame, "256 bytes are not released at the end of a frame\n" },
    };
    for_each(row, cases) {
        char words[512];
        const int status = run_apart(row->act, words);
        assert_contains(words, row->words);
        if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT)
            fail_msg("%s: it ends with %#x", row->words, (unsigned) status);
    }
}

TEST(a_texture_is_borrowed_once_at_a_time)
{
    char words[512];
    const int status = run_apart(borrow_in_turns, words);
    assert_string_equal(words, "");
    assert_int_equal(status, 0);
}
