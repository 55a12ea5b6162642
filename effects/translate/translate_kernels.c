// Programs that blur at full size, with a kernel over all texels around.

#include "effects/translate/translate.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// ---- CSS and SVG (Scalable Vector Graphics 1.1, feGaussianBlur)

struct css_params {
    float blur; // px
    int of, by; // enum css_of, css_by
};

enum css_of { CSS_FILTER, CSS_SHADOW };
enum css_by { CSS_BOXES, CSS_GAUSSIAN };

static double css_sigma(const struct css_params *params)
{
    return (double) params->blur / (params->of == CSS_SHADOW ? 2 : 1);
}

// Adds a box of `count` texels, the first of which is at the position `first`.
static void add_box(struct line_blur *blur, int first, int count)
{
    struct line_tap *taps = memory_new((size_t) count, sizeof(*taps));
    for (int i = 0; i < count; i++)
        taps[i] = (struct line_tap){ first + i, 1. / count };
    line_blur_add(blur, 1, count, taps);
    free(taps);
}

// Boxes of an even width are shifted by half a texel, one to each side.
static void css_draw(const void *params, struct line_blur *blur, char chain[TRANSLATE_TEXT_SIZE])
{
    const struct css_params *p = params;
    const double sigma = css_sigma(p), least = 2; // px, for boxes
    if (p->by == CSS_GAUSSIAN || p->of == CSS_SHADOW || sigma < least) {
        line_blur_add_gaussian(blur, (int) ceil(5 * sigma), sigma);
        snprintf(chain, TRANSLATE_TEXT_SIZE, "gaussian:sigma=%.6g", sigma);
        return;
    }
    const int box = (int) floor(sigma * 3 * sqrt(2 * acos(-1)) / 4 + 0.5), even = box % 2 == 0;
    const double variance = ((double) box * box - 1) / 6 + (pow(box + even, 2) - 1) / 12;
    add_box(blur, -box / 2, box);
    add_box(blur, -box / 2 + even, box);
    add_box(blur, -box / 2, box + even);
    if (even)
        snprintf(chain, TRANSLATE_TEXT_SIZE, "box:sigma=%.6g:iterations=3", sqrt(variance));
    else
        snprintf(chain, TRANSLATE_TEXT_SIZE, "box:radius=%d:iterations=3", box / 2);
}

static const char *const css_ofs[] = { "filter", "shadow", NULL };
static const char *const css_bys[] = { "boxes", "gaussian", NULL };
#define CSS_BLUR \
    PARAM_FLOAT(struct css_params, blur, .def = 8, .min = 0.1f, .max = 200, .unit = "px", \
                .help = \
                    "blur() of filter and backdrop-filter, stdDeviation, or a shadow's length")
#define CSS_OF \
    PARAM_CHOICE(struct css_params, of, .choices = css_ofs, \
                 .help = "Of a shadow (box-shadow, text-shadow, shadowBlur) half the length is " \
                         "sigma")
static const struct param css_table[] = {
    CSS_BLUR,
    CSS_OF,
    PARAM_CHOICE(struct css_params, by, .choices = css_bys,
                 .help = "boxes from a sigma of 2 on, for a filter that Chromium draws without a "
                         "GPU, and Firefox for a screenshot of a page; gaussian with one, and of "
                         "all shadows in Chromium"),
    { 0 },
};
static const struct param firefox_table[] = { CSS_BLUR, CSS_OF, { 0 } };

const struct translate_program translate_css = {
    .name = "css",
    .version = "blur() and shadows by the rule of SVG 1.1; Chromium",
    .formula = "A Gaussian, or three boxes of floor(sigma 3 sqrt(2 pi) / 4 + 0.5) px",
    .also = "CSS pixels: on the screen all of it times the device pixel ratio. Outside the element "
            "is transparent black",
    .params = css_table,
    .turned = "blur",
    .draw = css_draw,
};

static void firefox_draw(const void *params, struct line_blur *blur,
                         char chain[TRANSLATE_TEXT_SIZE])
{
    const double sigma = css_sigma(params), widest = 4; // texels
    double texel = 1;
    for (; sigma / texel > widest; texel *= 2)
        translate_add_single(blur, 2);
    line_blur_add_gaussian(blur, 2 * (int) ceil(1.5 * sigma / texel), sigma / texel);
    translate_add_single(blur, 1 / texel);
    snprintf(chain, TRANSLATE_TEXT_SIZE, "gaussian:sigma=%.6g", sigma);
}

