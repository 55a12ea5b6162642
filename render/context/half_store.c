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

bool half_store_truncates(void)
{
    GLuint texture = 0;
    GLfloat stored[4] = { 0 };
    const GLuint shader = glCreateShader(GL_COMPUTE_SHADER), program = glCreateProgram();
    glShaderSource(shader, 1, &(const GLchar *){ probe }, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glLinkProgram(program);
    glDeleteShader(shader);
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

const char *half_store_end(bool compute)
{
    return compute ? "#undef main\n"
                     "void main() { make_out_color(); }\n"
                   : "#undef main\n"
                     "void main()\n"
                     "{\n"
                     "    make_out_color();\n"
                     "    out_color = to_half_store(out_color);\n"
                     "}\n";
}
