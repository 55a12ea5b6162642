#include "effects/lut/lut.h"

#include "effects/pointwise/pointwise.h"
#include "effects/step_file.h"
#include "render/gpu.h"
#include "render/image/divide.h"
#include "render/text/step_text.h"

static const char *const domains[] = { "display", "light", NULL };

static const struct param params[] = {
    PARAM_TEXT(struct lut_params, file, .def_text = "none", .choices = lut_file_names,
               .help = "The table: none, negative, sepia, bleach, or a file .cube with a curve, a "
                       "cube or both; beyond its domain the ends hold"),
    PARAM_CHOICE(struct lut_params, domain, .choices = domains,
                 .help = "What the table's values are, in and out: display values, or scene-linear "
                         "light"),
    { 0 },
};

static bool read_table(const void *values, const void **file, struct error *error)
{
    const struct lut_params *p = values;
    if (!step_file_is_given(p->file))
        return true;
    *file = lut_file_load(p->file, error);
    return *file || error_set_key(error, "file");
}

// ---- the inputs of the shader

enum { WIDTH = 256, HAS_CURVE = 1, HAS_CUBE = 2 }; // as in lut.glsl

static void make_texels(const void *key, float *texels)
{
    const struct lut_file *const *file = key;
    for (int i = 0; i < (*file)->count; i++)
        for (int c = 0; c < 3; c++)
            texels[4 * i + c] = (*file)->colours[i][c];
}

static void get_textures(struct gpu *gpu, const void *values, const void *file,
                         const struct texture *textures[2])
{
    static const float nothing[4] = { 0 };
    const struct lut_file *table = file;
    (void) values;
    const struct texture_recipe recipe = {
        .key = &table, // the table is constant until step_file_free_old
        .key_size = sizeof(table),
        .make = make_texels,
        .width = WIDTH,
        .height = table ? divide_up(table->count, WIDTH) : 0,
        .format = FORMAT_RGBA32F,
    };
    textures[0] = table ? texture_cache_get(&gpu->cache, &recipe)
                        : texture_cache_table(&gpu->cache, nothing, 1, 1, FORMAT_RGBA32F);
}

static int find_variant(const void *values, const void *file)
{
    const struct lut_file *table = file;
    (void) values;
    return table ? HAS_CURVE * (table->curve.size > 0) + HAS_CUBE * (table->cube.size > 0) : 0;
}

// Writes scale and offset from a value to its position among the colours of a part, the last
// position, and the index of the part's first colour.
static void write_part(const struct lut_part *part, int first, float constants[2][4])
{
    for (int c = 0; c < 3 && part->size > 0; c++) {
        const double least = part->least[c], most = part->most[c];
        const double scale = (part->size - 1) / (most - least);
        constants[0][c] = (float) scale;
        constants[1][c] = (float) (-least * scale);
    }
    constants[0][3] = (float) (part->size - 1);
    constants[1][3] = (float) first;
}

static int find_constants(const void *values, const void *file, int depth,
                          float constants[EFFECT_MAX_CONSTANTS][4])
{
    const struct lut_file *table = file;
    (void) values;
    (void) depth;
    if (table) {
        write_part(&table->curve, 0, constants);
        write_part(&table->cube, table->curve.size, constants + 2);
    }
    return 4;
}

// ---- the effect

static bool is_identity(const void *values, int picture_height)
{
    const struct lut_params *p = values;
    (void) picture_height;
    return !step_file_is_given(p->file);
}

static void remark(const void *values, int height, struct step_writer *text)
{
    if (is_identity(values, height))
        step_write(text, "without a file");
}

static bool uses_row(const void *values, const struct param *row)
{
    const struct lut_params *p = values;
    return step_file_is_given(p->file) || !PARAM_ROW_IS(row, struct lut_params, domain);
}

const struct effect effect_lut = {
    .name = "lut",
    .about.summary = "Takes colours from a table, as colour grading makes them: a .cube file",
    .about.origin =
        "K. Sakamoto, H. Itooka, US patent 4275413, 1981; J. Kasson, S. Nin, W. Plouffe, "
        "J. Hafner, Performing color space conversions with three-dimensional linear "
        "interpolation, 1995",
    .params = params,
    .colour = COLOUR_ANY,
    .pointwise = true,
    .tolerance = 1e-5, // the table may be steep
    .read = read_table,
    .textures = get_textures,
    .variant = find_variant,
    .constants = find_constants,
    .is_identity = is_identity,
    .about.remark = remark,
    .about.uses_row = uses_row,
};
