#include "effects/fuse.h"

#include "effects/effect_impl.h"
#include "render/text/step_text.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct param *rows_of(const struct chain_step *step)
{
    static const struct param none[] = { { 0 } };
    return step->effect->params ? step->effect->params : none;
}

static bool is_cell(const struct chain_step *step, const struct param *row)
{
    return row == effect_cell_row(step->effect);
}

// Returns true for a choice or a text. A choice is a macro of the program's text, so that
// branches which are not taken cost nothing. This makes a software renderer, which runs both
// branches of an `if`, several times faster. A text parameter is a constant that is true if the
// text is given; its content arrives as the effect's table.
static bool is_choice(const struct param *row)
{
    return row->type == PARAM_TYPE_CHOICE || row->type == PARAM_TYPE_TEXT;
}

// Returns true if a row is a constant of the text: a choice, a text, or a cell of one pixel, which
// then costs nothing.
static bool is_fixed(const struct fused_steps *run, int i, const struct param *row)
{
    return is_choice(row) || (is_cell(run->steps[i], row) && run->cells[i] <= 1);
}

bool fused_steps_have(const struct fused_steps *run, const struct chain_step *step)
{
    for (int i = 0; i < run->count; i++)
        if (run->steps[i] == step)
            return true;
    return false;
}

bool fuse_reads_source(const struct fused_steps *run)
{
    for (int i = 0; i < run->count; i++)
        if (run->steps[i]->effect->reads_source)
            return true;
    return false;
}

static bool reads_size(const struct fused_steps *run)
{
    for (int i = 0; i < run->count; i++)
        if (run->steps[i]->effect->reads_size)
            return true;
    return false;
}

static int variant_of(const struct chain_step *step, const void *file)
{
    return step->effect->variant ? step->effect->variant(step->params, file) : 0;
}

// Computes the constants of a step. Only one step of a run has constants: the one with tables.
static int constants_of(const struct fused_steps *run, int i, int depth,
                        float constants[EFFECT_MAX_CONSTANTS][4])
{
    const struct chain_step *step = run->steps[i];
    memset(constants, 0, sizeof(float[EFFECT_MAX_CONSTANTS][4]));
    return step->effect->constants
               ? step->effect->constants(step->params, run->file, depth, constants)
               : 0;
}

static int count_constants(const struct fused_steps *run, int i)
{
    float constants[EFFECT_MAX_CONSTANTS][4];
    return constants_of(run, i, 8, constants);
}

static int count_uniforms(const struct fused_steps *run)
{
    int count = 2 + reads_size(run); // u_depth and u_frame
    for (int i = 0; i < run->count; i++) {
        param_for_each(row, rows_of(run->steps[i]))
            count += !is_fixed(run, i, row);
        count += count_constants(run, i);
        count += chain_step_has_roi(run->steps[i]);
    }
    return count;
}

// ---- the text

enum { JOINED_HEAD = 256 }; // additional bytes of the text of a joined run

static const char *glsl_type(const struct param *row)
{
    switch (row->type) {
    case PARAM_TYPE_INT:
        return "int";
    case PARAM_TYPE_COLOUR:
        return "vec3";
    case PARAM_TYPE_RECT:
        return "vec4";
    default:
        return "float";
    }
}

// A text parameter is true where it is given: then the effect has a table.
static int fixed_value(const struct param *row, const struct chain_step *step)
{
    const char *text = param_const_field(row, step->params);
    if (row->type == PARAM_TYPE_TEXT)
        return text[0] != '\0' && !param_is_default(row, step->params);
    return (int) param_get(row, step->params, 0);
}

// Returns the first step of the run that has the same effect and choices, and so the same function.
static int same_function(const struct fused_steps *run, int i)
{
    const struct chain_step *step = run->steps[i];
    for (int before = 0; before < i; before++) {
        const struct chain_step *other = run->steps[before];
        bool is_same = other->effect == step->effect &&
                       variant_of(other, run->file) == variant_of(step, run->file);
        for (const struct param *row = rows_of(step); is_same && row->key; row++)
            is_same = !is_choice(row) || fixed_value(row, other) == fixed_value(row, step);
        if (is_same)
            return before;
    }
    return i;
}

