// Runs an exported chain in a context as it was made, and after a host has set all state of GL that
// could change a picture: both give the same bytes, and all state that GL tells is as it was
// before. "compatible" takes a context with the compatibility profile. Built with the export's
// folder by tests/program/export_test.py, with the project's warnings and a sanitizer.

#include "halation_chain.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX = 4096,
    UNITS = 16,
    IMAGES = 8,
    BUFFERS = 8,
    VIEWPORTS = 4,
    WIDTH = CHAIN_WIDTH,
    HEIGHT = CHAIN_HEIGHT,
    BYTES = 4 * 2 * WIDTH * HEIGHT
};

#define for_each_index(i, list) for (size_t i = 0; i < sizeof(list) / sizeof((list)[0]); i++)

// clang-format off
static const GLenum switches[] = {
    GL_DEPTH_TEST, GL_CULL_FACE, GL_STENCIL_TEST, GL_FRAMEBUFFER_SRGB, GL_COLOR_LOGIC_OP,
    GL_RASTERIZER_DISCARD, GL_DITHER, GL_POLYGON_SMOOTH, GL_PRIMITIVE_RESTART,
    GL_PRIMITIVE_RESTART_FIXED_INDEX, GL_DEPTH_CLAMP, GL_SAMPLE_ALPHA_TO_COVERAGE,
    GL_SAMPLE_ALPHA_TO_ONE, GL_SAMPLE_COVERAGE, GL_SAMPLE_MASK, GL_SAMPLE_SHADING, GL_MULTISAMPLE,
    GL_POLYGON_OFFSET_FILL, GL_LINE_SMOOTH, GL_PROGRAM_POINT_SIZE, GL_TEXTURE_CUBE_MAP_SEAMLESS,
    GL_CLIP_DISTANCE0, GL_CLIP_DISTANCE1, GL_CLIP_DISTANCE2, GL_CLIP_DISTANCE3, GL_CLIP_DISTANCE4,
    GL_CLIP_DISTANCE5, GL_CLIP_DISTANCE6, GL_CLIP_DISTANCE7 };
static const GLenum numbers[] = {
    GL_CURRENT_PROGRAM, GL_VERTEX_ARRAY_BINDING, GL_DRAW_FRAMEBUFFER_BINDING,
    GL_READ_FRAMEBUFFER_BINDING, GL_RENDERBUFFER_BINDING, GL_ACTIVE_TEXTURE,
    GL_PIXEL_UNPACK_BUFFER_BINDING, GL_PIXEL_PACK_BUFFER_BINDING, GL_SHADER_STORAGE_BUFFER_BINDING,
    GL_ARRAY_BUFFER_BINDING, GL_UNIFORM_BUFFER_BINDING, GL_PROGRAM_PIPELINE_BINDING,
    GL_TRANSFORM_FEEDBACK_BINDING, GL_TRANSFORM_FEEDBACK_ACTIVE, GL_TRANSFORM_FEEDBACK_PAUSED,
    GL_BLEND_SRC_RGB, GL_BLEND_EQUATION_RGB, GL_DEPTH_FUNC, GL_DEPTH_WRITEMASK, GL_LOGIC_OP_MODE,
    GL_CULL_FACE_MODE, GL_FRONT_FACE, GL_PROVOKING_VERTEX, GL_CLAMP_READ_COLOR, GL_PATCH_VERTICES,
    GL_STENCIL_FUNC, GL_STENCIL_WRITEMASK, GL_PRIMITIVE_RESTART_INDEX };
// States of reading and writing texels, with values that no chain needs.
static const struct { GLenum name; GLint value; } stores[] = {
    { GL_UNPACK_ALIGNMENT, 2 }, { GL_UNPACK_ROW_LENGTH, 4099 }, { GL_UNPACK_IMAGE_HEIGHT, 1021 },
    { GL_UNPACK_SKIP_PIXELS, 5 }, { GL_UNPACK_SKIP_ROWS, 7 }, { GL_UNPACK_SKIP_IMAGES, 3 },
    { GL_UNPACK_SWAP_BYTES, 1 }, { GL_UNPACK_LSB_FIRST, 1 }, { GL_PACK_ALIGNMENT, 8 },
    { GL_PACK_ROW_LENGTH, 4099 }, { GL_PACK_IMAGE_HEIGHT, 1021 }, { GL_PACK_SKIP_PIXELS, 5 },
    { GL_PACK_SKIP_ROWS, 7 }, { GL_PACK_SKIP_IMAGES, 3 }, { GL_PACK_SWAP_BYTES, 1 },
    { GL_PACK_LSB_FIRST, 1 } };
