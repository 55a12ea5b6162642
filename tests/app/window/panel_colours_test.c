// Text over the picture can be read and marks are seen, whatever the picture is, and colours that
// mean different things look different to everybody.

#include "app/picture/panel_colours.h"
#include "effects/colour.h"
#include "render/image/srgb.h"
#include "tests/fixtures/cmocka.h"

enum { LAYERS = 3 };

// WCAG 2.1, relative luminance and contrast ratio.
static double luminance(const struct panel_colour *colour)
{
    return 0.2126 * srgb_decode(colour->r) + 0.7152 * srgb_decode(colour->g) +
           0.0722 * srgb_decode(colour->b);
}

static double contrast(const struct panel_colour *a, const struct panel_colour *b)
{
    const double first = luminance(a) + 0.05, second = luminance(b) + 0.05;
    return first > second ? first / second : second / first;
}

static void lay_over(struct panel_colour *under, const struct panel_colour *over)
{
    under->r += over->a * (over->r - under->r);
    under->g += over->a * (over->g - under->g);
    under->b += over->a * (over->b - under->b);
}

// Checks the contrast of a colour on layers over a picture of one grey.
static void check(const struct panel_colour *colour,
                  const struct panel_colour *const layers[LAYERS], float grey, double least,
                  const char *name)
{
    struct panel_colour ground = { grey, grey, grey, 1 };
    for (int i = 0; i < LAYERS && layers[i]; i++)
        lay_over(&ground, layers[i]);
    struct panel_colour seen = ground;
    lay_over(&seen, colour);
    if (contrast(&seen, &ground) < least)
        fail_msg("%s over grey %g has a contrast of %.2f", name, grey, contrast(&seen, &ground));
}

TEST(text_has_contrast_over_any_picture)
{
    const struct panel_colours *c = &panel_colours;
    const struct panel_colour *const grounds[][LAYERS] = {
        { &c->panel },
        { &c->panel, &c->field },
        { &c->panel, &c->field_hovered },
        { &c->panel, &c->field_active },
        { &c->panel, &c->selected },
        { &c->panel, &c->selected, &c->field_active },
        { &c->popup },
        { &c->popup, &c->field_active },
        { &c->popup, &c->selected },
    };
    const struct {
        const struct panel_colour *colour;
        const char *name;
    } texts[] = { { &c->plain, "plain" },   { &c->soft, "soft" },   { &c->dim, "dim" },
                  { &c->accent, "accent" }, { &c->alarm, "alarm" }, { &c->warn, "warn" } };
    for_each(ground, grounds)
        for_each(row, texts)
            for (int grey = 0; grey <= 4; grey++)
                check(row->colour, *ground, (float) grey / 4, 4.5, row->name);
}

TEST(names_of_sides_can_be_read_and_marks_are_seen)
{
    const struct panel_colours *c = &panel_colours;
    const struct panel_colour *const panel[LAYERS] = { &c->panel },
                                     *const field[LAYERS] = { &c->panel, &c->field },
                                     *const selected[LAYERS] = { &c->panel, &c->selected };
    for (int i = 0; i <= 4; i++) {
        const float grey = (float) i / 4;
        check(&c->side_a, panel, grey, 4.5, "side A");
        check(&c->side_b, panel, grey, 4.5, "side B");
        check(&c->accent, selected, grey, 3, "the mark of the selected line");
        check(&c->scroll, panel, grey, 3, "a scroll bar");
        check(&c->knob, field, grey, 3, "a knob");
        check(&c->bar, field, grey, 3, "a bar");
        check(&c->fine_bar, field, grey, 3, "a fine bar");
        check(&c->red, field, grey, 3, "red");
        check(&c->green, field, grey, 3, "green");
        check(&c->blue, field, grey, 3, "blue");
        const struct panel_colour *const bar[LAYERS] = { &c->panel, &c->field, &c->fine_bar };
        check(&c->plain, bar, grey, 3, "the mark across bars");
    }
}

// ---- eyes without one kind of cones: Machado, Oliveira, Fernandes 2009, table 1, severity 1, on
// light

static const double eyes[][3][3] = {
    { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
    { { 0.152286, 1.052583, -0.204868 },
      { 0.114503, 0.786281, 0.099216 },
      { -0.003882, -0.048116, 1.051998 } },
    { { 0.367322, 0.860646, -0.227968 },
      { 0.280085, 0.672501, 0.047413 },
      { -0.011820, 0.042940, 0.968881 } },
    { { 1.255528, -0.076749, -0.178779 },
      { -0.078411, 0.930809, 0.147602 },
      { 0.004733, 0.691367, 0.303900 } },
};
static const char *const eye_names[] = { "all cones", "protanopia", "deuteranopia", "tritanopia" };

// CIE 1976 L*a*b* of what such an eye sees.
static void see(const double eye[3][3], const struct panel_colour *colour, double lab[3])
{
    const double light[3] = { srgb_decode(colour->r), srgb_decode(colour->g),
                              srgb_decode(colour->b) };
    double seen[3];
    for (int i = 0; i < 3; i++) {
        const double sum = eye[i][0] * light[0] + eye[i][1] * light[1] + eye[i][2] * light[2];
        seen[i] = fmin(fmax(sum, 0), 1);
    }
    colour_lab(seen, lab);
}

static double difference(const double eye[3][3], const struct panel_colour *a,
                         const struct panel_colour *b)
{
    double first[3], second[3];
    see(eye, a, first);
    see(eye, b, second);
    return hypot(hypot(first[0] - second[0], first[1] - second[1]), first[2] - second[2]);
}

// About 2.3 is just noticed side by side; what is looked up in a legend needs ten times that.
TEST(colours_are_told_apart_by_every_eye)
{
    const struct panel_colours *c = &panel_colours;
    const struct {
        const struct panel_colour *a, *b;
        const char *names;
    } pairs[] = {
        { &c->side_a, &c->side_b, "sides A and B" },  { &c->red, &c->green, "red and green" },
        { &c->red, &c->blue, "red and blue" },        { &c->green, &c->blue, "green and blue" },
        { &c->alarm, &c->plain, "an error's words" }, { &c->warn, &c->plain, "a warning's words" },
        { &c->accent, &c->plain, "accent" },
    };
    for_each(pair, pairs)
        for (size_t k = 0; k < COUNT_OF(eyes); k++) {
            const double apart = difference(eyes[k], pair->a, pair->b);
            if (apart < 22)
                fail_msg("%s are %.1f apart with %s", pair->names, apart, eye_names[k]);
        }
}

// The check itself: pure red and a dark yellow are one to who has no cones for green or red.
TEST(eyes_without_cones_confuse_what_they_should)
{
    const struct panel_colour red = { 0.8f, 0.2f, 0.2f, 1 }, green = { 0.47f, 0.47f, 0.15f, 1 };
    assert_true(difference(eyes[0], &red, &green) > 60);
    assert_true(difference(eyes[2], &red, &green) < 20);
}

// The check itself: black on white is 21, and the panel's old paler ground would not do.
TEST(contrast_is_that_of_the_standard)
{
    const struct panel_colour black = { 0, 0, 0, 1 }, white = { 1, 1, 1, 1 };
    const struct panel_colour grey = { 119 / 255.0f, 119 / 255.0f, 119 / 255.0f, 1 };
    assert_float_equal(contrast(&black, &white), 21, 1e-6);
    assert_float_equal(contrast(&white, &grey), 4.48, 0.01);
}
