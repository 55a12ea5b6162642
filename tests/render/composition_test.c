// The bodies, lamps and camera of the scene icosahedra in its default arrangement.

#include "render/scene/composition.h"
#include "tests/fixtures/gpu_fixture.h"
#include "tests/fixtures/vectors.h"

static struct composition made;

static struct composition_options options_of(int seed)
{
    return (struct composition_options){ .seed = seed,
                                         .time = 1.5,
                                         .aspect = 16.0f / 9,
                                         .spread = 1,
                                         .radius = 1,
                                         .lamps = 10,
                                         .emission = 1 };
}

TEST(bodies_meet_nothing)
{
    for (int i = 0; i < 240; i++) {
        struct composition_options options = options_of(i);
        options.time = 7.3 * i;
        options.aspect = (float) pow(1.8, i % 7 - 3);
        options.spread = (float) pow(2, i % 4 - 1);
        options.radius = (float) pow(1.5, i % 5 - 2);
        composition_make(&options, &made);
        for (int k = 0; k < COMPOSITION_BODIES; k++) {
            const float *body = made.bodies[k];
            assert_true(body[3] > 0 && body[1] - body[3] > COMPOSITION_FLOOR);
            assert_true(distance(body, made.eye) > body[3] + 0.2);
            for (int other = 0; other < k; other++)
                assert_true(distance(body, made.bodies[other]) > (body[3] + made.bodies[other][3]));
        }
    }
}

// Finds where a point is in the picture: -1..1 from the left to the right and from the bottom to
// the top.
static void find(const float *at, double out[2])
{
    const float from_eye[3] = VECTOR_TO(made.eye, at);
    const double depth = dot(from_eye, made.forward);
    out[0] = dot(from_eye, made.right) / dot(made.right, made.right) / depth;
    out[1] = dot(from_eye, made.up) / dot(made.up, made.up) / depth;
}

// The matrix and the three vectors are one camera.
TEST(the_projection_is_of_the_same_camera)
{
    const struct composition_options options = options_of(7);
    composition_make(&options, &made);
    for (int i = 0; i < COMPOSITION_BODIES; i++) {
        const float *at = made.bodies[i];
        double expected[2], clip[4];
        find(at, expected);
        for (int row = 0; row < 4; row++)
            clip[row] = made.projection[3][row];
        for (int column = 0; column < 3; column++)
            for (int row = 0; row < 4; row++)
                clip[row] += made.projection[column][row] * (double) at[column];
        assert_near(clip[0] / clip[3], expected[0], 1e-4);
        assert_near(clip[1] / clip[3], -expected[1], 1e-4);
    }
}

// Whatever the seed: the large lamp is at the left third, with room around it, and the three others
// are in the picture and before what was placed by chance.
TEST(lamps_that_were_placed_by_hand_are_seen)
{
    for (int seed = 0; seed < 100; seed++) {
        struct composition_options options = options_of(seed);
        double large[2], at[2];
        options.time = seed;
        composition_make(&options, &made);
        find(made.bodies[0], large);
        assert_true(large[0] > -0.5 && large[0] < -0.3 && fabs(large[1]) < 0.3);
        const double half = made.up[3];
        const double radius = made.bodies[0][3] / distance(made.bodies[0], made.eye) / half;
        for (int i = 1; i < COMPOSITION_BODIES; i++) {
            find(made.bodies[i], at);
            if (i < COMPOSITION_PLACED)
                assert_true(fabs(at[0]) < 0.9 && fabs(at[1]) < 0.9);
            else
                assert_true(hypot(16.0 / 9 * (at[0] - large[0]), at[1] - large[1]) > 1.2 * radius);
        }
    }
}

TEST(as_many_are_lamps_as_asked_for)
{
    for (int lamps = 0; lamps <= COMPOSITION_LAMPS; lamps++) {
        struct composition_options options = options_of(3);
        options.lamps = lamps;
        composition_make(&options, &made);
        assert_true(made.eye[3] == (float) lamps);
        for (int i = 0; i < COMPOSITION_BODIES; i++) {
            const float strength = made.colours[i][3];
            const bool is_open = i >= COMPOSITION_LAMPS && lamps > 0;
            assert_true(i < lamps ? strength > 0 : is_open ? strength < 0 : strength == 0);
        }
    }
}

