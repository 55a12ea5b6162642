#include "effects/hook/shader_file.h"
#include "render/image/divide.h"

#include <math.h>
#include <string.h>

// Visits the hook points in their order. Adds a run for each pass that runs, and for each helper
// that a point needs before or after it.

struct maker {
    struct shader_layout *layout;
    const struct shader_file *file;
    const struct shader_site *site;
    struct error *error;
    unsigned used; // bits of the points that are used in a picture of this size
    enum hook_point point;
    int entered; // index of the image that the file gets
    int current; // index of the current image of the picture
    int hooked;  // index of the image at the current point
    int name_count;
    // The newest name is last; a name may occur several times.
    struct {
        const char *name;
        int image;
    } names[HOOK_POINT_COUNT + SHADER_MAX_PASSES];
};

// ---- names

static void set_name(struct maker *maker, const char *name, int image)
{
    maker->names[maker->name_count].name = name;
    maker->names[maker->name_count++].image = image;
}

// Finds the image or resource that has a name at this point. Returns false if there is none.
static bool find_image(const struct maker *maker, const char *name, int *image)
{
    *image = maker->hooked;
    if (strcmp(name, "HOOKED") == 0)
        return true;
    if (strcmp(name, "MAINPRESUB") == 0)
        name = hook_point_names[HOOK_MAIN];
    for (int i = maker->name_count - 1; i >= 0; i--)
        if (strcmp(maker->names[i].name, name) == 0) {
            *image = maker->names[i].image;
            return true;
        }
    *image = -1 - shader_resource_find(maker->file, name);
    return *image < 0;
}

// ---- expressions

// OUTPUT is the picture, whether that point was reached or not.
static bool value_of(const void *data, const char *name, int axis, float *value,
                     struct error *error)
{
    const struct maker *maker = data;
    const struct shader_image *images = maker->layout->images;
    const bool is_output = strcmp(name, "OUTPUT") == 0;
    int choice, image = is_output ? 0 : maker->entered;
    (void) error;
    if (axis < 0) {
        const struct shader_param *param = shader_param_find(maker->file, name, &choice);
        *value = choice >= 0 ? (float) choice : maker->site->values[param - maker->file->params];
        return true;
    }
    if (!is_output && strcmp(name, "NATIVE_CROPPED") != 0 && !find_image(maker, name, &image))
        return false;
    *value = (float) (image < 0   ? maker->file->resources[-1 - image].size[axis]
                      : axis == 0 ? images[image].width
                                  : images[image].height);
    return true;
}

// Evaluates an expression. If the file has no such expression, *value is unchanged. Returns false
// with an empty error if it names a texture that does not exist because the pass that saves it did
// not run.
static bool evaluate(const struct maker *maker, const struct directive *expr, float *value)
{
    struct directive at = *expr;
    maker->error->text[0] = '\0';
    if (!at.text || shader_expr_evaluate(&at, value_of, maker, value, maker->error))
        return true;
    return maker->error->text[0] && shader_place(maker->error, &at);
}

static bool find_side(const struct maker *maker, const struct directive *expr, int *side)
{
    float value = (float) *side;
    if (!evaluate(maker, expr, &value))
        return false;
    const float rounded = roundf(value);
    if (!(rounded >= 1 && rounded <= (float) maker->site->most)) {
        error_set(maker->error, "is %g, and must be from 1 to %d", value, maker->site->most);
        return shader_place(maker->error, expr);
    }
    *side = (int) rounded;
    return true;
}

// ---- runs

static int add_run(struct maker *maker, const struct shader_run *run,
                   const struct shader_image *image)
{
    struct shader_layout *layout = maker->layout;
    struct shader_run *added = &layout->runs[layout->run_count];
    for (int i = 0; i < run->input_count; i++)
        if (run->inputs[i] >= 0)
            layout->images[run->inputs[i]].last = layout->run_count;
    *added = *run;
    added->output = layout->image_count++;
    layout->images[added->output] = *image;
    layout->images[added->output].last = layout->run_count++;
    return added->output;
}