static const GLenum textures[] = {
    GL_TEXTURE_BINDING_1D, GL_TEXTURE_BINDING_2D, GL_TEXTURE_BINDING_3D, GL_SAMPLER_BINDING,
    GL_TEXTURE_BINDING_2D_ARRAY, GL_TEXTURE_BINDING_CUBE_MAP };
static const GLenum images[] = {
    GL_IMAGE_BINDING_NAME, GL_IMAGE_BINDING_LEVEL, GL_IMAGE_BINDING_LAYERED,
    GL_IMAGE_BINDING_LAYER, GL_IMAGE_BINDING_ACCESS, GL_IMAGE_BINDING_FORMAT };
static const GLenum buffers[] = {
    GL_SHADER_STORAGE_BUFFER_BINDING, GL_SHADER_STORAGE_BUFFER_START,
    GL_SHADER_STORAGE_BUFFER_SIZE };
// clang-format on

struct state {
    int count;
    double values[MAX];
};

static void need(bool is_so, const char *what, double number)
{
    if (is_so)
        return;
    fprintf(stderr, "%s: %g\n", what, number);
    exit(EXIT_FAILURE);
}

static void note(struct state *state, double value)
{
    need(state->count < MAX, "too many values", MAX);
    state->values[state->count++] = value;
}

static void note_number(struct state *state, GLenum name)
{
    GLint value[4] = { 0 };
    glGetIntegerv(name, value);
    note(state, value[0]);
}

static void note_indexed(struct state *state, GLenum name, GLuint index)
{
    GLint value[4] = { 0 };
    glGetIntegeri_v(name, index, value);
    for_each_index(i, value) note(state, value[i]);
}

static void look(struct state *state, bool is_compatible)
{
    GLint unit;
    GLfloat viewport[4], sample;
    for_each_index(i, numbers) note_number(state, numbers[i]);
    for_each_index(i, stores) note_number(state, stores[i].name);
    note_number(state, GL_POLYGON_MODE);
    glGetFloatv(GL_MIN_SAMPLE_SHADING_VALUE, &sample);
    note(state, (double) sample);
    for_each_index(i, switches) note(state, glIsEnabled(switches[i]));
    note(state, is_compatible && glIsEnabled(GL_ALPHA_TEST));
    note(state, is_compatible && glIsEnabled(GL_POLYGON_STIPPLE));
    if (epoxy_gl_version() >= 45)
        note_number(state, GL_CLIP_ORIGIN);
    for (GLuint i = 0; i < VIEWPORTS; i++) {
        glGetFloati_v(GL_VIEWPORT, i, viewport);
        for_each_index(k, viewport) note(state, (double) viewport[k]);
        note_indexed(state, GL_COLOR_WRITEMASK, i);
        note(state, glIsEnabledi(GL_BLEND, i));
        note(state, glIsEnabledi(GL_SCISSOR_TEST, i));
    }
    glGetIntegerv(GL_ACTIVE_TEXTURE, &unit);
    for (GLuint i = 0; i < UNITS; i++) {
        glActiveTexture(GL_TEXTURE0 + i);
        for_each_index(k, textures) note_number(state, textures[k]);
    }
    glActiveTexture((GLenum) unit);
    for (GLuint i = 0; i < IMAGES; i++)
        for_each_index(k, images) note_indexed(state, images[k], i);
    for (GLuint i = 0; i < BUFFERS; i++)
        for_each_index(k, buffers) note_indexed(state, buffers[k], i);
}

// ---- a host that has set everything

