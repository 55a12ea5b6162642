#pragma once

// The body of the scene icosahedra, and its arrangement as a grid, without GL.

enum {
    ICOSAHEDRA_COLUMNS = 5,
    ICOSAHEDRA = ICOSAHEDRA_COLUMNS * ICOSAHEDRA_COLUMNS, // of the grid
    ICOSAHEDRON_VERTICES = 3 * 20,
    ICOSAHEDRON_FLOATS = 6 * ICOSAHEDRON_VERTICES,
};

// Makes the position on the unit sphere of each vertex and the normal of its face. Every three
// vertices are a face, counter-clockwise from outside.
void icosahedron_make(float vertices[ICOSAHEDRON_FLOATS]);

// Half of what the camera sees of the grid's plane along the shorter side of a picture.
#define ICOSAHEDRA_HALF_VIEW 2.887f

// Positions of the bodies and of the camera, in the world's unit.
struct icosahedra_places {
    float bodies[ICOSAHEDRA][4]; // the middle, and the distance from there to the corners
    float eye[3], target[3], up[3];
    float
        half_view; // the tangent of half the angle that the camera sees along the picture's height
};

// Places five by five bodies in a picture of that aspect (width / height): 1 apart along its
// shorter side, as far apart along the longer one as there is room, and in a long picture every
// second row, or column, between its neighbours. `spread` 1 fills the picture. `radius` is a share
// of the distance to the nearest body. The camera is farther for a longer picture, so that no
// icosahedron looks stretched.
void icosahedra_place_grid(float aspect, float spread, float radius,
                           struct icosahedra_places *places);

// Random properties of each body; one seed gives the same on every machine.
struct icosahedra_looks {
    float turns[ICOSAHEDRA][4];   // quaternions x, y, z, w
    float colours[ICOSAHEDRA][4]; // linear light, and how strongly it glows (0: not at all)
    int glowing[ICOSAHEDRA];      // the bodies that glow, in its first `emitters` elements
};

// Chooses `emitters` of the bodies, which glow with 0.5 to 1.5 times `emission`. Each body
// turns around an axis of its own by 0.25 to 0.5 radians a second; `time` is in seconds.
void icosahedra_choose(int seed, double time, int emitters, float emission,
                       struct icosahedra_looks *looks);
