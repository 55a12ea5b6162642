#include "render/scene/composition.h"

#include "render/text/chance.h"

#include <cglm/cglm.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { SMALL_LAMPS = 6 };

struct body {
    vec3 at;
    float radius;
    vec3 colour;
    float strength;
};

static const struct body placed[COMPOSITION_PLACED] = {
    { { -2.45f, 0.30f, -0.8f }, 1.25f, { 1, 0.27f, 0.035f }, 3.6f },
    { { 3.50f, -0.72f, -1.2f }, 0.60f, { 0.06f, 0.40f, 1 }, 9 },
    { { 0.90f, 1.90f, -6.0f }, 0.55f, { 1, 0.08f, 0.36f }, 14 },
    { { 1.15f, -0.95f, 1.3f }, 0.26f, { 0.08f, 0.70f, 0.75f }, 14 },
};

// Colours in linear light.
static const vec3 teal = { 0.02f, 0.16f, 0.22f }, steel = { 0.05f, 0.10f, 0.16f },
                  sand = { 0.55f, 0.50f, 0.44f }, amber = { 0.60f, 0.30f, 0.08f },
                  blue_light = { 0.08f, 0.45f, 1 }, amber_light = { 1, 0.36f, 0.08f };

static const vec3 target = { 0, 0.34f, -0.8f };
static const float camera_distance = 8, eye_elevation = 0.026f;

static float between(uint64_t *random, double low, double high)
{
    return (float) chance_between(random, low, high);
}

// ---- places

// Projects a body to a 16:9 picture from the middle of the camera's path. `out` gets x and y, in
// units of half the height, and the apparent radius.
static void project(const vec3 at, float radius, vec3 out)
{
    const float distance = target[2] + camera_distance - at[2];
    const float scale = 1 / (0.4348f * distance);
    out[0] = at[0] * scale;
    out[1] = (at[1] - target[1]) * scale;
    out[2] = radius * scale;
}

// Returns true if a random body overlaps no earlier one in the picture, with margins around the
// fixed lamps (the largest around lamp 0), and leaves the top right free.
static bool is_free(const struct body *bodies, int count, const struct body *body)
{
    vec3 here, there;
    project(body->at, body->radius, here);
    if (here[2] > 0.2f || fabsf(here[0]) > 1.85f || here[1] > 0.98f)
        return false;
    if (here[0] > 0.55f && here[1] > 0.35f)
        return false;
    for (int i = 0; i < count; i++) {
        const float gap = glm_vec3_distance((float *) bodies[i].at, (float *) body->at);
        if (gap < 1.04f * (bodies[i].radius + body->radius))
            return false;
        project(bodies[i].at, bodies[i].radius, there);
        const float room = i == 0 ? 1.45f : i < COMPOSITION_PLACED + SMALL_LAMPS ? 1.3f : 0.2f;
        if (hypotf(here[0] - there[0], here[1] - there[1]) < room * there[2] + 0.95f * here[2])
            return false;
    }
    return true;
}

static void place(uint64_t *random, int count, struct body *bodies)
{
    enum { TRIES = 200 };
    struct body *body = &bodies[count];
    const bool is_small = count < COMPOSITION_PLACED + SMALL_LAMPS;
    const float size = between(random, 0, 1) * between(random, 0, 1);
    body->radius = is_small ? between(random, 0.12, 0.24) : glm_lerp(0.26f, 0.85f, size);
    for (int i = 0; i < TRIES; i++, body->radius *= 0.99f) {
        const float least_height = COMPOSITION_FLOOR + 1.03f * body->radius;
        if (count > COMPOSITION_PLACED && !is_small && chance_share(random) < 0.6) {
            // Near another one, so that they light and shade each other.
            const struct body *other = &bodies[1 + (int) (chance_share(random) * (count - 1))];
            const float angle = between(random, 0, 2 * GLM_PI), rise = between(random, -0.6, 0.6);
            const float reach = between(random, 1.06, 1.35) * (other->radius + body->radius);
            body->at[0] = other->at[0] + reach * cosf(angle) * cosf(rise);
            body->at[1] = fmaxf(other->at[1] + reach * sinf(rise), least_height);
            body->at[2] = other->at[2] + reach * sinf(angle) * cosf(rise);
        } else {
            const float depth = powf(between(random, 0, 1), 0.75f);
            const bool is_low = chance_share(random) < 0.4;
            const float height = powf(between(random, 0, 1), 1.5f);
            body->at[2] = glm_lerp(1.5f, -15, depth);
            body->at[0] = between(random, -1, 1) * (3.2f + 0.62f * (4 - body->at[2]));
            body->at[1] = is_low ? least_height : glm_lerp(-0.9f, 3.6f, height);
        }
        if (is_free(bodies, count, body))
            return;
    }
    body->radius = 0.2f; // no place was found: outside of the picture
    body->at[0] = (count % 2 ? 2.4f : -2.4f) * (float) count;
    body->at[2] = -15;
}

