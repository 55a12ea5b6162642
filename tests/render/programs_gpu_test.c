// Programs that are freed because others were needed: their number is bounded, and nobody who
// borrowed one knows of it.

#include "effects/effect_impl.h"
#include "render/context/gl_objects.h"
#include "render/frame_work.h"
#include "render/shader_source.h"
#include "tests/fixtures/blur_fixture.h"
#include "tests/fixtures/folder_fixture.h"

#include <epoxy/gl.h>
#include <sys/stat.h>

enum { BUDGET = 12, REBUILDS = 25, WIDTH = 33, HEIGHT = 18 };

// More programs together than the budget, joined ones and those of both kinds among them.
static const char *const chains[] = {
    "threshold,dual:impl=cs_blocked,composite,tonemap,dither",
    "gaussian:sigma=3:impl=fs_separable,exposure",
    "gaussian:sigma=3:line=16:impl=cs_shared,saturation",
    "box:radius=3:impl=cs_double,tonemap",
    "box:radius=3:batch=2:impl=cs_running",
    "kawase:sigma=4:impl=fs_passes,tonemap",
    "kawase:sigma=5:impl=cs_separable,dither",
    "pyramid:sigma=6:impl=fs_passes",
    "mips:sigma=3,exposure,dither:matrix=ign",
    "exposure,saturation,tonemap:curve=hable",
};

enum { COUNT = COUNT_OF(chains) };

struct prepared {
    struct plan plan;
    struct image picture;
};

static void build(struct prepared *prepared, const char *text)
{
    const struct plan_options options = {
        .width = WIDTH,
        .height = HEIGHT,
        .format = FORMAT_RGBA32F,
    };
    prepared->plan = build_plan(chain_of(text), &options);
}

static struct image run_in_frame(const struct plan *plan, const struct image *source)
{
    struct gpu *gpu = gpu_fixture();
    gpu_begin_frame(gpu, "frame");
    struct image output = run_plan(plan, source);
    gpu_end_frame(gpu);
    drain_timer();
    return output;
}

static int count_programs(void)
{
    return gl_objects_count(GL_OBJECTS_PROGRAMS);
}

static void assert_same(const struct plan *plan, const struct image *source,
                        const struct image *expected)
{
    LOCAL_IMAGE image = run_in_frame(plan, source);
    assert_same_image(&image, expected);
}

TEST(programs_stay_few_and_pictures_stay_the_same)
{
    static struct prepared first[COUNT], again;
    uint64_t seed = 11;
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_RANDOM, WIDTH, HEIGHT);
    for (int i = 0; i < COUNT; i++) {
        build(&first[i], chains[i]);
        first[i].picture = run_in_frame(&first[i].plan, &source);
    }
    assert_true(count_programs() > 2 * BUDGET); // all are kept
    gpu_fixture()->programs.budget = BUDGET;
    for (int i = 0; i < REBUILDS; i++) {
        const int which = (int) (chance_share(&seed) * COUNT);
        build(&again, chains[which]);
        for (int frame = 0; frame < 3; frame++)
            assert_same(&again.plan, &source, &first[which].picture);
        assert_true(count_programs() <= BUDGET + again.plan.count * EFFECT_MAX_PROGRAMS);
    }
    assert_true(count_programs() <= BUDGET);
    for (int i = 0; i < COUNT; i++) // plans whose programs have long been freed
        assert_same(&first[i].plan, &source, &first[i].picture);
    assert_true(reload_programs(&gpu_fixture()->programs, &error));
    for (int i = 0; i < COUNT; i++) {
        assert_same(&first[i].plan, &source, &first[i].picture);
        image_finish(&first[i].picture);
    }
    gpu_fixture()->programs.budget = 0;
}

TEST(what_is_in_use_is_never_freed)
{
    struct prepared one;
    struct program_cache *cache = &gpu_fixture()->programs;
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_RANDOM, WIDTH, HEIGHT);
    build(&one, "kawase:sigma=4:impl=fs_passes,tonemap");
    cache->budget = 1;
    struct image image = run_in_frame(&one.plan, &source);
    image_finish(&image);
    const struct program_list *programs = one.plan.nodes[0].programs;
    unsigned ids[EFFECT_MAX_PROGRAMS] = { 0 };
    int kept = 0;
    for (int frame = 0; frame < 6; frame++) {
        image = run_in_frame(&one.plan, &source);
        image_finish(&image);
        for (int i = 0; i < programs->count && frame > 3; i++) {
            kept += programs->items[i]->id != 0;
            assert_true(frame == 4 || ids[i] == programs->items[i]->id);
            ids[i] = programs->items[i]->id;
        }
    }
    assert_true(kept >= 2);
    assert_true(count_programs() > cache->budget);
    cache->budget = 0;
}

// ---- files that are broken when a program is needed

