#include "render/scene/mesh.h"

#include "render/context/gl_debug.h"

#include <epoxy/gl.h>

static GLuint make_buffer(const void *bytes, size_t size, const char *label)
{
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr) size, bytes, GL_STATIC_DRAW);
    gl_debug_label_buffer(buffer, label);
    return buffer;
}

static int count_floats(const struct mesh_attribute *attributes, int per_instance)
{
    int floats = 0;
    for (const struct mesh_attribute *row = attributes; row->components > 0; row++)
        if (row->per_instance == per_instance)
            floats += row->components;
    return floats;
}

// Sets the attribute pointers of one kind (per vertex or per instance) to the bound buffer.
// Locations count rows of both kinds.
static void point_attributes(const struct mesh_attribute *attributes, int per_instance)
{
    const GLsizei stride = (GLsizei) sizeof(float) * count_floats(attributes, per_instance);
    uintptr_t offset = 0;
    GLuint location = 0;
    for (const struct mesh_attribute *row = attributes; row->components > 0; row++, location++) {
        if (row->per_instance != per_instance)
            continue;
        glEnableVertexAttribArray(location);
        glVertexAttribPointer(location, row->components, GL_FLOAT, GL_FALSE, stride,
                              (const void *) offset);
        glVertexAttribDivisor(location, (GLuint) per_instance);
        offset += sizeof(float) * (size_t) row->components;
    }
}

static size_t float_bytes(int count, const struct mesh_attribute *attributes, int per_instance)
{
    return sizeof(float) * (size_t) count * (size_t) count_floats(attributes, per_instance);
}

void mesh_init(struct mesh *mesh, const struct mesh_desc *desc)
{
    *mesh = (struct mesh){
        .vertex_count = desc->vertex_count,
        .instance_count = desc->instance_count > 0 ? desc->instance_count : 1,
    };
    glGenVertexArrays(1, &mesh->vertex_array);
    glBindVertexArray(mesh->vertex_array);
    mesh->vertex_buffer = make_buffer(
        desc->vertices, float_bytes(desc->vertex_count, desc->attributes, 0), desc->label);
    point_attributes(desc->attributes, 0);
    if (desc->instances) {
        mesh->instance_buffer = make_buffer(
            desc->instances, float_bytes(desc->instance_count, desc->attributes, 1), desc->label);
        point_attributes(desc->attributes, 1);
    }
    glBindVertexArray(0);
}

void mesh_finish(struct mesh *mesh)
{
    glDeleteVertexArrays(1, &mesh->vertex_array);
    glDeleteBuffers(1, &mesh->vertex_buffer);
    glDeleteBuffers(1, &mesh->instance_buffer);
    *mesh = (struct mesh){ 0 };
}

void mesh_draw(const struct mesh *mesh)
{
    glBindVertexArray(mesh->vertex_array);
    glDrawArraysInstanced(GL_TRIANGLES, 0, mesh->vertex_count, mesh->instance_count);
}
