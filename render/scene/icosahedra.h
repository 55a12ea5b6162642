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

// Half of what the camera sees of the plane that they stand in, along the shorter side of a
// picture.
#define ICOSAHEDRA_HALF_VIEW 2.887f

struct icosahedra_grid {
    float centers[ICOSAHEDRA][4]; // x, y, 0, 0
    float radius;
    float
        distance; // of the camera: the longer a picture, the further, so that none looks stretched
};

// Five by five that fill a picture of that aspect (width / height): 1 apart along its shorter side,
// as far along the longer one as it has room, and then every second row, or column, between those
// beside it. `spread` 1 fills it. `radius` is a share of the distance to the nearest.
void icosahedra_place(float aspect, float spread, float radius, struct icosahedra_grid *grid);

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
