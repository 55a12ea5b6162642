#include "render/context/gl_objects.h"

#include <epoxy/gl.h>
#include <stdio.h>

// Drivers give out small names, and give them out again after a deletion.
enum { LARGEST_NAME = 1 << 14 };

static int count_names(GLboolean (*is_one)(GLuint name), GLuint last)
{
    int count = 0;
    for (GLuint name = 1; name <= last; name++)
        count += is_one(name) == GL_TRUE;
    return count;
}

// But Mesa numbers programs and shaders together, and never gives out one of their names again.
static GLuint newest_program_name(void)
{
    const GLuint name = glCreateProgram();
    glDeleteProgram(name);
    return name > LARGEST_NAME ? name : LARGEST_NAME;
}

// epoxy's names are macros over pointers that change at the first call, so each is called by name.
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
