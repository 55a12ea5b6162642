#define _XOPEN_SOURCE 700 // posix_openpt
#include "app/bench/bench.h"
#include "app/command/option.h"
#include "app/command/options_parse.h"
#include "app/edit/edit.h"
#include "app/edit/preset.h"
#include "app/picture/capture_view.h"
#include "tests/fixtures/cmocka.h"

#include <fcntl.h>
#include <unistd.h>

enum { MAX_ARGUMENTS = 40 };

static struct options options;
static bool parse(const char *text)
{
    static char copy[512], name[] = "halation";
    static char *argv[MAX_ARGUMENTS + 1] = { name }; // options keep places in it
    int argc = 1;
    snprintf(copy, sizeof(copy), "%s", text);
    for (char *word = strtok(copy, " "); word && argc < MAX_ARGUMENTS; word = strtok(NULL, " "))
        argv[argc++] = word;
    argv[argc] = NULL;
    return options_parse(&options, argc, argv, &error);
}

static void right(const char *text)
{
    if (!parse(text))
        fail_msg("%s: %s", text, error.text);
}

static void wrong(const char *text, const char *words)
{
    assert_fails(parse(text), words);
}

// Reads the lines of tests/fixtures/refused.txt.
TEST(what_is_refused_says_why)
{
    int number = 0, count = 0, failed = 0;
    for_each_line(row, file_text("tests/fixtures/refused.txt", NULL))
    {
        const char *words = strstr(row, " -> ");
        number++;
        if (row[0] == '#' || !words)
            continue;
        const char *line = formatted("%.*s", (int) (words - row), row);
        count++;
        error.text[0] = '\0';
        if (parse(line) || !strstr(error.text, words + 4) || strchr(error.text, '\n')) {
            print_error("refused.txt:%d: '%s' says '%s', not '%s'\n", number, line, error.text,
                        words + 4);
            failed++;
        }
    }
    assert_int_equal(failed, 0);
    assert_true(count > 150);
}

TEST(no_arguments_open_the_window_with_bloom)
{
    right("");
    assert_int_equal(options.mode, MODE_WINDOW);
    assert_string_equal(options.draw.chain_name, "bloom");
    assert_true(options.draw.chain.count > 2);
    assert_ptr_equal(options.draw.scene.scene, scenes[0]);
    assert_int_equal(options.draw.width, 0);
    assert_int_equal(options.draw.gpu, -1);
    assert_int_equal(options.draw.msaa, -1);
    assert_int_equal(options.draw.depth, 8);
    assert_true(options.window.vsync);
}

// A command that draws no chain reads none.
TEST(the_default_chain_is_read_where_it_is_drawn)
{
    static const char *const without[] = { "--list effects", "--compare a b",
                                           "--verify g",     "--translate sigma=3",
                                           "--tune sigma=3", "--screenshot a.png --chain=" };
    static const char *const with[] = { "", "--screenshot a.png", "--bench", "--print chain" };
    for_each(row, without) {
        right(*row);
        assert_int_equal(options.draw.chain.count, 0);
    }
    for_each(row, with) {
        right(*row);
        assert_true(options.draw.chain.count > 2);
    }
}

TEST(every_kind_of_value_arrives)
{
    right("--screenshot=a.png --size 320x200 --chain=dual:sigma=3 --scene-scale 0.5 --time 1.5e0 "
          "--format rgba32f --fuse compute --depth 16 --msaa 4 --gpu 2 --gl-debug");
    assert_int_equal(options.mode, MODE_SCREENSHOT);
    assert_string_equal(options.picture.path, "a.png");
    assert_int_equal(options.draw.width, 320);
    assert_int_equal(options.draw.height, 200);
    assert_int_equal(options.draw.chain.count, 1);
    assert_null(options.draw.chain_name);
    assert_true(options.draw.scene_scale == 0.5);
    assert_true(options.draw.time == 1.5);
    assert_int_equal(options.draw.format, FORMAT_RGBA32F);
    assert_int_equal(options.draw.fuse, PLAN_FUSE_COMPUTE);
    assert_int_equal(options.draw.depth, 16);
    assert_int_equal(options.draw.msaa, 4);
    assert_int_equal(options.draw.gpu, 2);
    assert_true(options.draw.gl_debug);
    right("--vsync=off -c threshold");
    assert_false(options.window.vsync);
    assert_int_equal(options.draw.chain.count, 1);
    right("-cdual");
    assert_string_equal(options.draw.chain.steps[0].effect->name, "dual");
}

