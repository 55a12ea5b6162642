// Programs that blur by halving the size several times and doubling it again.

#include "effects/translate/translate.h"

#include <math.h>
#include <stdio.h>

// ---- the dual filter

static void add_down(struct line_blur *blur, double step, double distance)
{
    const struct line_tap taps[] = { { 0, 1. / 2 }, { -distance, 1. / 4 }, { distance, 1. / 4 } };
    line_blur_add(blur, step, 3, taps);
}

static void add_up(struct line_blur *blur, double step, double distance)
{
    const struct line_tap taps[] = { { 0, 1. / 6 },
                                     { -2 * distance, 1. / 12 },
                                     { 2 * distance, 1. / 12 },
                                     { -distance, 1. / 3 },
                                     { distance, 1. / 3 } };
    line_blur_add(blur, step, 5, taps);
}

void translate_add_downs(struct line_blur *blur, int levels, double distance)
{
    for (int i = 0; i < levels; i++)
        add_down(blur, 2, distance);
}

void translate_add_ups(struct line_blur *blur, int levels, double distance)
{
    for (int i = 0; i < levels; i++)
        add_up(blur, 0.5, distance);
}

struct line_pass *translate_add_single(struct line_blur *blur, double step)
{
    return line_blur_add(blur, step, 1, (const struct line_tap[]){ { 0, 1 } });
}

// Steps with diagonal taps at a distance of offset / 2 texels of the input, as in KWin and picom;
// with `is_far` 2 offset texels on the way down.
struct steps {
    int levels;
    double offset;
};

static void draw_steps(struct steps of, bool is_far, struct line_blur *blur,
                       char chain[TRANSLATE_TEXT_SIZE])
{
    translate_add_downs(blur, of.levels, is_far ? 2 * of.offset : of.offset / 2);
    translate_add_ups(blur, of.levels, of.offset / 2);
    snprintf(chain, TRANSLATE_TEXT_SIZE, "dual:levels=%d:offset=%.6g:taps=%s", of.levels, of.offset,
             is_far ? "far" : "source");
}

// ---- KWin

struct kwin_params {
    int strength;
};

// KWin distributes the steps of its strength over the numbers of levels, in proportion to the
// ranges of their offsets.
static void kwin_draw(const void *params, struct line_blur *blur, char chain[TRANSLATE_TEXT_SIZE])
{
    enum { STRENGTHS = 15, LEVELS = 4 };
    static const double ranges[LEVELS][2] = { { 1, 2 }, { 2, 3 }, { 2, 5 }, { 3, 8 } };
    int level = 0, steps = 0, left = ((const struct kwin_params *) params)->strength;
    for (int rest = STRENGTHS;; rest -= steps, left -= steps, level++) {
        const double range = ranges[level][1] - ranges[level][0];
        steps = level + 1 < LEVELS ? (int) ceil(range / 10 * STRENGTHS) : rest;
        if (left <= steps) {
            draw_steps((struct steps){ level + 1, ranges[level][0] + range / steps * left }, false,
                       blur, chain);
            return;
        }
    }
}

static const struct param kwin_table[] = {
    PARAM_INT(struct kwin_params, strength, .def = 15, .min = 1, .max = 15,
              .help = "Blur strength of the desktop effect Blur"),
    { 0 },
};

const struct translate_program translate_kwin = {
    .name = "kwin",
    .version = "KWin, Plasma 6, commits 8baba465 and 00a2faf6",
    .formula = "Dual filter: 1 to 4 levels, diagonal taps half an offset of 1 to 8 texels away",
    .also = "Lengths are logical pixels: on the screen all of it times the output's scale. Then a "
            "colour matrix (saturation 150 % unless set otherwise), and noise of 0 to strength - 1 "
            "steps of 8 bits (5 unless set). Nothing outside the blurred region counts",
    .params = kwin_table,
    .turned = "strength",
    .draw = kwin_draw,
};

// ---- picom

struct picom_params {
    int method; // enum picom_method
    int strength, size;
    float deviation;
};

