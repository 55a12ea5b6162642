#pragma once

// The bodies, lamps and camera of the scene icosahedra in its default arrangement, without GL.

enum {
    COMPOSITION_BODIES = 40,
    COMPOSITION_PLACED = 4,                                    // by hand: the lamps of the picture
    COMPOSITION_OPEN = 2,                                      // the last ones, of dark panes
    COMPOSITION_LAMPS = COMPOSITION_BODIES - COMPOSITION_OPEN, // at most
    COMPOSITION_NEAREST = 4,                                   // neighbours that shade a body
};

#define COMPOSITION_FLOOR (-1.55f) // height of the floor

struct composition_options {
    int seed;
    double time;    // seconds
    float aspect;   // width / height of the picture
    float spread;   // distances, as a multiple
    float radius;   // of the bodies, as a multiple
    int lamps;      // the first bodies, at most COMPOSITION_LAMPS
    float emission; // of the lamps, as a multiple
};

// Vectors of four floats alone: shaders/scene/composition.glsl reads the struct as one array.
// Bodies do not meet each other, the floor or the camera.
struct composition {
    float bodies[COMPOSITION_BODIES][4];  // the middle, and the distance from there to the corners
    float colours[COMPOSITION_BODIES][4]; // albedo, or linear light and its strength; a negative
                                          // strength is that of the edges of a body of dark panes
    float turns[COMPOSITION_BODIES][4];   // quaternions x, y, z, w
    float nearest[COMPOSITION_BODIES][COMPOSITION_NEAREST]; // the bodies that hide most of the sky
    float order[2][COMPOSITION_BODIES]; // front to back, from the eye and from its mirror image
    float projection[4][4];            // and view; the first row of the picture is the lowest of GL
    float eye[4];                      // with the number of lamps
    float right[4], up[4], forward[4]; // to the right edge, upper edge and middle of the picture
};

void composition_make(const struct composition_options *options, struct composition *composition);