TEST(names_stand_for_the_values_of_their_enum)
{
    for (const struct option *row = option_table; row->name; row++) {
        if (strcmp(row->name, "format") != 0)
            continue;
        for (int i = 0; row->values->at(row->values->set, i); i++)
            assert_string_equal(row->values->at(row->values->set, i),
                                texture_format_name((enum texture_format) i));
    }
}

// Noise in a measurement must not change a picture. Tests themselves have no profile.
TEST(pictures_are_made_without_a_profile)
{
    for (int is_kept = 0; is_kept < 2; is_kept++) {
        for_each_text(text, "--screenshot a.png", "-o f%d.png", "--bench") {
            right(*text);
            assert_int_equal(options.draw.profile,
                             is_kept && options.mode == MODE_BENCH ? PROFILE_KEPT : PROFILE_OFF);
        }
        unsetenv("HALATION_PROFILE");
    }
}

TEST(options_work_where_they_mean_something)
{
    right("--bench=blurs:sigma=4/16");
    assert_string_equal(options.bench.suite, "blurs");
    assert_string_equal(options.bench.sigma, "4/16");
    right("--bench=bloom:budget=0.1 -o a.png --quiet");
    assert_true(options.bench.budget == 0.1f);
    assert_true(options.quiet && !options.verbose && !options.picture.overlay);
    right("--screenshot a.png --overlay --chain box:sigma=127:radius=9");
    assert_true(options.picture.overlay && !options.quiet);
}

// All names up to the next option are files and folders.
TEST(a_report_accepts_a_list)
{
    right("--report a.json some/dir b.json -o out.html");
    assert_int_equal(options.mode, MODE_REPORT);
    assert_int_equal(options.report.count, 3);
    assert_string_equal(options.report.words[0], "a.json");
    assert_string_equal(options.report.words[2], "b.json");
    right("-o out.html --headless --report a.json");
    assert_int_equal(options.report.count, 1);
}

TEST(results_may_repeat)
{
    right("--bench -o a.json --output b.csv --frames 7 --warmup 0");
    assert_string_equal(outputs_path(&options.outputs, OUTPUT_JSON), "a.json");
    assert_string_equal(outputs_path(&options.outputs, OUTPUT_CSV), "b.csv");
    assert_int_equal(options.outputs.count, 2);
    assert_int_equal(options.picture.frames, 7);
    assert_int_equal(options.bench.warmup, 0);
    right("--bench");
    assert_int_equal(options.bench.warmup, -1);
}

TEST(an_audit_may_have_a_name)
{
    right("--audit");
    assert_int_equal(options.mode, MODE_AUDIT);
    assert_null(options.audit.name);
    assert_int_equal(options.draw.profile, PROFILE_OFF);
    right("--audit=sigma --chain dual -o a.json");
    assert_string_equal(options.audit.name, "sigma");
    assert_int_equal(options.draw.chain.count, 1);
    right("--audit --format rgba8 --quick -o a.xml");
    assert_true(options.draw.format_given && options.bench.quick);
    right("--audit --chain dual --image a.png");
    assert_true(options.draw.chain_given && options.draw.scene_given && !options.draw.format_given);
}

TEST(an_audit_may_have_limits)
{
    right("--audit=sigma --limit sigma.width=1 --limit sigma.energy=0.5 --limit sigma.width=3");
    assert_true(options.audit.limits.sigma_width == 3 && options.audit.limits.sigma_energy == 0.5f);
    assert_true(options.audit.limits.psf_energy == 1);
}