static bool is_first_of_effect(const struct fused_steps *run, int i)
{
    for (int before = 0; before < i; before++)
        if (run->steps[before]->effect == run->steps[i]->effect)
            return false;
    return true;
}

// Writes "TONEMAP_CURVE" of an effect and a key.
static const char *macro_name(const struct effect *effect, const char *key, char name[64])
{
    snprintf(name, 64, "%s_%s", effect->name, key);
    for (char *at = name; *at; at++)
        *at = (char) toupper((unsigned char) *at);
    return name;
}

// Includes the file of a step's effect, with its choices as macros: "#define TONEMAP_CURVE 6". The
// function of a step whose choices differ from those of an earlier one gets a name of its own.
static void write_include(struct step_writer *writer, const struct fused_steps *run, int i)
{
    const struct chain_step *step = run->steps[i];
    const struct effect *effect = step->effect;
    const bool is_first = is_first_of_effect(run, i);
    char name[64];
    param_for_each(row, rows_of(step)) {
        if (!is_choice(row) && !(is_cell(step, row) && run->cells[i] > 1))
            continue;
        macro_name(effect, row->key, name);
        if (!is_first)
            step_writef(writer, "#undef %s\n", name);
        if (is_choice(row))
            step_writef(writer, "#define %s %d\n", name, fixed_value(row, step));
        else
            step_writef(writer, "#define %s s%d_%s\n", name, i, row->key);
    }
    if (effect->variant && !is_first)
        step_writef(writer, "#undef %s\n", macro_name(effect, "variant", name));
    if (effect->variant)
        step_writef(writer, "#define %s %d\n", macro_name(effect, "variant", name),
                    variant_of(step, run->file));
    if (!is_first)
        step_writef(writer, "#define %s s%d_%s\n", effect->name, i, effect->name);
    step_writef(writer, "#include %s\"pointwise/%s.glsl\"\n", is_first ? "" : "again ",
                effect->name);
    if (!is_first)
        step_writef(writer, "#undef %s\n", effect->name);
}

// Returns the number of steps before the first that outputs display values.
static int count_linear_steps(const struct fused_steps *run)
{
    int count = 0;
    while (count < run->count &&
           effect_colour(run->steps[count]->effect, run->steps[count]->params) == COLOUR_LINEAR)
        count++;
    return count;
}

static void write_function(struct step_writer *writer, const struct fused_steps *run,
                           const char *name, int first, int end)
{
    if (first == end) {
        step_writef(writer, "\n#define %s(color, px) (color)\n", name);
        return;
    }
    step_writef(writer, "\nvec4 %s(vec4 color, Pixel px)\n{\n", name);
    for (int i = first; i < end; i++) {
        // The function of a shader file gets all its parameters, that of an effect of the program
        // gets those that are not macros.
        const struct chain_step *step = run->steps[i];
        const struct effect *effect = step->effect;
        const int function = same_function(run, i);
        step_writef(writer, "    ");
        if (chain_step_has_roi(step))
            step_writef(writer, "if (pixel_inside(px, s%d_roi)) ", i);
        step_writef(writer, "color = ");
        if (!effect->file.text && !is_first_of_effect(run, function))
            step_writef(writer, "s%d_", function);
        step_writef(writer, "%s(color, px",
                    effect->file.text ? effect->file.function : effect->name);
        param_for_each(row, rows_of(step))
            if (effect->file.text || (!is_choice(row) && !is_cell(step, row)))
                step_writef(writer, ", s%d_%s", i, row->key);
        step_writef(writer, ");\n");
        if (effect->colour == COLOUR_ENCODES && !chain_step_has_roi(step))
            step_writef(writer, "    px.bounded = true;\n");
    }
    step_writef(writer, "    return color;\n}\n");
}