TEST(a_seed_is_a_composition)
{
    static struct composition one, same, other;
    struct composition_options options = options_of(1);
    composition_make(&options, &one);
    composition_make(&options, &same);
    options.seed = 2;
    composition_make(&options, &other);
    assert_memory_equal(&one, &same, sizeof(one));
    assert_memory_not_equal(one.bodies, other.bodies, sizeof(one.bodies));
    assert_memory_not_equal(one.turns, other.turns, sizeof(one.turns));
    assert_memory_equal(one.bodies, other.bodies, sizeof(one.bodies[0]) * COMPOSITION_PLACED);
}

// Returns how far along a ray the sphere of a body begins; below 0: the ray passes it.
static double enters(const float eye[3], const float direction[3], const float *body)
{
    const float to_body[3] = VECTOR_TO(eye, body);
    const double along = dot(to_body, direction) / sqrt(dot(direction, direction));
    const double inside = pow(body[3], 2) - dot(to_body, to_body) + along * along;
    return inside < 0 ? -1 : along - sqrt(inside);
}

// The nearest of the bodies on one line of sight is drawn first.
TEST(bodies_are_in_order_from_the_front)
{
    int crossed = 0;
    for (int i = 0; i < 40000; i++) {
        struct composition_options options = options_of(i / 4000);
        const int side = i / 2000 % 2;
        if (i % 2000 == 0)
            composition_make(&options, &made);
        const float x = (float) (i % 50) / 25 - 1, y = (float) (i / 50 % 40) / 20 - 1;
        float eye[3], direction[3];
        for (int k = 0; k < 3; k++) {
            eye[k] = made.eye[k];
            direction[k] = made.forward[k] + x * made.right[k] + y * made.up[k];
        }
        eye[1] = side ? 2 * COMPOSITION_FLOOR - eye[1] : eye[1];
        direction[1] *= side ? -1 : 1;
        double before = 0;
        for (int k = 0; k < COMPOSITION_BODIES; k++) {
            const float *body = made.bodies[(int) made.order[side][k]];
            const double here = enters(eye, direction, body);
            crossed += here > 0 && before > 0;
            assert_true(here < 0 || here > before - 1e-4);
            before = fmax(before, here);
        }
    }
    if (crossed < 100)
        fail_msg("only %d of the bodies are behind another", crossed);
}

TEST(the_nearest_are_those_that_look_largest)
{
    const struct composition_options options = options_of(7);
    composition_make(&options, &made);
    for (int i = 0; i < COMPOSITION_BODIES; i++) {
        double sizes[COMPOSITION_BODIES], least = INFINITY;
        bool is_listed[COMPOSITION_BODIES] = { false };
        for (int k = 0; k < COMPOSITION_BODIES; k++)
            sizes[k] = made.bodies[k][3] / distance(made.bodies[i], made.bodies[k]);
        for (int k = 0; k < COMPOSITION_NEAREST; k++) {
            const int listed = (int) made.nearest[i][k];
            assert_true(listed != i && !is_listed[listed]);
            is_listed[listed] = true;
            least = fmin(least, sizes[listed]);
        }
        for (int k = 0; k < COMPOSITION_BODIES; k++)
            assert_true(k == i || is_listed[k] || sizes[k] <= least + 1e-6);
    }
}

static double most_moved(const struct composition *a, const struct composition *b)
{
    double most = distance(a->eye, b->eye);
    for (int i = 0; i < COMPOSITION_BODIES; i++) {
        most = fmax(most, distance(a->bodies[i], b->bodies[i]));
        most = fmax(most, fabs(a->bodies[i][3] - (double) b->bodies[i][3]));
    }
    return fmax(most, fabs(a->up[3] - (double) b->up[3]));
}

// A tenth of a second, and a window that becomes a pixel wider.
TEST(everything_moves_smoothly)
{
    static struct composition before, after;
    struct composition_options options = options_of(7);
    for (double time = 0; time < 40; time += 1.7) {
        options.time = time;
        composition_make(&options, &before);
        options.time = time + 0.1;
        composition_make(&options, &after);
        assert_true(most_moved(&before, &after) < 0.05 && most_moved(&before, &after) > 0);
        options.time = time + 20; // once around the ellipse
        composition_make(&options, &after);
        assert_true(distance(before.eye, after.eye) < 1e-4);
    }
    for (float aspect = 0.4f; aspect < 4; aspect += 0.01f) {
        options.aspect = aspect;
        composition_make(&options, &before);
        options.aspect = aspect + 0.001f;
        composition_make(&options, &after);
        assert_true(most_moved(&before, &after) < 0.1);
    }
}
