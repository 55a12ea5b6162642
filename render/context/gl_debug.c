#define LOG_MODULE "gl"
#include "render/context/gl_debug.h"

#include "render/text/log.h"

#include <epoxy/gl.h>
#include <stdlib.h>

static bool is_fatal, is_expected;
static unsigned long count;

static void APIENTRY on_message(GLenum source, GLenum type, GLuint id, GLenum severity,
                                GLsizei length, const GLchar *text, const void *data)
{
    (void) id, (void) length, (void) data;
    count += source != GL_DEBUG_SOURCE_APPLICATION;
    // render/program_build.c reports messages of the compiler with file and line.
    if (is_expected || severity == GL_DEBUG_SEVERITY_NOTIFICATION ||
        source == GL_DEBUG_SOURCE_SHADER_COMPILER || type == GL_DEBUG_TYPE_PUSH_GROUP ||
        type == GL_DEBUG_TYPE_POP_GROUP || type == GL_DEBUG_TYPE_MARKER)
        return;
    if (type == GL_DEBUG_TYPE_PERFORMANCE || type == GL_DEBUG_TYPE_OTHER) {
        log_info("%s", text);
        return;
    }
    log_error("%s", text);
    if (is_fatal && severity != GL_DEBUG_SEVERITY_LOW)
        abort();
}

void gl_debug_enable(bool fatal)
{
    is_fatal = fatal;
    glEnable(GL_DEBUG_OUTPUT);
    if (fatal)
        glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
    glDebugMessageCallback(on_message, NULL);
}

unsigned long gl_debug_count(void)
{
    return count;
}

void gl_debug_expect_errors(bool expected)
{
    is_expected = expected;
}

const char *gl_debug_error_name(unsigned error)
{
    return error == GL_OUT_OF_MEMORY       ? "GL_OUT_OF_MEMORY"
           : error == GL_INVALID_ENUM      ? "GL_INVALID_ENUM"
           : error == GL_INVALID_VALUE     ? "GL_INVALID_VALUE"
           : error == GL_INVALID_OPERATION ? "GL_INVALID_OPERATION"
                                           : "another error of GL";
}

void gl_debug_label(unsigned kind, unsigned id, const char *label)
{
    if (label)
        glObjectLabel(kind, id, -1, label);
}