const struct translate_program translate_firefox = {
    .name = "firefox",
    .version = "Firefox, WebRender (render_task.rs, cs_blur.glsl), in its window; css for a "
               "screenshot of a page",
    .formula = "Halved until sigma is 4 texels or less, a Gaussian cut at 3 sigma, enlarged at "
               "once",
    .also = "CSS pixels: on the screen all of it times the device pixel ratio. Outside the element "
            "is transparent black",
    .params = firefox_table,
    .turned = "blur",
    .draw = firefox_draw,
};

// ---- OpenCV

struct opencv_params {
    float sigma; // 0: auto
    int size;    // 0: auto
    int depth;   // enum opencv_depth
};

enum opencv_depth { OPENCV_8, OPENCV_FLOAT };

// OpenCV has tables of weights for small sizes.
static void opencv_draw(const void *params, struct line_blur *blur, char chain[TRANSLATE_TEXT_SIZE])
{
    enum { TABLES = 5 };
    static const double tables[TABLES][TABLES] = {
        { 1 },
        { 2 / 4., 1 / 4. },
        { 6 / 16., 4 / 16., 1 / 16. },
        { 9 / 32., 7 / 32., 3.5 / 32, 1 / 32. },
        { 60 / 256., 51 / 256., 30 / 256., 13 / 256., 4 / 256. },
    };
    const struct opencv_params *p = params;
    const double reach = p->depth == OPENCV_8 ? 6 : 8;
    const int taps = (int) lround(reach * p->sigma + 1) | 1;
    const int radius = (p->size > 0 ? p->size : taps) / 2;
    const double sigma = p->sigma > 0 ? p->sigma : 0.15 * (2 * radius + 1) + 0.35;
    if (p->sigma <= 0 && radius < TABLES) {
        line_blur_add_weights(blur, radius, tables[radius]);
        return;
    }
    line_blur_add_gaussian(blur, radius, sigma);
    snprintf(chain, TRANSLATE_TEXT_SIZE, "gaussian:sigma=%.6g:radius=%d", sigma, radius);
}

static const char *const opencv_depths[] = { "8", "float", NULL };
static const struct param opencv_table[] = {
    PARAM_FLOAT(struct opencv_params, sigma, .zero = "auto", .min = 0.1f, .max = 100, .unit = "px",
                .help = "sigmaX; auto is 0.15 size + 0.35, and up to 9 a table"),
    PARAM_INT(struct opencv_params, size, .zero = "auto", .min = 1, .max = 999,
              .help = "ksize, odd; auto is 6 sigma + 1 of 8 bits and 8 sigma + 1 of floats"),
    PARAM_CHOICE(struct opencv_params, depth, .choices = opencv_depths, .help = "Of a channel"),
    { 0 },
};

const struct translate_program translate_opencv = {
    .name = "opencv",
    .version = "OpenCV 4, GaussianBlur, commit 02eb4fad",
    .formula = "Samples of a Gaussian, size taps along each axis",
    .also = "Weights of 8 bits are rounded to 1/256. The border is the caller's, by default "
            "mirrored without the outermost texel",
    .params = opencv_table,
    .needs = "opencv:sigma=2 or opencv:size=9",
    .odd = "size",
    .turned = "sigma",
    .draw = opencv_draw,
};

// ---- ImageMagick

struct imagemagick_params {
    float radius; // 0: auto
    float sigma;
    int quantum; // enum imagemagick_quantum
};

enum imagemagick_quantum { IMAGEMAGICK_16, IMAGEMAGICK_8 };

// Without a radius, the kernel ends where a weight is less than a step of the quantum.
static int imagemagick_radius(const struct imagemagick_params *p)
{
    const double sigma = p->sigma, step = 1. / (p->quantum == IMAGEMAGICK_8 ? 255 : 65535);
    double sum = 1 + 2 * exp(-1 / (2 * sigma * sigma));
    if (p->radius >= 1)
        return (int) p->radius;
    for (int i = 2;; i++) {
        const double weight = exp(-i * i / (2 * sigma * sigma));
        sum += 2 * weight;
        if (weight / sum < step)
            return i - 1;
    }
}

// A weight is the mean of three samples of the Gaussian within a texel.
static void imagemagick_draw(const void *params, struct line_blur *blur,
                             char chain[TRANSLATE_TEXT_SIZE])
{
    const struct imagemagick_params *p = params;
    const int radius = imagemagick_radius(p);
    double *weights = memory_new((size_t) radius + 1, sizeof(*weights)), sum = 0;
    for (int i = -3 * radius - 1; i <= 3 * radius + 1; i++) {
        const double from = i / (3 * (double) p->sigma), weight = exp(-from * from / 2);
        sum += weight;
        weights[(abs(i) + 1) / 3] += i < -1 || i > 1 ? weight / 2 : weight;
    }
    for (int i = 0; i <= radius; i++)
        weights[i] /= sum;
    line_blur_add_weights(blur, radius, weights);
    free(weights);
    snprintf(chain, TRANSLATE_TEXT_SIZE, "gaussian:sigma=%.6g:radius=%d:weights=erf", p->sigma,
             radius);
}