TEST(a_bench_may_name_a_suite)
{
    right("--bench");
    assert_null(options.bench.suite);
    right("--bench=box --quick --samples 4 --patience 1.5 --size 64x64 -o a.json");
    assert_int_equal(options.mode, MODE_BENCH);
    assert_string_equal(options.bench.suite, "box");
    assert_true(options.bench.quick && options.bench.patience == 1.5);
    assert_int_equal(options.bench.runs, 4);
    assert_false(options.draw.format_given);
    right("--bench=impls --fail-above 15 --format rgba8");
    assert_true(options.bench.fail_above == 15 && options.draw.format_given);
    wrong("--bench=nothing", " or all");
    for (int i = 0; suites[i]; i++)
        assert_contains(error.text, suites[i]->name);
    right("--bench --chain dual --samples 40"); // a list of one
    assert_int_equal(options.bench.runs, 40);
    right("--bench --chain dual --quick");
    assert_true(options.bench.quick && options.bench.runs == 0);
    right("--bench --quick --frames 7");
    assert_int_equal(options.bench.runs, 7);
    right("--bench=box --fail-above 5 --baseline old.json");
    right("--bench --baseline old.json");
}

TEST(two_pictures_are_compared)
{
    right("--compare a.png -b.png --tolerance max=2 --headless --quiet");
    assert_int_equal(options.mode, MODE_COMPARE);
    assert_string_equal(options.compare.files.words[0], "a.png");
    assert_string_equal(options.compare.files.words[1], "-b.png");
    assert_string_equal(options.compare.tolerance, "max=2");
    right("--compare a b");
    assert_int_equal(options.outputs.count, 0);
    char *nameless[] = { "halation", "--compare", "", "b" };
    assert_fails(options_parse(&options, 4, nameless, &error), "needs names after it");
    right("--compare a b -o r.json -o r.xml -o - -o map.png");
    assert_int_equal(options.outputs.count, 3);
    assert_null(options.compare.tolerance);
}

// A second value that silently won would measure something that was not asked for.
TEST(one_value_is_given_once)
{
    for (const struct option *row = option_table; row->name; row++) {
        static const struct {
            const char *name, *value;
        } values[] = {
            { "chain", "bloom" },       { "scene", "ramp" },    { "image", "a.png" },
            { "size", "9x9" },          { "msaa", "4" },        { "depth", "8" },
            { "bench", NULL },          { "tune", "sigma=16" }, { "audit", NULL },
            { "list", "gpus" },         { "print", "chain" },   { "explain", "dual" },
            { "screenshot", "a.png" },  { "vsync", "on" },      { "format", "rgba8" },
            { "fuse", "off" },          { "fps", "2" },         { "compare", "a b" },
            { "tolerance", "exact" },   { "sheet", "blurs" },   { "shard", "1/2" },
            { "output-format", "y4m" }, { "effects", "docs" },  { "hook-size", "2x" },
            { "translate", "css" },
        };
        const char *value = "1";
        if (!row->value || row->may_repeat || strcmp(row->name, "help") == 0 ||
            strcmp(row->name, "complete") == 0) // end the program
            continue;
        for_each(entry, values)
            if (strcmp(entry->name, row->name) == 0)
                value = entry->value;
        const char *text =
            formatted("--%s%s%s --%s%s%s", row->name, value ? " " : "", value ? value : "",
                      row->name, value ? " " : "", value ? value : "");
        wrong(text, "is given twice");
    }
    right("-c bloom --chain=neon"); // two sides of a window
    right("--headless --headless --bench");
}

TEST(a_sheet_accepts_several_chains)
{
    right("--chain bloom --sheet blurs -o halation.png -c dual:sigma=3 --chain neon");
    assert_int_equal(options.mode, MODE_SHEET);
    assert_int_equal(options.picture.contact, CONTACT_BLURS);
    assert_int_equal(options.draw.chain_count, 3);
    assert_string_equal(options.draw.chain_texts[1], "dual:sigma=3");
    assert_string_equal(options.picture.path, "halation.png");
    right("--sheet scenes -o -");
    char many[512] = "--sheet blurs -o a.png";
    for (int i = 0; i <= OPTIONS_MAX_CHAINS; i++)
        strcat(many, i % 2 ? " -cdual" : " -cmips");
    wrong(many, "one chain too many; up to 26");
}

