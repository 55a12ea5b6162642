#include "render/context/half_store.h"

#include <epoxy/gl.h>

static const GLchar probe[] = "#version 430 core\n"
                              "layout(local_size_x = 1) in;\n"
                              "layout(binding = 0) writeonly uniform image2D out_image;\n"
                              "layout(location = 0) uniform float u_value;\n"
                              "void main()\n"
                              "{\n"
                              "    imageStore(out_image, ivec2(0), vec4(u_value));\n"
                              "}\n";

static GLuint make_program(void)
{
    const GLuint shader = glCreateShader(GL_COMPUTE_SHADER), program = glCreateProgram();
    glShaderSource(shader, 1, &(const GLchar *){ probe }, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glLinkProgram(program);
    glDetachShader(program, shader);
    glDeleteShader(shader);
    return program;
}

bool half_store_truncates(void)
{
    GLuint texture = 0;
    GLfloat stored[4] = { 0 };
    const GLuint program = make_program();
    glProgramUniform1f(program, 0, 1 + 0.75f / 1024);
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA16F, 1, 1);
    glBindImageTexture(0, texture, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA16F);
    glUseProgram(program);
    glDispatchCompute(1, 1, 1);
    glMemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_FLOAT, stored);
    glBindImageTexture(0, 0, 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA16F);
    glBindTexture(GL_TEXTURE_2D, 0);
    glDeleteTextures(1, &texture);
    glUseProgram(0);
    glDeleteProgram(program);
    return stored[0] == 1;
}

struct half_store_text half_store_text(bool compute)
{
    if (compute)
        return (struct half_store_text){ "common/half_store_compute.glsl", NULL };
    return (struct half_store_text){ "common/half_store_fragment.glsl",
                                     "common/half_store_main.glsl" };
}

int half_store_location(unsigned program)
{
    return glGetUniformLocation(program, "u_half_store");
}