// Uses another program until this one is beyond the budget.
static void free_program(struct program_cache *cache, const struct program *program)
{
    const struct program_desc other = {
        .file = "other.frag",
        .text = "#version 430 core\nlayout(location = 0) out vec4 out_color;\n"
                "void main() { out_color = vec4(1); }\n",
    };
    cache->budget = 1;
    for (int i = 0; i < 3; i++) {
        program_cache_end_frame(cache);
        assert_non_null(program_cache_get(cache, &other, &error));
        program_cache_use(cache, program_cache_get(cache, &other, &error));
    }
    program_cache_end_frame(cache);
    assert_int_equal(program->id, 0);
}

TEST(a_freed_program_whose_file_is_broken_is_the_built_in_one)
{
    struct program_cache *cache = &gpu_fixture()->programs;
    const struct program_desc desc = { .file = "common/copy.frag", .defines = "UNUSED=7" };
    const struct program_desc first = { .file = "common/copy.frag", .defines = "UNUSED=8" };
    static const char good[] = "#version 430 core\nlayout(location = 0) out vec4 out_color;\n"
                               "void main() { out_color = vec4(0.5); }\n";
    folder_enter();
    assert_int_equal(mkdir("common", 0700), 0);
    put_file("common/copy.frag", good);
    assert_true(shader_source_set_directory(".", &error));
    const struct program *program = program_cache_get(cache, &desc, &error);
    assert_non_null(program);
    for (int i = 0; i < 2; i++) { // and so once more
        free_program(cache, program);
        put_file("common/copy.frag", "void main( {");
        program_cache_use(cache, program);
        assert_true(program->id != 0);
    }
    assert_true(program_cache_need(cache, &first)->id != 0); // by the text inside of the program
    assert_fails(reload_programs(cache, &error), "copy.frag:1");
    put_file("common/copy.frag", good);
    assert_true(reload_programs(cache, &error));
    cache->budget = 0;
    shader_source_set_directory(NULL, &error);
    assert_true(reload_programs(cache, &error));
}

// ---- reading files again

static PFNGLLINKPROGRAMPROC real_link;
static int links;

static void GLAPIENTRY count_link(GLuint program)
{
    links++;
    real_link(program);
}

static void stop_counting(void)
{
    epoxy_glLinkProgram = real_link;
    shader_source_set_directory(NULL, &error);
    reload_programs(&gpu_fixture()->programs, &error);
}

// A program whose text is as before is not compiled again, and one that did not compile keeps its
// error.
TEST(a_reload_compiles_what_has_changed)
{
    static const char form[] = "#version 430 core\n#include \"%s\"\n"
                               "layout(location = 0) out vec4 out_color;\n"
                               "void main() { out_color = vec4(VALUE); }\n";
    struct program_cache *cache = &gpu_fixture()->programs;
    folder_enter();
    put_file("value.glsl", "#define VALUE 0.5\n");
    put_file("a.frag", formatted(form, "value.glsl"));
    put_file("b.frag", formatted(form, "b.glsl"));
    put_file("b.glsl", "#define VALUE 1\n");
    assert_true(shader_source_set_directory(".", &error));
    const struct program *a =
        program_cache_get(cache, &(struct program_desc){ .file = "a.frag" }, &error);
    assert_non_null(program_cache_get(cache, &(struct program_desc){ .file = "b.frag" }, &error));
    real_link = epoxy_glLinkProgram;
    epoxy_glLinkProgram = count_link;
    at_end(stop_counting);
    const unsigned id = a->id;
    assert_true(reload_programs(cache, &error));
    assert_int_equal(links, 0);
    assert_int_equal(a->id, id);
    put_file("value.glsl", "#define VALUE 0.25\n");
    assert_true(reload_programs(cache, &error));
    assert_int_equal(links, 1);
    assert_int_not_equal(a->id, id);
    put_file("value.glsl", "#define VALUE (\n");
    for (int i = 0; i < 2; i++) {
        assert_fails(reload_programs(cache, &error), "a.frag:4");
        assert_int_equal(links, 2);
    }
    put_file("value.glsl", "#define VALUE 0.25\n");
    program_cache_begin_reload(cache);
    program_cache_work(cache);
    program_cache_begin_reload(cache); // what it compiled is cancelled, and compiled again
    assert_true(program_cache_end_reload(cache, &error));
    assert_true(links >= 3);
    assert_true(a->id != 0);
}

// ---- compiling between frames

static int work_in_a_frame(struct program_cache *cache)
{
    frame_work_begin_frame();
    return program_cache_work(cache);
}

