#pragma once

// A mesh of triangles on the GPU, drawn as instances. Row i of the attributes is vertex attribute
// location i, of floats.
struct mesh_attribute {
    int components;   // 1..4 floats
    int per_instance; // 0: one value per vertex, 1: one per instance
};

struct mesh_desc {
    const float *vertices; // interleaved
    int vertex_count;
    const float *instances;                  // interleaved; NULL: instances have no data
    int instance_count;                      // 0 means 1
    const struct mesh_attribute *attributes; // ends with a zeroed row
    const char *label;
};

struct mesh {
    unsigned vertex_array, vertex_buffer, instance_buffer;
    int vertex_count, instance_count;
};

void mesh_init(struct mesh *mesh, const struct mesh_desc *desc); // copies all data to the GPU
void mesh_finish(struct mesh *mesh);
void mesh_draw(const struct mesh *mesh); // one draw with the current program and framebuffer
