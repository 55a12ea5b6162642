// A window in which a light turns, seen through a bloom. How to build it stands in docs/export.md.

#include "halation_chain.h"

#include <epoxy/gl.h>

#include <GLFW/glfw3.h>

#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 1280, HEIGHT = 720 };

// A lamp on a turning arm, and dim walls: light far above white and far below.
static const char scene[] =
    "#version 430 core\n"
    "layout(location = 0) uniform float time;\n"
    "layout(location = 0) out vec4 color;\n"
    "void main()\n"
    "{\n"
    "    vec2 at = (gl_FragCoord.xy - vec2(640, 360)) / 360;\n"
    "    vec2 lamp = 0.6 * vec2(cos(time), sin(time));\n"
    "    float wall = 0.02 + 0.05 * step(0.5, fract(4.0 * at.x)) + 0.05 / (0.2 + dot(at - lamp, at - lamp));\n"
    "    color = vec4(distance(at, lamp) < 0.03 ? vec3(60, 40, 20) : vec3(wall), 1);\n"
    "}\n";
static const char corners[] =
    "#version 430 core\n"
    "void main() { gl_Position = vec4(gl_VertexID % 2 * 4 - 1, gl_VertexID / 2 * 4 - 1, 0, 1); }\n";

static void add_shader(GLuint program, GLenum kind, const char *text)
{
    const GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
}

int main(int argc, char *argv[])
{
    const int frames = argc > 1 ? atoi(argv[1]) : -1; // -1: until the window is closed
    char error[CHAIN_ERROR_SIZE];
    GLuint texture, framebuffer, vertex_array;
    glfwInit();
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_RESIZABLE, GLFW_FALSE);
    GLFWwindow *window = glfwCreateWindow(WIDTH, HEIGHT, "bloom", NULL, NULL);
    glfwMakeContextCurrent(window);

    glGenVertexArrays(1, &vertex_array);
    glBindVertexArray(vertex_array);
    const GLuint program = glCreateProgram();
    add_shader(program, GL_VERTEX_SHADER, corners);
    add_shader(program, GL_FRAGMENT_SHADER, scene);
    glLinkProgram(program);

    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexStorage2D(GL_TEXTURE_2D, 1, CHAIN_INPUT_FORMAT, WIDTH, HEIGHT); // light above 1 has room in it
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glUseProgram(program);

    struct chain *chain = chain_create("bloom", WIDTH, HEIGHT, error);
    if (!chain)
        return fprintf(stderr, "%s\n", error), EXIT_FAILURE;
    for (int frame = 0; frame != frames && !glfwWindowShouldClose(window); frame++) {
        glUniform1f(0, (float) glfwGetTime());
        glDrawArrays(GL_TRIANGLES, 0, 3);           // the scene, into the texture
        chain_run(chain, texture, 0, frame);        // the bloom, onto the window
        glfwSwapBuffers(window);
        glfwPollEvents();
    }
    chain_destroy(chain);
    glfwTerminate();
    return EXIT_SUCCESS;
}
