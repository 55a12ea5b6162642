#pragma once

// What the scene icosahedra consists of, without GL.

enum {
    ICOSAHEDRA_COLUMNS = 5,
    ICOSAHEDRA = ICOSAHEDRA_COLUMNS * ICOSAHEDRA_COLUMNS,
    ICOSAHEDRON_VERTICES = 3 * 20,
    ICOSAHEDRON_FLOATS = 6 * ICOSAHEDRON_VERTICES,
};

// For each vertex its position on the unit sphere and the normal of its face. Faces are three
// vertices in a row, counter-clockwise from outside.
void icosahedron_make(float vertices[ICOSAHEDRON_FLOATS]);

// What chance decides about each: the same for the same seed, on every machine.
struct icosahedra_looks {
    float turns[ICOSAHEDRA][4];   // quaternions x, y, z, w
    float colours[ICOSAHEDRA][4]; // linear light, and the strength of its own light (0: none)
    int glowing[ICOSAHEDRA];      // which glow, the first `emitters` of them
};

// `emitters` of them glow, with 0.5 to 1.5 times `emission`. Each turns around an axis of its own
// with 0.25 to 0.5 radians a second of `time`.
void icosahedra_choose(int seed, double time, int emitters, float emission,
                       struct icosahedra_looks *looks);
