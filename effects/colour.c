#include "effects/colour.h"

#include "render/image/srgb.h"

#include <math.h>

void colour_encode(const double linear[3], double encoded[3])
{
    for (int i = 0; i < 3; i++)
        encoded[i] = srgb_encode(linear[i]);
}

void colour_decode(const double encoded[3], double linear[3])
{
    for (int i = 0; i < 3; i++)
        linear[i] = srgb_decode(encoded[i]);
}

double colour_luminance(const double linear[3])
{
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

void colour_multiply(const double matrix[3][3], const double in[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = matrix[i][0] * in[0] + matrix[i][1] * in[1] + matrix[i][2] * in[2];
}

// Gauss-Jordan elimination.
void colour_invert(double matrix[3][3], int size)
{
    for (int k = 0; k < size; k++) {
        const double pivot = matrix[k][k];
        matrix[k][k] = 1;
        for (int j = 0; j < size; j++)
            matrix[k][j] /= pivot;
        for (int i = 0; i < size; i++) {
            const double factor = matrix[i][k];
            if (i == k)
                continue;
            matrix[i][k] = 0;
            for (int j = 0; j < size; j++)
                matrix[i][j] -= factor * matrix[k][j];
        }
    }
}

void colour_xyz(const double linear[3], double xyz[3])
{
    static const double to_xyz[3][3] = {
        { 0.4124, 0.3576, 0.1805 },
        { 0.2126, 0.7152, 0.0722 },
        { 0.0193, 0.1192, 0.9505 },
    };
    colour_multiply(to_xyz, linear, xyz);
    for (int i = 0; i < 3; i++)
        xyz[i] /= to_xyz[i][0] + to_xyz[i][1] + to_xyz[i][2];
}

double colour_lab_root(double t)
{
    const double delta = 6.0 / 29;
    return t > delta * delta * delta ? cbrt(t) : t / (3 * delta * delta) + 4.0 / 29;
}

void colour_lab(const double linear[3], double lab[3])
{
    double xyz[3], root[3];
    colour_xyz(linear, xyz);
    for (int i = 0; i < 3; i++)
        root[i] = colour_lab_root(xyz[i]);
    lab[0] = 116 * root[1] - 16;
    lab[1] = 500 * (root[0] - root[1]);
    lab[2] = 200 * (root[1] - root[2]);
}

const double colour_oklab_cones[3][3] = {
    { 0.4122214708, 0.5363325363, 0.0514459929 },
    { 0.2119034982, 0.6806995451, 0.1073969566 },
    { 0.0883024619, 0.2817188376, 0.6299787005 },
};

const double colour_oklab_lab[3][3] = {
    { 0.2104542553, 0.7936177850, -0.0040720468 },
    { 1.9779984951, -2.4285922050, 0.4505937099 },
    { 0.0259040371, 0.7827717662, -0.8086757660 },
};

void colour_oklab(const double linear[3], double lab[3])
{
    double root[3];
    colour_multiply(colour_oklab_cones, linear, root);
    for (int i = 0; i < 3; i++)
        root[i] = cbrt(root[i]);
    colour_multiply(colour_oklab_lab, root, lab);
}

void colour_from_oklab(const double lab[3], double linear[3])
{
    static const double to_root[3][3] = {
        { 1, 0.3963377774, 0.2158037573 },
        { 1, -0.1055613458, -0.0638541728 },
        { 1, -0.0894841775, -1.2914855480 },
    };
    static const double to_linear[3][3] = {
        { 4.0767416621, -3.3077115913, 0.2309699292 },
        { -1.2684380046, 2.6097574011, -0.3413193965 },
        { -0.0041960863, -0.7034186147, 1.7076147010 },
    };
    double cones[3];
    colour_multiply(to_root, lab, cones);
    for (int i = 0; i < 3; i++)
        cones[i] *= cones[i] * cones[i];
    colour_multiply(to_linear, cones, linear);
}

double colour_cover(double alpha)
{
    return alpha > 0 ? alpha : 1;
}