// Writes the declarations of pixel.glsl, with bindings from `first_input` on, then the uniforms and
// the functions of the steps.
static void write_run(struct step_writer *writer, const struct fused_steps *run, int first_input)
{
    const int light = count_linear_steps(run);
    if (fuse_reads_source(run))
        step_writef(writer, "#define SOURCE_AT %d\n", first_input);
    step_writef(writer, "#define TABLE_AT %d\n#define NOISE_AT %d\n", first_input + 1,
                first_input + 2);
    if (reads_size(run))
        step_writef(writer, "#define READS_SIZE\n");
    if (run->is_exact && light < run->count)
        step_writef(writer, "#define EXACT\n");
    step_writef(writer, "#include \"pointwise/pixel.glsl\"\n");
    for (int i = 0; i < run->count; i++) {
        const int count = count_constants(run, i);
        if (count > 0)
            step_writef(writer, "uniform vec4 u_constants[%d];\n", count);
    }
    for (int i = 0; i < run->count; i++) {
        const struct chain_step *step = run->steps[i];
        param_for_each(row, rows_of(step))
            if (!is_fixed(run, i, row))
                step_writef(writer, "uniform %s s%d_%s;\n", glsl_type(row), i, row->key);
            else if (step->effect->file.text)
                step_writef(writer, "const int s%d_%s = %d;\n", i, row->key,
                            fixed_value(row, step));
        if (chain_step_has_roi(step))
            step_writef(writer, "uniform vec4 s%d_roi;\n", i);
    }
    for (int i = 0; i < run->count; i++)
        if (!run->steps[i]->effect->file.text && same_function(run, i) == i)
            write_include(writer, run, i);
        else if (run->steps[i]->effect->file.text && is_first_of_effect(run, i))
            step_writef(writer, "%s", run->steps[i]->effect->file.text);
    // The calls of the steps. Drivers may contract a product and a sum into one operation, also
    // across two steps. So effects declare values that must not be contracted as `precise`, and no
    // step begins by adding to its input. Steps that output display values are in a function of
    // their own, which is shorter if alpha is 1.
    write_function(writer, run, "run_light", 0, light);
    write_function(writer, run, "run_display", light, run->count);
    step_writef(writer, "\nvec4 run_steps(vec4 color, Pixel px)\n{\n"
                        "    return run_display(run_light(color, px), px);\n}\n\n"
                        "vec4 run_steps(vec4 color, ivec2 coord)\n{\n"
                        "    return run_steps(color, pixel_at(coord));\n}\n\n");
}

static int write_program(const struct fused_steps *run, bool compute, char *out)
{
    struct step_writer writer = { .out = out, .size = FUSE_TEXT_SIZE };
    step_writef(&writer, "#version 430 core\n");
    write_run(&writer, run, 1);
    if (compute)
        step_writef(&writer, "#define TEXELS %d\n#define GROUP_WIDTH %d\n#define GROUP_HEIGHT %d\n",
                    FUSE_TEXELS, FUSE_GROUP_WIDTH, FUSE_GROUP_HEIGHT);
    if (compute && count_linear_steps(run) < run->count)
        step_writef(&writer, "#define DISPLAYS\n");
    step_writef(&writer, "#include \"common/fused_%s.glsl\"\n", compute ? "compute" : "fragment");
    return writer.length;
}

int fuse_write_text(const struct fused_steps *run, bool compute, char out[static FUSE_TEXT_SIZE])
{
    const int length = write_program(run, compute, out);
    assert(length < FUSE_TEXT_SIZE);
    return length;
}

// The joined steps are not `precise`, because that would propagate through them into the
// surrounding program: NVIDIA's compiler then neither contracts nor folds anything that contributes
// to a colour, down to the counters of loops.
int fuse_write_joined_text(const struct fused_steps *run, const char *file, bool before,
                           char out[static FUSE_TEXT_SIZE])
{
    struct step_writer writer = { .out = out, .size = FUSE_TEXT_SIZE };
    step_writef(&writer, "#version 430 core\n#define precise\n#define %s run_steps\n",
                before ? "JOIN_BEFORE" : "JOIN_AFTER");
    write_run(&writer, run, EFFECT_JOIN_INPUT);
    step_writef(&writer, "#include \"%s\"\n", file);
    assert(writer.length < FUSE_TEXT_SIZE);
    return writer.length;
}

