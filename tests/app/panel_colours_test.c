// Text over the picture can be read, whatever the picture is.

#include "app/panel/panel_colours.h"
#include "render/image/srgb.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

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

// Text on layers that lie over a picture of one grey.
static void check(const struct panel_colour *text, const struct panel_colour *const layers[LAYERS],
                  float grey, const char *name)
{
    struct panel_colour ground = { grey, grey, grey, 1 };
    for (int i = 0; i < LAYERS && layers[i]; i++)
        lay_over(&ground, layers[i]);
    if (contrast(text, &ground) < 4.5)
        fail_msg("%s over grey %g has a contrast of %.2f", name, (double) grey,
                 contrast(text, &ground));
}

static void text_keeps_its_contrast_over_any_picture(void **state)
{
    (void) state;
    const struct panel_colours *c = &panel_colours;
    const struct panel_colour *const grounds[][LAYERS] = {
        { &c->sheet },
        { &c->sheet, &c->field },
        { &c->sheet, &c->field_hovered },
        { &c->sheet, &c->field_active },
        { &c->sheet, &c->selected },
        { &c->sheet, &c->selected, &c->field_active },
        { &c->popup },
        { &c->popup, &c->field_active },
        { &c->popup, &c->selected },
    };
    const struct {
        const struct panel_colour *colour;
        const char *name;
    } texts[] = { { &c->plain, "plain" },
                  { &c->soft, "soft" },
                  { &c->dim, "dim" },
                  { &c->accent, "accent" },
                  { &c->alarm, "alarm" } };
    for (size_t i = 0; i < sizeof(grounds) / sizeof(grounds[0]); i++)
        for (size_t k = 0; k < sizeof(texts) / sizeof(texts[0]); k++)
            for (int grey = 0; grey <= 4; grey++)
                check(texts[k].colour, grounds[i], (float) grey / 4, texts[k].name);
}

// The check itself: black on white is 21, and the sheet's old paler ground would not do.
static void contrast_is_that_of_the_standard(void **state)
{
    (void) state;
    const struct panel_colour black = { 0, 0, 0, 1 }, white = { 1, 1, 1, 1 };
    const struct panel_colour grey = { 119 / 255.0f, 119 / 255.0f, 119 / 255.0f, 1 };
    assert_float_equal(contrast(&black, &white), 21, 1e-6);
    assert_float_equal(contrast(&white, &grey), 4.48, 0.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_keeps_its_contrast_over_any_picture),
        cmocka_unit_test(contrast_is_that_of_the_standard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