TEST(requested_programs_are_compiled_between_frames)
{
    struct program_cache *cache = &gpu_fixture()->programs;
    static const char compute[] = "#version 430\n"
                                  "layout(local_size_x = 7) in;\n"
                                  "layout(r32f) writeonly uniform image2D u_to;\n"
                                  "void main() { imageStore(u_to, ivec2(0), vec4(WORTH)); }\n";
    const struct program_desc fine = { "wanted.comp", .text = compute, .defines = "WORTH=1" };
    const struct program_desc other = { "wanted.comp", .text = compute, .defines = "WORTH=2" };
    const struct program_desc broken = { "wanted.comp", .text = compute, .defines = "WORTH=none" };
    const struct program_desc missing = { "nowhere.comp" };
    assert_int_equal(program_cache_work(cache), 0);
    cache->defers = true;
    const struct program *program = program_cache_get(cache, &fine, &error);
    assert_non_null(program);
    assert_int_equal(program->id, 0);
    assert_false(program_cache_has(cache, &fine));
    assert_non_null(program_cache_get(cache, &other, &error));
    program_cache_cancel(cache);
    assert_ptr_equal(program_cache_get(cache, &fine, &error), program); // still
    assert_non_null(program_cache_get(cache, &broken, &error));
    assert_non_null(program_cache_get(cache, &missing, &error));
    cache->defers = false;
    int calls = 1;
    while (work_in_a_frame(cache) > 0 && calls < 500)
        calls++;
    assert_true(program->id != 0);
    assert_int_equal(program->group_size[0], 7);
    assert_false(program_cache_has(cache, &other)); // it is no longer wanted
    assert_fails(program_cache_get(cache, &broken, &error), "wanted.comp:4");
    assert_fails(program_cache_get(cache, &missing, &error), "nowhere.comp");
    assert_true(program_cache_get(cache, &other, &error)->id != 0); // at once, as ever
}

// Drivers without the extension say nothing.
TEST(a_driver_that_says_nothing_is_waited_for)
{
    struct program_cache *cache = &gpu_fixture()->programs;
    const bool before = cache->compiles_in_threads;
    cache->compiles_in_threads = false;
    const struct program_desc desc = { .file = "common/copy.frag", .defines = "UNUSED=3" };
    cache->defers = true;
    const struct program *program = program_cache_get(cache, &desc, &error);
    cache->defers = false;
    assert_int_equal(work_in_a_frame(cache), 0);
    assert_true(program->id != 0);
    cache->compiles_in_threads = before;
}

// A driver that compiles at once gives a frame one program beyond its budget, and one that
// compiles apart and is done at once, too.
TEST(a_frame_gets_one_program_beyond_its_budget)
{
    enum { PROGRAMS = 5 };
    struct program_cache *cache = &gpu_fixture()->programs;
    const bool before = cache->compiles_in_threads;
    frame_work_end_frame();
    for (int apart = 0; apart < 2; apart++) {
        const struct program *programs[PROGRAMS];
        cache->compiles_in_threads = apart;
        cache->defers = true;
        for (int i = 0; i < PROGRAMS; i++) {
            const char *defines = formatted("UNUSED=%d", 10 + PROGRAMS * apart + i);
            const struct program_desc desc = { .file = "common/copy.frag", .defines = defines };
            programs[i] = program_cache_get(cache, &desc, &error);
        }
        cache->defers = false;
        frame_work_set_budget(1e-9); // less than any program takes
        for (int frame = 0, left = PROGRAMS; left > 0; frame++) {
            const struct frame_work_times *times = frame_work_times();
            assert_true(frame < 2 * PROGRAMS);
            left = work_in_a_frame(cache);
            assert_true(times->kinds[FRAME_WORK_COMPILE].count <= 1);
            assert_true(times->kinds[FRAME_WORK_LINK].count <= 1);
            assert_true(
                times->kinds[FRAME_WORK_COMPILE].count + times->kinds[FRAME_WORK_LINK].count > 0);
            frame_work_end_frame();
        }
        for (int i = 0; i < PROGRAMS; i++)
            assert_true(programs[i]->id != 0);
    }
    frame_work_set_budget(0.004);
    cache->compiles_in_threads = before;
    glGetError(); // a driver without the extension knows no completion
}

// Only numbers: one for a sampler would bind another texture, and the picture would be black.
TEST(a_program_knows_where_its_numbers_are)
{
    static const char text[] = "#version 430 core\n"
                               "layout(local_size_x = 1) in;\n"
                               "layout(location = 2) uniform int u_number;\n"
                               "layout(location = 5) uniform sampler2D u_textures[2];\n"
                               "layout(location = 70, rgba8) uniform readonly image2D u_image;\n"
                               "layout(location = 71) uniform vec4 u_numbers[3];\n"
                               "uniform float u_unused;\n"
                               "layout(binding = 1) writeonly uniform image2D u_out;\n"
                               "void main()\n{\n"
                               "    vec4 sum = texelFetch(u_textures[0], ivec2(u_number), 0);\n"
                               "    sum += texelFetch(u_textures[1], ivec2(u_number), 0);\n"
                               "    sum += u_numbers[u_number] + imageLoad(u_image, ivec2(0));\n"
                               "    imageStore(u_out, ivec2(0), sum);\n}\n";
    const struct program *program = program_of("uniforms.comp", text);
    assert_int_equal(program->uniform_count, 2);
    for_each_text(name, "u_textures", "u_image")
        assert_int_equal(program_uniform_location(program, *name, 0), -1);
    // In the order of a pass, and again.
    static const char *const names[] = { "u_unused", "u_numbers", "u_number" };
    static const int locations[] = { -1, 71, 2 };
    for (int i = 0; i < 6; i++)
        assert_int_equal(program_uniform_location(program, names[i % 3], i % 3), locations[i % 3]);
    for (int i = 0; i < 3; i++)
        assert_string_equal(program->uniforms[i].name, names[i]);
}
