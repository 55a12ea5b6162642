#include "app/sheet/contact_sheet.h"

#include "app/edit/preset.h"
#include "app/picture/capture_view.h"
#include "app/picture/panel_colours.h"
#include "app/text/progress.h"
#include "app/text/wrap.h"
#include "effects/hook/shader_folder.h"
#include "render/image/divide.h"
#include "render/paint/thumbnail.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/step_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- what the pictures show

static const char scene_chain[] = "dual", blur_ends[] = ":sigma=2.2%h,tonemap";

enum { MOST_COLUMNS_OF_CHAINS = 6 };

struct contact_cell *contact_cells_add(struct contact_cells *cells,
                                       const struct scene_choice *scene)
{
    cells->all = memory_grow(cells->all, (size_t) (cells->count + 1), sizeof(*cells->all));
    struct contact_cell *cell = &cells->all[cells->count++];
    *cell = (struct contact_cell){ .scene = *scene };
    return cell;
}

// Adds a cell with a chain; its title is the chain's name, or the names of the steps that run:
// "threshold + dual".
static struct contact_cell *add_cell(struct contact_cells *cells, const char *text,
                                     const struct scene_choice *scene, struct error *error)
{
    const char *name;
    struct contact_cell *cell = contact_cells_add(cells, scene);
    if (!preset_read_chain(&cell->chain, text, &name, NULL, error))
        return NULL;
    chain_print(&cell->chain, cell->words, sizeof(cell->words));
    struct step_writer title = { cell->title, sizeof(cell->title), 0 };
    step_write(&title, name ? name : "");
    for (int i = 0; i < cell->chain.count && !name; i++) {
        if (cell->chain.steps[i].off)
            continue;
        step_write(&title, title.length > 0 ? " + " : "");
        step_write(&title, cell->chain.steps[i].effect->name);
    }
    if (title.length == 0)
        step_write(&title, "no steps");
    return cell;
}

static bool add_given_chains(struct contact_cells *cells, const struct draw_options *draw,
                             struct error *error)
{
    for (int i = 0; i < draw->chain_count; i++)
        if (!add_cell(cells, draw->chain_texts[i], &draw->scene, error))
            return false;
    return true;
}

static bool list_presets(struct contact_cells *cells, const struct draw_options *draw,
                         struct error *error)
{
    for (int i = 0; i < preset_count(); i++)
        if (!add_cell(cells, preset_name(i), &draw->scene, error))
            return false;
    return add_given_chains(cells, draw, error);
}

static bool list_blurs(struct contact_cells *cells, const struct draw_options *draw,
                       struct error *error)
{
    const struct effect *blur;
    for (int i = 0; (blur = shader_folder_blur(i)); i++) {
        char text[CHAIN_TEXT_SIZE];
        struct chain_step step;
        chain_step_init(&step, blur);
        const int length = chain_print_step(&step, text, sizeof(text));
        snprintf(text + length, sizeof(text) - (size_t) length, "%s", blur_ends);
        struct contact_cell *cell = add_cell(cells, text, &draw->scene, error);
        if (!cell)
            return false;
        snprintf(cell->title, sizeof(cell->title), "%s", blur->name);
    }
    return add_given_chains(cells, draw, error);
}

static bool list_scenes(struct contact_cells *cells, const struct draw_options *draw,
                        struct error *error)
{
    const int count = draw->chain_count > 0 ? draw->chain_count : 1;
    for (int i = 0; scenes[i]; i++) {
        struct scene_choice choice = { .scene = scenes[i] };
        param_set_defaults(scenes[i]->params, choice.params);
        for (int k = 0; k < count && !scenes[i]->read; k++) { // scenes of files need --image
            const char *text = draw->chain_count > 0 ? draw->chain_texts[k] : scene_chain;
            struct contact_cell *cell = add_cell(cells, text, &choice, error);
            if (!cell)
                return false;
            snprintf(cell->title, sizeof(cell->title), "%s", scenes[i]->name);
            if (count == 1) // the heading has the chain
                snprintf(cell->words, sizeof(cell->words), "%s", scenes[i]->summary);
        }
    }
    if (draw->chain_count > 1 && draw->chain_count <= MOST_COLUMNS_OF_CHAINS)
        cells->columns = draw->chain_count;
    return true;
}

