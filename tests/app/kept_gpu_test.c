// Frames that run only what changed: whatever is turned, the picture is that of a whole frame, and
// what lies before the first changed step does not run.

#include "app/edit/edit.h"
#include "app/window/session/background/background.h"
#include "effects/palette/palette.h"
#include "render/shader_source.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/renderer_fixture.h"

#include <sys/stat.h>
#include <unistd.h>

enum { WIDTH = 40, HEIGHT = 26 };

static struct renderer renderer;
static void start(const char *chain, const char *scene)
{
    struct draw_options options = draw_options_of(chain, scene, WIDTH, HEIGHT);
    options.msaa = 0;
    assert_works(renderer_init(&renderer, &options, &error));
}

static void end(void)
{
    renderer_finish(&renderer);
}

// ---- one frame

struct ran {
    int dispatches;
    int kept; // nodes, from the first on
    bool scene;
    int count, passes[1 + PLAN_MAX_NODES]; // of the scene and of each node
};

static struct ran count_frame(void)
{
    const struct gpu_frame *frame = gpu_timer_collect(&renderer.gpu.timer, true);
    struct ran ran = { .dispatches = frame->scopes[0].dispatches };
    for (int i = 1; i < frame->count; i++) {
        const struct gpu_scope *scope = &frame->scopes[i];
        if (scope->depth != 1 || strstr(scope->name, "(identity)"))
            continue;
        if (i == 1)
            ran.scene = !scope->is_cached;
        else
            ran.kept += scope->is_cached;
        ran.passes[ran.count++] = scope->dispatches;
        assert_true(!scope->is_cached || scope->dispatches == 0);
    }
    assert_null(gpu_timer_collect(&renderer.gpu.timer, true));
    return ran;
}

// The picture of a side by a scene and a plan that run whole, into images of their own.
static struct ran draw_whole(const struct side *side, double time, struct image *image)
{
    const struct plan_options *o = &renderer.plan_options;
    LOCAL_TEXTURE source = new_texture(o->width, o->height, o->format);
    LOCAL_TEXTURE output = new_texture(o->width, o->height, side->output.format);
    gpu_begin_frame(&renderer.gpu, "whole");
    scene_draw(&renderer.scene, renderer.scene_state, &renderer.gpu, time, renderer.samples,
               renderer.scene_scale, &source);
    plan_run(&side->plan, NULL, &renderer.gpu, &source, &output, renderer.frame - 1);
    gpu_end_frame(&renderer.gpu);
    *image = read_texture(&output, IMAGE_TYPE_U8);
    return count_frame();
}

static struct ran assert_same_picture(const struct side *side, double time, const char *what)
{
    LOCAL_IMAGE whole;
    LOCAL_IMAGE drawn = read_texture(&side->output, IMAGE_TYPE_U8);
    const struct ran ran = draw_whole(side, time, &whole);
    if (memcmp(drawn.texels, whole.texels, image_bytes(&whole)) != 0)
        fail_msg("%s: not the picture of a whole frame", what);
    return ran;
}

// A new kernel's frequencies are made once, by two passes that no later frame has.
static int passes_of_once(const struct plan *plan)
{
    int count = 0;
    for (int i = 0; i < plan->count; i++)
        count += plan->nodes[i].impl && strcmp(plan->nodes[i].impl->name, "cs_fft") == 0 ? 2 : 0;
    return count;
}

// Draws what has changed, and then nothing a second time.
static struct ran draw_at(double time, const char *what)
{
    renderer_draw_changes(&renderer, time);
    const struct ran ran = count_frame();
    const struct ran whole = assert_same_picture(&renderer.side, time, what);
    // All that is not kept has run, with all its passes, and no more.
    int passes = ran.scene ? whole.passes[0] : 0;
    assert_int_equal(ran.count, whole.count);
    for (int i = 1 + ran.kept; i < whole.count; i++)
        passes += whole.passes[i];
    if (ran.dispatches != passes && ran.dispatches != passes + passes_of_once(&renderer.side.plan))
        fail_msg("%s: %d draws and dispatches, not %d", what, ran.dispatches, passes);
    renderer_draw_changes(&renderer, time);
    const struct ran again = count_frame();
    if (again.dispatches != 0 || again.scene || again.kept != renderer.side.plan.count)
        fail_msg("%s: %d draws and dispatches where nothing has changed", what, again.dispatches);
    return ran;
}

