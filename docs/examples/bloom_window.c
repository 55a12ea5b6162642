// A window in which a light turns, seen through a bloom. How to build it stands in docs/export.md.

#define GLFW_INCLUDE_NONE
#include "halation_chain.h"

#include <GLFW/glfw3.h>
#include <epoxy/gl.h>
#include <stdio.h>
#include <stdlib.h>

// A lamp far above white, and dim walls.
static const char *const scene =
    "#version 430 core\n"
    "layout(location = 0) uniform float time;\n"
    "layout(location = 0) out vec4 color;\n"
    "void main()\n"
    "{\n"
    "    vec2 at = gl_FragCoord.xy / 360.0 - vec2(1.8, 1.0), lamp = 0.6 * vec2(cos(time), "
    "sin(time));\n"
    "    float wall = 0.02 + 0.05 * step(0.5, fract(4.0 * at.x)) + 0.01 / (0.1 + distance(at, "
    "lamp));\n"
    "    color = vec4(distance(at, lamp) < 0.03 ? vec3(60, 40, 20) : vec3(wall), 1);\n"
    "}\n";
static const char *const corners =
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
    GLuint texture, framebuffer, vertices;
    glfwInit();
    glfwWindowHint(GLFW_RESIZABLE, GLFW_FALSE);
    GLFWwindow *window = glfwCreateWindow(CHAIN_WIDTH, CHAIN_HEIGHT, "bloom", NULL, NULL);
    if (!window)
        return fprintf(stderr, "no window with OpenGL\n"), EXIT_FAILURE;
    glfwMakeContextCurrent(window);
    glGenTextures(1, &texture); // of light, above 1 too
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexStorage2D(GL_TEXTURE_2D, 1, CHAIN_INPUT_FORMAT, CHAIN_WIDTH, CHAIN_HEIGHT);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glGenVertexArrays(1, &vertices);
    glBindVertexArray(vertices);
    const GLuint program = glCreateProgram();
    add_shader(program, GL_VERTEX_SHADER, corners);
    add_shader(program, GL_FRAGMENT_SHADER, scene);
    glLinkProgram(program);
    glUseProgram(program);
    struct chain *chain = chain_create(NULL, CHAIN_WIDTH, CHAIN_HEIGHT, error);
    if (!chain)
        return fprintf(stderr, "%s\n", error), EXIT_FAILURE;
    for (int frame = 0; frame != frames && !glfwWindowShouldClose(window); frame++) {
        glUniform1f(0, (float) glfwGetTime());
        glDrawArrays(GL_TRIANGLES, 0, 3); // the scene, into the texture
        chain_save(chain);
        chain_run(chain, texture, 0, frame); // the bloom, onto the window
        chain_restore(chain);                // the state of GL that the scene is drawn with
        glfwSwapBuffers(window);
        glfwPollEvents();
    }
    chain_destroy(chain);
    glfwTerminate();
    return EXIT_SUCCESS;
}
