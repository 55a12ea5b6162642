#define LOG_MODULE "program"
#include "render/program_build.h"

#include <epoxy/gl.h>
#include <string.h>

void program_build_begin(struct program_build *build, const struct shader_source sources[2])
{
    const GLenum kinds[] = { GL_VERTEX_SHADER,
                             sources[0].text ? GL_FRAGMENT_SHADER : GL_COMPUTE_SHADER };
    *build =
        (struct program_build){ .id = glCreateProgram(), .sources = { sources[0], sources[1] } };
    for (int i = 0; i < 2; i++) {
        if (!sources[i].text)
            continue;
        const GLuint id = build->shaders[i] = glCreateShader(kinds[i]);
        glShaderSource(id, 1, &(const GLchar *){ sources[i].text }, NULL);
        glCompileShader(id);
        glAttachShader(build->id, id);
    }
    glLinkProgram(build->id);
}

bool program_build_is_done(const struct program_build *build)
{
    GLint done = GL_TRUE;
    glGetProgramiv(build->id, GL_COMPLETION_STATUS_KHR, &done);
    return done;
}

static bool is_compiled(GLuint shader, const struct shader_source *source, struct error *error)
{
    GLint compiled = 0;
    char log[2048] = "", line[400];
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled)
        return true;
    glGetShaderInfoLog(shader, sizeof(log), NULL, log);
    shader_source_map_log(source, log, line, sizeof(line));
    return error_set(error, "%s", line);
}

bool program_build_compiles(const char *text, struct error *error)
{
    GLint compiled = 0;
    char log[1024] = "";
    const GLuint id = glCreateShader(GL_FRAGMENT_SHADER);
    glShaderSource(id, 1, &(const GLchar *){ text }, NULL);
    glCompileShader(id);
    glGetShaderiv(id, GL_COMPILE_STATUS, &compiled);
    glGetShaderInfoLog(id, sizeof(log), NULL, log);
    glDeleteShader(id);
    return compiled || error_set(error, "%.*s", (int) strcspn(log, "\n"), log);
}

// A linked program no longer needs its shaders, and drivers keep their text and trees while they
// are attached.
static void drop_shaders(struct program_build *build)
{
    for (int i = 0; i < 2; i++) {
        if (build->shaders[i])
            glDetachShader(build->id, build->shaders[i]);
        glDeleteShader(build->shaders[i]);
        shader_source_finish(&build->sources[i]);
    }
}

unsigned program_build_finish(struct program_build *build, const char *name, struct error *error)
{
    bool is_fine = true;
    GLint linked = 0;
    for (int i = 0; i < 2 && is_fine; i++)
        is_fine = !build->shaders[i] || is_compiled(build->shaders[i], &build->sources[i], error);
    if (is_fine)
        glGetProgramiv(build->id, GL_LINK_STATUS, &linked);
    if (is_fine && !linked) {
        char log[512] = "";
        glGetProgramInfoLog(build->id, sizeof(log), NULL, log);
        // The reason is the first line with "error", which may be below a heading.
        const char *line = strstr(log, "error") ? strstr(log, "error") : log;
        while (line > log && line[-1] != '\n')
            line--;
        error_set(error, "%s: %.*s", name, (int) strcspn(line, "\n"), line);
    }
    const unsigned id = linked ? build->id : 0;
    drop_shaders(build);
    if (!id)
        glDeleteProgram(build->id);
    *build = (struct program_build){ 0 };
    return id;
}

void program_build_cancel(struct program_build *build)
{
    drop_shaders(build);
    glDeleteProgram(build->id);
    *build = (struct program_build){ 0 };
}
