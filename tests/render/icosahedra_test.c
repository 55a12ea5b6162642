// The scene icosahedra consists of a body and of what chance decides.

#include "render/scene/icosahedra.h"
#include "tests/fixtures/gpu_fixture.h"
#include "tests/fixtures/vectors.h"

TEST(the_body_is_an_icosahedron)
{
    float vertices[ICOSAHEDRON_FLOATS], normal[3];
    double closed[3] = { 0 };
    icosahedron_make(vertices);
    for (const float *a = vertices; a < vertices + ICOSAHEDRON_FLOATS; a += 18) {
        const float *b = a + 6, *c = a + 12;
        // The normal that the order of the corners gives.
        const float u[3] = VECTOR_TO(a, b);
        const float v[3] = VECTOR_TO(a, c);
        normal[0] = u[1] * v[2] - u[2] * v[1];
        normal[1] = u[2] * v[0] - u[0] * v[2];
        normal[2] = u[0] * v[1] - u[1] * v[0];
        assert_near(dot(a, a), 1, 1e-6);
        for_each_of(double, side, distance(a, b), distance(b, c), distance(c, a))
            assert_near(*side, 1.0514622, 1e-5);
        assert_true(dot(normal, a) > 0); // counter-clockwise from outside
        assert_near(dot(a + 3, normal), sqrt(dot(normal, normal)), 1e-5);
        assert_memory_equal(a + 3, b + 3, 3 * sizeof(float)); // flat
        assert_memory_equal(a + 3, c + 3, 3 * sizeof(float));
        for (int i = 0; i < 3; i++)
            closed[i] += normal[i];
    }
    for (int i = 0; i < 3; i++)
        assert_near(closed[i], 0, 1e-5); // no face twice, none missing
}

// Half the angle between two quaternions is the arc cosine of their product.
static double turned(const float *p, const float *q)
{
    const double product = dot(p, q) + p[3] * (double) q[3];
    return 2 * acos(fmin(fabs(product), 1));
}

TEST(each_turns_at_its_own_speed)
{
    static struct icosahedra_looks before, after;
    icosahedra_choose(5, 100, 0, 8, &before);
    icosahedra_choose(5, 101, 0, 8, &after);
    for (int i = 0; i < ICOSAHEDRA; i++) {
        const double angle = turned(before.turns[i], after.turns[i]);
        assert_true(angle > 0.249 && angle < 0.501);
        for (int k = 0; k < i; k++)
            assert_true(fabs(angle - turned(before.turns[k], after.turns[k])) > 1e-7);
    }
}

TEST(as_many_glow_as_asked_for)
{
    static struct icosahedra_looks looks;
    for (int emitters = 0; emitters <= ICOSAHEDRA; emitters++) {
        int glowing = 0;
        icosahedra_choose(1, 0, emitters, 8, &looks);
        for (int i = 0; i < ICOSAHEDRA; i++) {
            const float strength = looks.colours[i][3];
            glowing += strength > 0;
            assert_true(strength == 0 || (strength >= 4 && strength <= 12));
        }
        assert_int_equal(glowing, emitters);
        for (int i = 0; i < emitters; i++)
            assert_true(looks.colours[looks.glowing[i]][3] > 0);
    }
}

TEST(a_seed_is_a_picture)
{
    static struct icosahedra_looks one, same, other;
    icosahedra_choose(1, 3, 5, 8, &one);
    icosahedra_choose(1, 3, 5, 8, &same);
    icosahedra_choose(2, 3, 5, 8, &other);
    assert_memory_equal(&one, &same, sizeof(one));
    assert_true(memcmp(one.turns, other.turns, sizeof(one.turns)) != 0);
    assert_true(memcmp(one.colours, other.colours, sizeof(one.colours)) != 0);
}

// Whatever the shape of the picture: none in another, none out of sight, and room used.
TEST(they_stand_apart_and_in_sight)
{
    for (double aspect = 1.0 / 6; aspect <= 6; aspect *= 1.07) {
        struct icosahedra_places grid;
        double most[2] = { 0 };
        const double half = ICOSAHEDRA_HALF_VIEW;
        const double halves[2] = { half * fmax(1, aspect), half * fmax(1, 1 / aspect) };
        icosahedra_place_grid((float) aspect, 1, 0.44f, &grid);
        const double radius = grid.bodies[0][3];
        for (int i = 0; i < ICOSAHEDRA; i++) {
            for (int k = 0; k < i; k++)
                assert_true(distance(grid.bodies[i], grid.bodies[k]) > 2.2 * radius);
            for (int axis = 0; axis < 2; axis++)
                most[axis] = fmax(most[axis], fabs(grid.bodies[i][axis]));
        }
        for (int axis = 0; axis < 2; axis++) { // the margin is less than half a body
            assert_true(most[axis] + radius < halves[axis]);
            assert_true(most[axis] + 1.9 * radius + 0.06 > halves[axis]);
        }
    }
}

TEST(they_move_smoothly_with_the_shape)
{
    struct icosahedra_places before, grid;
    icosahedra_place_grid(0.3f, 1, 0.44f, &before);
    for (double aspect = 0.301; aspect < 4; aspect += 0.001, before = grid) {
        icosahedra_place_grid((float) aspect, 1, 0.44f, &grid);
        for (int i = 0; i < ICOSAHEDRA; i++) {
            assert_near(grid.bodies[i][3], before.bodies[i][3], 0.02);
            assert_true(distance(grid.bodies[i], before.bodies[i]) < 0.1);
        }
    }
}