enum picom_method { PICOM_DUAL_KAWASE, PICOM_GAUSSIAN, PICOM_BOX };

static void picom_draw(const void *params, struct line_blur *blur, char chain[TRANSLATE_TEXT_SIZE])
{
    static const struct steps of[] = {
        { 1, 1.25 }, { 1, 2.25 }, { 2, 2 },    { 2, 3 },    { 2, 4.25 }, { 3, 2.5 }, { 3, 3.25 },
        { 3, 4.25 }, { 3, 5.5 },  { 4, 3.25 }, { 4, 4 },    { 4, 5 },    { 4, 6 },   { 4, 7.25 },
        { 4, 8.25 }, { 5, 4.5 },  { 5, 5.25 }, { 5, 6.25 }, { 5, 7.25 }, { 5, 8.5 },
    };
    const struct picom_params *p = params;
    if (p->method == PICOM_DUAL_KAWASE) {
        draw_steps(of[p->strength - 1], false, blur, chain);
    } else if (p->method == PICOM_BOX) {
        line_blur_add_gaussian(blur, p->size, INFINITY);
        snprintf(chain, TRANSLATE_TEXT_SIZE, "box:radius=%d", p->size);
    } else {
        line_blur_add_gaussian(blur, p->size, p->deviation);
        snprintf(chain, TRANSLATE_TEXT_SIZE, "gaussian:sigma=%.6g:radius=%d", p->deviation,
                 p->size);
    }
}

static const char *const picom_methods[] = { "dual_kawase", "gaussian", "box", NULL };
static const struct param picom_table[] = {
    PARAM_CHOICE(struct picom_params, method, .choices = picom_methods, .help = "blur-method"),
    PARAM_INT(struct picom_params, strength, .def = 5, .min = 1, .max = 20,
              .help = "blur-strength, of dual_kawase"),
    PARAM_INT(struct picom_params, size, .def = 3, .min = 1, .max = 100,
              .help = "blur-size of gaussian and box: texels on each side"),
    PARAM_FLOAT(struct picom_params, deviation, .def = 0.84089642f, .min = 0.1f, .max = 100,
                .help = "blur-deviation, of gaussian"),
    { 0 },
};

const struct translate_program translate_picom = {
    .name = "picom",
    .version = "picom 12-59, commit 16486739",
    .formula =
        "Dual filter: 1 to 5 levels, diagonal taps half an offset of 1.25 to 8.5 texels away; "
        "or a Gaussian or box of 2 size + 1 taps along each axis",
    .also = "8 bits between the passes. dual_kawase needs the GL backends",
    .params = picom_table,
    .turned = "strength",
    .draw = picom_draw,
};

// ---- Hyprland and SceneFX

struct hyprland_params {
    int size, passes;
};

static void hyprland_draw(const void *params, struct line_blur *blur,
                          char chain[TRANSLATE_TEXT_SIZE])
{
    const struct hyprland_params *p = params;
    draw_steps((struct steps){ p->passes, p->size / 2. }, true, blur, chain);
}

// Both programs share this struct; only the keys of the parameters differ.
#define HYPRLAND_ROW(KEY, FIELD, DEF, MAX, HELP) \
    { \
        .key = KEY, .type = PARAM_TYPE_INT, .offset = offsetof(struct hyprland_params, FIELD), \
        .def = DEF, .min = 1, .max = MAX, .help = HELP \
    }
static const struct param hyprland_table[] = {
    HYPRLAND_ROW("size", size, 8, 100, "decoration:blur:size"),
    HYPRLAND_ROW("passes", passes, 1, 8, "decoration:blur:passes"),
    { 0 },
};
static const struct param scenefx_table[] = {
    HYPRLAND_ROW("radius", size, 5, 100, "radius, of SwayFX blur_radius, up to 10 there"),
    HYPRLAND_ROW("passes", passes, 3, 10, "num_passes, of SwayFX blur_passes"),
    { 0 },
};

