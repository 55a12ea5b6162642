// The GL core: textures, pool, tables, programs, passes and their barriers, timer, snapshot.

#include "render/context/gl_objects.h"
#include "render/pass.h"
#include "tests/fixtures/gpu_fixture.h"
#include "tests/fixtures/local_image.h"

#include <epoxy/gl.h>

static const char fill_text[] = "#version 430 core\n"
                                "layout(local_size_x = 16, local_size_y = 16) in;\n"
                                "layout(binding = 0) writeonly uniform image2D out_image;\n"
                                "uniform vec4 u_color;\n"
                                "void main() {\n"
                                "    ivec2 at = ivec2(gl_GlobalInvocationID.xy);\n"
                                "    if (all(lessThan(at, imageSize(out_image))))\n"
                                "        imageStore(out_image, at, u_color + vec4(at, 0.0, 0.0));\n"
                                "}\n";

static const char add_text[] =
    "#version 430 core\n"
    "layout(binding = 0) uniform sampler2D u_input;\n"
    "uniform float u_more;\n"
    "layout(location = 0) out vec4 out_color;\n"
    "void main() {\n"
    "    out_color = texelFetch(u_input, ivec2(gl_FragCoord.xy), 0) + u_more;\n"
    "}\n";

static const char change_text[] = "#version 430 core\n"
                                  "layout(local_size_x = 1) in;\n"
                                  "layout(binding = 1, rgba16f) uniform image2D u_image;\n"
                                  "void main() {\n"
                                  "    ivec2 at = ivec2(gl_GlobalInvocationID.xy);\n"
                                  "    imageStore(u_image, at, imageLoad(u_image, at) + 3.0);\n"
                                  "}\n";

static void fill(struct texture *to, float red)
{
    const struct pass pass = {
        .label = "fill",
        .program = program_of("fill.comp", fill_text),
        .output = to,
        .uniforms = { U_VEC4("u_color", red, 0, 0, 1) },
    };
    pass_run(gpu_fixture(), &pass);
}

static void add(const struct texture *from, struct texture *to, float more)
{
    const struct pass pass = {
        .label = "add",
        .program = program_of("add.frag", add_text),
        .inputs = { { from } },
        .output = to,
        .uniforms = { U_FLOAT("u_more", more) },
    };
    pass_run(gpu_fixture(), &pass);
}

// In place, without an output of its own.
static void change(struct texture *image)
{
    const struct pass pass = {
        .label = "change",
        .program = program_of("change.comp", change_text),
        .images = { { .target = image } },
        .groups = { image->width, image->height },
    };
    pass_run(gpu_fixture(), &pass);
}

TEST(row_0_is_the_top_row)
{
    LOCAL_IMAGE image = new_image(3, 2, IMAGE_TYPE_F64);
    for_each_place(x, y, 3, 2)
        image_at(&image, x, y)[0] = x + 3 * y;
    LOCAL_TEXTURE texture = texture_of(&image, FORMAT_RGBA32F);
    LOCAL_IMAGE back = read_texture(&texture, IMAGE_TYPE_F64);
    assert_same_image(&image, &back);
    image_finish(&back);

    fill(&texture, 0);
    back = read_texture(&texture, IMAGE_TYPE_F64);
    assert_true(image_at(&back, 2, 1)[0] == 2 && image_at(&back, 2, 1)[1] == 1);
}

TEST(passes_see_what_was_stored)
{
    for (int width = 1; width < 700; width += 129) {
        LOCAL_TEXTURE a = new_texture(width, 37, FORMAT_RGBA32F);
        LOCAL_TEXTURE b = new_texture(width, 37, FORMAT_RGBA32F);
        for (int i = 0; i < 8; i++) {
            fill(&a, (float) i);
            add(&a, &b, 0.5f);
        }
        LOCAL_IMAGE image = read_texture(&b, IMAGE_TYPE_F64);
        for_each_place(x, y, width, 37)
            assert_true(image_at(&image, x, y)[0] == 7.5 + x);
    }
}

