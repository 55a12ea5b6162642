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
    error = (struct error){ 0 };
    if (parse(text) || !strstr(error.text, words) || strchr(error.text, '\n'))
        fail_msg("'%s' says '%s', not '%s'", text, error.text, words);
}

static const char *name_or_none(const char *name)
{
    return name ? name : "none";
}

static const char *joined(const char *const words[], int count)
{
    const char *text = count > 0 ? words[0] : "none";
    for (int i = 1; i < count; i++)
        text = formatted("%s,%s", text, words[i]);
    return text;
}

// All that a line of options.txt may name of the options, with a space on each side.
static const char *described(void)
{
    static const char *const modes[] = {
        "window", "screenshot", "sequence",  "sheet",   "export",   "bench",
        "report", "tune",       "audit",     "compare", "identify", "record",
        "verify", "case",       "translate", "explain", "list",     "print",
    };
    static const char *const sheets[] = { "presets", "scenes", "blurs", "chains" };
    const struct draw_options *draw = &options.draw;
    const struct picture_options *picture = &options.picture;
    const struct bench_options *bench = &options.bench;
    const struct audit_limits *limits = &options.audit.limits;
    FILE *out = begin_printing();
    char scene[PARAM_PRINTED_SIZE];
    scene_print(&draw->scene, scene, sizeof(scene));
    fprintf(out, " mode=%s chain=%s steps=%d first=%s chains=%s scene=%s size=%dx%d ",
            modes[options.mode], name_or_none(draw->chain_name), draw->chain.count,
            draw->chain.count > 0 ? draw->chain.steps[0].effect->name : "none",
            joined(draw->chain_texts, draw->chain_count), scene, draw->width, draw->height);
    fprintf(out, "scale=%g time=%g format=%s fuse=%d depth=%d msaa=%d gpu=%d gl_debug=%d vsync=%d ",
            draw->scene_scale, draw->time, texture_format_name(draw->format), (int) draw->fuse,
            draw->depth, draw->msaa, draw->gpu, draw->gl_debug, options.window.vsync);
    fprintf(out, "profile_off=%d chain_given=%d scene_given=%d format_given=%d retaken=%s ",
            draw->profile == PROFILE_OFF, draw->chain_given, draw->scene_given, draw->format_given,
            name_or_none(draw->retaken));
    fprintf(out, "path=%s overlay=%d sheet=%s frames=%d first_frame=%d y4m=%d quiet=%d verbose=%d ",
            name_or_none(picture->path), picture->overlay, sheets[picture->contact],
            picture->frames, picture->first_frame, picture->is_y4m, options.quiet, options.verbose);
    fprintf(out,
            "suite=%s sigma=%s budget=%g warmup=%d runs=%d quick=%d patience=%g fail_above=%g ",
            name_or_none(bench->suite), bench->sigma, (double) bench->budget, bench->warmup,
            bench->runs, bench->quick, bench->patience, bench->fail_above);
    fprintf(out, "audit=%s sigma.width=%g sigma.energy=%g psf.energy=%g files=%d json=%s csv=%s ",
            name_or_none(options.audit.name), (double) limits->sigma_width,
            (double) limits->sigma_energy, (double) limits->psf_energy, options.outputs.count,
            name_or_none(outputs_path(&options.outputs, OUTPUT_JSON)),
            name_or_none(outputs_path(&options.outputs, OUTPUT_CSV)));
    fprintf(out, "report=%s compare=%s tolerance=%s ",
            joined(options.report.words, options.report.count),
            joined(options.compare.files.words, options.compare.files.count),
            name_or_none(options.compare.tolerance));
    return end_printing();
}

TEST(lines_are_taken_or_refused_with_the_reason)
{
    int count = 0;
    for_each_line(row, file_text("tests/cases/options.txt", NULL))
    {
        const char *refused = strstr(row, " -> "), *taken = strstr(row, " => ");
        const char *end = refused ? refused : taken;
        if (row[0] == '#' || !row[0])
            continue;
        if (!end)
            fail_msg("'%s' has no arrow", row);
        const char *line = formatted("%.*s", (int) (end - row), row);
        if (refused) {
            wrong(line, refused + strlen(" -> "));
        } else {
            right(line);
            assert_values(line, taken + strlen(" => "), described());
        }
        count++;
    }
    assert_true(count > 310);
}

TEST(what_is_no_suite_names_them_all)
{
    wrong("--bench=nothing", " or all");
    for (int i = 0; suites[i]; i++)
        assert_contains(error.text, suites[i]->name);
}

TEST(a_name_is_not_empty)
{
    char *nameless[] = { "halation", "--compare", "", "b" };
    assert_fails(options_parse(&options, 4, nameless, &error), "needs names after it");
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

// A second value that silently won would measure something that was not asked for.
TEST(one_value_is_given_once)
{
    static const char values[] =
        ";chain=bloom;scene=ramp;image=a.png;size=9x9;msaa=4;depth=8;bench=;tune=sigma=16;audit=;"
        "list=gpus;print=chain;explain=dual;screenshot=a.png;vsync=on;format=rgba8;fuse=off;fps=2;"
        "compare=a b;tolerance=exact;sheet=blurs;shard=1/2;output-format=y4m;effects=docs;"
        "hook-size=2x;translate=css;";
    for (const struct option *row = option_table; row->name; row++) {
        if (!row->value || row->may_repeat || strcmp(row->name, "help") == 0 ||
            strcmp(row->name, "complete") == 0) // end the program
            continue;
        const char *name = formatted(";%s=", row->name), *found = strstr(values, name);
        const char *value = found ? found + strlen(name) : "1";
        const char *given = formatted("--%s %.*s", row->name, (int) strcspn(value, ";"), value);
        wrong(formatted("%s %s", given, given), "is given twice");
    }
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
    wrong("--chain dual,noen", "no effect 'noen'"); // and neon could not stand there
    assert_null(strstr(error.text, "neon"));
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
