#include "app/picture/contact_sheet.h"

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

// ---- what the pictures show

const char *const contact_sheet_names[] = { "presets", "scenes", "blurs", "chains", NULL };

struct contact_cell *contact_cells_add(struct contact_cells *cells, const char *title,
                                       const struct scene_choice *scene)
{
    cells->all = memory_grow(cells->all, (size_t) (cells->count + 1), sizeof(*cells->all));
    struct contact_cell *cell = &cells->all[cells->count++];
    *cell = (struct contact_cell){ .scene = *scene };
    snprintf(cell->title, sizeof(cell->title), "%s", title);
    return cell;
}

// Adds a cell with a chain, whose text is below the title. Without a title, it gets the chain's
// name, or the names of the steps that run: "threshold + dual".
static bool add_chain(struct contact_cells *cells, const char *text, const char *title,
                      const struct scene_choice *scene, struct error *error)
{
    struct chain chain;
    const char *name;
    if (!preset_read_chain(&chain, text, &name, NULL, error))
        return false;
    name = title ? title : name;
    struct contact_cell *cell = contact_cells_add(cells, name ? name : "", scene);
    cell->chain = chain;
    chain_print(&chain, cell->words, sizeof(cell->words));
    struct step_writer writer = { cell->title, sizeof(cell->title), 0 };
    for (int i = 0; i < chain.count && !name; i++)
        if (!chain.steps[i].off)
            step_writef(&writer, "%s%s", writer.length > 0 ? " + " : "",
                        chain.steps[i].effect->name);
    if (!cell->title[0])
        step_write(&writer, "no steps");
    return true;
}

// Scenes of files are left out, since they need --image.
static bool list_scenes(struct contact_cells *cells, const struct draw_options *draw,
                        struct error *error)
{
    static const char *const own[] = { "dual" };
    enum { MAX_COLUMNS = 6 };
    const int count = draw->chain_count > 0 ? draw->chain_count : 1;
    for (int i = 0; scenes[i]; i++) {
        struct scene_choice choice = { .scene = scenes[i] };
        param_set_defaults(scenes[i]->params, choice.params);
        for (int k = 0; k < count && !scenes[i]->read; k++) {
            const char *text = (draw->chain_count > 0 ? draw->chain_texts : own)[k];
            if (!add_chain(cells, text, scenes[i]->name, &choice, error))
                return false;
            struct contact_cell *cell = &cells->all[cells->count - 1];
            if (count == 1) // the heading has the chain
                snprintf(cell->words, sizeof(cell->words), "%s", scenes[i]->summary);
        }
    }
    if (count == 1)
        chain_print(&cells->all[0].chain, cells->subject, sizeof(cells->subject));
    else if (count <= MAX_COLUMNS)
        cells->columns = count;
    return true;
}

bool contact_cells_list(struct contact_cells *cells, enum contact contact,
                        const struct draw_options *draw, struct error *error)
{
    static const char *const headings[] = { "Presets", "Scenes", "Blurs of equal width", "Chains" };
    const struct effect *blur;
    bool good = true;
    *cells = (struct contact_cells){ 0 };
    snprintf(cells->heading, sizeof(cells->heading), "%s", headings[contact]);
    if (contact == CONTACT_SCENES)
        return list_scenes(cells, draw, error);
    scene_print(&draw->scene, cells->subject, sizeof(cells->subject));
    for (int i = 0; contact == CONTACT_PRESETS && good && preset_name(i); i++)
        good = add_chain(cells, preset_name(i), NULL, &draw->scene, error);
    for (int i = 0; contact == CONTACT_BLURS && good && (blur = shader_folder_blur(i)); i++) {
        char name[CHAIN_TEXT_SIZE], text[CHAIN_TEXT_SIZE + 32];
        struct chain_step step;
        chain_step_init(&step, blur);
        chain_print_step(&step, name, sizeof(name));
        snprintf(text, sizeof(text), "%s:sigma=2.2%%h,tonemap", name);
        good = add_chain(cells, text, blur->name, &draw->scene, error);
    }
    for (int i = 0; i < draw->chain_count && good; i++)
        good = add_chain(cells, draw->chain_texts[i], NULL, &draw->scene, error);
    return good;
}

void contact_cells_finish(struct contact_cells *cells)
{
    for (int i = 0; i < cells->count; i++)
        image_finish(&cells->all[i].picture);
    free(cells->all);
    *cells = (struct contact_cells){ 0 };
}

// ---- places, in pixels

