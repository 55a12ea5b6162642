#include "effects/convolve/convolve_kernel.h"

#include "effects/convolve/convolve_params.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

// ---- shapes

// Returns half the width of a ray, which is proportional to the size of a large star.
static double ray_reach(const struct convolve_recipe *recipe)
{
    return fmax(0.6, (double) recipe->size / 160);
}

// Returns the distance from the centre to the edge of a polygon in the direction of a position.
static double polygon_edge(const struct convolve_recipe *recipe, double x, double y)
{
    const double turn = atan2(x, -y) - recipe->angle * pi / 180;
    const double side = 2 * pi / recipe->blades, beside = fmod(turn, side);
    const double from_vertex = beside < 0 ? beside + side : beside;
    const double straight = cos(side / 2) / cos(from_vertex - side / 2);
    return (double) recipe->size / 2 * (straight + (1 - straight) * recipe->roundness);
}

// Returns the light of the nearest ray: full at the centre, 0 at its tip and its sides.
static double ray_light(const struct convolve_recipe *recipe, double x, double y)
{
    const double radius = (double) recipe->size / 2, reach = ray_reach(recipe);
    double most = 0;
    for (int i = 0; i < recipe->rays; i++) {
        const double turn = recipe->angle * pi / 180 + 2 * pi * i / recipe->rays;
        const double along = x * sin(turn) - y * cos(turn);
        const double across = fabs(x * cos(turn) + y * sin(turn));
        if (along >= 0 && along < radius && across < reach)
            most = fmax(most, pow(1 - along / radius, recipe->falloff) * (1 - across / reach));
    }
    return most;
}

// Returns the light of a shape at a position in px from its centre, to the right and down.
static double shape_at(const struct convolve_recipe *recipe, double x, double y)
{
    const double radius = (double) recipe->size / 2, distance = hypot(x, y);
    switch (recipe->shape) {
    case CONVOLVE_STAR:
    case CONVOLVE_STREAK:
        return ray_light(recipe, x, y);
    case CONVOLVE_POLYGON:
        return distance <= polygon_edge(recipe, x, y);
    case CONVOLVE_GAUSSIAN: // cut at four sigma
        return distance <= radius ? exp(-8 * pow(distance / radius, 2)) : 0;
    default:
        return distance <= radius;
    }
}

// Returns true if the shape is constant over that texel, so that one sample at its centre is
// enough. Beside a corner the edge is up to twice as near as it is in the direction of the texel.
static bool is_even_at(const struct convolve_recipe *recipe, double x, double y)
{
    const double radius = (double) recipe->size / 2, distance = hypot(x, y);
    switch (recipe->shape) {
    case CONVOLVE_STAR:
    case CONVOLVE_STREAK:
        return false;
    case CONVOLVE_POLYGON:
        return fabs(distance - polygon_edge(recipe, x, y)) > 3;
    default:
        return distance > radius + 1 ||
               (distance < radius - 1 && (recipe->shape == CONVOLVE_DISC || radius > 32));
    }
}

// Returns true if no ray reaches that texel.
static bool is_beside_rays(const struct convolve_recipe *recipe, double x, double y)
{
    bool is_beside = recipe->shape == CONVOLVE_STAR || recipe->shape == CONVOLVE_STREAK;
    for (int i = 0; i < recipe->rays && is_beside; i++) {
        const double turn = recipe->angle * pi / 180 + 2 * pi * i / recipe->rays;
        is_beside = fabs(x * cos(turn) + y * sin(turn)) > ray_reach(recipe) + 1;
    }
    return is_beside;
}

// Returns the mean over a texel.
static double texel_of(const struct convolve_recipe *recipe, double x, double y)
{
    const int side = recipe->size > 128 ? 4 : 8; // samples
    double sum = 0;
    if (is_beside_rays(recipe, x, y))
        return 0;
    if (is_even_at(recipe, x, y))
        return shape_at(recipe, x, y);
    for (int i = 0; i < side * side; i++)
        sum += shape_at(recipe, x + (i % side + 0.5) / side - 0.5,
                        y + ((i / side) + 0.5) / side - 0.5);
    return sum / (side * side);
}

// ---- kernels

void convolve_recipe_init(struct convolve_recipe *recipe, const struct convolve_params *params,
                          const struct convolve_picture *picture, int height)
{
    static const float of_height = 0.04f; // if the size is auto
    const float size = length_pixels(params->size, height);
    memset(recipe, 0, sizeof(*recipe));
    recipe->shape = (int) convolve_shape_of(params);
    recipe->picture = picture;
    if (picture) {
        convolve_picture_size(picture, size, &recipe->width, &recipe->height);
        return;
    }
    recipe->size = size > 0 ? size : of_height * (float) height;
    recipe->size = fminf(fmaxf(recipe->size, 1), CONVOLVE_MAX_SIZE);
    // A shape reaches half its size to each side of the texel in the middle.
    const double beside = fmax(0, ceil((double) recipe->size / 2 - 0.5));
    recipe->width = recipe->height = 2 * (int) beside + 1;
    if (recipe->shape == CONVOLVE_POLYGON) {
        recipe->blades = params->blades;
        recipe->roundness = params->roundness;
    }
    if (recipe->shape == CONVOLVE_STAR || recipe->shape == CONVOLVE_STREAK) {
        recipe->rays = recipe->shape == CONVOLVE_STAR ? params->rays : 2;
        recipe->falloff = params->falloff;
    }
    if (recipe->shape != CONVOLVE_DISC && recipe->shape != CONVOLVE_GAUSSIAN)
        recipe->angle = params->angle + (recipe->shape == CONVOLVE_STREAK ? 90 : 0);
}

bool convolve_is_grey(const struct convolve_recipe *recipe)
{
    return !recipe->picture || convolve_picture_is_grey(recipe->picture);
}

double convolve_most_taps(const struct convolve_recipe *recipe)
{
    const double all = (double) recipe->width * recipe->height, reach = ray_reach(recipe);
    if (recipe->rays == 0)
        return all;
    // Along an axis, a ray has as many texels as its length, each as wide as the ray is there.
    const double of_ray = ((double) recipe->size / 2 + 2) * (2 * sqrt(2) * (reach + 1) + 1);
    return fmin(all, recipe->rays * of_ray);
}

void convolve_kernel_make(const void *key, float *weights)
{
    const struct convolve_recipe *recipe = key;
    const size_t count = (size_t) recipe->width * (size_t) recipe->height;
    double *texels = memory_new(3 * count, sizeof(*texels));
    if (recipe->picture)
        convolve_picture_resize(recipe->picture, recipe->width, recipe->height, texels);
    else {
        const int width = recipe->width, height = recipe->height;
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                double *texel = texels + 3 * ((size_t) y * (size_t) width + (size_t) x);
                texel[0] = texel[1] = texel[2] =
                    texel_of(recipe, x - convolve_centre(width), y - convolve_centre(height));
            }
    }
    double sums[3] = { 0 };
    for (size_t i = 0; i < 3 * count; i++)
        sums[i % 3] += texels[i];
    for (size_t i = 0; i < count; i++) {
        double mean = 0;
        for (size_t c = 0; c < 3; c++) {
            const double weight = texels[3 * i + c] / sums[c];
            weights[4 * i + c] = (float) weight;
            mean += weight / 3;
        }
        weights[4 * i + 3] = (float) mean;
    }
    free(texels);
}