// Whatever a scene, the panel or a driver left behind.
TEST(a_pass_sets_all_the_state_it_needs)
{
    static const GLenum switches[] = { GL_BLEND, GL_DEPTH_TEST, GL_CULL_FACE, GL_SCISSOR_TEST };
    LOCAL_TEXTURE a = new_texture(9, 7, FORMAT_RGBA16F);
    LOCAL_TEXTURE b = new_texture(9, 7, FORMAT_RGBA16F);
    assert_false(glIsEnabled(GL_DITHER));
    fill(&a, 1);
    for (int i = 0; i < 4; i++) {
        glEnable(switches[i]);
        glBlendFunc(GL_ZERO, GL_ONE);
        glCullFace(GL_FRONT_AND_BACK);
        glScissor(0, 0, 1, 1);
        glViewport(0, 0, 1, 1);
        add(&a, &b, (float) i);
        LOCAL_IMAGE image = read_texture(&b, IMAGE_TYPE_F64);
        assert_true(image_at(&image, 8, 6)[0] == 9 + i);
    }
}

TEST(the_same_input_counts_once)
{
    struct gpu *gpu = gpu_fixture();
    LOCAL_TEXTURE a = new_texture(16, 16, FORMAT_RGBA16F);
    LOCAL_TEXTURE b = new_texture(16, 16, FORMAT_RGBA16F);
    const struct pass pass = { .program = program_of("add.frag", add_text),
                               .inputs = { { &a }, { &a } },
                               .output = &b,
                               .uniforms = { U_FLOAT("u_more", 0) } };
    fill(&a, 1);
    drain_timer();
    gpu_timer_begin_frame(&gpu->timer, "frame");
    pass_run(gpu, &pass);
    gpu_timer_end_frame(&gpu->timer);
    const struct gpu_traffic traffic = gpu_timer_collect(&gpu->timer, true)->scopes[0].traffic;
    assert_int_equal(traffic.read, 16 * 16 * 8);
    assert_int_equal(traffic.written, 16 * 16 * 8);
}

TEST(the_pool_hands_out_again)
{
    FINISHED_BY(texture_pool_finish) struct texture_pool pool = { 0 };
    struct texture *a = texture_pool_acquire(&pool, 64, 32, FORMAT_RGBA16F);
    struct texture *b = texture_pool_acquire(&pool, 64, 32, FORMAT_RGBA16F);
    assert_ptr_not_equal(a, b);
    assert_int_equal(pool.peak_acquired_bytes, 2 * 64 * 32 * 8);
    texture_pool_release(&pool, a);
    assert_ptr_equal(a, texture_pool_acquire(&pool, 64, 32, FORMAT_RGBA16F));
    assert_ptr_not_equal(a, texture_pool_acquire(&pool, 64, 32, FORMAT_RGBA8));
    for (int i = 0; i < pool.count; i++)
        texture_pool_release(&pool, &pool.items[i]->texture);
    assert_int_equal(pool.acquired_bytes, 0);
    for (int frame = 0; frame < 601; frame++)
        texture_pool_end_frame(&pool);
    assert_int_equal(pool.count, 0);
}

TEST(the_pool_stays_within_its_budget)
{
    FINISHED_BY(texture_pool_finish) struct texture_pool pool = { .budget = 100 * 1024 };
    for (int size = 64; size < 72; size++)
        texture_pool_release(&pool, texture_pool_acquire(&pool, size, size, FORMAT_RGBA32F));
    texture_pool_end_frame(&pool);
    assert_int_equal(pool.count, 8); // all used in this frame
    texture_pool_end_frame(&pool);
    assert_int_equal(pool.count, 1); // more than one is more than 100 KiB
    for (size_t size = 64 * 1024; size < 72 * 1024; size += 1024)
        texture_pool_release_buffer(&pool, texture_pool_acquire_buffer(&pool, size));
    texture_pool_end_frame(&pool);
    texture_pool_end_frame(&pool);
    assert_int_equal(pool.count, 1);
}

TEST(the_pool_makes_room_for_another_size)
{
    FINISHED_BY(texture_pool_finish) struct texture_pool pool = { 0 };
    for (int size = 1; size <= 2 * TEXTURE_POOL_MAX; size++) {
        texture_pool_release_buffer(&pool, texture_pool_acquire_buffer(&pool, (size_t) size * 64));
        if (size % 8 == 0) // several in a frame, so that none is freed because of its age
            texture_pool_end_frame(&pool);
    }
    assert_int_equal(pool.count, TEXTURE_POOL_MAX);
}

