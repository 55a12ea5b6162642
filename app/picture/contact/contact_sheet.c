#include "app/picture/contact/contact_sheet.h"

#include "app/lab/headless.h"
#include "app/lab/text/complain.h"
#include "app/lab/text/progress.h"
#include "app/lab/text/wrap.h"
#include "app/picture/capture_describe.h"
#include "app/picture/contact/contact_cells.h"
#include "app/picture/contact/contact_layout.h"
#include "app/picture/panel_paint.h"
#include "effects/chain.h"
#include "render/paint/lettering.h"
#include "render/paint/thumbnail.h"
#include "render/text/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- contact words

// Words of several lines below a small picture, broken as chains and sentences are.

// Returns the bytes of the next line.
static size_t line_length(const struct lettering *letters, const char *text)
{
    return wrap_length(text, lettering_characters(letters, text));
}

static const char *next_line(const char *text, size_t length)
{
    return text + length + strspn(text + length, " ");
}

// Returns how many lines a text takes where each has so much room (letters->room), up to `most`.
static int contact_words_lines(const struct lettering *letters, const char *text, int most)
{
    int lines = 0;
    for (; *text && lines < most; lines++)
        text = next_line(text, line_length(letters, text));
    return lines;
}

// Draws the text on as many lines as the area has. The last takes the rest, cut where it must be.
static void contact_words_draw(struct image *image, const struct lettering *letters,
                               const struct paint_area *area, const char *text)
{
    const int lines = area->height / CONTACT_WORDS_STEP;
    for (int line = 0; line < lines && *text; line++) {
        char part[CHAIN_TEXT_SIZE];
        const size_t length = line + 1 < lines ? line_length(letters, text) : strlen(text);
        snprintf(part, sizeof(part), "%.*s", (int) length, text);
        lettering_draw(image, letters, area->x, area->y + line * CONTACT_WORDS_STEP, part);
        text = next_line(text, length);
    }
}

// ---- contact draw

// What all sheets of small pictures look like: their ground and letters, in the panel's colours.

static struct lettering letters_of(const struct font *font, int size,
                                   const struct panel_colour *colour, int room)
{
    const struct paint paint = panel_paint(colour);
    return (struct lettering){ .font = font, .size = size, .paint = paint, .room = room };
}

// Makes the sheet, U8 and opaque, with nothing on it yet. To be finished.
static void contact_draw_ground(struct image *sheet, const struct contact_layout *layout)
{
    struct paint ground = panel_paint(&panel_colours.sheet);
    ground.a = 255;
    image_init(sheet, layout->width, layout->height, IMAGE_TYPE_U8);
    paint_fill(sheet, (struct paint_area){ 0, 0, sheet->width, sheet->height }, ground);
}

