#include "render/image/image_colour.h"

#include <lcms2.h>
#include <stdlib.h>
#include <string.h>

struct profile {
    cmsContext context;
    cmsHPROFILE handle; // NULL: it cannot be read
    enum image_profile_kind kind;
    char reason[160]; // the last error message of Little CMS
};

static void store_message(cmsContext context, cmsUInt32Number code, const char *text)
{
    struct profile *profile = cmsGetContextUserData(context);
    (void) code;
    snprintf(profile->reason, sizeof(profile->reason), "%s", text);
}

static void open_profile(struct profile *profile, const uint8_t *bytes, size_t size)
{
    *profile = (struct profile){ .reason = "it is for other values than grey, RGB or CMYK" };
    profile->context = cmsCreateContext(NULL, profile);
    cmsSetLogErrorHandlerTHR(profile->context, store_message);
    profile->handle = cmsOpenProfileFromMemTHR(profile->context, bytes, (cmsUInt32Number) size);
    if (!profile->handle)
        return;
    const cmsColorSpaceSignature space = cmsGetColorSpace(profile->handle);
    profile->kind = space == cmsSigRgbData    ? PROFILE_RGB
                    : space == cmsSigGrayData ? PROFILE_GREY
                    : space == cmsSigCmykData ? PROFILE_INKS
                                              : PROFILE_UNUSABLE;
}

static void close_profile(struct profile *profile)
{
    if (profile->handle)
        cmsCloseProfile(profile->handle);
    cmsDeleteContext(profile->context);
}

enum image_profile_kind image_profile_kind(const uint8_t *bytes, size_t size)
{
    struct profile profile;
    open_profile(&profile, bytes, size);
    close_profile(&profile);
    return profile.kind;
}

// ---- texels

static cmsUInt32Number layout(enum image_profile_kind kind, enum image_type type)
{
    const cmsUInt32Number values =
        kind == PROFILE_INKS   ? COLORSPACE_SH(PT_CMYK) | CHANNELS_SH(4) | FLAVOR_SH(1)
        : kind == PROFILE_GREY ? COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1) | EXTRA_SH(3)
                               : COLORSPACE_SH(PT_RGB) | CHANNELS_SH(3) | EXTRA_SH(1);
    return values | (type == IMAGE_TYPE_U8 ? BYTES_SH(1) : FLOAT_SH(1) | BYTES_SH(4));
}

// Creates the transform of a profile to sRGB. 8-bit values use Little CMS's tables, which are exact
// to 16 bits. 16-bit values are converted as floats, for which it uses no interpolated tables.
static cmsHTRANSFORM make_transform(const struct profile *from, enum image_type type)
{
    cmsHPROFILE to = cmsCreate_sRGBProfileTHR(from->context);
    cmsHTRANSFORM transform =
        cmsCreateTransformTHR(from->context, from->handle, layout(from->kind, type), to,
                              type == IMAGE_TYPE_U8 ? TYPE_RGBA_16 : TYPE_RGBA_FLT,
                              INTENT_RELATIVE_COLORIMETRIC, cmsFLAGS_BLACKPOINTCOMPENSATION);
    cmsCloseProfile(to);
    return transform;
}

// Returns row y as an image that shares the texels (do not finish it).
static struct image row_of(const struct image *image, int y)
{
    const size_t bytes = (size_t) image->width * image_texel_bytes(image->type);
    return (struct image){ .width = image->width,
                           .height = 1,
                           .type = image->type,
                           .texels = (char *) image->texels + (size_t) y * bytes };
}

// Converts row by row, so that floats take little memory and a cancelled read ends early. CMYK has
// no alpha and becomes opaque.
static void transform_image(cmsHTRANSFORM transform, bool is_inks,
                            const struct image_picture *picture, struct image *to)
{
    const struct image *from = &picture->image;
    const cmsUInt32Number width = (cmsUInt32Number) from->width;
    const bool is_narrow = from->type == IMAGE_TYPE_U8;
    image_init(to, from->width, from->height, IMAGE_TYPE_U16);
    for (int y = 0; y < from->height && !image_is_cancelled(picture); y++) {
        const struct image row = row_of(from, y), shown = row_of(to, y);
        if (is_narrow) {
            cmsDoTransform(transform, row.texels, shown.texels, width);
        } else {
            struct image in, out, words;
            image_convert(&row, IMAGE_TYPE_F32, &in);
            image_init(&out, from->width, 1, IMAGE_TYPE_F32);
            cmsDoTransform(transform, in.texels, out.texels, width);
            image_convert(&out, IMAGE_TYPE_U16, &words);
            memcpy(shown.texels, words.texels, image_bytes(&shown));
            image_finish(&in);
            image_finish(&out);
            image_finish(&words);
        }
        for (size_t i = 3; i < 4 * (size_t) from->width; i += 4)
            ((uint16_t *) shown.texels)[i] =
                is_inks     ? UINT16_MAX
                : is_narrow ? (uint16_t) (((const uint8_t *) row.texels)[i] * 257)
                            : ((const uint16_t *) row.texels)[i];
    }
}

// ---- comparison with sRGB

enum { PROBE_SIDE = 9 };

// Returns true if test values, 256 greys and for colour profiles a grid of colours, change by less
// than half an 8-bit step.
static bool is_srgb(const struct profile *profile)
{
    struct image_picture picture = { 0 };
    struct image *probe = &picture.image, shown;
    cmsHTRANSFORM transform =
        profile->kind == PROFILE_INKS ? NULL : make_transform(profile, IMAGE_TYPE_U8);
    if (!transform)
        return false;
    image_init(probe, 256, 1 + (profile->kind == PROFILE_GREY ? 0 : PROBE_SIDE), IMAGE_TYPE_U8);
    uint8_t *texel = probe->texels;
    for (int i = 0; i < 256 * probe->height; i++, texel += 4) {
        const int n = i - 256, last = PROBE_SIDE - 1;
        memset(texel, i & 255, 3);
        texel[3] = 255;
        for (int c = 0, part = n; c < 3 && n >= 0; c++, part /= PROBE_SIDE)
            texel[c] = (uint8_t) (255 * (part % PROBE_SIDE) / last);
    }
    transform_image(transform, false, &picture, &shown);
    bool is_near = true;
    for (int i = 0; i < 4 * shown.width * shown.height; i++)
        is_near = is_near && abs(((const uint8_t *) probe->texels)[i] * 257 -
                                 ((const uint16_t *) shown.texels)[i]) <= 128;
    image_finish(probe);
    image_finish(&shown);
    cmsDeleteTransform(transform);
    return is_near;
}

// ----

void image_profile_convert(struct image_picture *picture, const uint8_t *bytes, size_t size)
{
    struct profile profile;
    open_profile(&profile, bytes, size);
    const bool is_unchanged = profile.kind != PROFILE_UNUSABLE && is_srgb(&profile);
    cmsHTRANSFORM transform = profile.kind == PROFILE_UNUSABLE || is_unchanged
                                  ? NULL
                                  : make_transform(&profile, picture->image.type);
    if (transform) {
        struct image to;
        transform_image(transform, profile.kind == PROFILE_INKS, picture, &to);
        cmsDeleteTransform(transform);
        image_finish(&picture->image);
        picture->image = to;
    } else if (!is_unchanged) {
        image_note(picture, "its colour profile cannot be used (%s), and it is taken as sRGB",
                   profile.reason);
    }
    close_profile(&profile);
}