bool contact_cells_list(struct contact_cells *cells, enum contact contact,
                        const struct draw_options *draw, struct error *error)
{
    static const struct {
        const char *heading;
        bool (*list)(struct contact_cells *, const struct draw_options *, struct error *);
    } kinds[] = {
        [CONTACT_PRESETS] = { "Presets", list_presets },
        [CONTACT_SCENES] = { "Scenes", list_scenes },
        [CONTACT_BLURS] = { "Blurs of equal width", list_blurs },
        [CONTACT_CHAINS] = { "Chains", add_given_chains },
    };
    *cells = (struct contact_cells){ 0 };
    if (!kinds[contact].list(cells, draw, error))
        return false;
    snprintf(cells->heading, sizeof(cells->heading), "%s", kinds[contact].heading);
    if (contact != CONTACT_SCENES)
        scene_print(&draw->scene, cells->subject, sizeof(cells->subject));
    else if (draw->chain_count <= 1)
        chain_print(&cells->all[0].chain, cells->subject, sizeof(cells->subject));
    return true;
}

void contact_cells_finish(struct contact_cells *cells)
{
    for (int i = 0; i < cells->count; i++)
        image_finish(&cells->all[i].picture);
    free(cells->all);
    *cells = (struct contact_cells){ 0 };
}

// ---- places

enum { MARGIN = 36, COLUMN_GAP = 28, ROW_GAP = 32, BELOW_SUBJECT = 26 };
enum { BELOW_PICTURE = 9, BELOW_TITLE = 3, BELOW_HEADING = 4 };
enum { HEAD_HEIGHT = MARGIN + CONTACT_HEADING + BELOW_HEADING + CONTACT_SUBJECT + BELOW_SUBJECT };
enum { LEAST_WIDTH = 240, LEAST_LINE = 480 }; // of a cell; of the heading

static const double screen_shape = 1.6; // width to height
static const double weight_of_gaps = 3; // empty cells, relative to the difference in shape

// Cells have a minimum width, since titles and words may be wider than small pictures.
static int cell_width(const struct contact_pictures *pictures)
{
    return pictures->width > LEAST_WIDTH ? pictures->width : LEAST_WIDTH;
}

static int cell_height(const struct contact_pictures *pictures)
{
    return pictures->height + BELOW_PICTURE + CONTACT_TITLE + BELOW_TITLE +
           pictures->lines * CONTACT_WORDS_STEP;
}

static int sheet_width(const struct contact_pictures *pictures, int columns)
{
    const int line = columns * cell_width(pictures) + (columns - 1) * COLUMN_GAP;
    return 2 * MARGIN + (line > LEAST_LINE ? line : LEAST_LINE);
}

static int sheet_height(const struct contact_pictures *pictures, int columns)
{
    const int rows = divide_up(pictures->count, columns);
    return HEAD_HEIGHT + rows * cell_height(pictures) + (rows - 1) * ROW_GAP + MARGIN;
}

// Returns the penalty of a grid: its difference from the shape of a screen, plus its empty cells.
static double layout_penalty(const struct contact_pictures *pictures, int columns)
{
    const double shape =
        (double) sheet_width(pictures, columns) / (double) sheet_height(pictures, columns);
    const int places = divide_up(pictures->count, columns) * columns;
    return fabs(log(shape / screen_shape)) + weight_of_gaps * (places - pictures->count) / places;
}

void contact_layout_make(struct contact_layout *layout, const struct contact_pictures *pictures)
{
    int columns = pictures->columns > 0 ? pictures->columns : 1;
    for (int i = 2; pictures->columns == 0 && i <= pictures->count; i++)
        if (layout_penalty(pictures, i) < layout_penalty(pictures, columns))
            columns = i;
    const int width = sheet_width(pictures, columns), line = width - 2 * MARGIN;
    *layout = (struct contact_layout){
        .pictures = *pictures,
        .columns = columns,
        .rows = divide_up(pictures->count, columns),
        .width = width,
        .height = sheet_height(pictures, columns),
        .heading = { MARGIN, MARGIN, line, CONTACT_HEADING },
        .subject = { MARGIN, MARGIN + CONTACT_HEADING + BELOW_HEADING, line, CONTACT_SUBJECT },
    };
}

struct contact_place contact_layout_place(const struct contact_layout *layout, int i)
{
    const struct contact_pictures *pictures = &layout->pictures;
    const int width = cell_width(pictures);
    const int x = MARGIN + i % layout->columns * (width + COLUMN_GAP);
    const int y = HEAD_HEIGHT + i / layout->columns * (cell_height(pictures) + ROW_GAP);
    const int title = y + pictures->height + BELOW_PICTURE;
    return (struct contact_place){
        .picture = { x, y, pictures->width, pictures->height },
        .title = { x, title, width, CONTACT_TITLE },
        .words = { x, title + CONTACT_TITLE + BELOW_TITLE, width,
                   pictures->lines * CONTACT_WORDS_STEP },
    };
}

