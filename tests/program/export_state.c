// Runs an exported chain between odd states of GL, and compares all that GL tells before and after.
// Built with the export's folder by tests/program/export_test.py, and so with the warnings of the
// project.

#include "halation_chain.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST = 4096,
    UNITS = 16,
    IMAGES = 8,
    BUFFERS = 8,
    WIDTH = CHAIN_WIDTH,
    HEIGHT = CHAIN_HEIGHT
};

struct state {
    int count;
    GLint64 values[MOST];
};

static void note(struct state *state, GLint64 value)
{
    if (state->count < MOST)
        state->values[state->count++] = value;
}

static void look(struct state *state)
{
    static const GLenum names[] = { GL_CURRENT_PROGRAM,
                                    GL_VERTEX_ARRAY_BINDING,
                                    GL_DRAW_FRAMEBUFFER_BINDING,
                                    GL_READ_FRAMEBUFFER_BINDING,
                                    GL_ACTIVE_TEXTURE,
                                    GL_UNPACK_ALIGNMENT,
                                    GL_PIXEL_UNPACK_BUFFER_BINDING,
                                    GL_PIXEL_PACK_BUFFER_BINDING,
                                    GL_SHADER_STORAGE_BUFFER_BINDING,
                                    GL_ARRAY_BUFFER_BINDING,
                                    GL_PACK_ALIGNMENT,
                                    GL_BLEND_SRC_RGB,
                                    GL_DEPTH_FUNC,
                                    GL_POLYGON_MODE };
    static const GLenum switches[] = { GL_BLEND,          GL_DEPTH_TEST,
                                       GL_CULL_FACE,      GL_SCISSOR_TEST,
                                       GL_STENCIL_TEST,   GL_FRAMEBUFFER_SRGB,
                                       GL_COLOR_LOGIC_OP, GL_RASTERIZER_DISCARD,
                                       GL_DITHER,         GL_MULTISAMPLE };
    static const GLenum textures[] = { GL_TEXTURE_BINDING_1D, GL_TEXTURE_BINDING_2D,
                                       GL_TEXTURE_BINDING_3D, GL_SAMPLER_BINDING };
    static const GLenum images[] = { GL_IMAGE_BINDING_NAME, GL_IMAGE_BINDING_LEVEL,
                                     GL_IMAGE_BINDING_LAYERED, GL_IMAGE_BINDING_ACCESS,
                                     GL_IMAGE_BINDING_FORMAT };
    GLint value[4] = { 0 };
    GLboolean mask[4];
    GLint64 wide = 0;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++, note(state, value[0]))
        glGetIntegerv(names[i], value);
    const GLint unit = (GLint) state->values[4];
    for (size_t i = 0; i < sizeof(switches) / sizeof(switches[0]); i++)
        note(state, glIsEnabled(switches[i]));
    glGetBooleanv(GL_COLOR_WRITEMASK, mask);
    glGetIntegerv(GL_VIEWPORT, value);
    for (int i = 0; i < 4; i++) {
        note(state, mask[i]);
        note(state, value[i]);
    }
    for (GLuint i = 0; i < UNITS; i++) {
        glActiveTexture(GL_TEXTURE0 + i);
        for (int k = 0; k < 4; k++, note(state, value[0]))
            glGetIntegerv(textures[k], value);
    }
    glActiveTexture((GLenum) unit);
    for (GLuint i = 0; i < IMAGES; i++)
        for (int k = 0; k < 5; k++, note(state, value[0]))
            glGetIntegeri_v(images[k], i, value);
    for (GLuint i = 0; i < BUFFERS; i++) {
        glGetIntegeri_v(GL_SHADER_STORAGE_BUFFER_BINDING, i, value);
        note(state, value[0]);
        glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_START, i, &wide);
        note(state, wide);
    }
}

// Changes all of it.
static void disturb(GLuint texture)
{
    GLuint buffer, vertex_array, framebuffer, sampler;
    const char *text = "#version 430 core\nlayout(local_size_x = 1) in;\nvoid main() { }\n";
    glUseProgram(glCreateShaderProgramv(GL_COMPUTE_SHADER, 1, &text));
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer);
    glBufferData(GL_SHADER_STORAGE_BUFFER, 4096, NULL, GL_STATIC_DRAW);
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 1, buffer, 256, 64);
    glGenVertexArrays(1, &vertex_array);
    glBindVertexArray(vertex_array);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
    glGenSamplers(1, &sampler);
    glBindSampler(0, sampler);
    glActiveTexture(GL_TEXTURE3);
    glBindTexture(GL_TEXTURE_2D, texture);
    glBindImageTexture(1, texture, 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA16F);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 2);
    glViewport(3, 4, 5, 6);
    glColorMask(GL_TRUE, GL_FALSE, GL_TRUE, GL_FALSE);
    glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    glEnable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_CULL_FACE);
    glEnable(GL_SCISSOR_TEST);
    glEnable(GL_FRAMEBUFFER_SRGB);
    glEnable(GL_RASTERIZER_DISCARD);
}

static void make_context(void)
{
    const EGLint attributes[] = { EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 3,
                                  EGL_NONE };
    const EGLDisplay display =
        eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    eglInitialize(display, NULL, NULL);
    eglBindAPI(EGL_OPENGL_API);
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE,
                   eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes));
}

int main(void)
{
    char error[CHAIN_ERROR_SIZE];
    GLuint input;
    static struct state before, after;
    make_context();
    glGenTextures(1, &input);
    glBindTexture(GL_TEXTURE_2D, input);
    glTexStorage2D(GL_TEXTURE_2D, 1, CHAIN_INPUT_FORMAT, WIDTH, HEIGHT);
    disturb(input);
    look(&before);
    struct chain *chain = chain_create(".", WIDTH, HEIGHT, error);
    if (!chain)
        return fprintf(stderr, "%s\n", error), EXIT_FAILURE;
    chain_run(chain, input, CHAIN_NO_FRAMEBUFFER, 0);
    look(&after);
    chain_destroy(chain);
    for (int i = 0; i < before.count; i++)
        if (before.values[i] != after.values[i])
            return fprintf(stderr, "state %d was %lld and is %lld\n", i,
                           (long long) before.values[i], (long long) after.values[i]),
                   EXIT_FAILURE;
    return glGetError() == GL_NO_ERROR && before.count == after.count ? EXIT_SUCCESS : EXIT_FAILURE;
}