// Begins a transform feedback, which lets no other program be used until it is paused.
static void feed_back(GLuint buffer)
{
    static const char *const text = "#version 430 core\nout vec4 v_place;\n"
                                    "void main() { v_place = gl_Position = vec4(gl_VertexID); }\n";
    static const char *const name = "v_place";
    const GLuint program = glCreateProgram(), shader = glCreateShader(GL_VERTEX_SHADER);
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glTransformFeedbackVaryings(program, 1, &name, GL_INTERLEAVED_ATTRIBS);
    glLinkProgram(program);
    glUseProgram(program);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    glBeginTransformFeedback(GL_TRIANGLES);
}

static void bind_things(GLuint texture)
{
    GLuint made[3], vertex_array, framebuffer, sampler;
    glGenBuffers(3, made);
    for (int i = 0; i < 3; i++) {
        glBindBuffer(GL_SHADER_STORAGE_BUFFER, made[i]);
        glBufferData(GL_SHADER_STORAGE_BUFFER, 4096, NULL, GL_STATIC_DRAW);
    }
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, made[0]);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, made[0]);
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 1, made[1], 256, 64);
    glGenVertexArrays(1, &vertex_array);
    glBindVertexArray(vertex_array);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
    glGenSamplers(1, &sampler);
    glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    for (GLuint i = 0; i < UNITS; i++) {
        glActiveTexture(GL_TEXTURE0 + i);
        glBindTexture(GL_TEXTURE_2D, texture);
        glBindSampler(i, sampler);
    }
    glActiveTexture(GL_TEXTURE3);
    for (GLuint i = 0; i < IMAGES; i++)
        glBindImageTexture(i, texture, 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA16F);
    feed_back(made[2]);
}

static void disturb(GLuint texture, bool is_compatible)
{
    for_each_index(i, stores) glPixelStorei(stores[i].name, stores[i].value);
    for_each_index(i, switches) glEnable(switches[i]);
    for (GLuint i = 0; i < VIEWPORTS; i++) {
        const GLfloat at = (GLfloat) i;
        glViewportIndexedf(i, 3.5f + at, 4.25f + at, 5 + at, 6 + at);
        glScissorIndexed(i, 1, 2, 3, 4);
        glColorMaski(i, i != 1, GL_FALSE, i % 2 == 0, GL_FALSE);
        (i == 2 ? glDisablei : glEnablei)(GL_BLEND, i);
        (i == 3 ? glDisablei : glEnablei)(GL_SCISSOR_TEST, i);
    }
    glBlendFunc(GL_ZERO, GL_ONE);
    glBlendEquation(GL_FUNC_REVERSE_SUBTRACT);
    glLogicOp(GL_INVERT);
    glDepthFunc(GL_NEVER);
    glDepthMask(GL_FALSE);
    glDepthRange(1, 1);
    glStencilFunc(GL_NEVER, 1, 1);
    glCullFace(GL_FRONT_AND_BACK);
    glFrontFace(GL_CW);
    glProvokingVertex(GL_FIRST_VERTEX_CONVENTION);
    glPolygonMode(GL_FRONT_AND_BACK, GL_POINT);
    glPolygonOffset(100, 100);
    glSampleCoverage(0, GL_FALSE);
    glSampleMaski(0, 0);
    glMinSampleShading(1);
    glPrimitiveRestartIndex(1);
    glClampColor(GL_CLAMP_READ_COLOR, GL_TRUE);
    glPatchParameteri(GL_PATCH_VERTICES, 4);
    if (epoxy_gl_version() >= 45)
        glClipControl(GL_UPPER_LEFT, GL_ZERO_TO_ONE);
    if (is_compatible) {
        static const GLubyte holes[128];
        glEnable(GL_ALPHA_TEST);
        glAlphaFunc(GL_NEVER, 1);
        glEnable(GL_POLYGON_STIPPLE);
        glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
        glPolygonStipple(holes);
        glPixelStorei(GL_UNPACK_ROW_LENGTH, stores[1].value);
    }
    bind_things(texture);
}

// ---- the chain

static void make_context(bool is_compatible)
{
    const EGLint attributes[] = { EGL_CONTEXT_MAJOR_VERSION,
                                  4,
                                  EGL_CONTEXT_MINOR_VERSION,
                                  3,
                                  EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                  is_compatible ? EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT
                                                : EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                  EGL_NONE };
    const EGLDisplay display =
        eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    eglInitialize(display, NULL, NULL);
    eglBindAPI(EGL_OPENGL_API);
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE,
                   eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes));
}