// ---- letters

enum { MOST_LINES = 4 }; // of words

const char *const contact_sheet_names[] = { "presets", "scenes", "blurs", "chains", NULL };

struct contact_sheet {
    const struct draw_options *draw;
    struct renderer *renderer;
    const struct contact_cells *cells;
    struct font *font;
    struct contact_layout layout;
    struct image image;
    int failure; // the exit status of an error
};

static struct lettering letters_of(const struct contact_sheet *sheet, int size,
                                   const struct panel_colour *colour, int room)
{
    const struct paint paint = panel_paint(colour);
    return (struct lettering){ .font = sheet->font, .size = size, .paint = paint, .room = room };
}

static void draw_line(struct contact_sheet *sheet, const struct paint_area *area, int size,
                      const struct panel_colour *colour, const char *text)
{
    const struct lettering letters = letters_of(sheet, size, colour, area->width);
    lettering_draw(&sheet->image, &letters, area->x, area->y, text);
}

// Words below a title are broken into lines, between steps or words.
static struct lettering letters_of_words(const struct contact_sheet *sheet, int room)
{
    return letters_of(sheet, CONTACT_WORDS, &panel_colours.dim, room);
}

// Returns the bytes of the next line.
static size_t line_length(const struct lettering *letters, const char *text)
{
    return wrap_length(text, lettering_characters(letters, text));
}

static const char *next_line(const char *text, size_t length)
{
    return text + length + strspn(text + length, " ");
}

// ---- pictures

// Draws the chain on the scene as a first frame, like a picture of its own with --at.
static bool draw_picture(struct contact_sheet *sheet, const struct contact_cell *cell,
                         struct image *picture, struct error *error)
{
    struct renderer *renderer = sheet->renderer;
    int size[2] = { renderer->requested_size[0], renderer->requested_size[1] };
    if (!renderer_set_scene(renderer, &cell->scene, error) ||
        !(renderer_fit(renderer, size) || renderer_resize(renderer, renderer->requested_size[0],
                                                          renderer->requested_size[1], error)) ||
        !renderer_set_chain(renderer, &cell->chain, error))
        return error_name(error, cell->title);
    const struct picture_options options = { .path = "", .at = cell->at[0] ? cell->at : NULL };
    struct capture_view view;
    capture_view_init(&view, &options, 8, renderer);
    renderer->frame = 0;
    renderer_draw(renderer, sheet->draw->time);
    if (!renderer_check_fault(renderer, true, error)) {
        sheet->failure = EXIT_FAILURE;
        return false;
    }
    const struct gpu_frame *frame = gpu_timer_collect(&renderer->gpu.timer, true);
    if (!capture_view_find(&view, frame, error))
        return false;
    texture_read(capture_view_texture(&view), capture_view_type(&view), picture);
    return frame_convert(&view.format, picture, error);
}

// Draws a picture over black, as on a screen. Words fill the lines that are available; the last
// line is truncated if necessary.
static bool draw_cell(struct contact_sheet *sheet, int i, struct error *error)
{
    static const struct paint black = { 0, 0, 0, 255 };
    const struct contact_cell *cell = &sheet->cells->all[i];
    const struct contact_place place = contact_layout_place(&sheet->layout, i);
    const struct paint_area *area = &place.picture, *words = &place.words;
    struct image drawn = { 0 }, small;
    const bool is_drawn = cell->picture.texels;
    if (!is_drawn && !draw_picture(sheet, cell, &drawn, error))
        return false;
    thumbnail_make(is_drawn ? &cell->picture : &drawn, area->width, area->height, &small);
    paint_fill(&sheet->image, *area, black);
    paint_image(&sheet->image, area->x, area->y, &small);
    image_finish(&small);
    image_finish(&drawn);
    draw_line(sheet, &place.title, CONTACT_TITLE, &panel_colours.plain, cell->title);
    const struct lettering letters = letters_of_words(sheet, words->width);
    const int lines = words->height / CONTACT_WORDS_STEP;
    const char *text = cell->words;
    for (int line = 0; line < lines && *text; line++) {
        char part[CHAIN_TEXT_SIZE];
        const size_t length = line + 1 < lines ? line_length(&letters, text) : strlen(text);
        snprintf(part, sizeof(part), "%.*s", (int) length, text);
        lettering_draw(&sheet->image, &letters, words->x, words->y + line * CONTACT_WORDS_STEP,
                       part);
        text = next_line(text, length);
    }
    return true;
}

