#include "render/gpu.h"

#include <epoxy/gl.h>
#include <stdio.h>

static void make_samplers(struct gpu *gpu)
{
    static const GLint filters[FILTER_COUNT] = {
        [FILTER_NEAREST] = GL_NEAREST,
        [FILTER_LINEAR] = GL_LINEAR,
    };
    static const GLint wraps[EDGE_ALL] = {
        [EDGE_CLAMP] = GL_CLAMP_TO_EDGE,
        [EDGE_MIRROR] = GL_MIRRORED_REPEAT,
        [EDGE_ZERO] = GL_CLAMP_TO_BORDER, // the border colour is 0 from the start
        [EDGE_REPEAT] = GL_REPEAT,
    };
    static const GLenum axes[] = { GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R };
    glGenSamplers(FILTER_COUNT * EDGE_ALL, &gpu->samplers[0][0]);
    for (int filter = 0; filter < FILTER_COUNT; filter++)
        for (int edge = 0; edge < EDGE_ALL; edge++) {
            const GLuint sampler = gpu->samplers[filter][edge];
            glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, filters[filter]);
            glSamplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, filters[filter]);
            for (int axis = 0; axis < 3; axis++)
                glSamplerParameteri(sampler, axes[axis], wraps[edge]);
        }
}

bool gpu_init(struct gpu *gpu, struct error *error)
{
    *gpu = (struct gpu){ 0 };
    if (!context_query(&gpu->info, error))
        return false;
    gpu_timer_init(&gpu->timer);
    gpu->programs.compiles_in_threads = gpu->info.compiles_in_threads;
    if (gpu->info.compiles_in_threads) // the driver's maximum; some drivers start with none
        glMaxShaderCompilerThreadsKHR(0xFFFFFFFF);
    gpu->programs.rounds_halves = gpu->info.truncates && gpu->info.software;
    gpu->timer.waits_at_stamps = gpu->info.software;
    gpu_fault_init(&gpu->fault);
    make_samplers(gpu);
    glGenVertexArrays(1, &gpu->vertex_array);
    glDisable(GL_DITHER); // GL's own dithering of 8-bit targets would add to ours
    return true;
}

void gpu_finish(struct gpu *gpu)
{
    if (!gpu->vertex_array)
        return;
    gpu_reset_snapshot(gpu, "");
    gpu_timer_finish(&gpu->timer);
    gpu_fault_finish(&gpu->fault);
    program_cache_finish(&gpu->programs);
    texture_cache_finish(&gpu->cache);
    texture_pool_finish(&gpu->pool);
    glDeleteSamplers(FILTER_COUNT * EDGE_ALL, &gpu->samplers[0][0]);
    glDeleteVertexArrays(1, &gpu->vertex_array);
    *gpu = (struct gpu){ 0 };
}

void gpu_begin_frame(struct gpu *gpu, const char *name)
{
    gpu->snapshot.seen = false;
    gpu->snapshot.matches = 0;
    gpu_timer_begin_frame(&gpu->timer, name);
}

void gpu_end_frame(struct gpu *gpu)
{
    gpu_timer_end_frame(&gpu->timer);
    gpu_fault_end_frame(&gpu->fault);
    texture_pool_end_frame(&gpu->pool);
    texture_cache_end_frame(&gpu->cache);
    program_cache_end_frame(&gpu->programs);
}

void gpu_wait(void)
{
    glFinish();
}

bool gpu_wait_for(double seconds)
{
    const GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    const GLenum status =
        glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, (GLuint64) (1e9 * seconds));
    glDeleteSync(fence);
    return status != GL_TIMEOUT_EXPIRED;
}

void gpu_select_snapshot(struct gpu *gpu, const char *path, int number)
{
    snprintf(gpu->snapshot.path, sizeof(gpu->snapshot.path), "%s", path);
    gpu->snapshot.number = number;
}

void gpu_reset_snapshot(struct gpu *gpu, const char *path)
{
    texture_finish(&gpu->snapshot.texture);
    gpu->snapshot = (struct gpu_snapshot){ 0 };
    gpu_select_snapshot(gpu, path, 0);
}

void gpu_barrier(struct gpu *gpu, enum barrier_use use, uint64_t last_store)
{
    static const GLbitfield bits[BARRIER_COUNT] = {
        [BARRIER_SAMPLE] = GL_TEXTURE_FETCH_BARRIER_BIT,
        [BARRIER_IMAGE] = GL_SHADER_IMAGE_ACCESS_BARRIER_BIT,
        [BARRIER_FRAMEBUFFER] = GL_FRAMEBUFFER_BARRIER_BIT,
        [BARRIER_BUFFER] = GL_SHADER_STORAGE_BARRIER_BIT,
        [BARRIER_TRANSFER] = GL_TEXTURE_UPDATE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT |
                             GL_PIXEL_BUFFER_BARRIER_BIT,
    };
    if (last_store <= gpu->barriers[use])
        return;
    glMemoryBarrier(bits[use]);
    gpu->barriers[use] = gpu->last_barrier = gpu->serial;
}
