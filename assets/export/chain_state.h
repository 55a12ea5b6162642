#pragma once

// SPDX-License-Identifier: MIT-0
//
// The state of GL that a chain changes, or that could change its picture: chain_save saves it,
// chain_restore restores it. halation_chain.h lists it.

enum { SWITCH_COUNT = 26, COMPATIBLE_SWITCHES = 2, NUMBER_COUNT = 7, UNPACK_COUNT = 8 };

// The saved state.
struct state {
    GLint numbers[NUMBER_COUNT], unpack[UNPACK_COUNT], polygon_mode[2];
    GLint images[IMAGE_COUNT][6], textures[UNIT_COUNT][4], profile;
    GLint64 buffers[BUFFER_BINDING_COUNT][3];
    GLfloat viewport[4];
    GLboolean mask[4], enabled[SWITCH_COUNT], blends, is_cut, pauses_feedback;
};

// clang-format off
// All are off while a chain runs. The last two are of contexts with the compatibility profile:
// GL_ALPHA_TEST and GL_POLYGON_STIPPLE, which headers of the core profile do not name.
static const GLenum switches[SWITCH_COUNT] = {
    GL_DEPTH_TEST, GL_CULL_FACE, GL_STENCIL_TEST, GL_FRAMEBUFFER_SRGB, GL_COLOR_LOGIC_OP,
    GL_RASTERIZER_DISCARD, GL_DITHER, GL_POLYGON_SMOOTH, GL_PRIMITIVE_RESTART,
    GL_PRIMITIVE_RESTART_FIXED_INDEX, GL_DEPTH_CLAMP, GL_SAMPLE_ALPHA_TO_COVERAGE,
    GL_SAMPLE_ALPHA_TO_ONE, GL_SAMPLE_COVERAGE, GL_SAMPLE_MASK, GL_SAMPLE_SHADING,
    GL_CLIP_DISTANCE0, GL_CLIP_DISTANCE1, GL_CLIP_DISTANCE2, GL_CLIP_DISTANCE3, GL_CLIP_DISTANCE4,
    GL_CLIP_DISTANCE5, GL_CLIP_DISTANCE6, GL_CLIP_DISTANCE7, 0x0bc0, 0x0b42 };
static const GLenum numbers[NUMBER_COUNT] = {
    GL_CURRENT_PROGRAM, GL_VERTEX_ARRAY_BINDING, GL_DRAW_FRAMEBUFFER_BINDING,
    GL_READ_FRAMEBUFFER_BINDING, GL_ACTIVE_TEXTURE, GL_PIXEL_UNPACK_BUFFER_BINDING,
    GL_SHADER_STORAGE_BUFFER_BINDING };
// State of reading texels from memory; a read of a file sets all but the alignment to 0.
static const GLenum unpack[UNPACK_COUNT] = {
    GL_UNPACK_ALIGNMENT, GL_UNPACK_ROW_LENGTH, GL_UNPACK_IMAGE_HEIGHT, GL_UNPACK_SKIP_PIXELS,
    GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_IMAGES, GL_UNPACK_SWAP_BYTES, GL_UNPACK_LSB_FIRST };
static const GLenum of_texture[4] = {
    GL_TEXTURE_BINDING_1D, GL_TEXTURE_BINDING_2D, GL_TEXTURE_BINDING_3D, GL_SAMPLER_BINDING };
static const GLenum of_image[6] = {
    GL_IMAGE_BINDING_NAME, GL_IMAGE_BINDING_LEVEL, GL_IMAGE_BINDING_LAYERED,
    GL_IMAGE_BINDING_LAYER, GL_IMAGE_BINDING_ACCESS, GL_IMAGE_BINDING_FORMAT };
static const GLenum of_buffer[3] = {
    GL_SHADER_STORAGE_BUFFER_BINDING, GL_SHADER_STORAGE_BUFFER_START,
    GL_SHADER_STORAGE_BUFFER_SIZE };
// clang-format on

static int switch_count(const struct state *state)
{
    const bool is_compatible = state->profile & GL_CONTEXT_COMPATIBILITY_PROFILE_BIT;
    return SWITCH_COUNT - (is_compatible ? 0 : COMPATIBLE_SWITCHES);
}