static struct ran draw(const char *what)
{
    return draw_at(0.5, what);
}

static void take(const struct chain *chain)
{
    assert_works(renderer_set_chain(&renderer, chain, &error));
}

static void take_text(const char *text)
{
    take(chain_of(text));
}

// ---- parameters

static void turn(const struct param *row, void *values)
{
    if (row->type == PARAM_TYPE_TEXT) {
        const char *text = param_is_default(row, values) ? "pico8" : "none";
        snprintf(param_field(row, values), PARAM_TEXT_SIZE, "%s", text);
        return;
    }
    unsigned char before[EFFECT_MAX_PARAMS_SIZE + sizeof(struct chain_step)];
    memcpy(before, values, row->offset + 4 * sizeof(float));
    param_nudge(row, values, 0, 1, false);
    if (param_equal(row, before, values))
        param_nudge(row, values, 0, -1, false);
}

// Turns a row there and back. Returns how many nodes were kept.
static void turn_row(const struct chain *base, int step, int index)
{
    void *values;
    struct chain turned = *base;
    const struct param *row = chain_step_param(&turned.steps[step], index, &values);
    const struct plan before = renderer.side.plan;
    turn(row, values);
    const char *what = formatted("%s %s", base->steps[step].effect->name, row->key);
    assert_false(chain_equal(base, &turned));
    if (!renderer_set_chain(&renderer, &turned, &error))
        return; // together with the others it is refused
    // The leading nodes that both plans share, before the node of the step, must be kept.
    int expected = 0;
    while (expected < before.count - 1 && expected < renderer.side.plan.count - 1 &&
           before.nodes[expected].last_step < step &&
           strcmp(before.nodes[expected].label, renderer.side.plan.nodes[expected].label) == 0)
        expected++;
    const struct ran there = draw(what);
    assert_false(there.scene);
    if (there.kept != expected)
        fail_msg("%s: %d nodes are kept, not %d", what, there.kept, expected);
    take(base);
    assert_int_equal(draw(what).kept, expected);
}

static struct chain chain_around(const struct effect *effect)
{
    static const char *const around[] = {
        [COLOUR_LINEAR] =
            "exposure:ev=0.5,box:sigma=1.5,%s,gaussian:sigma=1.2,tonemap,pixelate:cell=2",
        [COLOUR_ANY] =
            "exposure:ev=0.5,box:sigma=1.5,%s,gaussian:sigma=1.2,tonemap,pixelate:cell=2",
        [COLOUR_ENCODES] = "exposure:ev=0.5,box:sigma=1.5,%s,pixelate:cell=2,dither",
        [COLOUR_DISPLAY] = "exposure,box:sigma=1.5,tonemap,pixelate:cell=2,%s,pixelate:cell=3",
    };
    const bool is_lut = effect == &effect_lut; // which may put out both, and nothing by default
    return parse_chain(formatted(around[is_lut ? COLOUR_ENCODES : effect->colour],
                                 is_lut ? "lut:file=sepia" : effect->name));
}

TEST(every_parameter_of_every_effect)
{
    start("exposure", "lights");
    int count = 0;
    while (effects[count])
        count++;
    for (int i = 0; i < count; i++) {
        const struct chain chain = chain_around(effects[i]);
        void *values;
        int step = 0;
        if (!test_runs_row(i, count, count / 2))
            continue;
        while (step < 2 || chain.steps[step].effect != effects[i])
            step++;
        take(&chain);
        draw(effects[i]->name);
        struct chain rows = chain;
        for (int row = 0; chain_step_param(&rows.steps[step], row, &values); row++)
            turn_row(&chain, step, row);
    }
}

