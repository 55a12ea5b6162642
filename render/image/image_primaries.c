#include "render/image/image_colour.h"
#include "render/text/memory.h"

#include <lcms2.h>
#include <math.h>

#define D65 \
    { \
        0.3127, 0.3290 \
    }

const struct image_primaries image_primaries_srgb = {
    { D65, { 0.64, 0.33 }, { 0.30, 0.60 }, { 0.15, 0.06 } }
};

bool image_primaries_find(int code, struct image_primaries *primaries)
{
    static const struct row {
        int code;
        struct image_primaries primaries;
    } rows[] = {
        { 1, { { D65, { 0.64, 0.33 }, { 0.30, 0.60 }, { 0.15, 0.06 } } } },
        { 4, { { { 0.310, 0.316 }, { 0.67, 0.33 }, { 0.21, 0.71 }, { 0.14, 0.08 } } } },
        { 5, { { D65, { 0.64, 0.33 }, { 0.29, 0.60 }, { 0.15, 0.06 } } } },
        { 6, { { D65, { 0.630, 0.340 }, { 0.310, 0.595 }, { 0.155, 0.070 } } } },
        { 7, { { D65, { 0.630, 0.340 }, { 0.310, 0.595 }, { 0.155, 0.070 } } } },
        { 9, { { D65, { 0.708, 0.292 }, { 0.170, 0.797 }, { 0.131, 0.046 } } } },
        { 11, { { { 0.314, 0.351 }, { 0.680, 0.320 }, { 0.265, 0.690 }, { 0.150, 0.060 } } } },
        { 12, { { D65, { 0.680, 0.320 }, { 0.265, 0.690 }, { 0.150, 0.060 } } } },
        { 22, { { D65, { 0.630, 0.340 }, { 0.295, 0.605 }, { 0.155, 0.077 } } } },
    };
    for (size_t i = 0; i < ARRAY_COUNT(rows); i++) {
        if (rows[i].code != code)
            continue;
        *primaries = rows[i].primaries;
        return true;
    }
    return false;
}

static cmsHPROFILE make_profile(const struct image_primaries *primaries)
{
    const double(*xy)[2] = primaries->xy;
    const cmsCIExyY white = { xy[0][0], xy[0][1], 1 };
    const cmsCIExyYTRIPLE corners = { { xy[1][0], xy[1][1], 1 },
                                      { xy[2][0], xy[2][1], 1 },
                                      { xy[3][0], xy[3][1], 1 } };
    cmsToneCurve *line = cmsBuildGamma(NULL, 1);
    cmsToneCurve *lines[3] = { line, line, line };
    cmsHPROFILE profile = cmsCreateRGBProfile(&white, &corners, lines);
    cmsFreeToneCurve(line);
    return profile;
}

static bool is_usable(const struct image_primaries *primaries)
{
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 2; j++)
            if (!(fabs(primaries->xy[i][j]) < 10))
                return false;
    return primaries->xy[0][1] > 1e-3;
}

bool image_primaries_matrix(const struct image_primaries *primaries, double matrix[3][3])
{
    if (!is_usable(primaries))
        return false;
    cmsHPROFILE from = make_profile(primaries), to = make_profile(&image_primaries_srgb);
    cmsHTRANSFORM transform =
        from && to ? cmsCreateTransform(from, TYPE_RGB_DBL, to, TYPE_RGB_DBL,
                                        INTENT_RELATIVE_COLORIMETRIC, cmsFLAGS_NOOPTIMIZE)
                   : NULL;
    bool is_made = transform != NULL;
    for (int i = 0; i < 3 && transform; i++) { // a column is the result for red, green or blue
        const double in[3] = { i == 0, i == 1, i == 2 };
        double out[3];
        cmsDoTransform(transform, in, out, 1);
        for (int j = 0; j < 3; j++) {
            matrix[j][i] = out[j];
            is_made = is_made && fabs(out[j]) < 1e3;
        }
    }
    if (transform)
        cmsDeleteTransform(transform);
    if (from)
        cmsCloseProfile(from);
    if (to)
        cmsCloseProfile(to);
    return is_made;
}
