// Tests what the window stores of chains and of itself: files, copied text, the state. Needs no
// window and no GPU.

#include "app/command/options_parse.h"
#include "app/edit/preset.h"
#include "app/text/shell.h"
#include "app/window/controls/controls.h"
#include "app/window/loop/viewer.h"
#include "app/window/state/input.h"
#include "render/file/file_path.h"
#include "tests/fixtures/chain_fixture.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/keys.h"

#include <sys/stat.h>
#include <unistd.h>

static struct chain_place place;

static struct chain parse(const char *text)
{
    struct chain chain;
    if (!preset_read_chain(&chain, text, NULL, NULL, &error))
        fail_msg("%s: %s", text, error.text);
    return chain;
}

static void assert_chain(const struct chain *chain, const char *text)
{
    const struct chain requested = parse(text);
    if (!chain_equal(chain, &requested))
        fail_msg("%s and not %s", chain_text(chain), text);
}

static const char two_colours[] = "101010\ne0e0e0\n";

// ---- files of chains

TEST(a_file_reads_back)
{
    put_file("a b.hex", two_colours);
    for_each_text(row, "bloom",
                  "-gaussian:sigma=3%h:roi=0.1/0.2/0.5/1,dither:palette=\"./a b.hex\"", "# none") {
        const struct chain chain = parse(*row);
        assert_true(chain_file_write(&chain, "a.chain", &error));
        assert_true(chain_file_is_own("a.chain"));
        int lines = 0;
        for_each_line(line, file_text("a.chain", NULL)) lines++;
        assert_int_equal(lines, 1 + chain.count); // a comment, and a step in each
        struct chain read;
        assert_true(preset_read_chain(&read, "@a.chain", NULL, NULL, &error));
        assert_true(chain_equal(&read, &chain));
    }
}

static void assert_place(const char *from, const char *requested)
{
    char path[64];
    assert_works(chain_file_find(from, path, sizeof(path), &error));
    assert_string_equal(path, requested);
}

// A file that a person wrote is never overwritten, even if it holds the same chain.
TEST(a_file_of_a_person_stays)
{
    const struct chain chain = parse("kawase:sigma=5");
    assert_place(NULL, "halation_0001.chain");
    put_file("halation_0001.chain", "mine");
    assert_int_equal(symlink("nowhere", "halation_0002.chain"), 0);
    assert_place(NULL, "halation_0003.chain");
    assert_place("", "halation_0003.chain");
    put_file("look.chain", "# what I like\nkawase:sigma=5\n");
    assert_place("look.chain", "look_0001.chain");
    assert_place("./look.chain", "./look_0001.chain");
    assert_true(chain_file_write(&chain, "look_0001.chain", &error));
    assert_place("look_0001.chain", "look_0001.chain");
    assert_place("look.chain", "look_0002.chain");
    put_file("look", "kawase");
    assert_place("look", "look_0002.chain");
    assert_place("gone.chain", "gone.chain");
    assert_false(file_path_find_free("a", ".chain", (char[8]){ 0 }, 8)); // no room for the name
}

TEST(a_folder_offers_its_chains)
{
    static struct chain_choice choice;
    struct chain chain;
    put_file("b.chain", "gaussian");
    put_file("a.chain", "gaussian:sgma=1");
    put_file(".hidden.chain", "gaussian");
    put_file("c.txt", "gaussian");
    put_file("d\n.chain", "gaussian");
    assert_int_equal(mkdir("e.chain", 0777), 0);
    assert_int_equal(mkfifo("f.chain", 0666), 0);
    chain_choice_list(&choice, ".");
    assert_int_equal(choice.file_count, 2);
    const int first = preset_count();
    assert_int_equal(chain_choice_count(&choice), first + 2);
    assert_string_equal(chain_choice_name(&choice, first), "a.chain");
    assert_int_equal(chain_choice_preset(first), -1);
    assert_int_equal(chain_choice_preset(0), 0);
    assert_fails(chain_choice_read(&choice, first, &chain, &place, &error), "a.chain: ");
    assert_true(chain_choice_read(&choice, first + 1, &chain, &place, &error));
    assert_chain(&chain, "gaussian");
    assert_true(chain_choice_read(&choice, 0, &chain, &place, &error));
    for (int i = 0; i < CHAIN_CHOICE_FILES + 5; i++) {
        put_file(formatted("m%02d.chain", i), "box");
    }
    chain_choice_list(&choice, ".");
    assert_int_equal(choice.file_count, CHAIN_CHOICE_FILES);
    assert_string_equal(choice.files[CHAIN_CHOICE_FILES - 1], "m61.chain"); // behind a and b
    chain_choice_list(&choice, "nowhere");
    assert_int_equal(choice.file_count, 0);
}