// ---- the sheet

int contact_sheet_write(const struct contact_cells *cells, const char *name, const char *path,
                        const struct draw_options *draw, struct renderer *renderer,
                        struct error *error)
{
    struct contact_sheet sheet = {
        .draw = draw, .renderer = renderer, .cells = cells, .failure = EXIT_USAGE
    };
    const struct contact_layout *layout = &sheet.layout;
    const struct plan_options *drawn = &renderer->plan_options;
    const struct image *first = &cells->all[0].picture;
    struct contact_pictures pictures = {
        .count = cells->count,
        .columns = cells->columns,
        .width = first->texels ? first->width : drawn->width,
        .height = first->texels ? first->height : drawn->height,
    };
    struct paint ground = panel_paint(&panel_colours.panel);
    struct image_texts texts = { 0 };
    struct progress progress;
    char subject[CHAIN_TEXT_SIZE + 128], titles[4096]; // "bloom, blur, neon", cut if longer
    struct step_writer writer = { titles, sizeof(titles), 0 };
    sheet.font = font_open(NULL, error);
    if (!sheet.font)
        return EXIT_MACHINE;
    thumbnail_fit(CONTACT_MOST_WIDTH, CONTACT_MOST_HEIGHT, &pictures.width, &pictures.height);
    const struct lettering letters = letters_of_words(&sheet, cell_width(&pictures));
    for (int i = 0; i < pictures.count; i++) {
        const char *text = cells->all[i].words;
        int lines = 0;
        for (; *text && lines < MOST_LINES; lines++)
            text = next_line(text, line_length(&letters, text));
        pictures.lines = lines > pictures.lines ? lines : pictures.lines;
    }
    contact_layout_make(&sheet.layout, &pictures);
    ground.a = 255;
    image_init(&sheet.image, layout->width, layout->height, IMAGE_TYPE_U8);
    paint_fill(&sheet.image, (struct paint_area){ 0, 0, layout->width, layout->height }, ground);
    snprintf(subject, sizeof(subject), "%s%s%d × %d, %s, time %.9g s", cells->subject,
             cells->subject[0] ? ", " : "", drawn->width, drawn->height,
             texture_format_name(drawn->format), draw->time);
    draw_line(&sheet, &layout->heading, CONTACT_HEADING, &panel_colours.plain, cells->heading);
    draw_line(&sheet, &layout->subject, CONTACT_SUBJECT, &panel_colours.dim, subject);
    bool good = true;
    progress_begin(&progress, "drawing picture", cells->count);
    for (int i = 0; i < cells->count && good; i++) {
        progress_name(&progress, i, cells->all[i].title);
        step_writef(&writer, "%s%s", i > 0 ? ", " : "", cells->all[i].title);
        good = draw_cell(&sheet, i, error);
    }
    progress_end(&progress);
    if (good) {
        capture_describe(renderer, NULL, draw->time, 0, &texts);
        image_texts_add(&texts, "sheet", name);
        image_texts_add(&texts, "titles", titles);
        good = image_write(&sheet.image, &texts, path, error);
        image_texts_finish(&texts);
        sheet.failure = good ? EXIT_SUCCESS : EXIT_MACHINE; // the path was checked before
    }
    image_finish(&sheet.image);
    font_close(sheet.font);
    if (good)
        report_write(true, path, NULL);
    return sheet.failure;
}

int contact_sheet_run(const struct draw_options *draw, const struct picture_options *options)
{
    struct error error;
    struct headless headless;
    struct contact_cells cells;
    struct draw_options first = *draw;
    if (!contact_cells_list(&cells, options->contact, draw, &error)) {
        contact_cells_finish(&cells);
        return report_error(EXIT_USAGE, &error);
    }
    first.chain = cells.all[0].chain;
    first.scene = cells.all[0].scene;
    int status = headless_open(&headless, &first, false);
    if (status == EXIT_SUCCESS) {
        status = contact_sheet_write(&cells, contact_sheet_names[options->contact], options->path,
                                     draw, &headless.renderer, &error);
        if (status != EXIT_SUCCESS)
            report_error(status, &error);
    }
    headless_close(&headless);
    contact_cells_finish(&cells);
    return status;
}