// Light from dark to far above white, in all colours.
static GLuint make_input(void)
{
    static GLfloat texels[4 * WIDTH * HEIGHT];
    GLuint input;
    for_each_index(i, texels) texels[i] = i % 4 == 3 ? 1 : (GLfloat) (i * i % 1013) / 100;
    glGenTextures(1, &input);
    glBindTexture(GL_TEXTURE_2D, input);
    glTexStorage2D(GL_TEXTURE_2D, 1, CHAIN_INPUT_FORMAT, WIDTH, HEIGHT);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, WIDTH, HEIGHT, GL_RGBA, GL_FLOAT, texels);
    return input;
}

// `folder` has the shaders; NULL: those that are compiled in.
static GLuint run(const char *folder, GLuint input)
{
    char error[CHAIN_ERROR_SIZE];
    float level[3];
    const float sigma = 2.0f * HEIGHT / 100;
    struct chain *chain = chain_create(folder, WIDTH + 7, HEIGHT / 2, error);
    need(chain && chain_resize(chain, WIDTH, HEIGHT, error), error, HEIGHT);
    need(chain_get(chain, "pyramid.sigma", level) && level[0] == sigma, "sigma", level[0]);
    need(!chain_set(chain, "pyramid.sigma", 1001, 0, 0), "above the range", 1001);
    need(chain_get(chain, "pyramid.sigma", level) && level[0] == 1000, "limited", level[0]);
    need(chain_set(chain, "pyramid.sigma", sigma, 0, 0), "sigma", sigma);
    need(!chain_set(chain, "pyramid.radius", 1, 0, 0), "no parameter", 1);
    need(!chain_resize(chain, WIDTH, CHAIN_MAX_HEIGHT + 1, error), "height", CHAIN_MAX_HEIGHT);
    chain_save(chain);
    chain_run(chain, input, CHAIN_NO_FRAMEBUFFER, 0);
    chain_resize(chain, WIDTH, HEIGHT, error); // what chain_save has saved stays
    chain_restore(chain);
    chain_save(chain);
    const GLuint picture = chain_run(chain, input, CHAIN_NO_FRAMEBUFFER, 1);
    chain_restore(chain);
    return picture; // the chain stays, too
}

static void read_back(GLuint picture, unsigned char bytes[BYTES])
{
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    for_each_index(i, stores)
        glPixelStorei(stores[i].name, stores[i].value > 1 && i % 8 == 0 ? 1 : 0);
    glBindTexture(GL_TEXTURE_2D, picture);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_SHORT, bytes);
}

static void refuse_sizes(void)
{
    char error[CHAIN_ERROR_SIZE] = "";
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
    if (most < CHAIN_MAX_WIDTH)
        need(!chain_create(NULL, most + 1, CHAIN_HEIGHT, error) && strstr(error, "this GPU has"),
             error, most + 1);
    need(!chain_create(NULL, CHAIN_WIDTH, CHAIN_MAX_HEIGHT + 1, error) &&
             strstr(error, "is for pictures of"),
         error, CHAIN_MAX_HEIGHT + 1);
}

int main(int argc, char *argv[])
{
    const bool is_compatible = argc > 1 && strcmp(argv[1], "compatible") == 0;
    static struct state before, after;
    static unsigned char plain[BYTES], disturbed[BYTES];
    make_context(is_compatible);
    const GLuint input = make_input();
    read_back(run(NULL, input), plain);
    refuse_sizes();
    disturb(input, is_compatible);
    look(&before, is_compatible);
    need(glGetError() == GL_NO_ERROR, "the host makes an error of its own", 0);
    const GLuint picture = run(".", input);
    look(&after, is_compatible);
    for (int i = 0; i < before.count; i++)
        need(before.values[i] == after.values[i], "a state has changed", i);
    glEndTransformFeedback();
    read_back(picture, disturbed);
    need(memcmp(plain, disturbed, BYTES) == 0, "the picture depends on the host's state", 0);
    need(memcmp(plain, plain + 8, BYTES - 8) != 0, "all texels are equal", plain[0]);
    need(glGetError() == GL_NO_ERROR && before.count == after.count, "the end", after.count);
    return EXIT_SUCCESS;
}