static void save(struct state *state)
{
    GLboolean feeds = GL_FALSE, is_paused = GL_FALSE;
    for (int i = 0; i < NUMBER_COUNT; i++)
        glGetIntegerv(numbers[i], &state->numbers[i]);
    for (int i = 0; i < UNPACK_COUNT; i++)
        glGetIntegerv(unpack[i], &state->unpack[i]);
    glGetIntegerv(GL_POLYGON_MODE, state->polygon_mode); // some drivers return two values
    glGetIntegerv(GL_CONTEXT_PROFILE_MASK, &state->profile);
    glGetFloati_v(GL_VIEWPORT, 0, state->viewport);
    glGetBooleani_v(GL_COLOR_WRITEMASK, 0, state->mask);
    state->blends = glIsEnabledi(GL_BLEND, 0);
    state->is_cut = glIsEnabledi(GL_SCISSOR_TEST, 0);
    for (int i = 0; i < switch_count(state); i++)
        state->enabled[i] = glIsEnabled(switches[i]);
    for (GLuint i = 0; i < UNIT_COUNT; i++) {
        glActiveTexture(GL_TEXTURE0 + i);
        for (int k = 0; k < 4; k++)
            glGetIntegerv(of_texture[k], &state->textures[i][k]);
    }
    for (GLuint i = 0; i < IMAGE_COUNT; i++)
        for (int k = 0; k < 6; k++)
            glGetIntegeri_v(of_image[k], i, &state->images[i][k]);
    for (GLuint i = 0; i < BUFFER_BINDING_COUNT; i++)
        for (int k = 0; k < 3; k++)
            glGetInteger64i_v(of_buffer[k], i, &state->buffers[i][k]);
    glGetBooleanv(GL_TRANSFORM_FEEDBACK_ACTIVE, &feeds);
    glGetBooleanv(GL_TRANSFORM_FEEDBACK_PAUSED, &is_paused);
    state->pauses_feedback = feeds && !is_paused; // glUseProgram fails until it is paused
    if (state->pauses_feedback)
        glPauseTransformFeedback();
}

// Draw buffer 0 and viewport 0 alone are set, since a host may have others for the rest.
static void set_defaults(const struct state *state)
{
    for (int i = 0; i < switch_count(state); i++)
        glDisable(switches[i]);
    glDisablei(GL_BLEND, 0);
    glDisablei(GL_SCISSOR_TEST, 0);
    glColorMaski(0, GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    for (int i = 0; i < UNPACK_COUNT; i++)
        glPixelStorei(unpack[i], unpack[i] == GL_UNPACK_ALIGNMENT);
}

static void restore_bindings(const struct state *state)
{
    for (GLuint i = 0; i < BUFFER_BINDING_COUNT; i++) {
        const GLint64 *is = state->buffers[i];
        if (is[2] > 0)
            glBindBufferRange(GL_SHADER_STORAGE_BUFFER, i, (GLuint) is[0], (GLintptr) is[1],
                              (GLsizeiptr) is[2]);
        else
            glBindBufferBase(GL_SHADER_STORAGE_BUFFER, i, (GLuint) is[0]);
    }
    for (GLuint i = 0; i < IMAGE_COUNT; i++) {
        const GLint *is = state->images[i];
        glBindImageTexture(i, (GLuint) is[0], is[1], (GLboolean) is[2], is[3], (GLenum) is[4],
                           (GLenum) is[5]);
    }
    for (GLuint i = 0; i < UNIT_COUNT; i++) {
        glActiveTexture(GL_TEXTURE0 + i);
        for (int k = 0; k < 3; k++)
            glBindTexture(targets[k], (GLuint) state->textures[i][k]);
        glBindSampler(i, (GLuint) state->textures[i][3]);
    }
}

static void restore(const struct state *state)
{
    const GLint *is = state->numbers;
    const GLfloat *viewport = state->viewport;
    restore_bindings(state);
    for (int i = 0; i < switch_count(state); i++)
        (state->enabled[i] ? glEnable : glDisable)(switches[i]);
    (state->blends ? glEnablei : glDisablei)(GL_BLEND, 0);
    (state->is_cut ? glEnablei : glDisablei)(GL_SCISSOR_TEST, 0);
    glColorMaski(0, state->mask[0], state->mask[1], state->mask[2], state->mask[3]);
    glViewportIndexedf(0, viewport[0], viewport[1], viewport[2], viewport[3]);
    glPolygonMode(GL_FRONT_AND_BACK, (GLenum) state->polygon_mode[0]);
    for (int i = 0; i < UNPACK_COUNT; i++)
        glPixelStorei(unpack[i], state->unpack[i]);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, (GLuint) is[6]);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, (GLuint) is[5]);
    glActiveTexture((GLenum) is[4]);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint) is[3]);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint) is[2]);
    glBindVertexArray((GLuint) is[1]);
    glUseProgram((GLuint) is[0]);
    if (state->pauses_feedback)
        glResumeTransformFeedback();
}