static void assert_same_chain(const char *a, const char *b)
{
    struct chain first, second;
    if (!preset_read_chain(&first, a, NULL, NULL, &error) ||
        !preset_read_chain(&second, b, NULL, NULL, &error))
        fail_msg("%s, %s: %s", a, b, error.text);
    if (!chain_equal(&first, &second))
        fail_msg("%s and %s are not the same", a, b);
}

TEST(a_preset_may_begin_a_chain)
{
    const int bloom = preset_find("bloom");
    const char *steps = formatted("%s,dither:bits=2", preset_text(bloom));
    assert_same_chain("bloom,dither:bits=2", steps);
    assert_same_chain(" # blur\n bloom\n dither:bits=2 ", steps);
}

TEST(sizes_may_be_a_height_or_have_a_name)
{
    static const struct {
        const char *text;
        int width, height;
    } good[] = {
        { "1x32768", 1, 32768 }, { "720p", 1280, 720 },   { "360p", 640, 360 },
        { "2160p", 3840, 2160 }, { "4320p", 7680, 4320 }, { "4k", 3840, 2160 },
        { "8K", 7680, 4320 },    { "fhd", 1920, 1080 },   { "640x480", 640, 480 },
    };
    for_each(row, good) {
        right(formatted("--size %s", row->text));
        assert_int_equal(options.draw.width, row->width);
        assert_int_equal(options.draw.height, row->height);
    }
}

// The file is treated like one that is dropped on the window.
TEST(a_file_is_opened_without_an_option)
{
    char text[64];
    right("docs/pictures/chain.png --screenshot o.png");
    scene_print(&options.draw.scene, text, sizeof(text));
    assert_string_equal(text, "image:file=docs/pictures/chain.png");
    assert_true(options.draw.scene_given && !options.draw.chain_given && !options.draw.retaken);
    right("--bench docs/pictures/chain.png");
    assert_true(options.draw.scene_given && !options.bench.suite);
    right("docs/pictures/presets/film.png --size 8x8"); // which says how it was made
    assert_string_equal(options.draw.retaken, "docs/pictures/presets/film.png");
    assert_string_equal(options.draw.scene.scene->name, "icosahedra");
    assert_true(options.draw.chain_given && options.draw.width == 8);
    right("assets/chains/neon.chain docs/pictures/chain.png assets/chains/blur.chain");
    assert_int_equal(options.draw.chain_count, 2);
    assert_string_equal(options.draw.chain_texts[0], "@assets/chains/neon.chain");
}

// Pictures on a terminal are noise.
TEST(stdout_gets_pictures_if_it_is_no_terminal)
{
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY), file = open("/dev/null", O_WRONLY);
    assert_true(terminal >= 0 && file >= 0);
    for_each_text(picture, "--screenshot -", "-o -", "--sheet blurs -o -") {
        dup2(terminal, STDOUT_FILENO);
        const bool in_terminal = parse(*picture);
        dup2(file, STDOUT_FILENO);
        struct error why = error;
        const bool in_file = parse(*picture);
        assert_true(in_file && !in_terminal);
        assert_contains(why.text, "a terminal; add | PROGRAM or > FILE");
    }
    close(terminal);
    close(file);
}

TEST(steps_are_found_by_name_and_number)
{
    int step;
    right("--screenshot a.png --chain threshold,-dual,dual:sigma=3,dither");
    assert_true(edit_find_step(&options.draw.chain, "dual", &step, &error));
    assert_int_equal(step, 2); // the first that is switched on
    assert_true(edit_find_step(&options.draw.chain, "1", &step, &error));
    assert_int_equal(step, 0);
    assert_true(edit_find_step(&options.draw.chain, "dual/up 64x64", &step, &error));
    assert_int_equal(step, -1);
}

TEST(a_wrong_chain_shows_its_place)
{
    wrong("--chain threshold:lvl=1", "--chain: column 11: ");
    assert_string_equal(options.draw.place.line, "threshold:lvl=1");
    assert_int_equal(options.draw.place.column, 10);
    wrong("--scene checker:drak=1", "--scene: column 9: ");
    assert_string_equal(options.draw.place.line, "checker:drak=1");
    assert_int_equal(options.draw.place.column, 8);
    wrong("--chain blom", "did you mean 'bloom'?");
    assert_string_equal(options.draw.place.line, "");
    wrong("--chain assets/chains/neon.chain", "did you mean @assets/chains/neon.chain?");
    assert_string_equal(options.draw.place.line, "");
}