// ---- what was copied

TEST(a_shell_reads_a_word_as_one)
{
    static const char *const quoted[][2] = {
        { "plain,x:y=1", "plain,x:y=1" },
        { "2%h", "2%h" },
        { "a b", "'a b'" },
        { "it's", "'it'\\''s'" },
        { "", "''" },
        { "$HOME", "'$HOME'" },
        { "~", "'~'" },
        { "a\nb", "'a\nb'" },
        { "\"", "'\"'" },
    };
    for_each(row, quoted) {
        char out[64], copy[64], little[4];
        const char *words[2];
        assert_int_equal(shell_quote((*row)[0], out, sizeof(out)), strlen((*row)[1]));
        assert_string_equal(out, (*row)[1]);
        assert_int_equal(shell_split(out, copy, words, 2), 1);
        assert_string_equal(words[0], (*row)[0]);
        shell_quote((*row)[0], little, sizeof(little));
        assert_true(strlen(little) < sizeof(little));
    }
}

TEST(words_are_split_as_by_a_shell)
{
    const char *words[4];
    char copy[64];
    assert_int_equal(shell_split(" a  'b c'd \\\n \"e\\\"f\" g\\ h ", copy, words, 4), 4);
    assert_string_equal(formatted("%s|%s|%s|%s", words[0], words[1], words[2], words[3]),
                        "a|b cd|e\"f|g h");
    for_each_text(text, "a 'b", "a \"b\\\"", "a b c d e")
        assert_int_equal(shell_split(*text, copy, words, 4), -1);
    assert_int_equal(shell_split("", copy, words, 4), 0);
}

static struct ui_state first;
static struct paste pasted;
static void assert_pastes(const char *text, const char *requested)
{
    if (!paste_read(&pasted, text, &place, &error))
        fail_msg("%s: %s", text, error.text);
    assert_int_equal(pasted.count, 1);
    assert_chain(&pasted.chains[0], requested);
}

TEST(all_forms_of_a_chain_are_pasted)
{
    assert_pastes("  gaussian:sigma=3 , tonemap\r\n", "gaussian:sigma=3,tonemap");
    assert_pastes("# what it is\nthreshold\ndual:sigma=3\n", "threshold,dual:sigma=3");
    assert_int_equal(pasted.preset, -1);
    assert_pastes(" neon\n", "neon");
    assert_string_equal(preset_name(pasted.preset), "neon");
    put_file("a.chain", "kawase:sigma=4\n");
    assert_pastes("@a.chain\n", "kawase:sigma=4");
    assert_pastes("halation --chain 'dual:sigma=3,tonemap' --size 64x32", "dual:sigma=3,tonemap");
    assert_pastes("$ build/release/halation --bench -cdual", "dual");
    assert_pastes("halation --chain=\"box : sigma=2\" \\\n --scene bars", "box:sigma=2");
    assert_true(pasted.has_more);
    assert_pastes("halation -c box", "box");
    assert_false(pasted.has_more);
    assert_pastes("> threshold,\r\n>\r\n>> dual:sigma=3,\r\n\r\n> tonemap\r\n",
                  "threshold,dual:sigma=3,tonemap");
    assert_pastes(" > $ halation -c box\n", "box");
    assert_true(paste_read(&pasted, "halation -c box --chain neon", &place, &error));
    assert_int_equal(pasted.count, 2);
    assert_chain(&pasted.chains[0], "box");
    assert_chain(&pasted.chains[1], "neon");
}

static const char *pasted_text(void *data)
{
    return data;
}