// Draws the heading and, below it, what the sheet is of.
static void contact_draw_heading(struct image *sheet, const struct contact_layout *layout,
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

// Returns the letters of the words below a title, with `room` pixels a line.
static struct lettering contact_draw_letters(const struct font *font, int room)
{
    return letters_of(font, CONTACT_WORDS, &panel_colours.dim, room);
}

// Draws the title and the words of the picture at that place.
static void contact_draw_words(struct image *sheet, const struct contact_place *place,
                               const struct font *font, const char *title, const char *words)
{
    const struct lettering large =
        letters_of(font, CONTACT_TITLE, &panel_colours.plain, place->title.width);
    const struct lettering small = contact_draw_letters(font, place->words.width);
    lettering_draw(sheet, &large, place->title.x, place->title.y, title);
    contact_words_draw(sheet, &small, &place->words, words);
}

// ---- contact sheet

enum { MOST_LINES = 4, TITLES_SIZE = 4096 }; // of words; bytes

const char *const contact_sheet_names[] = { "presets", "scenes", "blurs", "chains", NULL };

struct contact_sheet {
    const struct options *options;
    struct lab *lab;
    struct font *font;
    struct contact_cells cells;
    struct contact_layout layout;
    struct image image;
    int failure; // the exit status of an error
};

// ---- pictures

static void draw_heading(struct contact_sheet *sheet)
{
    const struct lab *lab = sheet->lab;
    char text[CHAIN_TEXT_SIZE + 128];
    snprintf(text, sizeof(text), "%s%s%d × %d, %s, time %.9g s", sheet->cells.subject,
             sheet->cells.subject[0] ? ", " : "", lab->plan_options.width, lab->plan_options.height,
             texture_format_name(lab->plan_options.format), sheet->options->draw.time);
    contact_draw_heading(&sheet->image, &sheet->layout, sheet->font, sheet->cells.heading, text);
}

// Draws the chain on the scene as the first frame, as a picture of its own is.
static bool draw_picture(struct contact_sheet *sheet, const struct contact_cell *cell,
                         struct image *picture, struct error *error)
{
    struct lab *lab = sheet->lab;
    if (!lab_set_scene(lab, &cell->scene, error) || !lab_set_chain(lab, &cell->chain, error))
        return error_prefix(error, "%s: ", cell->title);
    lab->frame = 0;
    lab_draw(lab, sheet->options->draw.time);
    if (!lab_check_fault(lab, true, error)) {
        sheet->failure = EXIT_FAILURE;
        return false;
    }
    texture_read(&lab->side.output, IMAGE_TYPE_U8, picture);
    return true;
}

// What a picture leaves transparent is black, as on a screen.
static void lay_picture(struct contact_sheet *sheet, const struct paint_area *area,
                        const struct image *picture)
{
    static const struct paint black = { 0, 0, 0, 255 };
    struct image small;
    thumbnail_make(picture, area->width, area->height, &small);
    paint_fill(&sheet->image, *area, black);
    paint_image(&sheet->image, area->x, area->y, &small);
    image_finish(&small);
}

static bool draw_cell(struct contact_sheet *sheet, int i, struct error *error)
{
    const struct contact_cell *cell = &sheet->cells.all[i];
    const struct contact_place place = contact_layout_place(&sheet->layout, i);
    struct image picture;
    if (!draw_picture(sheet, cell, &picture, error))
        return false;
    lay_picture(sheet, &place.picture, &picture);
    image_finish(&picture);
    contact_draw_words(&sheet->image, &place, sheet->font, cell->title, cell->words);
    return true;
}

static bool draw_cells(struct contact_sheet *sheet, struct error *error)
{
    struct progress progress;
    bool goes_on = true;
    progress_begin(&progress, "drawing picture", sheet->cells.count);
    for (int i = 0; i < sheet->cells.count && goes_on; i++) {
        progress_name(&progress, i, sheet->cells.all[i].title);
        goes_on = draw_cell(sheet, i, error);
    }
    progress_end(&progress);
    return goes_on;
}

// ---- the sheet

static void lay_out(struct contact_sheet *sheet)
{
    struct contact_wish wish = {
        .count = sheet->cells.count,
        .columns = sheet->cells.columns,
        .width = sheet->lab->plan_options.width,
        .height = sheet->lab->plan_options.height,
    };
    thumbnail_fit(CONTACT_MOST_WIDTH, CONTACT_MOST_HEIGHT, &wish.width, &wish.height);
    const struct lettering letters =
        contact_draw_letters(sheet->font, contact_layout_cell_width(&wish));
    for (int i = 0; i < wish.count; i++) {
        const int lines = contact_words_lines(&letters, sheet->cells.all[i].words, MOST_LINES);
        wish.lines = lines > wish.lines ? lines : wish.lines;
    }
    contact_layout_make(&sheet->layout, &wish);
}

// Writes "bloom, blur, neon", as far as there is room.
static void list_titles(const struct contact_cells *cells, char *out, size_t size)
{
    size_t length = 0;
    for (int i = 0; i < cells->count && length < size; i++)
        length += (size_t) snprintf(out + length, size - length, "%s%s", i > 0 ? ", " : "",
                                    cells->all[i].title);
}

static bool write_sheet(struct contact_sheet *sheet, struct error *error)
{
    struct image_texts texts = { 0 };
    char titles[TITLES_SIZE];
    capture_describe(sheet->lab, NULL, sheet->options->draw.time, &texts);
    image_texts_add(&texts, "sheet", contact_sheet_names[sheet->options->picture.contact]);
    list_titles(&sheet->cells, titles, sizeof(titles));
    image_texts_add(&texts, "titles", titles);
    const bool written = image_write(&sheet->image, &texts, sheet->options->picture.path, error);
    image_texts_finish(&texts);
    if (!written)
        sheet->failure = EXIT_MACHINE; // the path had been found good
    return written;
}

static bool make_sheet(struct contact_sheet *sheet, struct error *error)
{
    lay_out(sheet);
    contact_draw_ground(&sheet->image, &sheet->layout);
    draw_heading(sheet);
    return draw_cells(sheet, error) && write_sheet(sheet, error);
}

static int run_headless(struct contact_sheet *sheet)
{
    struct error error;
    struct headless headless;
    struct options first = *sheet->options;
    first.draw.chain = sheet->cells.all[0].chain;
    first.draw.scene = sheet->cells.all[0].scene;
    sheet->lab = &headless.lab;
    int status = headless_open(&headless, &first, false);
    if (status == EXIT_SUCCESS && !make_sheet(sheet, &error))
        status = complain(sheet->failure, &error);
    else if (status == EXIT_SUCCESS)
        complain_if_unwritten(true, sheet->options->picture.path, NULL);
    image_finish(&sheet->image);
    headless_close(&headless);
    return status;
}

int contact_sheet_run(const struct options *options)
{
    struct error error;
    struct contact_sheet sheet = { .options = options, .failure = EXIT_USAGE };
    int status = EXIT_SUCCESS;
    sheet.font = font_open(NULL, &error);
    if (!sheet.font)
        status = complain(EXIT_MACHINE, &error);
    else if (!contact_cells_list(&sheet.cells, options, &error))
        status = complain(EXIT_USAGE, &error);
    else
        status = run_headless(&sheet);
    contact_cells_finish(&sheet.cells);
    font_close(sheet.font);
    return status;
}
