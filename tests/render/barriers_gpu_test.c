// A pass issues the memory barriers that its uses need, and no others. A software renderer
// gives the right picture without any, so they are counted where they are called.

#include "render/pass.h"
#include "tests/fixtures/gpu_fixture.h"

#include <epoxy/gl.h>

static const char fill_text[] = "#version 430 core\n"
                                "layout(local_size_x = 8, local_size_y = 8) in;\n"
                                "layout(binding = 0) writeonly uniform image2D out_image;\n"
                                "void main() {\n"
                                "    imageStore(out_image, ivec2(gl_GlobalInvocationID.xy),\n"
                                "               vec4(1.0));\n"
                                "}\n";

static const char copy_text[] = "#version 430 core\n"
                                "layout(local_size_x = 8, local_size_y = 8) in;\n"
                                "layout(binding = 0) writeonly uniform image2D out_image;\n"
                                "layout(binding = 1, rgba16f) uniform image2D u_image;\n"
                                "void main() {\n"
                                "    ivec2 at = ivec2(gl_GlobalInvocationID.xy);\n"
                                "    imageStore(out_image, at, imageLoad(u_image, at));\n"
                                "}\n";

static const char count_text[] = "#version 430 core\n"
                                 "layout(local_size_x = 8) in;\n"
                                 "layout(std430, binding = 0) buffer Counts { uint counts[]; };\n"
                                 "void main() { counts[gl_GlobalInvocationID.x]++; }\n";

static const char draw_text[] = "#version 430 core\n"
                                "layout(binding = 0) uniform sampler2D u_input;\n"
                                "layout(location = 0) out vec4 out_color;\n"
                                "void main() {\n"
                                "    out_color = texelFetch(u_input, ivec2(gl_FragCoord.xy), 0);\n"
                                "}\n";

// ---- counting

static PFNGLMEMORYBARRIERPROC real_barrier;
static GLbitfield issued;

static void EPOXY_CALLSPEC record_barrier(GLbitfield bits)
{
    issued |= bits;
    real_barrier(bits);
}

static GLbitfield barriers_of(const struct pass *pass)
{
    issued = 0;
    pass_run(gpu_fixture(), pass);
    return issued;
}

static GLbitfield fill(struct texture *to)
{
    const struct pass pass = { .program = program_of("fill.comp", fill_text), .output = to };
    return barriers_of(&pass);
}

static GLbitfield draw(const struct texture *from, struct texture *to)
{
    const struct pass pass = { .program = program_of("draw.frag", draw_text),
                               .inputs = { { from } },
                               .output = to };
    return barriers_of(&pass);
}

// `writes`: the image that is read is bound for writing, too.
static GLbitfield copy(struct texture *from, bool writes, struct texture *to)
{
    const struct pass pass = { .program = program_of("common/copy.comp", copy_text),
                               .images = { { .texture = writes ? NULL : from,
                                             .target = writes ? from : NULL } },
                               .output = to };
    return barriers_of(&pass);
}

static GLbitfield count(struct buffer *buffer)
{
    const struct pass pass = { .program = program_of("count.comp", count_text),
                               .buffers = { buffer },
                               .buffer_traffic = { buffer->size, buffer->size },
                               .groups = { 1 } };
    return barriers_of(&pass);
}

// ---- textures that nothing has used yet

enum { TEXTURES = 5 };

static struct texture textures[TEXTURES];

static void make_textures(void)
{
    const struct texture_desc desc = {
        .width = 8,
        .height = 8,
        .format = FORMAT_RGBA16F,
    };
    for (int i = 0; i < TEXTURES; i++)
        texture_init(&textures[i], &desc);
}

static void free_textures(void)
{
    for (int i = 0; i < TEXTURES; i++)
        texture_finish(&textures[i]);
}

TEST(what_was_stored_is_waited_for_once)
{
    struct texture *t = textures;
    assert_int_equal(fill(&t[0]), 0);
    assert_int_equal(draw(&t[0], &t[1]), GL_TEXTURE_FETCH_BARRIER_BIT);
    assert_int_equal(draw(&t[0], &t[1]), 0);
    assert_int_equal(copy(&t[0], false, &t[2]), GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    assert_int_equal(copy(&t[0], false, &t[3]), 0);
    assert_int_equal(draw(&t[0], &t[3]), GL_FRAMEBUFFER_BARRIER_BIT); // over what was stored
    assert_int_equal(draw(&t[0], &t[3]), 0);
}

TEST(a_store_waits_for_earlier_reads_and_stores)
{
    struct texture *t = textures;
    fill(&t[0]);
    draw(&t[0], &t[1]);
    assert_int_equal(draw(&t[1], &t[2]), 0);                           // what was drawn needs none
    assert_int_equal(fill(&t[1]), GL_SHADER_IMAGE_ACCESS_BARRIER_BIT); // it was read since
    assert_int_equal(fill(&t[1]), GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    assert_int_equal(fill(&t[3]), 0);
    draw(&t[1], &t[2]);
    assert_int_equal(copy(&t[2], false, &t[4]), 0);
    assert_int_equal(fill(&t[2]), GL_SHADER_IMAGE_ACCESS_BARRIER_BIT); // it was read as an image
}

TEST(an_image_bound_for_writing_is_a_store)
{
    struct texture *t = textures;
    assert_int_equal(fill(&t[0]), 0);
    assert_int_equal(copy(&t[0], true, &t[1]), GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    assert_int_equal(draw(&t[0], &t[2]), GL_TEXTURE_FETCH_BARRIER_BIT);
    assert_int_equal(copy(&t[0], true, &t[3]), GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    assert_int_equal(draw(&t[0], &t[2]), GL_TEXTURE_FETCH_BARRIER_BIT);
}

TEST(buffers_wait_for_their_last_use)
{
    struct buffer one, other;
    buffer_init(&one, 64, "one");
    buffer_init(&other, 64, "other");
    assert_int_equal(count(&one), 0);
    assert_int_equal(count(&other), 0);
    assert_int_equal(count(&one), GL_SHADER_STORAGE_BARRIER_BIT);
    assert_int_equal(count(&other), 0); // that one was for both
    assert_int_equal(count(&other), GL_SHADER_STORAGE_BARRIER_BIT);
    buffer_finish(&one);
    buffer_finish(&other);
}

TEST(copies_wait_for_what_was_stored)
{
    struct gpu *gpu = gpu_fixture();
    struct texture *t = textures;
    gpu_reset_snapshot(gpu, "step");
    gpu_begin_frame(gpu, "frame");
    gpu_timer_push(&gpu->timer, "step");
    fill(&t[0]);
    issued = 0;
    pass_copy_to_snapshot(gpu, &t[0]);
    assert_true(gpu->snapshot.seen && issued & GL_TEXTURE_UPDATE_BARRIER_BIT);
    gpu_timer_pop(&gpu->timer);
    gpu_end_frame(gpu);
    gpu_reset_snapshot(gpu, "");
}

// epoxy finds a function when it is first called, and then replaces itself.
static void hook(void)
{
    gpu_fixture();
    glMemoryBarrier(GL_ALL_BARRIER_BITS);
    real_barrier = epoxy_glMemoryBarrier;
    epoxy_glMemoryBarrier = record_barrier;
}

AROUND_TESTS(.begin = hook, .before = make_textures, .after = free_textures)