// Adds a run of a helper on one image or two; `other` is -1 for one. The result has the size and
// offset of the first image, or the size of the picture.
static int add_helper(struct maker *maker, enum shader_helper helper, int input, int other)
{
    const struct shader_site *site = maker->site;
    const int side = helper == HELPER_REDUCE ? site->reduced : 1;
    const struct shader_run run = {
        .program = maker->file->pass_count + (int) helper,
        .point = maker->point,
        .input_count = other < 0 ? 1 : 2,
        .inputs = { input, other },
    };
    struct shader_image image = maker->layout->images[input];
    if (helper >= HELPER_FINISH)
        image = (struct shader_image){ .width = divide_up(site->width, side),
                                       .height = divide_up(site->height, side) };
    return add_run(maker, &run, &image);
}

// Adds a run of a pass, unless its WHEN is 0 or a texture does not exist. Returns false with the
// error if an expression is invalid.
static bool add_pass(struct maker *maker, int number)
{
    const struct shader_pass *pass = &maker->file->passes[number];
    const struct shader_image *hooked = &maker->layout->images[maker->hooked];
    const bool replaces = shader_pass_replaces(pass, maker->point);
    struct shader_image image = { .width = hooked->width, .height = hooked->height };
    struct shader_run run = { .program = number, .point = maker->point };
    float when = 1;
    const bool is_given = evaluate(maker, &pass->when, &when);
    if (!is_given || when == 0)
        return is_given || !maker->error->text[0];
    for (int i = 0; i < pass->bind_count; i++)
        if (!find_image(maker, pass->binds[i].text, &run.inputs[run.input_count++]))
            return true;
    if (!find_side(maker, &pass->width, &image.width) ||
        !find_side(maker, &pass->height, &image.height))
        return !maker->error->text[0];
    const bool is_resized = image.width != hooked->width || image.height != hooked->height;
    if (is_resized && replaces && maker->point > HOOK_MAIN) {
        error_set(maker->error,
                  "the image of this point keeps its size; a //!SAVE may have another");
        return shader_place(maker->error, pass->width.text ? &pass->width : &pass->height);
    }
    if (maker->file->finisher == number)
        run.inputs[run.input_count++] = 0;
    for (int i = 0; i < 2 && replaces; i++)
        image.offset[i] = hooked->offset[i] + pass->offset[i];
    const int output = add_run(maker, &run, &image);
    if (replaces)
        maker->hooked = output;
    set_name(maker, replaces ? hook_point_names[maker->point] : pass->save.text, output);
    return true;
}

// ---- points

// Adds the passes of a point. *image is the image at the point, and becomes the result of the
// passes.
static bool add_passes(struct maker *maker, enum hook_point point, int *image)
{
    maker->point = point;
    maker->hooked = *image;
    set_name(maker, hook_point_names[point], *image);
    for (int i = 0; i < maker->file->pass_count; i++)
        if (maker->file->passes[i].points >> point & 1 && !add_pass(maker, i))
            return false;
    *image = maker->hooked;
    return true;
}

// Returns true if an image has the size of the picture and is not shifted.
static bool is_in_place(const struct maker *maker, int image)
{
    const struct shader_image *at = &maker->layout->images[image];
    return at->width == maker->site->width && at->height == maker->site->height &&
           at->offset[0] == 0 && at->offset[1] == 0;
}