TEST(buffers_are_cleared_and_read_back)
{
    FINISHED_BY(texture_pool_finish) struct texture_pool pool = { 0 };
    struct buffer *buffer = texture_pool_acquire_buffer(&pool, 1000);
    uint32_t words[4] = { 1, 2, 3, 4 };
    assert_int_equal(buffer->size, 1024);
    buffer_write(buffer, words, sizeof(words));
    memset(words, 0, sizeof(words));
    buffer_read(buffer, words, sizeof(words));
    assert_int_equal(words[3], 4);
    buffer_clear(buffer);
    buffer_read(buffer, words, sizeof(words));
    assert_int_equal(words[3], 0);
    texture_pool_release_buffer(&pool, buffer);
}

TEST(tables_are_uploaded_once)
{
    FINISHED_BY(texture_cache_finish) struct texture_cache cache = { 0 };
    float weights[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    const struct texture *first = texture_cache_table(&cache, weights, 8, 1, FORMAT_R32F);
    const unsigned id = first->id;
    assert_int_equal(texture_cache_table(&cache, weights, 8, 1, FORMAT_R32F)->id, id);
    assert_int_not_equal(texture_cache_table(&cache, weights, 2, 1, FORMAT_RGBA32F)->id, id);
    weights[7] = 9;
    assert_int_not_equal(texture_cache_table(&cache, weights, 8, 1, FORMAT_R32F)->id, id);
    assert_int_equal(cache.count, 3);
    for (int i = 0; i < 2 * TEXTURE_CACHE_MAX; i++) {
        weights[0] = (float) (100 + i);
        LOCAL_IMAGE image =
            read_texture(texture_cache_table(&cache, weights, 8, 1, FORMAT_R32F), IMAGE_TYPE_F64);
        assert_true(image_at(&image, 0, 0)[0] == 100 + i);
    }
    assert_int_equal(cache.count, TEXTURE_CACHE_MAX);
}

// A table that is asked for stays, and so do all while they are small.
TEST(large_tables_that_are_not_asked_for_go)
{
    enum { WIDE = 512, HIGH = 512, COUNT = 8 }; // 4 MiB each
    struct texture_cache cache = { 0 };
    float *texels = calloc(4 * WIDE * HIGH, sizeof(*texels));
    const size_t before = texture_total_bytes();
    for (int i = 0; i < COUNT; i++) {
        texels[0] = (float) i;
        texture_cache_table(&cache, texels, WIDE, HIGH, FORMAT_RGBA32F);
    }
    for (int frame = 0; frame <= TEXTURE_CACHE_FRAMES; frame++) {
        assert_int_equal(cache.count, COUNT);
        texture_cache_table(&cache, texels, WIDE, HIGH, FORMAT_RGBA32F); // the last one
        texture_cache_end_frame(&cache);
    }
    assert_int_equal(texture_total_bytes() - before, TEXTURE_CACHE_BUDGET);
    for (int frame = 0; frame <= 2 * TEXTURE_CACHE_FRAMES; frame++)
        texture_cache_end_frame(&cache);
    assert_int_equal(texture_total_bytes() - before, TEXTURE_CACHE_BUDGET);
    texture_cache_table(&cache, texels, WIDE, HIGH, FORMAT_RGBA32F);
    assert_int_equal(texture_total_bytes() - before, TEXTURE_CACHE_BUDGET); // it is there
    texture_cache_finish(&cache);
    assert_int_equal(texture_total_bytes(), before);
    free(texels);
}

static int times_made;

static void count_up_from(const void *key, float *texels)
{
    times_made++;
    for (int i = 0; i < 8; i++) {
        assert_true(texels[i] == 0); // so that what is left out is known
        texels[i] = *(const float *) key + (float) i;
    }
}

static double first_made(struct texture_cache *cache, float key)
{
    const struct texture_recipe recipe = { .key = &key,
                                           .key_size = sizeof(key),
                                           .make = count_up_from,
                                           .width = 8,
                                           .height = 1,
                                           .format = FORMAT_R32F };
    LOCAL_IMAGE image = read_texture(texture_cache_get(cache, &recipe), IMAGE_TYPE_F64);
    return image_at(&image, 0, 0)[0];
}

TEST(tables_with_a_key_are_made_once)
{
    FINISHED_BY(texture_cache_finish) struct texture_cache cache = { 0 };
    assert_true(first_made(&cache, 3) == 3 && first_made(&cache, 5) == 5);
    assert_true(first_made(&cache, 3) == 3 && times_made == 2);
    for (int i = 0; i < TEXTURE_CACHE_MAX; i++)
        assert_true(first_made(&cache, (float) (100 + i)) == 100 + i);
    assert_true(first_made(&cache, 3) == 3 &&
                times_made == 3 + TEXTURE_CACHE_MAX); // forgotten meanwhile
}

TEST(the_timer_gives_a_tree)
{
    struct gpu *gpu = gpu_fixture();
    LOCAL_TEXTURE a = new_texture(256, 256, FORMAT_RGBA16F);
    LOCAL_TEXTURE b = new_texture(256, 256, FORMAT_RGBA16F);
    drain_timer();
    gpu_begin_frame(gpu, "frame");
    gpu_timer_push(&gpu->timer, "outer");
    fill(&a, 1);
    add(&a, &b, 1);
    gpu_timer_pop(&gpu->timer);
    add(&b, &a, 1);
    gpu_end_frame(gpu);
    const struct gpu_frame *frame = gpu_timer_collect(&gpu->timer, true);
    static const struct {
        const char *name;
        int depth, dispatches;
        unsigned read, written; // images
    } requested[] = {
        { "frame", 0, 3, 2, 3 }, { "outer", 1, 2, 1, 2 }, { "fill", 2, 1, 0, 1 },
        { "add", 2, 1, 1, 1 },   { "add", 1, 1, 1, 1 },
    };
    assert_int_equal(frame->count, 5);
    for (int i = 0; i < 5; i++) {
        const struct gpu_scope *scope = &frame->scopes[i];
        assert_string_equal(scope->name, requested[i].name);
        assert_int_equal(scope->depth, requested[i].depth);
        assert_int_equal(scope->dispatches, requested[i].dispatches);
        assert_int_equal(scope->traffic.read, requested[i].read * 256 * 256 * 8);
        assert_int_equal(scope->traffic.written, requested[i].written * 256 * 256 * 8);
        assert_true(scope->end_ns > scope->begin_ns);
    }
    const struct gpu_scope *s = frame->scopes;
    assert_true(s[2].end_ns == s[3].begin_ns); // siblings share a stamp
    assert_true(s[1].begin_ns == s[2].begin_ns && s[1].end_ns == s[3].end_ns);
    assert_true(s[0].end_ns >= s[4].end_ns);
}

TEST(the_timer_drops_what_nobody_collects)
{
    struct gpu *gpu = gpu_fixture();
    drain_timer();
    const int64_t dropped = gpu->timer.dropped, begun = gpu->timer.begun;
    for (int i = 0; i < GPU_TIMER_LATENCY + 3; i++) {
        gpu_begin_frame(gpu, "frame");
        gpu_end_frame(gpu);
    }
    assert_int_equal(gpu->timer.dropped - dropped, 3);
    int64_t expected = begun + 3;
    for (const struct gpu_frame *frame; (frame = gpu_timer_collect(&gpu->timer, true));)
        assert_int_equal(frame->index, expected++);
    assert_int_equal(expected, gpu->timer.begun);
}

// A long chain has more passes than a frame has scopes: the rest counts in what is around it.
TEST(the_timer_leaves_out_what_it_has_no_room_for)
{
    enum { NODES = GPU_TIMER_MAX_SCOPES };
    struct gpu *gpu = gpu_fixture();
    LOCAL_TEXTURE a = new_texture(8, 8, FORMAT_RGBA16F);
    drain_timer();
    gpu_begin_frame(gpu, "frame");
    for (int i = 0; i < NODES; i++) {
        gpu_timer_push(&gpu->timer, "node");
        fill(&a, 1);
        gpu_timer_pop(&gpu->timer);
        gpu_timer_add_cached(&gpu->timer, "kept");
    }
    gpu_end_frame(gpu);
    const struct gpu_frame *frame = gpu_timer_collect(&gpu->timer, true);
    assert_int_equal(frame->count, GPU_TIMER_MAX_SCOPES);
    assert_int_equal(frame->scopes[0].dispatches, NODES);
    assert_int_equal(gpu->timer.depth, 0);
}

TEST(the_timer_leaves_out_what_lies_too_deep)
{
    struct gpu *gpu = gpu_fixture();
    drain_timer();
    gpu_begin_frame(gpu, "frame");
    for (int i = 0; i < 2 * GPU_TIMER_MAX_DEPTH; i++)
        gpu_timer_push(&gpu->timer, "inner");
    gpu_timer_add_cached(&gpu->timer, "kept");
    assert_int_equal(gpu->timer.depth, GPU_TIMER_MAX_DEPTH);
    for (int i = 0; i < 2 * GPU_TIMER_MAX_DEPTH; i++)
        gpu_timer_pop(&gpu->timer);
    gpu_end_frame(gpu);
    assert_int_equal(gpu_timer_collect(&gpu->timer, true)->count, GPU_TIMER_MAX_DEPTH);
    assert_int_equal(gpu->timer.depth, 0);
}

static void assert_watched(const char *path, double red)
{
    struct gpu *gpu = gpu_fixture();
    gpu_reset_snapshot(gpu, path);
    gpu_begin_frame(gpu, "frame");
    LOCAL_TEXTURE a = new_texture(5, 3, FORMAT_RGBA16F);
    LOCAL_TEXTURE b = new_texture(5, 3, FORMAT_RGBA16F);
    gpu_timer_push(&gpu->timer, "outer");
    fill(&a, 1);
    add(&a, &b, 40);
    change(&b);
    fill(&b, 0);
    gpu_timer_pop(&gpu->timer);
    add(&b, &a, 7);
    gpu_end_frame(gpu);
    assert_true(gpu->snapshot.seen);
    LOCAL_IMAGE image = read_texture(&gpu->snapshot.texture, IMAGE_TYPE_F64);
    assert_true(image_at(&image, 4, 2)[0] == red);
    gpu_reset_snapshot(gpu, "");
    const struct gpu_frame *frame = gpu_timer_collect(&gpu->timer, true);
    for (int i = 0; i < frame->count; i++) // only scopes with passes of their own
        assert_int_equal(frame->scopes[i].has_image, frame->scopes[i].depth == 2 || i == 6);
}

TEST(watching_copies_one_pass)
{
    drain_timer();
    assert_watched("outer/add", 45);
    assert_watched("outer/change", 48);
}

static void count_objects(int counts[GL_OBJECTS_KINDS])
{
    for (int kind = 0; kind < GL_OBJECTS_KINDS; kind++)
        counts[kind] = gl_objects_count((enum gl_objects) kind);
}

TEST(every_object_is_counted)
{
    int before[GL_OBJECTS_KINDS], with[GL_OBJECTS_KINDS], after[GL_OBJECTS_KINDS];
    struct buffer buffer;
    count_objects(before);
    assert_true(before[GL_OBJECTS_PROGRAMS] > 0 && before[GL_OBJECTS_QUERIES] > 0 &&
                before[GL_OBJECTS_SAMPLERS] > 0);
    struct texture texture = new_texture(4, 4, FORMAT_RGBA8);
    buffer_init(&buffer, 64, "counted");
    count_objects(with);
    texture_finish(&texture);
    buffer_finish(&buffer);
    count_objects(after);
    for (int kind = 0; kind < GL_OBJECTS_KINDS; kind++) {
        const bool is_made = kind == GL_OBJECTS_TEXTURES || kind == GL_OBJECTS_FRAMEBUFFERS ||
                             kind == GL_OBJECTS_BUFFERS;
        assert_int_equal(with[kind], before[kind] + is_made);
        assert_int_equal(after[kind], before[kind]);
    }
}