const struct translate_program translate_hyprland = {
    .name = "hyprland",
    .version = "Hyprland 0.56, commit 6ffae9c5, variant kawase",
    .formula = "Dual filter: passes levels, diagonal taps size texels away down and size / 4 up",
    .also = "Before: contrast (0.8916) and brightness. On the way down vibrancy (0.1696), a boost "
            "of saturation. After: noise (0.0117). With one pass a size from 3 up shows ghosts",
    .params = hyprland_table,
    .turned = "size",
    .levels = "passes",
    .draw = hyprland_draw,
};

const struct translate_program translate_scenefx = {
    .name = "scenefx",
    .version = "SceneFX 0.4.1, commit 37ccd723, and SwayFX, which uses it",
    .formula = "As hyprland, with radius for size",
    .also = "Saturation 1.1, contrast 0.9, brightness 0.9 and noise 0.02 unless set otherwise. A "
            "strength of a node below 1 lowers radius and passes",
    .params = scenefx_table,
    .turned = "radius",
    .levels = "passes",
    .draw = hyprland_draw,
};

// ---- niri

struct niri_params {
    float offset;
    int passes;
};

static void niri_draw(const void *params, struct line_blur *blur, char chain[TRANSLATE_TEXT_SIZE])
{
    const struct niri_params *p = params;
    draw_steps((struct steps){ p->passes, p->offset }, true, blur, chain);
}

static const struct param niri_table[] = {
    PARAM_FLOAT(struct niri_params, offset, .def = 3, .min = 0.1f, .max = 100,
                .help = "blur { offset }"),
    PARAM_INT(struct niri_params, passes, .def = 3, .min = 1, .max = 8, .help = "blur { passes }"),
    { 0 },
};

const struct translate_program translate_niri = {
    .name = "niri",
    .version =
        "niri, src/render_helpers/blur.rs and shaders/blur_*.frag of commit 1c034dde; defaults: "
        "niri-config/src/appearance.rs of 155f63b9",
    .formula = "Dual filter: passes levels, diagonal taps 2 offset texels away down and offset / 2 "
               "up",
    .also = "8 bits between the passes. After: saturation 1.5 and noise 0.02 unless set otherwise",
    .params = niri_table,
    .turned = "offset",
    .levels = "passes",
    .draw = niri_draw,
};

// ---- Wayfire

struct wayfire_params {
    float offset;
    int iterations, degrade;
};

// The first step down and the first one up leave the size as it is.
static void wayfire_draw(const void *params, struct line_blur *blur,
                         char chain[TRANSLATE_TEXT_SIZE])
{
    const struct wayfire_params *p = params;
    const double offset = p->offset;
    (void) chain; // no effect of this program has steps of one size
    translate_add_single(blur, p->degrade);
    add_down(blur, 1, offset / 2);
    translate_add_downs(blur, p->iterations - 1, offset);
    add_up(blur, 1, offset / 2);
    translate_add_ups(blur, p->iterations - 1, offset / 4);
    translate_add_single(blur, 1. / p->degrade);
}

static const struct param wayfire_table[] = {
    PARAM_FLOAT(struct wayfire_params, offset, .def = 1.7f, .min = 0.1f, .max = 25,
                .help = "blur/kawase_offset"),
    PARAM_INT(struct wayfire_params, iterations, .def = 2, .min = 1, .max = 8,
              .help = "blur/kawase_iterations"),
    PARAM_INT(struct wayfire_params, degrade, .def = 3, .min = 1, .max = 10,
              .help = "blur/kawase_degrade: every n-th texel is read"),
    { 0 },
};