// ---- other changes

#define LONG "threshold,dual:sigma=2,composite,gaussian:sigma=1,tonemap,pixelate:cell=2,dither"

TEST(only_what_comes_behind_runs)
{
    start(LONG, "lights");
    const struct ran whole = draw("the first frame");
    assert_int_equal(whole.kept, 0);
    assert_true(whole.scene);
    struct chain chain = renderer.side.chain;
    edit_nudge(&chain, 6, 1, 1, false); // bits of the dither
    take(&chain);
    const struct ran last = draw("the last step");
    assert_true(last.dispatches > 0 && last.dispatches < whole.dispatches / 2);
    assert_int_equal(last.kept, renderer.side.plan.count - 1);
    take_text("threshold:level=0.5,dual:sigma=2,composite,gaussian:sigma=1,tonemap,pixelate:cell=2,"
              "dither");
    const struct ran first = draw("the first step");
    assert_int_equal(first.kept, 0);
    assert_false(first.scene);
}

TEST(steps_that_come_go_and_move)
{
    static const char *const texts[] = {
        LONG,
        "threshold,dual:sigma=2,composite,gaussian:sigma=1,tonemap,pixelate:cell=2",
        "threshold,dual:sigma=2,composite,gaussian:sigma=1,tonemap,-pixelate:cell=2,dither",
        "threshold,dual:sigma=2,composite,gaussian:sigma=1",
        "threshold,dual:sigma=2,composite",
        "threshold,-dual:sigma=2,composite,gaussian:sigma=1,tonemap,dither",
        "threshold,gaussian:sigma=1,dual:sigma=2,composite,tonemap,dither",
        "threshold,gaussian:sigma=1,dual:sigma=2:roi=0/0/0.5/1,composite,tonemap,dither",
        "gaussian:sigma=1,gaussian:sigma=1,gaussian:sigma=1",
        "gaussian:sigma=1,gaussian:sigma=1",
        "box:sigma=0,gaussian:sigma=1,box:sigma=0,tonemap",
        "tonemap,dither:animate=on",
        "tonemap,pixelate:cell=2,pixelate:cell=3,pixelate:cell=5",
        "tonemap,pixelate:cell=2,pixelate:cell=3",
        "tonemap,pixelate:cell=2,pixelate:cell=3,pixelate:cell=5",
        "tonemap,pixelate:cell=2",
        "",
    };
    enum { COUNT = COUNT_OF(texts) };
    uint64_t seed = 5;
    start(LONG, "lights");
    draw("the first frame");
    for (int i = 0; i < 2 * COUNT; i++) {
        const int text = i < COUNT ? i : (int) (chance_share(&seed) * COUNT) % COUNT;
        take_text(texts[text]);
        draw(texts[text]);
    }
}

static void assert_whole(const char *what)
{
    const struct ran ran = draw(what);
    if (ran.kept != 0 || !ran.scene)
        fail_msg("%s: something is kept", what);
}

TEST(format_size_and_samples_change_all)
{
    start(LONG, "icosahedra");
    draw("the first frame");
    assert_true(renderer_resize(&renderer, WIDTH + 3, HEIGHT, &error));
    assert_whole("another size");
    assert_true(renderer_resize(&renderer, WIDTH, HEIGHT, &error));
    assert_whole("the first size again");
    renderer.samples = 2;
    assert_whole("samples");
    renderer.scene_scale = 0.5f;
    assert_whole("the scene's scale");
    renderer.plan_options.fuse = PLAN_FUSE_OFF;
    assert_true(renderer_rebuild(&renderer, &error));
    assert_int_equal(draw("without fusing").kept, 0);
    renderer.plan_options.format = FORMAT_RGBA32F;
    assert_true(renderer_resize(&renderer, WIDTH, HEIGHT, &error));
    assert_whole("another format");
    assert_true(reload_programs(&renderer.gpu.programs, &error));
    assert_whole("shaders that were read again");
}