// The command line with the chains of A and B opens a window that edits B, and so does its paste.
TEST(of_two_chains_the_last_is_edited)
{
    char text[] = "halation --chain box --chain dual";
    const struct scene_choice scene = parse_scene("bars");
    const struct chain chain = parse("neon"), box = parse("box"), dual = parse("dual");
    ui_init(&first, &chain, &scene, -1);
    first.clipboard = (struct input_clipboard){ .get = pasted_text, .data = text };
    controls_paste(&first);
    assert_values("the paste", "side=B chain=dual other=box", ui_values(&first));
    ui_init(&first, &dual, &scene, -1);
    ui_add_side(&first, &box);
    assert_values("the command line", "side=B chain=dual other=box", ui_values(&first));
    assert_false(ui_has_changed(&first));
}

static void refuses(const char *text, const char *why)
{
    assert_fails(paste_read(&pasted, text, &place, &error), why);
}

TEST(what_is_no_chain_is_refused_with_its_place)
{
    refuses("", "no text");
    refuses(" \n\t", "no text");
    refuses("halation --screenshot a.png", "no --chain");
    refuses("halation --chain 'box", "quote");
    refuses("halation -c box -c box -c box", "more than 2");
    refuses("# first\nthreshold,dual:sgma=3", "no option 'sgma'");
    assert_string_equal(place.line, "threshold,dual:sgma=3");
    assert_int_equal(place.column, 15);
    refuses("threshold,\r\nduol,\r\ntonemap\r\n", "no effect 'duol'");
    assert_string_equal(place.line, "duol,"); // without the line's end
    assert_int_equal(place.column, 0);
    refuses("> threshold,\n> duol\n", "no effect 'duol'");
    assert_int_equal(place.column, 2);
    refuses("halation --chain 'threshold,dual:sgma=3'", "no option 'sgma'");
    assert_int_equal(place.column, 15);
    refuses("blo\x1bom \x07 x", "");
    refuses(formatted("%*s", PASTE_MAX_BYTES + 1, "x"), "longer than 64 KiB");
}

// ---- the command line

static void prints(int argc, char *argv[], const char *requested)
{
    char out[4096];
    struct options options;
    assert_works(options_parse(&options, argc, argv, &error));
    options_print(&options, out, sizeof(out));
    assert_string_equal(out, requested);
}

TEST(a_command_line_says_what_is_not_as_always)
{
    char *none[] = { "halation", NULL };
    prints(1, none, "halation");
    const char *words[32];
    char copy[512];
    const int count =
        shell_split("halation --vsync=off --chain 'dual : sigma=3' -c neon --size=64x32 --time 0.1 "
                    "--format=rgba32f --msaa=0 --scene-scale=0.5 --gl-debug --scene=bars --restore "
                    "--verbose",
                    copy, words, 32);
    prints(count, (char **) words,
           "halation --chain 'dual : sigma=3' --chain neon --scene bars --size 64x32 --msaa 0 "
           "--scene-scale 0.5 --time 0.1 --format rgba32f --vsync off --gl-debug");
}

// ---- the state of a window

static struct restore restored;
static const struct command_line command = { options_print, options_parse };
static const int saved_size[] = { 1200, 700 };

static void begin(struct ui_state *ui, const char *chain, const char *scene)
{
    const struct chain parsed = parse(chain);
    const struct scene_choice choice = parse_scene(scene);
    ui_init(ui, &parsed, &choice, -1);
}

static const char *print_first(void)
{
    struct options options;
    options_set_defaults(&options);
    options.draw.width = 801;
    options.draw.height = 602;
    restore_print(&first, 12, saved_size, &options, &command, begin_printing());
    return end_printing();
}

static void read_first(void)
{
    assert_works(restore_parse(&restored, print_first(), &command, &error));
}