const struct translate_program translate_wayfire = {
    .name = "wayfire",
    .version = "Wayfire, plugins/blur: kawase.cpp of commit 03cdb26e, blur-base.cpp of 0e4425f7; "
               "defaults: metadata/blur.xml of the fork TontooOS/Compositor, commit 782d3ca9",
    .formula = "Every degrade-th texel; a step of the dual filter down at that size and iterations "
               "- 1 to half of it, as many up, of taps offset / 2 or offset texels away",
    .also = "Then saturation. 8 bits between the passes. What moves between the texels that are "
            "read flickers. Wayfire's commit 2f798049 has an offset of 2 and a degrade of 8",
    .params = wayfire_table,
    .turned = "offset",
    .levels = "iterations",
    .draw = wayfire_draw,
};

// ---- Godot's glow

struct godot_params {
    int level;
    int renderer; // enum godot_renderer
    int upscale;  // enum line_filter
};

enum godot_renderer { GODOT_FORWARD, GODOT_MOBILE, GODOT_COMPATIBILITY };

// Each level is a mean of 2x2 texels, followed by nine taps.
static void godot_forward(const struct godot_params *p, struct line_blur *blur)
{
    static const double weights[] = { 0.2024, 0.1790, 0.1240, 0.0672, 0.0285 };
    for (int i = 0; i < p->level; i++) {
        translate_add_single(blur, 2);
        line_blur_add_weights(blur, 4, weights);
    }
}

// The first step goes to a quarter of the size at once, by reading every second texel.
static void godot_mobile(const struct godot_params *p, struct line_blur *blur)
{
    static const struct line_tap quarter[] = { { -1.5, 0.5 }, { 0.5, 0.5 } };
    static const struct line_tap down[] = { { -0.75, 0.5 }, { 0.75, 0.5 } };
    static const struct line_tap up[] = { { -0.797, 0.357 }, { 0.469, 0.643 } };
    line_blur_add(blur, 4, 2, quarter);
    for (int i = 1; i < p->level; i++)
        line_blur_add(blur, 2, 2, down);
    for (int i = 1; i < p->level; i++)
        line_blur_add(blur, 0.5, 2, up)->mirrors = true;
}

static void godot_draw(const void *params, struct line_blur *blur, char chain[TRANSLATE_TEXT_SIZE])
{
    const struct godot_params *p = params;
    double texel = 1;
    (void) chain; // no effect of this program enlarges in one step
    if (p->renderer == GODOT_COMPATIBILITY) {
        translate_add_downs(blur, 4, 1);
        translate_add_ups(blur, 3, 0.25);
    } else {
        (p->renderer == GODOT_MOBILE ? godot_mobile : godot_forward)(p, blur);
    }
    for (int i = 0; i < blur->count; i++)
        texel *= blur->passes[i].step;
    translate_add_single(blur, 1 / texel)->filter =
        p->renderer == GODOT_FORWARD && p->upscale == 0 ? LINE_CUBIC : LINE_LINEAR;
}

static const char *const godot_renderers[] = { "forward_plus", "mobile", "compatibility", NULL };
static const char *const godot_upscales[] = { "bicubic", "bilinear", NULL };
static const struct param godot_table[] = {
    PARAM_INT(struct godot_params, level, .def = 3, .min = 1, .max = 7,
              .help = "Which of the glow's levels, alone; compatibility has one width for all"),
    PARAM_CHOICE(struct godot_params, renderer, .choices = godot_renderers,
                 .help = "mobile as it is from 4.6 on"),
    PARAM_CHOICE(struct godot_params, upscale, .choices = godot_upscales,
                 .help = "How forward_plus enlarges a level; the others: bilinear"),
    { 0 },
};

const struct translate_program translate_godot = {
    .name = "godot",
    .version = "Godot 4.6, commits 0a5efd02 and 044ab0a3",
    .formula =
        "A level n of the glow: n times a mean of 2x2 and nine taps; mobile: a quarter, then "
        "2x2 taps down and up; compatibility: a dual filter of 4 down and 3 up",
    .also = "Only light above the threshold glows, and level 1 weighs down fireflies. Several "
            "levels are a sum of Gaussians: keep their weights. Pixels of the internal 3-D size. "
            "mobile moves the light by half a pixel",
    .params = godot_table,
    .turned = "level",
    .draw = godot_draw,
};
