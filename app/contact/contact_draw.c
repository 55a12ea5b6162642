#include "app/contact/contact_draw.h"

#include "app/contact/contact_words.h"
#include "app/panel/widgets/panel_paint.h"

static struct lettering letters_of(const struct font *font, int size,
                                   const struct panel_colour *colour, int room)
{
    const struct paint paint = panel_paint(colour);
    return (struct lettering){ .font = font, .size = size, .paint = paint, .room = room };
}

void contact_draw_ground(struct image *sheet, const struct contact_layout *layout)
{
    struct paint ground = panel_paint(&panel_colours.sheet);
    ground.a = 255;
    image_init(sheet, layout->width, layout->height, IMAGE_TYPE_U8);
    paint_fill(sheet, (struct paint_area){ 0, 0, sheet->width, sheet->height }, ground);
}

void contact_draw_heading(struct image *sheet, const struct contact_layout *layout,
                          const struct font *font, const char *heading, const char *subject)
{
    const struct paint_area *above = &layout->heading, *below = &layout->subject;
    const struct lettering large =
        letters_of(font, CONTACT_HEADING, &panel_colours.plain, above->width);
    const struct lettering small =
        letters_of(font, CONTACT_SUBJECT, &panel_colours.dim, below->width);
    lettering_draw(sheet, &large, above->x, above->y, heading);
    lettering_draw(sheet, &small, below->x, below->y, subject);
}

struct lettering contact_draw_letters(const struct font *font, int room)
{
    return letters_of(font, CONTACT_WORDS, &panel_colours.dim, room);
}

void contact_draw_words(struct image *sheet, const struct contact_place *place,
                        const struct font *font, const char *title, const char *words)
{
    const struct lettering large =
        letters_of(font, CONTACT_TITLE, &panel_colours.plain, place->title.width);
    const struct lettering small = contact_draw_letters(font, place->words.width);
    lettering_draw(sheet, &large, place->title.x, place->title.y, title);
    contact_words_draw(sheet, &small, &place->words, words);
}
