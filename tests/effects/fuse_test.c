// Fused programs as text: what a person reads with --print shaders. Expected texts stand in
// tests/fused/.

#include "effects/fuse.h"
#include "effects/palette/palette.h"
#include "tests/fixtures/chain_fixture.h"
#include "tests/fixtures/folder_fixture.h"

static struct chain chain; // runs point into it

static bool add(struct fused_steps *run, const struct chain_step *step)
{
    const void *file;
    assert_true(effect_check(step->effect, step->params, 8, &file, &error));
    return fuse_add(run, step, 1, file);
}

static struct fused_steps make_run(const char *text)
{
    struct fused_steps run = { 0 };
    chain = parse_chain(text);
    while (run.count < chain.count)
        assert_true(add(&run, &chain.steps[run.count]));
    return run;
}

// A text that differs is written beside the tests' other output, to be looked at and copied over.
static void assert_text_is_in(const char *path, const char *text)
{
    if (strcmp(text, file_text(path, NULL)) == 0)
        return;
    const char *folder = getenv("BUILD");
    const char *shot = formatted("%s/%s", folder ? folder : "/tmp", strrchr(path, '/') + 1);
    put_file(shot, text);
    fail_msg("%s is not what is made now: see %s", path, shot);
}

TEST(text_is_as_expected)
{
    static const struct {
        const char *chain, *path;
        bool compute;
    } cases[] = {
        { "composite,tonemap,dither", "tests/fused/bloom.frag", false },
        { "exposure:roi=0/0/0.5/1,composite,exposure,composite:mode=mix,composite:strength=1",
          "tests/fused/twice.comp", true },
        { "", "tests/fused/copy.comp", true },
    };
    for_each(row, cases) {
        char text[FUSE_TEXT_SIZE];
        const struct fused_steps run = make_run(row->chain);
        const int length = fuse_write_text(&run, row->compute, text);
        assert_int_equal(length, strlen(text));
        assert_text_is_in(row->path, text);
    }
}

// "int u_depth 10, float s0_ev 4": the first number of each, but of arrays.
static const char *uniforms_text(const struct fuse_uniforms *uniforms)
{
    static const char *const types[] = { [UNIFORM_INT] = "int",
                                         [UNIFORM_FLOAT] = "float",
                                         [UNIFORM_VEC2] = "vec2",
                                         [UNIFORM_VEC4] = "vec4" };
    FILE *out = begin_printing();
    for (int i = 0; i < uniforms->count; i++) {
        const struct uniform *uniform = &uniforms->all[i];
        const char *between = i > 0 ? ", " : "";
        if (uniform->type == UNIFORM_VEC4_ARRAY)
            fprintf(out, "%svec4[] %s", between, uniform->name);
        else
            fprintf(out, "%s%s %s %g", between, types[uniform->type], uniform->name,
                    uniform->type == UNIFORM_INT ? uniform->i : (double) uniform->f[0]);
    }
    return end_printing();
}

TEST(uniforms_have_the_names_of_the_text)
{
    const struct fuse_context context = { .width = 64, .height = 32, .depth = 10, .frame = 7 };
    struct fuse_uniforms uniforms;
    const struct fused_steps run =
        make_run("exposure:ev=2:roi=0.25/0/0.5/1,saturation:luma=rec709");
    fuse_set_uniforms(&run, &context, &uniforms);
    // The region is in texels, of which there are 64; a choice is a constant.
    assert_string_equal(uniforms_text(&uniforms), "int u_depth 10, int u_frame 7, float s0_ev 4, "
                                                  "vec4 s0_roi 16, float s1_factor 1");
}

// Only where a step asks for it.
TEST(the_size_of_the_picture_is_a_uniform)
{
    static const struct effect place = { .name = "place",
                                         .pointwise = true,
                                         .reads_size = true,
                                         .file.function = "place",
                                         .file.text = "\n" };
    const struct fuse_context context = { .width = 64, .height = 32, .depth = 8 };
    struct fuse_uniforms uniforms;
    struct chain_step step;
    char text[FUSE_TEXT_SIZE];
    struct fused_steps run = make_run("exposure:ev=1,tonemap,dither:palette=gameboy");
    fuse_write_text(&run, true, text);
    assert_null(strstr(text, "READS_SIZE"));
    fuse_set_uniforms(&run, &context, &uniforms);
    assert_contains(uniforms_text(&uniforms), "int u_frame 0, vec4[] u_constants");
    assert_contains(text, formatted("uniform vec4 u_constants[%d];", uniforms.all[2].count));
    chain_step_init(&step, &place);
    assert_true(fuse_add(&run, &step, 1, NULL));
    fuse_write_text(&run, true, text);
    assert_contains(text, "#define READS_SIZE\n");
    fuse_write_joined_text(&run, "box/box.frag", true, text);
    assert_contains(text, "#define READS_SIZE\n");
    fuse_set_uniforms(&run, &context, &uniforms);
    assert_contains(uniforms_text(&uniforms),
                    "int u_frame 0, vec2 u_picture 64, vec4[] u_constants");
}