TEST(time_and_the_scene_change_all)
{
    struct scene_choice scene = parse_scene("checker");
    start(LONG, "icosahedra");
    draw("the first frame");
    assert_true(draw_at(0.75, "another moment").scene);
    assert_true(renderer_set_scene(&renderer, &scene, &error));
    assert_whole("another scene");
    scene = parse_scene("checker:dark=0.25");
    assert_true(renderer_set_scene(&renderer, &scene, &error));
    assert_whole("a number of the scene");
    assert_false(draw_at(7, "a still scene has no moments").scene);
}

// A frame of the other kind between leaves nothing that is wrong.
TEST(whole_frames_between)
{
    start("dual:sigma=2,tonemap,dither:animate=on:bits=2", "icosahedra");
    draw("the first frame");
    for (int i = 0; i < 3; i++) {
        renderer_draw(&renderer, 1 + i);
        assert_int_equal(count_frame().kept, 0);
        assert_same_picture(&renderer.side, 1 + i, "a whole frame");
        for (int node = 0; node < PLAN_MAX_NODES; node++)
            assert_int_equal(renderer.side.cache.images[node].id, 0); // memory that would lie idle
        assert_false(draw_at(1 + i, "time stands").scene);
    }
}

// ---- files

TEST(palettes_that_are_written_again)
{
    folder_enter();
    put_file("p.hex", "000000\nffffff\n");
    start("tonemap", "lights");
    take_text("box:sigma=1,tonemap,error_diffusion:palette=p.hex,pixelate:cell=2,dither");
    draw("two colours");
    put_file("p.hex", "202020\nff8000\n");
    assert_int_equal(draw("a file that no plan has read").dispatches, 0);
    assert_true(renderer_rebuild(&renderer, &error));
    const struct ran ran = draw("other colours");
    assert_true(ran.dispatches > 0 && ran.kept > 0);
    put_file("p.hex", "no colours\n");
    assert_false(renderer_rebuild(&renderer, &error));
    assert_int_equal(draw("a broken file leaves the old colours").dispatches, 0);
}

static int count_colours(const struct sides *sides)
{
    return ((const struct palette *) sides->other.plan.nodes[0].fused.file)->count;
}

// Each side has the palette that its plan has read, also where both name one file.
TEST(the_other_side_gets_a_palette_that_is_written_again)
{
    struct sides sides;
    folder_enter();
    put_file("p.hex", "000000\nffffff\n");
    start("tonemap", "lights");
    sides_init(&sides);
    const struct chain *other = chain_of("tonemap,dither:palette=p.hex");
    assert_true(sides_update(&sides, &renderer, other, &error));
    assert_int_equal(count_colours(&sides), 2);
    put_file("p.hex", "000000\nffffff\nff0000\n");
    assert_true(sides_update(&sides, &renderer, other, &error));
    assert_int_equal(count_colours(&sides), 2); // nothing has said so yet
    assert_true(sides_rebuild(&sides, &renderer, &error));
    assert_int_equal(count_colours(&sides), 3);
    put_file("p.hex", "no colours\n");
    assert_false(sides_rebuild(&sides, &renderer, &error));
    assert_true(sides.shown && count_colours(&sides) == 3);
    sides_finish(&sides);
}

// The picture has another size, and the other side's programs for it still compile.
TEST(the_other_side_is_hidden_until_it_has_the_size_of_the_picture)
{
    struct sides sides;
    start("exposure", "ramp");
    const struct chain *other = chain_of("saturation");
    sides_init(&sides);
    assert_true(sides_update(&sides, &renderer, other, &error));
    renderer_draw_changes(&renderer, 0);
    sides_draw(&sides, &renderer, true);
    assert_true(sides.shown);
    assert_true(renderer_resize(&renderer, WIDTH + 8, HEIGHT, &error));
    renderer_draw_changes(&renderer, 0);
    sides_draw(&sides, &renderer, true);
    assert_false(sides.shown);
    assert_true(sides_update(&sides, &renderer, other, &error));
    sides_draw(&sides, &renderer, true);
    assert_true(sides.shown);
    assert_int_equal(sides.other.output.width, WIDTH + 8);
    sides_finish(&sides);
}

