#include "render/gl_objects.h"

#include <epoxy/gl.h>
#include <stdio.h>

// Drivers hand out small names, and the same again after a deletion.
enum { LARGEST_NAME = 1 << 14 };

static int count_names(GLboolean (*is_one)(GLuint name))
{
    int count = 0;
    for (GLuint name = 1; name < LARGEST_NAME; name++)
        count += is_one(name) == GL_TRUE;
    return count;
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
    *objects = (struct gl_objects){
        .textures = count_names(is_Texture),
        .buffers = count_names(is_Buffer),
        .framebuffers = count_names(is_Framebuffer),
        .programs = count_names(is_Program),
        .shaders = count_names(is_Shader),
        .vertex_arrays = count_names(is_VertexArray),
        .queries = count_names(is_Query),
        .samplers = count_names(is_Sampler),
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
