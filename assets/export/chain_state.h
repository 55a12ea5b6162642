#pragma once

// SPDX-License-Identifier: MIT-0
//
// The state of GL that a chain changes, kept and given back around each of its functions.

// All that the functions touch beside objects of their own.
struct state {
    GLint numbers[10], viewport[4], images[IMAGE_COUNT][6], textures[UNIT_COUNT][4];
    GLint64 buffers[BINDING_COUNT][3];
    GLboolean mask[4], enabled[8];
};

// clang-format off
static const GLenum targets[3] = { GL_TEXTURE_1D, GL_TEXTURE_2D, GL_TEXTURE_3D };
static const GLenum switches[8] = {
    GL_BLEND, GL_DEPTH_TEST, GL_CULL_FACE, GL_SCISSOR_TEST, GL_STENCIL_TEST, GL_FRAMEBUFFER_SRGB,
    GL_COLOR_LOGIC_OP, GL_RASTERIZER_DISCARD };
static const GLenum numbers[9] = {
    GL_CURRENT_PROGRAM, GL_VERTEX_ARRAY_BINDING, GL_DRAW_FRAMEBUFFER_BINDING,
    GL_READ_FRAMEBUFFER_BINDING, GL_ACTIVE_TEXTURE, GL_UNPACK_ALIGNMENT,
    GL_PIXEL_UNPACK_BUFFER_BINDING, GL_SHADER_STORAGE_BUFFER_BINDING,
    GL_POLYGON_MODE }; // some drivers give two of the last
static const GLenum of_texture[4] = {
    GL_TEXTURE_BINDING_1D, GL_TEXTURE_BINDING_2D, GL_TEXTURE_BINDING_3D, GL_SAMPLER_BINDING };
static const GLenum of_image[6] = {
    GL_IMAGE_BINDING_NAME, GL_IMAGE_BINDING_LEVEL, GL_IMAGE_BINDING_LAYERED,
    GL_IMAGE_BINDING_LAYER, GL_IMAGE_BINDING_ACCESS, GL_IMAGE_BINDING_FORMAT };
static const GLenum of_buffer[3] = {
    GL_SHADER_STORAGE_BUFFER_BINDING, GL_SHADER_STORAGE_BUFFER_START,
    GL_SHADER_STORAGE_BUFFER_SIZE };
// clang-format on

static void save(struct state *state)
{
    for (int i = 0; i < 9; i++)
        glGetIntegerv(numbers[i], &state->numbers[i]);
    glGetIntegerv(GL_VIEWPORT, state->viewport);
    glGetBooleanv(GL_COLOR_WRITEMASK, state->mask);
    for (int i = 0; i < 8; i++)
        state->enabled[i] = glIsEnabled(switches[i]);
    for (GLuint i = 0; i < UNIT_COUNT; i++) {
        glActiveTexture(GL_TEXTURE0 + i);
        for (int k = 0; k < 4; k++)
            glGetIntegerv(of_texture[k], &state->textures[i][k]);
    }
    for (GLuint i = 0; i < IMAGE_COUNT; i++)
        for (int k = 0; k < 6; k++)
            glGetIntegeri_v(of_image[k], i, &state->images[i][k]);
    for (GLuint i = 0; i < BINDING_COUNT; i++)
        for (int k = 0; k < 3; k++)
            glGetInteger64i_v(of_buffer[k], i, &state->buffers[i][k]);
}

static void restore_bindings(const struct state *state)
{
    for (GLuint i = 0; i < BINDING_COUNT; i++) {
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
    const GLint *is = state->numbers, *viewport = state->viewport;
    restore_bindings(state);
    for (int i = 0; i < 8; i++)
        (state->enabled[i] ? glEnable : glDisable)(switches[i]);
    glColorMask(state->mask[0], state->mask[1], state->mask[2], state->mask[3]);
    glViewport(viewport[0], viewport[1], viewport[2], viewport[3]);
    glPolygonMode(GL_FRONT_AND_BACK, (GLenum) is[8]);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, (GLuint) is[7]);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, (GLuint) is[6]);
    glPixelStorei(GL_UNPACK_ALIGNMENT, is[5]);
    glActiveTexture((GLenum) is[4]);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint) is[3]);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint) is[2]);
    glBindVertexArray((GLuint) is[1]);
    glUseProgram((GLuint) is[0]);
}