TEST(a_state_comes_back)
{
    const struct draw_options *draw = &restored.options.draw;
    for (int side = 0; side < 2; side++) {
        begin(&first, "gaussian:sigma=3,dither:animate=on", "icosahedra:seed=3");
        first.other = parse("mist");
        first.has_other = true;
        first.side = side;
        first.time = 12345.000000000002;
        read_first();
        assert_int_equal(draw->chain_count, 2);
        const struct chain left = parse(draw->chain_texts[0]), right = parse(draw->chain_texts[1]);
        assert_true(chain_equal(&left, side == 0 ? &first.chain : &first.other));
        assert_true(chain_equal(&right, side == 0 ? &first.other : &first.chain));
        assert_true(scene_equal(&draw->scene, &first.scene));
        assert_true(draw->time == first.time && draw->frame == 12);
        assert_true(draw->width == 801 && draw->height == 602);
        assert_true(restored.window_size[0] == 1200 && restored.window_size[1] == 700);
    }
}

// ---- files and undo

static void take_chain(const char *text, const char *file)
{
    const struct chain chain = parse(text);
    ui_set_chain(&first, &chain, -1, file);
    ui_push_history(&first, false);
}

static void press_key(int key, unsigned modifiers)
{
    controls_press(&first, key, modifiers, false);
    ui_push_history(&first, false);
}

static void press(const char *keys)
{
    keys_press(keys, press_key);
}

static void play(const char *script)
{
    keys_play(script, &first, press);
}

// Undo leads back to the file of the chain that it brings back: else the next save would put that
// chain into the file that was opened last.
TEST(a_chain_remembers_its_file)
{
    put_file("a.chain", "kawase:sigma=4\n");
    begin(&first, "gaussian:sigma=3", "checker");
    play(" -> file=none\n");
    take_chain("@a.chain", "./a.chain");
    play(" -> file=a.chain changed=0\n"
         "Ctrl+Z -> chain=gaussian:sigma=3 file=none\n"
         "Ctrl+S -> file=halation_0001.chain changed=0\n"
         "Ctrl+Shift+Z -> file=a.chain changed=0\n"
         "Right -> file=a.chain changed=1\n"
         "Ctrl+S -> file=a_0001.chain changed=0\n" // what the program did not write stays
         // It is that of the chain before it was turned.
         "Ctrl+Z -> chain=kawase:sigma=4 file=a_0001.chain changed=1\n"
         "Ctrl+Z -> file=halation_0001.chain changed=0\n");
    unlink("halation_0001.chain");
    first.origins[0].text[0] = '\0';
    play(" -> file=halation_0001.chain changed=1\n"); // it is gone
    take_chain("@a.chain", "./a.chain");
    play("Right Ctrl+Z Ctrl+S -> file=a_0002.chain changed=0\n"
         "Ctrl+Shift+Z -> file=a_0002.chain changed=1\n");
}

TEST(each_side_remembers_its_file)
{
    begin(&first, "gaussian:sigma=3", "checker");
    play("Ctrl+S A Ctrl+Tab -> side=A file=none\n"
         "Ctrl+S -> file=halation_0002.chain changed=0\n"
         "Ctrl+Z -> side=B file=halation_0001.chain changed=0\n"
         "X -> file=halation_0001.chain changed=0\n"
         "Ctrl+Tab -> file=halation_0002.chain changed=0\n");
}

// The next window may begin in another folder.
TEST(names_of_files_become_whole_paths)
{
    const char *folder = current_folder();
    begin(&first, "box", "image:file=a.png");
    put_file("two.hex", two_colours);
    first.chain = parse("dither:palette=./two.hex,dither:palette=c64");
    read_first();
    const char *requested = formatted("image:file=%s/a.png", folder);
    const struct scene_choice scene = parse_scene(requested);
    assert_true(scene_equal(&restored.options.draw.scene, &scene));
    requested = formatted("dither:palette=%s/./two.hex,dither:palette=c64", folder);
    assert_string_equal(chain_text(&restored.options.draw.chain), requested);
}

TEST(hostile_states_are_refused)
{
    for_each_case(one, "refused_states.txt") {
        if (one.expected[0])
            assert_fails(restore_parse(&restored, one.text, &command, &error), one.expected);
        else
            assert_works(restore_parse(&restored, one.text, &command, &error));
    }
    free(restored.words);
    restored.words = NULL;
}

AROUND_TESTS(.before = folder_enter)
