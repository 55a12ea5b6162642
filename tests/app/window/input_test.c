#include "app/window/state/input.h"
#include "tests/fixtures/cmocka.h"

static struct input_queue queue;
static struct input_batch batch;

static void begin(void)
{
    queue = (struct input_queue){ 0 };
    batch = (struct input_batch){ 0 };
}

static void push(struct input_event event)
{
    input_queue_push(&queue, &event);
}

static void key(int code, unsigned modifiers, bool down)
{
    push((struct input_event){
        .kind = INPUT_KEY, .code = code, .modifiers = modifiers, .down = down });
}

static void tap(int code, unsigned modifiers)
{
    key(code, modifiers, true);
    key(code, modifiers, false);
}

static void character(int code)
{
    push((struct input_event){ .kind = INPUT_CHARACTER, .code = code });
}

// A key that gives a character, as the window tells it.
static void type(int letter)
{
    key(letter, 0, true);
    character(letter);
    key(letter, 0, false);
}

static void button(int code, bool down, double seconds)
{
    push((struct input_event){
        .kind = INPUT_BUTTON, .code = code, .down = down, .seconds = seconds });
}

static void cursor(float x, float y)
{
    push((struct input_event){ .kind = INPUT_CURSOR, .x = x, .y = y });
}

// Takes one batch of input. Returns the number of its events.
static int take(bool typing)
{
    int count = 0;
    const struct input_event *event;
    input_batch_begin(&batch);
    while ((event = input_queue_first(&queue)) && input_batch_take(&batch, event, typing)) {
        input_queue_drop(&queue);
        count++;
    }
    return count;
}

static int count_held(void)
{
    int count = 0;
    for (int i = 0; i < WINDOW_KEYS; i++)
        count += batch.input.keys[i];
    return count;
}

// ---- the queue

TEST(events_keep_their_order)
{
    for (int round = 0; round < 5; round++) { // past the end of the ring too
        for (int i = 0; i < INPUT_QUEUE_SIZE / 2; i++)
            character(i);
        for (int i = 0; i < INPUT_QUEUE_SIZE / 2; i++) {
            assert_int_equal(input_queue_first(&queue)->code, i);
            input_queue_drop(&queue);
        }
        assert_null(input_queue_first(&queue));
    }
}

TEST(cursor_moves_in_a_row_are_one)
{
    cursor(1, 1);
    cursor(2, 2);
    button(0, true, 0);
    cursor(3, 3);
    cursor(4, 4);
    assert_int_equal(queue.count, 3);
    assert_int_equal(take(false), 2);
    assert_true(batch.input.x == 2 && batch.input.left);
    assert_int_equal(take(false), 1);
    assert_true(batch.input.x == 4);
}

TEST(nothing_stays_down_when_the_queue_is_full)
{
    button(0, true, 0);
    for (int i = 0; i < 3 * INPUT_QUEUE_SIZE; i++)
        character('x');
    button(0, false, 0);
    while (input_queue_first(&queue))
        take(true);
    assert_false(batch.input.left);
}

// ---- frames

// However long the frame was, the panel sees each press and each release.
TEST(a_click_within_a_frame_is_seen)
{
    for (int i = 0; i < 2; i++) {
        button(0, true, 0);
        button(0, false, 0);
    }
    for (int i = 0; i < 4; i++) {
        assert_int_equal(take(false), 1);
        assert_true(batch.input.left == (i % 2 == 0));
    }
}

TEST(a_click_is_where_the_cursor_was)
{
    cursor(10, 10);
    button(1, true, 0);
    cursor(90, 90);
    button(1, false, 0);
    take(false);
    assert_true(batch.input.x == 10 && batch.input.right);
    take(false); // a slider follows to here
    assert_true(batch.input.x == 90 && batch.input.right);
    take(false);
    assert_true(batch.input.x == 90 && !batch.input.right);
}

// The clock of a batch is that of its events: what was quick is quick, however slow the frames.
TEST(a_double_click_is_one_in_slow_frames)
{
    static const double times[] = { 10.00, 10.05, 10.12, 10.17 };
    batch.seconds = 9.9;
    for (int i = 0; i < 4; i++)
        button(0, i % 2 == 0, times[i]);
    for (int i = 0; i < 4; i++) {
        take(false);
        input_batch_end(&batch, input_queue_first(&queue), 10.9);
        const double since = i == 0 ? 0.1 : i == 3 ? 10.9 - times[2] : times[i] - times[i - 1];
        assert_true(batch.input.seconds > (float) since - 1e-4f &&
                    batch.input.seconds < (float) since + 1e-4f);
    }
    take(false);
    input_batch_end(&batch, false, 10.9);
    assert_true(batch.input.seconds > 0);
}

TEST(taps_of_an_editing_key_are_all_seen)
{
    int presses = 0;
    int before = 0;
    for (int i = 0; i < 3; i++)
        tap(WINDOW_KEY_BACKSPACE, 0);
    for (int i = 0; i < 6; i++) {
        take(true);
        presses += count_held() > before;
        before = count_held();
    }
    assert_int_equal(presses, 3);
    assert_null(input_queue_first(&queue));
    assert_int_equal(count_held(), 0);
}

// "12", Return, and what comes after Return is for whom Return leaves to.
TEST(text_comes_before_the_key_that_ends_it)
{
    type('1');
    type('2');
    tap(WINDOW_KEY_ENTER, 0);
    type('P');
    take(true);
    assert_int_equal(batch.input.character_count, 2);
    assert_int_equal(batch.input.characters[0], '1');
    assert_int_equal(batch.input.characters[1], '2');
    assert_true(batch.input.keys[WINDOW_KEY_ENTER] && count_held() == 1);
    assert_int_equal(input_queue_first(&queue)->code, WINDOW_KEY_ENTER);
    take(false);
    assert_int_equal(batch.input.character_count, 0);
    assert_int_equal(count_held(), 0);
}

// Characters while Ctrl is held are none to ImGui, so a shortcut waits for a batch of its own.
TEST(a_shortcut_does_not_swallow_the_text_before_it)
{
    type('1');
    key(0, WINDOW_CTRL, true); // Ctrl itself
    tap('A', WINDOW_CTRL);
    key(0, 0, false);
    type('2');
    take(true);
    assert_int_equal(batch.input.character_count, 1);
    assert_false(batch.input.ctrl);
    take(true);
    assert_true(batch.input.ctrl);
    assert_true(batch.input.keys['A'] && count_held() == 1);
    take(true);
    assert_int_equal(count_held(), 0);
    take(true);
    assert_false(batch.input.ctrl);
    assert_int_equal(batch.input.character_count, 1);
    assert_int_equal(batch.input.characters[0], '2');
}

TEST(keys_are_the_callers_where_nothing_is_typed)
{
    tap(WINDOW_KEY_ESCAPE, 0);
    type('P');
    assert_int_equal(take(false), 5); // all at once: none waits
    assert_int_equal(count_held(), 0);
    assert_int_equal(batch.input.character_count, 0);
}

TEST(more_text_than_a_frame_holds_waits)
{
    for (int i = 0; i < INPUT_CHARACTERS + 5; i++)
        character('a');
    assert_int_equal(take(true), INPUT_CHARACTERS);
    assert_int_equal(take(true), 5);
}

AROUND_TESTS(.before = begin)
