#include "render/context/gl_objects.h"

#include "render/text/step_text.h"

#include <epoxy/gl.h>

// Drivers use small names first, and reuse them after a deletion.
enum { LARGEST_NAME = 1 << 14 };

// libepoxy's function pointers change at their first call, so their addresses cannot be taken; each
// gets a wrapper.
#define IS_ONE(KIND) \
    static GLboolean is_##KIND(GLuint name) \
    { \
        return glIs##KIND(name); \
    }
IS_ONE(Texture)
IS_ONE(Buffer)
IS_ONE(Framebuffer)
IS_ONE(Program)
IS_ONE(Shader)
IS_ONE(VertexArray)
IS_ONE(Query)
IS_ONE(Sampler)

static const struct {
    const char *name;
    GLboolean (*is_one)(GLuint name);
} kinds[GL_OBJECTS_KINDS] = {
    [GL_OBJECTS_TEXTURES] = { "textures", is_Texture },
    [GL_OBJECTS_BUFFERS] = { "buffers", is_Buffer },
    [GL_OBJECTS_FRAMEBUFFERS] = { "framebuffers", is_Framebuffer },
    [GL_OBJECTS_PROGRAMS] = { "programs", is_Program },
    [GL_OBJECTS_SHADERS] = { "shaders", is_Shader },
    [GL_OBJECTS_VERTEX_ARRAYS] = { "vertex arrays", is_VertexArray },
    [GL_OBJECTS_QUERIES] = { "queries", is_Query },
    [GL_OBJECTS_SAMPLERS] = { "samplers", is_Sampler },
};

// Mesa numbers programs and shaders together and never reuses their names, so the limit is at least
// the name of a new program.
int gl_objects_count(enum gl_objects kind)
{
    const GLuint newest = glCreateProgram();
    int count = 0;
    glDeleteProgram(newest);
    for (GLuint name = 1; name <= LARGEST_NAME || name <= newest; name++)
        count += kinds[kind].is_one(name) == GL_TRUE;
    return count;
}

void gl_objects_print(char *out, size_t size)
{
    struct step_writer writer = { out, size, 0 };
    for (int kind = 0; kind < GL_OBJECTS_KINDS; kind++)
        step_writef(&writer, "%s%d %s", kind > 0 ? ", " : "",
                    gl_objects_count((enum gl_objects) kind), kinds[kind].name);
}