TEST(a_long_chain_is_cut_around_its_place)
{
    struct chain chain;
    struct chain_place place;
    char text[600] = "";
    for (int i = 0; i < 14; i++)
        strcat(text, "threshold:level=1.25:knee=0.125,");
    strcat(text, "wrong");
    assert_false(preset_read_chain(&chain, text, NULL, &place, &error));
    assert_true(place.column >= 0 && (size_t) place.column < strlen(place.line));
    assert_memory_equal(place.line + place.column, "wrong", 5);
    assert_false(preset_read_chain(&chain, "dual,\n  dual,\n  wrong,dual", NULL, &place, &error));
    assert_string_equal(place.line, "  wrong,dual");
    assert_int_equal(place.column, 2);
}

// ---- what it is made of

TEST(a_sequence_has_some_of_the_frames)
{
    static const struct {
        const char *frames;
        int first, count;
    } rows[] = { { "3..9", 3, 7 }, { "12", -1, 12 }, { "50..", 50, 10 }, { "0..0", 0, 1 } };
    for_each(row, rows) {
        right(formatted("-o f%%d.png --frames %s", row->frames));
        assert_int_equal(options.mode, MODE_SEQUENCE);
        assert_int_equal(options.picture.first_frame, row->first);
        assert_int_equal(options.picture.frames, row->count);
    }
}

// Without another option the files alone say what is drawn.
TEST(a_file_to_write_implies_a_mode)
{
    static const struct {
        const char *text;
        enum mode mode;
        bool is_y4m;
        int count;
    } rows[] = {
        { "-o a.png", MODE_SCREENSHOT, false, 1 },
        { "-oa.EXR", MODE_SCREENSHOT, false, 1 },
        { "--output=p.gpl --chain dither:palette=auto", MODE_SCREENSHOT, false, 1 },
        { "-o a.png -o p.gpl", MODE_SCREENSHOT, false, 2 },
        { "--screenshot 100%.png -o p.gpl", MODE_SCREENSHOT, false, 2 },
        { "-o f%04d.pfm", MODE_SEQUENCE, false, 1 },
        { "-o a.y4m", MODE_SEQUENCE, true, 1 },
        { "-o -", MODE_SEQUENCE, true, 1 },
        { "-o - --output-format png", MODE_SEQUENCE, false, 1 },
        { "--bench -o -", MODE_BENCH, false, 0 },
        { "--print chain -o -", MODE_PRINT, false, 0 },
        { "--list effects -o -", MODE_LIST, false, 0 },
        { "--bench -o - --output-format csv -o a.json", MODE_BENCH, false, 2 },
        { "--print kernel -o k.h", MODE_PRINT, false, 1 },
        { "-o s.png --sheet blurs", MODE_SHEET, false, 1 },
    };
    for_each(row, rows) {
        right(row->text);
        assert_int_equal(options.mode, row->mode);
        assert_int_equal(options.picture.is_y4m, row->is_y4m);
        assert_int_equal(options.outputs.count, row->count);
    }
}

TEST(frames_are_named_by_their_number)
{
    static const struct {
        const char *pattern;
        int number;
        const char *name;
    } good[] = {
        { "frame_%04d.png", 7, "frame_0007.png" },
        { "%d.png", 123456, "123456.png" },
        { "%3d.png", 7, "  7.png" },
        { "%02d.png", 1234, "1234.png" },
        { "100%%_%d.png", 1, "100%_1.png" },
    };
    char name[64];
    for_each(row, good) {
        if (!frame_name(row->pattern, row->number, name, sizeof(name), &error))
            fail_msg("'%s' is refused: %s", row->pattern, error.text);
        assert_string_equal(name, row->name);
    }
    for_each_text(row, "a.png", "%d_%d.png", "%s.png", "%n%d.png", "%*d.png", "%ld.png", "%-4d.png",
                  "%.3d.png", "%99999999999d.png", "%d.png%", "%", "%0999999999d")
        if (frame_name(*row, 1, name, sizeof(name), &error))
            fail_msg("'%s' is accepted", *row);
}
