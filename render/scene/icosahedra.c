#include "render/scene/icosahedra.h"

#include "render/text/chance.h"
#include "render/text/memory.h"

#include <assert.h>
#include <cglm/cglm.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { CORNERS = 12 };

// ---- the body

static bool are_neighbours(vec3 a, vec3 b)
{
    return glm_vec3_distance(a, b) < 1.1f; // an edge is 1.0515 long, other distances 1.7013 or more
}

// Writes positions and normals of a face, counter-clockwise from outside.
static float *add_face(float *out, vec3 a, vec3 b, vec3 c)
{
    vec3 ab, ac, normal;
    glm_vec3_sub(b, a, ab);
    glm_vec3_sub(c, a, ac);
    glm_vec3_crossn(ab, ac, normal);
    if (glm_vec3_dot(normal, a) < 0)
        return add_face(out, a, c, b);
    float *const corners[] = { a, b, c };
    for (int i = 0; i < 3; i++, out += 6) {
        memcpy(out, corners[i], sizeof(vec3));
        memcpy(out + 3, normal, sizeof(vec3));
    }
    return out;
}

// A face is three corners that are all neighbours.
void icosahedron_make(float vertices[ICOSAHEDRON_FLOATS])
{
    vec3 corners[CORNERS];
    float *out = vertices;
    // All cyclic permutations of (0, +-1, +-golden ratio), normalised.
    const float golden = 1.618034f;
    for (int i = 0; i < CORNERS; i++) {
        vec3 corner = { 0 };
        corner[(i / 4 + 1) % 3] = i & 1 ? -1.0f : 1.0f;
        corner[(i / 4 + 2) % 3] = i & 2 ? -golden : golden;
        glm_vec3_normalize_to(corner, corners[i]);
    }
    for (int a = 0; a < CORNERS; a++)
        for (int b = a + 1; b < CORNERS; b++)
            for (int c = b + 1; c < CORNERS; c++)
                if (are_neighbours(corners[a], corners[b]) &&
                    are_neighbours(corners[b], corners[c]) &&
                    are_neighbours(corners[c], corners[a]))
                    out = add_face(out, corners[a], corners[b], corners[c]);
    assert(out == vertices + ICOSAHEDRON_FLOATS);
}

// ---- the grid

void icosahedra_place_grid(float aspect, float spread, float radius,
                           struct icosahedra_places *places)
{
    const float margin = 0.887f, most_radius = 0.62f; // so that the outermost rows are not cropped
    const float longer = fmaxf(aspect, 1 / aspect);
    // Shift of every second row: 0 in a square picture, 1 for half a spacing.
    const float stagger = fminf((longer - 1) / 0.5f, 1);
    const float reach = 2 + stagger / 4; // from the middle to the outermost centre, in spacings
    const float spacing = spread * (ICOSAHEDRA_HALF_VIEW * longer - margin) / reach;
    const float nearest = fminf(spacing, hypotf(1, stagger * spacing / 2));
    const int along = aspect < 1; // 0: x is the longer side
    const float distance = ICOSAHEDRA_HALF_VIEW * fmaxf(longer / 0.65f, 1 / 0.364f);
    *places = (struct icosahedra_places){
        .eye = { 0, 0, distance },
        .up = { 0, 1, 0 },
        .half_view = ICOSAHEDRA_HALF_VIEW / distance * fmaxf(1, spread) * fmaxf(1, 1 / aspect),
    };
    for (int i = 0; i < ICOSAHEDRA; i++) {
        const int place[2] = { i % ICOSAHEDRA_COLUMNS - ICOSAHEDRA_COLUMNS / 2,
                               i / ICOSAHEDRA_COLUMNS - ICOSAHEDRA_COLUMNS / 2 };
        const float shift = stagger / 4 * (place[!along] % 2 == 0 ? -1 : 1);
        places->bodies[i][along] = spacing * ((float) place[along] + shift);
        places->bodies[i][!along] = (float) place[!along];
        places->bodies[i][3] = fminf(radius * nearest, most_radius);
    }
}

// ---- random properties

// Colours as sRGB display values.
static const unsigned albedos[] = { 0x0b3f94, 0x009c9c, 0x5f33bd, 0xef3f3a,
                                    0xf7a428, 0xebe6dc, 0x127dba };
static const unsigned glows[] = { 0xff4400, 0x00a2ff, 0xff0a55, 0x00ff78, 0x5818ff };

// Converts an sRGB colour such as 0xff8000 to linear light times `scale`, and stores a strength.
static void set_colour(float out[4], unsigned rgb, float scale, float strength)
{
    for (int i = 0; i < 3; i++) {
        const float display = (float) (rgb >> (16 - 8 * i) & 255) / 255;
        const float high = powf((display + 0.055f) / 1.055f, 2.4f);
        out[i] = scale * (display <= 0.04045f ? display / 12.92f : high);
    }
    out[3] = strength;
}

void icosahedra_choose(int seed, double time, int emitters, float emission,
                       struct icosahedra_looks *looks)
{
    const int albedo_count = ARRAY_COUNT(albedos);
    const int glow_count = ARRAY_COUNT(glows);
    uint64_t random = (uint64_t) seed;
    int *order = looks->glowing;
    for (int i = 0; i < ICOSAHEDRA; i++)
        order[i] = i;
    chance_shuffle(&random, ICOSAHEDRA, order);
    // The first `emitters` of the shuffled bodies glow; the others get the albedos in turn.
    for (int i = 0; i < ICOSAHEDRA; i++) {
        const float share = (float) chance_between(&random, 0.5, 1.5);
        float *colour = looks->colours[order[i]];
        if (i < emitters)
            set_colour(colour, glows[i % glow_count], 1, emission * share);
        else
            set_colour(colour, albedos[i % albedo_count], 0.6f + 0.4f * share, 0);
    }
    for (int i = 0; i < ICOSAHEDRA; i++) {
        const double z = chance_between(&random, -1, 1);
        const double around = chance_between(&random, 0, 2 * GLM_PI), side = sqrt(1 - z * z);
        const double start = chance_between(&random, 0, 2 * GLM_PI);
        const double angle = start + time * chance_between(&random, 0.25, 0.5);
        vec3 axis = { (float) (side * cos(around)), (float) (side * sin(around)), (float) z };
        versor turn;
        glm_quatv(turn, (float) fmod(angle, 2 * GLM_PI), axis);
        memcpy(looks->turns[i], turn, sizeof(turn));
    }
}
