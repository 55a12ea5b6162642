#include "app/measure/metrics/flip_colours.h"

#include "effects/colour.h"

#include <math.h>

// With the roots of XYZ the same gives L*a*b*.
void flip_colours_opponents(const double linear[3], double opponents[3])
{
    double xyz[3];
    colour_xyz(linear, xyz);
    opponents[0] = 116 * xyz[1] - 16;
    opponents[1] = 500 * (xyz[0] - xyz[1]);
    opponents[2] = 200 * (xyz[1] - xyz[2]);
}

// Inverts colour_xyz by cofactors.
static void invert_xyz(double inverse[3][3])
{
    double column[3][3];
    for (int i = 0; i < 3; i++) {
        const double unit[3] = { i == 0, i == 1, i == 2 };
        colour_xyz(unit, column[i]);
    }
    double determinant = 0;
    for (int i = 0; i < 3; i++) {
        const double *b = column[(i + 1) % 3], *c = column[(i + 2) % 3];
        for (int j = 0; j < 3; j++)
            inverse[i][j] = b[(j + 1) % 3] * c[(j + 2) % 3] - b[(j + 2) % 3] * c[(j + 1) % 3];
    }
    for (int j = 0; j < 3; j++)
        determinant += inverse[0][j] * column[0][j];
    for (int i = 0; i < 9; i++)
        inverse[i / 3][i % 3] /= determinant;
}

// L*a*b* with colours that fade in the dark: R. W. G. Hunt, 1952.
static void hunt_lab(const double linear[3], double lab[3])
{
    colour_lab(linear, lab);
    lab[1] *= 0.01 * lab[0];
    lab[2] *= 0.01 * lab[0];
}

// HyAB, to the power of 0.7. S. Abasi, M. A. Tehran, M. D. Fairchild, Distance metrics for very
// large color differences, Color Research & Application 45(2), 2020. hypot guards against overflow,
// which cannot be here, and takes five times as long.
static double distance(const double a[3], const double b[3])
{
    const double x = a[1] - b[1], y = a[2] - b[2];
    return pow(fabs(a[0] - b[0]) + sqrt(x * x + y * y), 0.7);
}

static void opponents_lab(const struct flip_colours *colours, const double opponents[3],
                          double lab[3])
{
    const double y = (opponents[0] + 16) / 116;
    const double xyz[3] = { opponents[1] / 500 + y, y, y - opponents[2] / 200 };
    double linear[3];
    for (int i = 0; i < 3; i++) {
        const double *row = colours->to_linear[i];
        linear[i] = fmin(fmax(row[0] * xyz[0] + row[1] * xyz[1] + row[2] * xyz[2], 0), 1);
    }
    hunt_lab(linear, lab);
}

struct flip_colours flip_colours_make(void)
{
    struct flip_colours colours;
    double green[3], blue[3];
    invert_xyz(colours.to_linear);
    hunt_lab((const double[3]){ 0, 1, 0 }, green);
    hunt_lab((const double[3]){ 0, 0, 1 }, blue);
    colours.most = distance(green, blue);
    return colours;
}

double flip_colours_difference(const struct flip_colours *colours, const double a[3],
                               const double b[3])
{
    const double near = 0.4 * colours->most, share = 0.95; // so much of 0..1 is for what is near
    double lab[2][3];
    opponents_lab(colours, a, lab[0]);
    opponents_lab(colours, b, lab[1]);
    const double value = distance(lab[0], lab[1]);
    return value < near ? share * value / near
                        : share + (value - near) / (colours->most - near) * (1 - share);
}