// The old programs stay, with the constants of the palette that they were built with.
TEST(a_palette_changes_while_a_shader_is_broken)
{
    folder_enter();
    assert_int_equal(mkdir("pointwise", 0700), 0);
    put_file("p.hex", "804020\n");
    start("tonemap", "lights");
    take_text("threshold:limit=9,tonemap,dither:palette=p.hex");
    draw("one colour");
    LOCAL_IMAGE before = read_texture(&renderer.side.output, IMAGE_TYPE_U8);
    put_file("pointwise/tonemap.glsl", "\n");
    assert_true(shader_source_set_directory(".", &error));
    assert_false(reload_programs(&renderer.gpu.programs, &error));
    put_file("p.hex", "000000\n111111\n222222\n804020\n802040\nffffff\nff0000\n00ff00\n0000ff\n");
    assert_false(renderer_rebuild(&renderer, &error));
    assert_true(draw("nine colours that no program has").dispatches > 0);
    LOCAL_IMAGE after = read_texture(&renderer.side.output, IMAGE_TYPE_U8);
    assert_same_image(&after, &before);
    image_finish(&after);
    shader_source_set_directory(NULL, &error);
    assert_true(reload_programs(&renderer.gpu.programs, &error) &&
                renderer_rebuild(&renderer, &error));
    draw("a mended shader");
    after = read_texture(&renderer.side.output, IMAGE_TYPE_U8);
    assert_memory_not_equal(after.texels, before.texels, image_bytes(&before));
}

// ---- memory

// With room for one image the one before what is turned is kept, after the first turn.
TEST(a_budget_stores_the_image_before_what_is_turned)
{
    start("gaussian:sigma=1,box:sigma=2,gaussian:sigma=3,box:sigma=1,gaussian:sigma=2", "lights");
    struct plan_cache *kept = &renderer.side.cache;
    kept->budget = (size_t) WIDTH * HEIGHT * 8;
    struct chain chain = renderer.side.chain;
    draw("the first frame");
    for (int step = 1; step < 5; step++)
        for (int turns = 0; turns < 3; turns++) {
            edit_nudge(&chain, step, 0, 1, false);
            take(&chain);
            const struct ran ran = draw("a turn");
            size_t bytes = 0;
            for (int node = 0; node < PLAN_MAX_NODES; node++)
                bytes += kept->images[node].id ? texture_bytes(&kept->images[node]) : 0;
            assert_true(bytes <= kept->budget);
            if (turns > 0)
                assert_int_equal(ran.kept, step);
        }
    kept->budget = 1;
    edit_nudge(&chain, 4, 0, 1, false);
    take(&chain);
    draw("a turn that may still read what was kept");
    edit_nudge(&chain, 4, 0, 1, false);
    take(&chain);
    assert_int_equal(draw("no room at all").kept, 0);
}

// ---- a look at a step

TEST(a_look_at_a_step_runs_once)
{
    FINISHED_BY(side_finish) struct side view = { 0 };
    start(LONG, "lights");
    for (int step = 0; step < 6; step++) {
        struct chain chain = renderer.side.chain;
        edit_cut(&chain, step);
        assert_true(side_update(&view, &renderer, &chain, step > 0, &error));
        for (int i = 0; i < 2; i++) {
            renderer_draw_changes(&renderer, 0.5);
            const uint64_t before = renderer.gpu.serial;
            side_run_plan(&view, &renderer, true);
            assert_true(i == 0 || renderer.gpu.serial == before);
            count_frame();
            assert_same_picture(&view, 0.5, "a look at a step");
        }
    }
}

AROUND_TESTS(.after = end)
