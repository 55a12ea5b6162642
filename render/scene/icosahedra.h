#pragma once

// The mesh of the scene icosahedra, and its arrangement "grid", computed on the CPU without GL.

enum {
    ICOSAHEDRA_COLUMNS = 5,
    ICOSAHEDRA = ICOSAHEDRA_COLUMNS * ICOSAHEDRA_COLUMNS, // of the grid
    ICOSAHEDRON_VERTICES = 3 * 20,
    ICOSAHEDRON_FLOATS = 6 * ICOSAHEDRON_VERTICES,
};

// Writes position (on the unit sphere) and face normal, six floats, of each vertex. Every three
// vertices are a triangle, counter-clockwise from outside.
void icosahedron_make(float vertices[ICOSAHEDRON_FLOATS]);

// Half the extent of the grid's plane that is visible along the shorter side of a picture.
#define ICOSAHEDRA_HALF_VIEW 2.887f

// Positions of the bodies and of the camera, in world units.
struct icosahedra_places {
    float bodies[ICOSAHEDRA][4]; // centre and circumradius
    float eye[3], target[3], up[3];
    float half_view; // tangent of half the vertical field of view
};

// Places 5 x 5 bodies for a picture of that aspect (width / height). Their distance is 1 along the
// shorter side; along the longer one they fill the picture, times `spread`. In long pictures every
// second row (or column) is staggered. `radius` is a share of the distance to the nearest body. The
// longer the picture, the farther the camera is, which limits perspective distortion.
void icosahedra_place_grid(float aspect, float spread, float radius,
                           struct icosahedra_places *places);

// Random properties of each body, equal for equal seeds on all machines.
struct icosahedra_looks {
    float turns[ICOSAHEDRA][4];   // quaternions x, y, z, w
    float colours[ICOSAHEDRA][4]; // linear colour, and strength of emission (0: none)
    int glowing[ICOSAHEDRA];      // indices of all bodies, shuffled; the first `emitters` glow
};

// Computes these properties. `emitters` bodies glow with 0.5 to 1.5 times `emission`. Each body
// rotates about a random axis with 0.25 to 0.5 radians a second; `time` is in seconds.
void icosahedra_choose(int seed, double time, int emitters, float emission,
                       struct icosahedra_looks *looks);