static void colour(uint64_t *random, int i, int lamps, struct body *body)
{
    static const float *const albedos[] = { teal, steel, sand, teal, steel, amber, sand };
    const float *albedo = albedos[i % 7], share = between(random, 0.8, 1.2);
    const bool is_blue = chance_share(random) < 0.5;
    if (i >= COMPOSITION_LAMPS) {
        memcpy(body->colour, i % 2 ? blue_light : amber_light, sizeof(vec3));
        body->strength = lamps > 0 ? -9 : 0;
    } else if (i < lamps && i >= COMPOSITION_PLACED) {
        memcpy(body->colour, is_blue ? blue_light : amber_light, sizeof(vec3));
        body->strength = 22 * share;
    } else if (i >= lamps) {
        glm_vec3_scale((float *) albedo, share, body->colour);
        body->strength = 0;
    }
}

// Scales positions and radii by the options, and reduces radii so that bodies do not intersect each
// other, the floor or the camera.
static void fit(const struct body *bodies, const struct composition_options *options,
                const vec3 eye, struct composition *composition)
{
    float radii[COMPOSITION_BODIES];
    for (int i = 0; i < COMPOSITION_BODIES; i++) {
        float *at = composition->bodies[i];
        const float height = bodies[i].at[1] - COMPOSITION_FLOOR;
        radii[i] = bodies[i].radius * options->radius;
        at[0] = options->spread * bodies[i].at[0];
        at[1] = COMPOSITION_FLOOR + fmaxf(options->spread * height, 1.01f * radii[i]);
        at[2] = target[2] + options->spread * (bodies[i].at[2] - target[2]);
    }
    for (int i = 0; i < COMPOSITION_BODIES; i++) {
        float *at = composition->bodies[i];
        at[3] = fminf(radii[i], 0.9f * glm_vec3_distance(at, (float *) eye) - 0.3f);
        for (int k = 0; k < COMPOSITION_BODIES; k++) {
            const float gap = glm_vec3_distance(at, composition->bodies[k]);
            if (k != i)
                at[3] = fminf(at[3], 0.99f * gap * radii[i] / (radii[i] + radii[k]));
        }
        at[3] = fmaxf(at[3], 0.01f);
    }
}

// ---- the camera

// Returns a sine of that period in seconds; `start` is a phase, 0..1.
static float wave(double time, double period, double start)
{
    return (float) sin(2 * GLM_PI * fmod(time / period + start, 1));
}

// The eye moves on an ellipse of 3 by 1 degrees around the target, once in 20 s. The horizontal
// field of view is at least that of 16:9: for a narrower picture the angle grows, and above a limit
// the distance.
static void place_camera(const struct composition_options *options, struct composition *composition)
{
    static const float half_view = 0.4348f, least_width = 0.74f, most_view = 0.62f;
    const float needed = fmaxf(half_view, least_width / options->aspect);
    const float view = fminf(fminf(needed, most_view), fmaxf(0.86f / options->aspect, 0.05f));
    const float back = fmaxf(needed / most_view, 1) * fmaxf(options->spread, 1);
    const float around = glm_rad(3) * wave(options->time, 20, 0.25);
    const float above = eye_elevation + glm_rad(1) * wave(options->time, 20, 0);
    const vec3 offset = { sinf(around) * cosf(above), sinf(above), cosf(around) * cosf(above) };
    mat4 look, perspective;
    vec3 eye, right, up;
    glm_vec3_copy((float *) target, eye);
    glm_vec3_muladds((float *) offset, back * camera_distance, eye);
    glm_perspective(2 * atanf(view), options->aspect, 0.1f, 200, perspective);
    perspective[1][1] = -perspective[1][1];
    glm_lookat(eye, (float *) target, GLM_YUP, look);
    mat4 projection;
    glm_mat4_mul(perspective, look, projection);
    memcpy(composition->projection, projection, sizeof(projection));
    glm_vec3_negate_to((float *) offset, composition->forward);
    glm_vec3_crossn(composition->forward, GLM_YUP, right);
    glm_vec3_crossn(right, composition->forward, up);
    glm_vec3_scale(right, view * options->aspect, composition->right);
    glm_vec3_scale(up, view, composition->up);
    glm_vec3_copy(eye, composition->eye);
    composition->eye[3] = (float) options->lamps;
    composition->up[3] = view;
}

