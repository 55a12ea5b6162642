#include "app/picture/contact/contact_cells.h"

#include "render/text/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char scene_chain[] = "dual", blur_ends[] = ":sigma=2.2%h,tonemap";

enum { MOST_COLUMNS_OF_CHAINS = 6 };

// Writes the names of the steps that run: "threshold + dual".
static void name_steps(const struct chain *chain, char *out, size_t size)
{
    size_t length = 0;
    snprintf(out, size, "no steps");
    for (int i = 0; i < chain->count && length < size; i++)
        if (!chain->steps[i].off)
            length += (size_t) snprintf(out + length, size - length, "%s%s",
                                        length > 0 ? " + " : "", chain->steps[i].effect->name);
}

// Adds a cell of that chain; its title is the chain's name, or else those of its steps.
static struct contact_cell *add_cell(struct contact_cells *cells, const char *text,
                                     const struct scene_choice *scene, struct error *error)
{
    const char *name;
    struct contact_cell *grown =
        memory_grow(cells->all, (size_t) (cells->count + 1), sizeof(*grown));
    cells->all = grown;
    struct contact_cell *cell = &grown[cells->count];
    *cell = (struct contact_cell){ .scene = *scene };
    if (!preset_read_chain(&cell->chain, text, &name, NULL, error))
        return NULL;
    chain_print(&cell->chain, cell->words, sizeof(cell->words));
    if (name)
        snprintf(cell->title, sizeof(cell->title), "%s", name);
    else
        name_steps(&cell->chain, cell->title, sizeof(cell->title));
    cells->count++;
    return cell;
}

static bool add_own(struct contact_cells *cells, const struct options *options, struct error *error)
{
    for (int i = 0; i < options->draw.chain_count; i++)
        if (!add_cell(cells, options->draw.chain_texts[i], &options->draw.scene, error))
            return false;
    return true;
}

static bool list_presets(struct contact_cells *cells, const struct options *options,
                         struct error *error)
{
    for (int i = 0; i < preset_count(); i++)
        if (!add_cell(cells, preset_name(i), &options->draw.scene, error))
            return false;
    return add_own(cells, options, error);
}

static bool list_blurs(struct contact_cells *cells, const struct options *options,
                       struct error *error)
{
    for (int i = 0; effects[i]; i++) {
        char text[128];
        snprintf(text, sizeof(text), "%s%s", effects[i]->name, blur_ends);
        struct contact_cell *cell =
            effects[i]->blurs ? add_cell(cells, text, &options->draw.scene, error) : NULL;
        if (effects[i]->blurs && !cell)
            return false;
        if (cell)
            snprintf(cell->title, sizeof(cell->title), "%s", effects[i]->name);
    }
    return add_own(cells, options, error);
}

// A scene of a file is none without one.
static bool needs_file(const struct scene *scene)
{
    return scene->params && param_find(scene->params, "file", strlen("file"));
}

static bool add_scene(struct contact_cells *cells, const struct scene *scene,
                      const struct options *options, struct error *error)
{
    const int count = options->draw.chain_count > 0 ? options->draw.chain_count : 1;
    struct scene_choice choice = { .scene = scene };
    param_set_defaults(scene->params, choice.params);
    for (int i = 0; i < count; i++) {
        const char *text =
            options->draw.chain_count > 0 ? options->draw.chain_texts[i] : scene_chain;
        struct contact_cell *cell = add_cell(cells, text, &choice, error);
        if (!cell)
            return false;
        snprintf(cell->title, sizeof(cell->title), "%s", scene->name);
        if (count == 1) // the heading has the chain
            snprintf(cell->words, sizeof(cell->words), "%s", scene->summary);
    }
    return true;
}

static bool list_scenes(struct contact_cells *cells, const struct options *options,
                        struct error *error)
{
    for (int i = 0; scenes[i]; i++)
        if (!needs_file(scenes[i]) && !add_scene(cells, scenes[i], options, error))
            return false;
    if (options->draw.chain_count > 1 && options->draw.chain_count <= MOST_COLUMNS_OF_CHAINS)
        cells->columns = options->draw.chain_count;
    return true;
}

static void describe(struct contact_cells *cells, const struct options *options)
{
    static const char *const headings[] = { "Presets", "Scenes", "Blurs of equal width", "Chains" };
    char text[CHAIN_TEXT_SIZE];
    snprintf(cells->heading, sizeof(cells->heading), "%s", headings[options->picture.contact]);
    scene_print(&options->draw.scene, text, sizeof(text));
    if (options->picture.contact != CONTACT_SCENES)
        snprintf(cells->subject, sizeof(cells->subject), "%s", text);
    else if (options->draw.chain_count <= 1)
        chain_print(&cells->all[0].chain, cells->subject, sizeof(cells->subject));
}

bool contact_cells_list(struct contact_cells *cells, const struct options *options,
                        struct error *error)
{
    static bool (*const lists[])(struct contact_cells *, const struct options *,
                                 struct error *) = { list_presets, list_scenes, list_blurs,
                                                     add_own };
    *cells = (struct contact_cells){ 0 };
    if (!lists[options->picture.contact](cells, options, error))
        return false;
    describe(cells, options);
    return true;
}

void contact_cells_finish(struct contact_cells *cells)
{
    free(cells->all);
    *cells = (struct contact_cells){ 0 };
}