enum { HEADING = 36, SUBJECT = 19, TITLE = 21, WORDS = 16 }; // heights of letters
enum { MARGIN = 36, COLUMN_GAP = 28, ROW_GAP = 32 };
enum { SUBJECT_TOP = MARGIN + HEADING + 4, CELLS_TOP = SUBJECT_TOP + SUBJECT + 26 };
enum { ABOVE_TITLE = 9, ABOVE_WORDS = 3, WORDS_STEP = 19, MAX_LINES = 4 };
enum { MIN_CELL = 240, MIN_LINE = 480 }; // widths; titles may be wider than small pictures

// Sets the number of columns and the size of the sheet. Returns how far its shape is from that of a
// screen, plus its share of empty cells.
static double set_columns(struct contact_layout *layout, int columns)
{
    static const double screen_shape = 1.6, weight_of_gaps = 3;
    const int rows = divide_up(layout->count, columns), places = rows * columns;
    const int line = columns * (layout->cell_width + COLUMN_GAP) - COLUMN_GAP;
    layout->columns = columns;
    layout->width = 2 * MARGIN + (line > MIN_LINE ? line : MIN_LINE);
    layout->height = CELLS_TOP + rows * (layout->cell_height + ROW_GAP) - ROW_GAP + MARGIN;
    return fabs(log((double) layout->width / layout->height / screen_shape)) +
           weight_of_gaps * (places - layout->count) / places;
}

void contact_layout_make(struct contact_layout *layout)
{
    const int given = layout->columns;
    int best = given > 0 ? given : 1;
    layout->cell_height =
        layout->picture_height + ABOVE_TITLE + TITLE + ABOVE_WORDS + layout->lines * WORDS_STEP;
    double least = set_columns(layout, best);
    for (int columns = 2; given == 0 && columns <= layout->count; columns++) {
        const double penalty = set_columns(layout, columns);
        best = penalty < least ? columns : best;
        least = fmin(penalty, least);
    }
    set_columns(layout, best);
}

void contact_layout_place(const struct contact_layout *layout, int i, int *x, int *y)
{
    *x = MARGIN + i % layout->columns * (layout->cell_width + COLUMN_GAP);
    *y = CELLS_TOP + i / layout->columns * (layout->cell_height + ROW_GAP);
}

// ---- pictures

struct contact_sheet {
    const struct draw_options *draw;
    struct renderer *renderer;
    struct font *font;
    struct contact_layout layout;
    struct image image;
};

static struct lettering letters_of(const struct contact_sheet *sheet, int size,
                                   const struct panel_colour *colour, int room)
{
    return (struct lettering){
        .font = sheet->font,
        .size = size,
        .paint = panel_paint(colour),
        .room = room,
    };
}

// Draws a cell: the chain on the scene as a first frame, like a picture of its own with --at, over
// black as on a screen. Returns the exit status.
static int draw_cell(struct contact_sheet *sheet, const struct contact_cell *cell, int i,
                     struct error *error)
{
    const struct contact_layout *layout = &sheet->layout;
    const int room = layout->cell_width;
    const struct lettering title = letters_of(sheet, TITLE, &panel_colours.plain, room),
                           words = letters_of(sheet, WORDS, &panel_colours.dim, room);
    struct paint_area area = { 0, 0, layout->picture_width, layout->picture_height };
    struct renderer *renderer = sheet->renderer;
    const int *requested = renderer->requested_size;
    int size[2] = { requested[0], requested[1] };
    struct image drawn = { 0 }, small;
    if (!cell->picture.texels) {
        const struct picture_options options = { .path = "", .at = cell->at[0] ? cell->at : NULL };
        struct capture_view view;
        if (!renderer_set_scene(renderer, &cell->scene, error) ||
            !(renderer_fit(renderer, size) ||
              renderer_resize(renderer, requested[0], requested[1], error)) ||
            !renderer_set_chain(renderer, &cell->chain, error)) {
            error_name(error, cell->title);
            return EXIT_USAGE;
        }
        capture_view_init(&view, &options, 8, renderer);
        renderer->frame = 0;
        renderer_draw(renderer, sheet->draw->time);
        const struct gpu_frame *frame = gpu_timer_collect(&renderer->gpu.timer, true);
        const int status = capture_view_read(&view, frame, &drawn, error);
        if (status != EXIT_SUCCESS) {
            image_finish(&drawn);
            return status;
        }
    }
    contact_layout_place(layout, i, &area.x, &area.y);
    const int below = area.y + area.height + ABOVE_TITLE;
    thumbnail_make(drawn.texels ? &drawn : &cell->picture, area.width, area.height, &small);
    paint_fill(&sheet->image, area, (struct paint){ 0, 0, 0, 255 });
    paint_image(&sheet->image, area.x, area.y, &small);
    lettering_draw(&sheet->image, &title, area.x, below, cell->title);
    wrap_draw(&sheet->image, &words, area.x, below + TITLE + ABOVE_WORDS, WORDS_STEP, MAX_LINES,
              cell->words);
    image_finish(&small);
    image_finish(&drawn);
    return EXIT_SUCCESS;
}

