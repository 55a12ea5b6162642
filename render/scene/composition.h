#pragma once

// Geometry, colours and camera of the scene icosahedra in its arrangement "composition" (the
// default), computed on the CPU without GL.

enum {
    COMPOSITION_BODIES = 40,
    COMPOSITION_PLACED = 4, // the first bodies, at fixed places; they are the first lamps
    COMPOSITION_OPEN = 2,   // the last bodies, whose dark faces have glowing edges
    COMPOSITION_LAMPS = COMPOSITION_BODIES - COMPOSITION_OPEN, // lamps at most
    COMPOSITION_NEAREST = 4,                                   // neighbours that occlude a body
};

#define COMPOSITION_FLOOR (-1.55f) // height of the floor

struct composition_options {
    int seed;
    double time;    // seconds
    float aspect;   // width / height of the picture
    float spread;   // multiple of the default distances
    float radius;   // multiple of the default radii
    int lamps;      // number of lamps, which are the first bodies; 0..COMPOSITION_LAMPS
    float emission; // multiple of the lamps' default emission
};

// The struct contains only vectors of four floats, because shaders/scene/composition.glsl reads it
// as one uniform array of vec4. Bodies do not intersect each other, the floor or the camera.
struct composition {
    float bodies[COMPOSITION_BODIES][4]; // centre and circumradius
    // Albedo and 0, or linear colour and strength of emission. A negative strength is that of the
    // glowing edges of the last COMPOSITION_OPEN bodies.
    float colours[COMPOSITION_BODIES][4];
    float turns[COMPOSITION_BODIES][4];                     // quaternions x, y, z, w
    float nearest[COMPOSITION_BODIES][COMPOSITION_NEAREST]; // indices of its largest occluders
    float order[2][COMPOSITION_BODIES]; // indices, front to back: of the eye, of its mirror image
    float projection[4][4]; // projection * view; y is flipped, since row 0 of a picture is its top
    float eye[4];           // position, and the number of lamps
    // Vectors to the right edge, the upper edge and the centre of the picture.
    float right[4], up[4], forward[4];
};

void composition_make(const struct composition_options *options, struct composition *composition);