TEST(labels_join_the_names)
{
    char label[64];
    struct fused_steps run = make_run("composite,tonemap,dither");
    fuse_write_label(&run, label, sizeof(label));
    assert_string_equal(label, "composite + tonemap + dither");
    run.count = 0;
    fuse_write_label(&run, label, sizeof(label));
    assert_string_equal(label, "copy");
    run.count = 3;
    fuse_write_label(&run, label, 12);
    assert_string_equal(label, "composite +");
}

// Outside a region the light is not encoded, and may be above 1.
TEST(values_are_known_to_be_display_values_without_a_region)
{
    char text[FUSE_TEXT_SIZE];
    struct fused_steps run = make_run("tonemap,dither");
    fuse_write_text(&run, true, text);
    assert_contains(text, "px.bounded = true;");
    run = make_run("tonemap:roi=0/0/0.5/1,dither");
    fuse_write_text(&run, true, text);
    assert_null(strstr(text, "px.bounded"));
}

TEST(a_run_ends_before_it_overflows)
{
    const struct fused_steps one = make_run("composite");
    struct fused_steps run = { 0 };
    while (add(&run, one.steps[0]))
        continue;
    assert_compare(run.count, >=, 4);
    char text[FUSE_TEXT_SIZE];
    assert_compare(fuse_write_text(&run, true, text), <, FUSE_TEXT_SIZE);
    const struct fused_steps wide = make_run("threshold:roi=0/0/0.5/1"); // four uniforms
    run = (struct fused_steps){ 0 };
    while (add(&run, wide.steps[0]))
        continue;
    assert_int_equal(run.count, (FUSE_MAX_UNIFORMS - 2) / 4);
    run = make_run("dither");
    const struct chain_step first = chain.steps[0];
    run.steps[0] = &first;
    make_run("dither:palette=gameboy");
    assert_false(add(&run, &chain.steps[0])); // there is one binding for a palette
}

// ---- palettes

static void write_palette(int colours)
{
    FILE *file = begin_printing();
    for (int i = 0; i < colours; i++)
        fprintf(file, "%06x\n", i * 0x0f1f2f);
    put_file("p.hex", end_printing());
}

// The file changes under a program that stays.
TEST(a_run_has_the_palette_that_it_was_made_with)
{
    const struct fuse_context context = { .width = 64, .height = 32, .depth = 8 };
    struct fuse_uniforms before, after;
    char text[FUSE_TEXT_SIZE], later[FUSE_TEXT_SIZE];
    folder_enter();
    write_palette(1);
    // The most steps beside a palette of one colour, so that another one would not fit.
    char steps[1024] = "";
    for (int i = 0; i < 15; i++)
        sprintf(steps + strlen(steps), "exposure:ev=%d:roi=0/0/0.5/1,", i);
    strcat(steps, "dither:palette=p.hex");
    const struct fused_steps run = make_run(steps);
    fuse_write_text(&run, true, text);
    fuse_set_uniforms(&run, &context, &before);
    for (int colours = 0; colours <= 16; colours += 8) { // none is a broken file
        write_palette(colours);
        fuse_write_text(&run, true, later);
        fuse_set_uniforms(&run, &context, &after);
        assert_string_equal(later, text);
        assert_int_equal(after.count, before.count);
        for (int i = 0; i < before.count; i++)
            assert_string_equal(after.all[i].name, before.all[i].name);
        assert_int_equal(after.all[2].count, before.all[2].count);
        assert_memory_equal(after.constants, before.constants,
                            sizeof(float[4]) * (size_t) before.all[2].count);
    }
}

// fuse_same_text relies on this: with any palette the variants agree as they do without one.
TEST(variants_agree_whatever_the_palette)
{
    static const char *const values[] = { "strength=0",       "strength=0.5", "strength=1",
                                          "strength=2",       "bits=3",       "bits=5",
                                          "bits=3:strength=0" };
    enum { VALUES = COUNT_OF(values) };
    for (const struct palette_named *named = palettes; named->name; named++) {
        struct chain_step steps[VALUES];
        int variants[VALUES];
        const struct palette *palette = palette_load(named->name, &error);
        for (int i = 0; i < VALUES; i++) {
            make_run(formatted("dither:palette=%s:%s", named->name, values[i]));
            steps[i] = chain.steps[0];
            variants[i] = steps[i].effect->variant(steps[i].params, palette);
            for (int k = 0; k < i; k++)
                assert_int_equal(fuse_same_text(&steps[i], &steps[k]), variants[i] == variants[k]);
        }
    }
}