bool fuse_add(struct fused_steps *run, const struct chain_step *step, int cell, const void *file)
{
    struct fused_steps longer = *run;
    if (run->count == FUSE_MAX_STEPS)
        return false;
    if (file)
        longer.file = file;
    longer.cells[longer.count] = EFFECT_MAX_CELL; // the case with the longest text
    longer.steps[longer.count++] = step;
    int tables = 0;
    for (int i = 0; i < longer.count; i++)
        tables += longer.steps[i]->effect->textures != NULL;
    char text[FUSE_TEXT_SIZE];
    if (run->count > 0 && (count_uniforms(&longer) > FUSE_MAX_UNIFORMS || tables > 1 ||
                           write_program(&longer, true, text) + JOINED_HEAD >= FUSE_TEXT_SIZE))
        return false;
    *run = longer;
    run->cells[run->count - 1] = cell;
    return true;
}

bool fuse_same_text(const struct chain_step *a, const struct chain_step *b)
{
    if (a->effect != b->effect || chain_step_has_roi(a) != chain_step_has_roi(b))
        return false;
    param_for_each(row, rows_of(a))
        if ((is_choice(row) || is_cell(a, row)) && !param_equal(row, a->params, b->params))
            return false;
    return variant_of(a, NULL) == variant_of(b, NULL);
}

// ---- the numbers

static struct uniform make_uniform(const char *name, const struct param *row, const void *values,
                                   int height)
{
    const struct length *length = param_const_field(row, values);
    const float first = param_get(row, values, 0);
    switch (row->type) {
    case PARAM_TYPE_INT:
        return U_INT(name, (int) first);
    case PARAM_TYPE_STOPS:
        return U_FLOAT(name, exp2f(first));
    case PARAM_TYPE_LENGTH:
        return U_FLOAT(name, length_pixels(*length, height));
    case PARAM_TYPE_COLOUR:
        return U_VEC3(name, first, param_get(row, values, 1), param_get(row, values, 2));
    case PARAM_TYPE_RECT:
        return U_VEC4(name, first, param_get(row, values, 1), param_get(row, values, 2),
                      param_get(row, values, 3));
    default:
        return U_FLOAT(name, first);
    }
}

// Returns the name of a step's uniform, which lives as long as `out`.
static const char *name_uniform(struct fuse_uniforms *out, int step, const char *key)
{
    char *name = out->names[out->count];
    snprintf(name, sizeof(out->names[0]), "s%d_%s", step, key);
    return name;
}

void fuse_set_uniforms(const struct fused_steps *run, const struct fuse_context *context,
                       struct fuse_uniforms *out)
{
    assert(count_uniforms(run) <= FUSE_MAX_UNIFORMS);
    out->count = 0;
    out->all[out->count++] = U_INT("u_depth", context->depth);
    out->all[out->count++] = U_INT("u_frame", context->frame);
    if (reads_size(run))
        out->all[out->count++] =
            U_VEC2("u_picture", (float) context->width, (float) context->height);
    for (int i = 0; i < run->count; i++) {
        if (!run->steps[i]->effect->constants)
            continue;
        const int count = constants_of(run, i, context->depth, out->constants);
        out->all[out->count++] = U_VEC4_ARRAY("u_constants", count, out->constants[0]);
    }
    for (int i = 0; i < run->count; i++) {
        const struct chain_step *step = run->steps[i];
        const struct rect part = chain_step_texels(step, context->width, context->height);
        param_for_each(row, rows_of(step)) {
            if (is_fixed(run, i, row))
                continue;
            const char *name = name_uniform(out, i, row->key);
            out->all[out->count++] = is_cell(step, row)
                                         ? U_FLOAT(name, (float) run->cells[i])
                                         : make_uniform(name, row, step->params, context->height);
        }
        if (!chain_step_has_roi(step))
            continue;
        const char *name = name_uniform(out, i, "roi");
        out->all[out->count++] = U_VEC4(name, part.x0, part.y0, part.x1, part.y1);
    }
}

void fuse_write_label(const struct fused_steps *run, char *out, size_t size)
{
    size_t length = 0;
    snprintf(out, size, "copy");
    for (int i = 0; i < run->count && length < size; i++)
        length += (size_t) snprintf(out + length, size - length, "%s%s", i > 0 ? " + " : "",
                                    run->steps[i]->effect->name);
}