// ---- the sheet

int contact_sheet_write(const struct contact_cells *cells, const char *name, const char *path,
                        const struct draw_options *draw, struct renderer *renderer,
                        struct error *error)
{
    const struct plan_options *drawn = &renderer->plan_options;
    const struct image *first = &cells->all[0].picture;
    struct contact_sheet sheet = {
        .draw = draw,
        .renderer = renderer,
        .font = font_open(NULL, error),
    };
    struct contact_layout *layout = &sheet.layout;
    struct paint ground = panel_paint(&panel_colours.panel);
    struct image_texts texts = { 0 };
    struct progress progress;
    char subject[CHAIN_TEXT_SIZE + 128], titles[4096]; // "bloom, blur, neon", cut if longer
    struct step_writer writer = { titles, sizeof(titles), 0 };
    int status = EXIT_SUCCESS;
    if (!sheet.font)
        return EXIT_MACHINE;
    *layout = (struct contact_layout){
        .count = cells->count,
        .columns = cells->columns,
        .picture_width = first->texels ? first->width : drawn->width,
        .picture_height = first->texels ? first->height : drawn->height,
    };
    thumbnail_fit(CONTACT_MAX_WIDTH, CONTACT_MAX_HEIGHT, &layout->picture_width,
                  &layout->picture_height);
    layout->cell_width = layout->picture_width > MIN_CELL ? layout->picture_width : MIN_CELL;
    const struct lettering words =
        letters_of(&sheet, WORDS, &panel_colours.dim, layout->cell_width);
    for (int i = 0; i < cells->count; i++) {
        const int lines = wrap_draw(NULL, &words, 0, 0, 0, MAX_LINES, cells->all[i].words);
        layout->lines = lines > layout->lines ? lines : layout->lines;
    }
    contact_layout_make(layout);
    const int room = layout->width - 2 * MARGIN;
    const struct lettering head = letters_of(&sheet, HEADING, &panel_colours.plain, room),
                           line = letters_of(&sheet, SUBJECT, &panel_colours.dim, room);
    ground.a = 255;
    image_init(&sheet.image, layout->width, layout->height, IMAGE_TYPE_U8);
    paint_fill(&sheet.image, (struct paint_area){ 0, 0, layout->width, layout->height }, ground);
    snprintf(subject, sizeof(subject), "%s%s%d × %d, %s, time %.9g s", cells->subject,
             cells->subject[0] ? ", " : "", drawn->width, drawn->height,
             texture_format_name(drawn->format), draw->time);
    lettering_draw(&sheet.image, &head, MARGIN, MARGIN, cells->heading);
    lettering_draw(&sheet.image, &line, MARGIN, SUBJECT_TOP, subject);
    progress_begin(&progress, "drawing picture", cells->count);
    for (int i = 0; i < cells->count && status == EXIT_SUCCESS; i++) {
        progress_name(&progress, i, cells->all[i].title);
        step_writef(&writer, "%s%s", i > 0 ? ", " : "", cells->all[i].title);
        status = draw_cell(&sheet, &cells->all[i], i, error);
    }
    progress_end(&progress);
    if (status == EXIT_SUCCESS) {
        capture_describe(renderer, NULL, draw->time, 0, &texts);
        image_texts_add(&texts, "sheet", name);
        image_texts_add(&texts, "titles", titles);
        // The path was checked before.
        status = image_write(&sheet.image, &texts, path, error) ? EXIT_SUCCESS : EXIT_MACHINE;
        image_texts_finish(&texts);
    }
    image_finish(&sheet.image);
    font_close(sheet.font);
    if (status == EXIT_SUCCESS)
        report_write(true, path, NULL);
    return status;
}

int contact_sheet_run(const struct draw_options *draw, const struct picture_options *options)
{
    struct error error;
    struct headless headless = { 0 };
    struct contact_cells cells;
    struct draw_options first = *draw;
    int status = EXIT_USAGE;
    if (contact_cells_list(&cells, options->contact, draw, &error)) {
        first.chain = cells.all[0].chain;
        first.scene = cells.all[0].scene;
        status = headless_try(&headless, &first, &error);
    }
    if (status == EXIT_SUCCESS)
        status = contact_sheet_write(&cells, contact_sheet_names[options->contact], options->path,
                                     draw, &headless.renderer, &error);
    headless_close(&headless);
    contact_cells_finish(&cells);
    return status == EXIT_SUCCESS ? status : report_error(status, &error);
}
