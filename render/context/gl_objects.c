#include "render/context/gl_objects.h"

#include <epoxy/gl.h>
#include <stdio.h>

// Drivers use small names first, and reuse them after a deletion.
enum { LARGEST_NAME = 1 << 14 };

static int count_names(GLboolean (*is_one)(GLuint name), GLuint last)
{
    int count = 0;
    for (GLuint name = 1; name <= last; name++)
        count += is_one(name) == GL_TRUE;
    return count;
}

// Mesa numbers programs and shaders together and never reuses their names, so the limit is the name
// of a new program.
static GLuint newest_program_name(void)
{
    const GLuint name = glCreateProgram();
    glDeleteProgram(name);
    return name > LARGEST_NAME ? name : LARGEST_NAME;
}

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

void gl_objects_count(struct gl_objects *objects)
{
    const GLuint newest = newest_program_name();
    *objects = (struct gl_objects){
        .textures = count_names(is_Texture, LARGEST_NAME),
        .buffers = count_names(is_Buffer, LARGEST_NAME),
        .framebuffers = count_names(is_Framebuffer, LARGEST_NAME),
        .programs = count_names(is_Program, newest),
        .shaders = count_names(is_Shader, newest),
        .vertex_arrays = count_names(is_VertexArray, LARGEST_NAME),
        .queries = count_names(is_Query, LARGEST_NAME),
        .samplers = count_names(is_Sampler, LARGEST_NAME),
    };
}

void gl_objects_print(const struct gl_objects *objects, char *out, size_t size)
{
    snprintf(out, size,
             "%d textures, %d buffers, %d framebuffers, %d programs, %d shaders, %d vertex arrays, "
             "%d queries, %d samplers",
             objects->textures, objects->buffers, objects->framebuffers, objects->programs,
             objects->shaders, objects->vertex_arrays, objects->queries, objects->samplers);
}