static const char *const imagemagick_quanta[] = { "16", "8", NULL };
static const struct param imagemagick_table[] = {
    PARAM_FLOAT(struct imagemagick_params, radius, .zero = "auto", .min = 1, .max = 500,
                .help = "R of -blur RxS, 0 there for auto; a small one cuts the blur"),
    PARAM_FLOAT(struct imagemagick_params, sigma, .def = 1, .min = 0.1f, .max = 100, .unit = "px",
                .help = "S of -blur RxS"),
    PARAM_CHOICE(struct imagemagick_params, quantum, .choices = imagemagick_quanta,
                 .help = "Bits, as the build has them: Q16 or Q8"),
    { 0 },
};

const struct translate_program translate_imagemagick = {
    .name = "imagemagick",
    .version = "ImageMagick 7, -blur, commit 20e48b18",
    .formula = "A Gaussian sampled at thirds of a pixel, 2 radius + 1 taps along each axis",
    .also = "The border is that of -virtual-pixel, by default the outermost pixel",
    .params = imagemagick_table,
    .needs = "imagemagick:sigma=2",
    .turned = "sigma",
    .draw = imagemagick_draw,
};

// ---- GIMP

struct gimp_params {
    float size;
    float radius; // 0: none
    int version;  // enum gimp_version
};

enum gimp_version { GIMP_2_10, GIMP_2_8 };

static void gimp_draw(const void *params, struct line_blur *blur, char chain[TRANSLATE_TEXT_SIZE])
{
    const struct gimp_params *p = params;
    const double of_radius = p->radius > 0 ? 0.32 * p->radius : p->size;
    const double sigma =
        p->version == GIMP_2_8 ? ((double) p->radius + 1) / sqrt(2 * log(255)) : of_radius;
    const double least = 1;
    (void) chain; // no effect of this program has such tails
    if (p->version == GIMP_2_10 && sigma >= least) {
        // I. Young, L. van Vliet, Recursive implementation of the Gaussian filter, Signal
        // Processing 44, 1995.
        const double k1 = 2.44413, k2 = 1.4281, k3 = 0.422205;
        const double q =
            sigma >= 2.5 ? 0.98711 * sigma - 0.9633 : 3.97156 - 4.14554 * sqrt(1 - 0.26891 * sigma);
        const double whole = 1.57825 + q * (k1 + q * (k2 + q * k3));
        struct line_pass *pass = line_blur_add(blur, 1, 0, NULL);
        pass->feedback[0] = q * (k1 + q * (2 * k2 + q * 3 * k3)) / whole;
        pass->feedback[1] = -q * q * (k2 + q * 3 * k3) / whole;
        pass->feedback[2] = q * q * q * k3 / whole;
    } else if (p->version == GIMP_2_10) {
        line_blur_add_gaussian(blur, ((int) ceil(6.5 * sigma) | 1) / 2, sigma);
    } else {
        line_blur_add_gaussian(blur, (int) ceil(5 * sigma), sigma);
    }
}

static const char *const gimp_versions[] = { "2.10", "2.8", NULL };
static const struct param gimp_table[] = {
    PARAM_FLOAT(struct gimp_params, size, .def = 1.5f, .min = 0.1f, .max = 300, .unit = "px",
                .help = "Size X and Y of Gaussian Blur from 2.10 on"),
    PARAM_FLOAT(struct gimp_params, radius, .zero = "none", .min = 0.1f, .max = 900, .unit = "px",
                .help = "Of plug-in-gauss, which scripts call: counts in the place of size"),
    PARAM_CHOICE(struct gimp_params, version, .choices = gimp_versions,
                 .help = "2.10 and later, or 2.8 and before, where only radius counts"),
    { 0 },
};

const struct translate_program translate_gimp = {
    .name = "gimp",
    .version = "GIMP 2.10, GEGL commits 7e0e8a56 and 07596dd2",
    .formula = "A recursive filter of sigma = size, there and back again; below 1 px samples of a "
               "Gaussian. Its tails are long: fit is what it looks like",
    .also = "Linear light, weighted by alpha; plug-in-gauss works on encoded values. The border is "
            "the outermost pixel",
    .params = gimp_table,
    .turned = "size",
    .draw = gimp_draw,
};