// ---- sorting

// Sorts the bodies front to back by the power d^2 - r^2 of the eye. This order is exact for spheres
// that do not intersect, since the plane of equal power separates them.
static void sort(const struct composition *composition, bool is_mirrored, float *order)
{
    float powers[COMPOSITION_BODIES];
    vec3 eye;
    glm_vec3_copy((float *) composition->eye, eye);
    if (is_mirrored)
        eye[1] = 2 * COMPOSITION_FLOOR - eye[1];
    for (int i = 0; i < COMPOSITION_BODIES; i++) {
        const float *body = composition->bodies[i];
        const float power = glm_vec3_distance2((float *) body, eye) - body[3] * body[3];
        int at = i;
        for (; at > 0 && powers[at - 1] > power; at--) {
            powers[at] = powers[at - 1];
            order[at] = order[at - 1];
        }
        powers[at] = power;
        order[at] = (float) i;
    }
}

static void list_nearest(struct composition *composition, int body)
{
    float shares[COMPOSITION_NEAREST] = { 0 };
    for (int i = 0; i < COMPOSITION_BODIES; i++) {
        const float *other = composition->bodies[i];
        const float share =
            other[3] / fmaxf(glm_vec3_distance((float *) other, composition->bodies[body]), 1e-3f);
        int at = COMPOSITION_NEAREST;
        for (; i != body && at > 0 && shares[at - 1] < share; at--)
            if (at < COMPOSITION_NEAREST) {
                shares[at] = shares[at - 1];
                composition->nearest[body][at] = composition->nearest[body][at - 1];
            }
        if (at < COMPOSITION_NEAREST) {
            shares[at] = share;
            composition->nearest[body][at] = (float) i;
        }
    }
}

static void turn(uint64_t *random, double time, int i, float out[4])
{
    const double z = between(random, -1, 1), angle = between(random, 0, 2 * GLM_PI);
    const double start = between(random, 0, 2 * GLM_PI), speed = between(random, 0.08, 0.17);
    const double side = sqrt(1 - z * z);
    vec3 axis = { (float) (side * cos(angle)), (float) (side * sin(angle)), (float) z };
    versor quaternion;
    if (i == 0) // the large lamp
        glm_vec3_copy((vec3){ 0.25f, 1, 0.1f }, axis);
    glm_quatv(quaternion,
              (float) fmod(i == 0 ? 0.9 + 0.07 * time : start + time * speed, 2 * GLM_PI), axis);
    memcpy(out, quaternion, sizeof(quaternion));
}

void composition_make(const struct composition_options *options, struct composition *composition)
{
    struct body bodies[COMPOSITION_BODIES];
    uint64_t random = (uint64_t) options->seed;
    *composition = (struct composition){ 0 };
    memcpy(bodies, placed, sizeof(placed));
    for (int i = COMPOSITION_PLACED; i < COMPOSITION_BODIES; i++)
        place(&random, i, bodies);
    place_camera(options, composition);
    fit(bodies, options, composition->eye, composition);
    for (int i = 0; i < COMPOSITION_BODIES; i++) {
        colour(&random, i, options->lamps, &bodies[i]);
        memcpy(composition->colours[i], bodies[i].colour, sizeof(vec3));
        composition->colours[i][3] = options->emission * bodies[i].strength;
        turn(&random, options->time, i, composition->turns[i]);
        list_nearest(composition, i);
    }
    for (int i = 0; i < 2; i++)
        sort(composition, i, composition->order[i]);
}
