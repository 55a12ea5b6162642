#include "render/image/image_colour.h"
#include "render/image/srgb.h"
#include "render/text/memory.h"

#include <math.h>

static const double white = 203; // cd/m2

bool image_curve_is_known(int transfer)
{
    static const int known[] = { 1, 4, 5, 6, 8, 13, 14, 15, 16, 18 };
    for (size_t i = 0; i < ARRAY_COUNT(known); i++)
        if (known[i] == transfer)
            return true;
    return false;
}

bool image_curve_is_absolute(const struct image_curve *curve)
{
    return curve->exponent <= 0 &&
           (curve->transfer == COLOUR_TRANSFER_PQ || curve->transfer == COLOUR_TRANSFER_HLG);
}

double image_curve_decode(const struct image_curve *curve, double value)
{
    if (curve->exponent > 0)
        return pow(value, curve->exponent);
    switch (curve->transfer) {
    case 4:
        return pow(value, 2.2);
    case 5:
        return pow(value, 2.8);
    case COLOUR_TRANSFER_LINEAR:
        return value;
    case COLOUR_TRANSFER_SRGB:
        return srgb_decode(value);
    case COLOUR_TRANSFER_PQ: { // SMPTE ST 2084, where 1 stands for 10000 cd/m2
        const double m1 = 2610 / 16384.0, m2 = 2523 / 32.0;
        const double c1 = 3424 / 4096.0, c2 = 2413 / 128.0, c3 = 2392 / 128.0;
        const double root = pow(value, 1 / m2);
        return 10000 / white * pow(fmax(root - c1, 0) / (c2 - c3 * root), 1 / m1);
    }
    case COLOUR_TRANSFER_HLG: { // ITU-R BT.2100: scene light, 0..1
        const double a = 0.17883277, b = 1 - 4 * a, c = 0.5 - a * log(4 * a);
        const double light = value <= 0.5 ? value * value / 3 : (exp((value - c) / a) + b) / 12;
        return light * 1000 / white;
    }
    default: { // ITU-R BT.709 and BT.2020: the inverse of the camera's curve
        const double alpha = 1.09929682680944, beta = 0.018053968510807;
        return value < 4.5 * beta ? value / 4.5 : pow((value + alpha - 1) / alpha, 1 / 0.45);
    }
    }
}