// Adds the runs of a point. From POSTKERNEL on the image has the size of the picture. At LUMA, both
// planes are made.
static bool add_point(struct maker *maker, enum hook_point point)
{
    const unsigned planes = 1u << HOOK_LUMA | 1u << HOOK_CHROMA;
    const bool is_used = maker->used >> point & 1;
    int *current = &maker->current;
    if (point >= HOOK_POSTKERNEL && maker->used >> point && !is_in_place(maker, *current))
        *current = add_helper(maker, HELPER_FINISH, *current, 0);
    if (point == HOOK_LUMA && maker->used & planes) {
        int luma = add_helper(maker, HELPER_LUMA_PLANE, *current, -1);
        int chroma = add_helper(maker, HELPER_CHROMA_PLANES, *current, -1);
        set_name(maker, hook_point_names[HOOK_CHROMA], chroma);
        if (!add_passes(maker, HOOK_LUMA, &luma) || !add_passes(maker, HOOK_CHROMA, &chroma))
            return false;
        *current = add_helper(maker, HELPER_MERGE, luma, chroma);
        return true;
    }
    if (point == HOOK_LUMA || point == HOOK_CHROMA)
        return true;
    if (point != HOOK_LINEAR && point != HOOK_SCALED)
        return add_passes(maker, point, current);
    if (!is_used || shader_file_is_linear(maker->file))
        return !is_used || add_passes(maker, point, current);
    int light = add_helper(maker, HELPER_LINEARIZE, *current, -1);
    if (!add_passes(maker, point, &light))
        return false;
    *current = add_helper(maker, HELPER_DELINEARIZE, light, -1);
    return true;
}

static double bytes_of(const struct maker *maker, int image)
{
    const struct shader_image *at = &maker->layout->images[image];
    return image == maker->current ? 0 // owned by the caller
                                   : (double) at->width * at->height * maker->site->texel_bytes;
}

// Run i writes image i + 1. An image is released after its last run.
static bool check_memory(const struct maker *maker)
{
    const struct shader_layout *layout = maker->layout;
    const double most = 8.0 * (1 << 30);
    double bytes = 0;
    for (int i = 0; i < layout->run_count; i++) {
        const int program = layout->runs[i].program;
        const int pass = program < maker->file->pass_count ? program : 0;
        bytes += bytes_of(maker, i + 1);
        if (bytes > most) {
            error_set(maker->error,
                      "with the image of this pass the file has %.1f GiB of images at once, and "
                      "may have %.0f",
                      bytes / (1 << 30), most / (1 << 30));
            return shader_place(maker->error, &maker->file->passes[pass].at);
        }
        for (int image = 1; image <= i + 1; image++)
            if (layout->images[image].last == i)
                bytes -= bytes_of(maker, image);
    }
    return true;
}

bool shader_layout_make(struct shader_layout *layout, const struct shader_file *file,
                        const struct shader_site *site, struct error *error)
{
    struct maker maker = {
        .layout = layout,
        .file = file,
        .site = site,
        .error = error,
        .used = file->used & ~(site->reduced > 1 ? 0 : 1u << HOOK_SCALED),
    };
    layout->run_count = 0;
    layout->image_count = 1;
    layout->images[0] =
        (struct shader_image){ .width = site->width, .height = site->height, .last = -1 };
    if (site->reduced <= 1 && file->hooked == 1u << HOOK_SCALED) {
        error_set(error, "SCALED comes where the picture is larger than what the file gets, as by "
                         "--hook-size 2x");
        return shader_place(error, &file->passes[0].at);
    }
    if (site->reduced > 1)
        maker.entered = maker.current = add_helper(&maker, HELPER_REDUCE, 0, -1);
    for (int point = 0; point < HOOK_POINTS_HERE; point++)
        if (!add_point(&maker, (enum hook_point) point))
            return false;
    // The last run must write an image of the size and alpha of the picture. A blur mixes alpha
    // like its premultiplied light.
    const int program = maker.current > 0 ? layout->runs[maker.current - 1].program : -1;
    const bool mixes_alpha = file->keys.sigma >= 0;
    const bool has_alpha =
        mixes_alpha || program == file->finisher || program == file->pass_count + HELPER_FINISH;
    if (program < 0 || !has_alpha || !is_in_place(&maker, maker.current))
        maker.current = mixes_alpha ? add_helper(&maker, HELPER_RESIZE, maker.current, -1)
                                    : add_helper(&maker, HELPER_FINISH, maker.current, 0);
    layout->result = maker.current;
    return check_memory(&maker);
}
