// The engine under the benchmarks: which frames count, whose they are, and what is in them.

#include "app/measure/frames.h"
#include "render/pass.h"
#include "tests/fixtures/gpu_fixture.h"

enum { SIDE = 64, BYTES = SIDE * SIDE * 8 }; // of rgba16f, which a copy reads and writes

static struct texture source, target;
static struct frames frames;

// Copies `passes` times, in scopes of its own name, and looks at each frame that counts.
struct subject {
    struct frames_subject base;
    const char *name;
    int passes, drawn, counted;
    double submit;
};

static void draw_copies(void *data)
{
    struct subject *subject = data;
    const struct program_desc desc = { .file = "common/copy.frag", .defines = "FORMAT=rgba16f" };
    const struct program *program = program_cache_get(&frames.gpu->programs, &desc, &error);
    assert_works(program);
    for (int i = 0; i < subject->passes; i++) {
        const struct pass pass = { .label = subject->name,
                                   .program = program,
                                   .inputs = { { .texture = &source } },
                                   .output = &target };
        pass_run(frames.gpu, &pass);
    }
    subject->drawn++;
}

static void look(void *data, const struct gpu_frame *frame, double submit)
{
    struct subject *subject = data;
    subject->counted++;
    subject->submit = submit;
    assert_int_equal(frame->count, 1 + subject->passes);
    assert_int_equal(frame->scopes[0].traffic.read, subject->passes * BYTES);
    assert_int_equal(frame->scopes[0].traffic.written, subject->passes * BYTES);
    assert_int_equal(frame->scopes[0].dispatches, subject->passes);
    assert_compare(frame->scopes[0].end_ns, >=, frame->scopes[subject->passes].end_ns);
    for (int i = 1; i < frame->count; i++)
        assert_string_equal(frame->scopes[i].name, subject->name);
}

static void forget(void *data)
{
    struct subject *subject = data;
    subject->counted--;
}

static struct subject make_subject(const char *name, int passes)
{
    return (
        struct subject){ .base = { draw_copies, look, forget }, .name = name, .passes = passes };
}

static void begin(void)
{
    source = new_texture(SIDE, SIDE, FORMAT_RGBA16F);
    target = new_texture(SIDE, SIDE, FORMAT_RGBA16F);
    assert_works(frames_init(&frames, gpu_fixture(), &source, 100, &error));
}

static void end(void)
{
    frames_finish(&frames);
    texture_finish(&source);
    texture_finish(&target);
}

static void draw(struct subject *subject, int times)
{
    subject->base.data = subject;
    for (int i = 0; i < times; i++)
        frames_draw(&frames, &subject->base);
}

// Frames of several subjects are in the air at once; each gets its own, without the copies.
TEST(each_frame_is_counted_for_its_subject)
{
    struct subject one = make_subject("one", 1), three = make_subject("three", 3);
    for (int i = 0; i < 7; i++) {
        draw(&one, 1);
        draw(i % 2 ? &one : &three, 1);
    }
    frames_drain(&frames);
    assert_int_equal(one.counted, one.drawn);
    assert_int_equal(three.counted, three.drawn);
    assert_int_equal(frames.copied.frames, 14);
    assert_int_equal(frames.copied.count, 1 + COPIES_COUNT + 1); // and arithmetic
    assert_int_equal(frames_copy_count(&frames), COPIES_COUNT);
    assert_int_equal(frames.copied.scopes[0].traffic.read, COPIES_COUNT * BYTES);
    assert_int_equal(frames.copied.scopes[0].traffic.written, COPIES_COUNT * BYTES);
}

// Frames in flight belong to the warm-up.
TEST(only_what_is_drawn_later_counts)
{
    struct subject subject = make_subject("warm", 2);
    draw(&subject, 3);
    const int counted = subject.counted;
    frames_begin_counting(&frames);
    draw(&subject, 5);
    frames_drain(&frames);
    assert_int_equal(subject.counted, counted + 5);
    assert_int_equal(frames.copied.frames, 5);
}

TEST(the_chosen_copy_ends_each_frame_alone)
{
    struct subject subject = make_subject("one", 1);
    draw(&subject, 1);
    frames_drain(&frames);
    char names[COPIES_COUNT][GPU_SCOPE_NAME_SIZE];
    for (int i = 0; i < COPIES_COUNT; i++)
        strcpy(names[i], frames.copied.scopes[1 + i].name);
    frames_settle(&frames, false);
    assert_in_range(frames.copy, 0, COPIES_COUNT - 1);
    assert_int_equal(frames.copied.frames, 0);
    draw(&subject, 6);
    frames_drain(&frames);
    assert_int_equal(frames.copied.count, 3);
    assert_string_equal(frames.copied.scopes[1].name, names[frames.copy]);
    assert_int_equal(frames_fastest_copy(&frames), 0);
}

// This happens in a group whose variants were all too slow.
TEST(nothing_counted_has_no_copies)
{
    frames_begin_counting(&frames);
    assert_int_equal(frames_copy_count(&frames), 0);
    assert_int_equal(frames_fastest_copy(&frames), 0);
}

// Filler is no part of a subject: what look() checks of each frame holds with it, too.
TEST(filler_is_not_counted)
{
    struct subject subject = make_subject("one", 2);
    frames_settle(&frames, false);
    frames.filler = 0.5;
    draw(&subject, 4);
    frames_drain(&frames);
    assert_int_equal(subject.counted, 4);
    assert_true(frames.gpu->info.software ? isnan(subject.submit) : subject.submit > 0);
    assert_compare(frames_wall(&frames, &subject.base, 3), >, 0);
    assert_int_equal(subject.drawn, 7);
    assert_int_equal(subject.counted, 4);
}

// A machine that was twice as fast before any block throws away what it measures, until its
// patience ends: then the block counts, and the machine was not steady.
TEST(what_a_canary_refuses_is_forgotten)
{
    struct subject subject = make_subject("one", 1);
    subject.base.data = &subject;
    const struct frames_subject *block[] = { &subject.base, &subject.base, &subject.base };
    frames_settle(&frames, false);
    frames.steady.canaries[STEADY_ARITHMETIC].best = 1e-9;
    frames.kept = 1000; // seconds that were well spent allow as many
    for (int i = 0; i < 2; i++)
        assert_int_equal(frames_draw_block(&frames, block, 3), STEADY_AGAIN);
    assert_int_equal(subject.drawn, 6);
    assert_int_equal(subject.counted, 0);
    assert_int_equal(frames.copied.frames, 0);
    assert_compare(frames.thrown, >, 0);
    assert_true(frames.steady.is_steady);
    frames.kept = 0;
    frames.thrown = 1000;
    assert_int_equal(frames_draw_block(&frames, block, 3), STEADY_COUNTS);
    assert_int_equal(subject.counted, 3);
    assert_int_equal(frames.copied.frames, 3);
    assert_false(frames.steady.is_steady);
    assert_int_equal(frames.steady.thrown_away, 2);
}

// Every draw is in a block, and none is larger than it can be.
TEST(blocks_hold_all)
{
    for (int total = 1; total < 200; total++)
        for (int left = total, blocks = 0; left > 0; left -= frames_block_size(left, total)) {
            const int size = frames_block_size(left, total);
            assert_in_range(size, 1, FRAMES_MAX_BLOCK);
            assert_compare(size, <=, left);
            assert_true(total < FRAMES_MIN_BLOCK || 2 * size >= FRAMES_MIN_BLOCK);
            blocks++;
            assert_true(left > size || total < 16 || blocks >= STEADY_MIN_BLOCKS);
        }
}

AROUND_TESTS(.before = begin, .after = end)
