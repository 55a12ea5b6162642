#include "effects/hook/hook_layout.h"

#include "render/file/file_path.h"
#include "render/image/divide.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Textures that have names so far, the newest last; a name may be there again.
struct named {
    const char *name;
    int image;
};

struct maker {
    struct hook_layout *layout;
    const struct hook_file *file;
    const struct hook_site *site;
    struct hook_values values;
    int entered, current, hooked; // images: what the file gets, the picture as it is, and what the
                                  // point carries
    enum hook_point point;
    unsigned used; // a bit for each point
    int finisher;
    int name_count;
    struct named names[HOOK_POINT_COUNT + HOOK_MAX_PASSES];
};

// ---- names

static void set_name(struct maker *maker, const char *name, int image)
{
    maker->names[maker->name_count++] = (struct named){ name, image };
}

// The image or texture of that name; false where it is not there.
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
    *image = -1 - hook_find_resource(maker->file, name);
    return *image < 0;
}

static bool size_of(const void *of, const char *name, float size[2])
{
    const struct maker *maker = of;
    int image;
    if (strcmp(name, "OUTPUT") == 0) { // the target, whether it was reached or not
        size[0] = (float) maker->site->width;
        size[1] = (float) maker->site->height;
        return true;
    }
    if (strcmp(name, HOOK_CROPPED) == 0)
        image = maker->entered;
    else if (!find_image(maker, name, &image))
        return false;
    const int *texture = image < 0 ? maker->file->resources[-1 - image].size : NULL;
    size[0] = (float) (texture ? texture[0] : maker->layout->images[image].width);
    size[1] = (float) (texture ? texture[1] : maker->layout->images[image].height);
    return true;
}

static float value_of(const void *of, const char *name)
{
    const struct maker *maker = of;
    int choice;
    const struct hook_param *param = hook_find_param(maker->file, name, &choice);
    return choice >= 0 ? (float) choice : maker->site->values[param - maker->file->params];
}

// ---- runs

static int add_run(struct maker *maker, const struct hook_run *run, const struct hook_image *image)
{
    struct hook_layout *layout = maker->layout;
    struct hook_run *added = &layout->runs[layout->run_count];
    for (int i = 0; i < run->input_count; i++)
        if (run->inputs[i] >= 0)
            layout->images[run->inputs[i]].last = layout->run_count;
    *added = *run;
    added->output = layout->image_count++;
    layout->images[added->output] = *image;
    layout->images[added->output].last = -1;
    layout->run_count++;
    return added->output;
}

// Runs a helper on one or two images. Its result has the first one's size and offset, or where it
// finishes the picture's.
static int add_helper(struct maker *maker, enum hook_helper helper, int input, int other)
{
    const struct hook_site *site = maker->site;
    const int side = helper == HOOK_REDUCE ? site->reduced : 1;
    const struct hook_run run = {
        .program = maker->file->pass_count + (int) helper,
        .point = maker->point,
        .input_count = other < 0 ? 1 : 2,
        .inputs = { input, other },
    };
    struct hook_image image = maker->layout->images[input];
    if (helper >= HOOK_FINISH)
        image = (struct hook_image){ .width = divide_up(site->width, side),
                                     .height = divide_up(site->height, side) };
    return add_run(maker, &run, &image);
}

// ---- sizes

static enum hook_result find_side(const struct maker *maker, const struct hook_expr *expr,
                                  int *side)
{
    float value = (float) *side;
    const enum hook_result result = hook_expr_evaluate(expr, &maker->values, &value);
    const float rounded = roundf(value);
    if (result == HOOK_FINE && !(rounded >= 1 && rounded <= (float) maker->site->most)) {
        hook_refuse(maker->values.reader, &expr->at, "is %g, and must be from 1 to %d",
                    (double) value, maker->site->most);
        return HOOK_WRONG;
    }
    *side = (int) rounded;
    return result;
}

static bool takes_hooked(const struct maker *maker, const struct hook_pass *pass)
{
    const char *save = pass->save.text;
    return !save || strcmp(save, "HOOKED") == 0 || hook_find_point(save) == (int) maker->point;
}

static enum hook_result find_size(const struct maker *maker, const struct hook_pass *pass,
                                  struct hook_image *image)
{
    const struct hook_image *hooked = &maker->layout->images[maker->hooked];
    image->width = hooked->width;
    image->height = hooked->height;
    enum hook_result result = find_side(maker, &pass->width, &image->width);
    if (result == HOOK_FINE)
        result = find_side(maker, &pass->height, &image->height);
    const bool is_same = image->width == hooked->width && image->height == hooked->height;
    if (result != HOOK_FINE || is_same || !takes_hooked(maker, pass) || maker->point <= HOOK_MAIN)
        return result;
    hook_refuse(maker->values.reader, pass->width.count > 0 ? &pass->width.at : &pass->height.at,
                "the image of this point keeps its size; a //!SAVE may have another");
    return HOOK_WRONG;
}

// ---- passes

// A blur mixes light, which is premultiplied, and so alpha with it.
static bool mixes_alpha(const struct hook_file *file)
{
    return file->keys.sigma >= 0;
}

// The points that come, where passes run or whose image they read: a bit for each.
static unsigned used_points(const struct hook_file *file)
{
    unsigned used = 0;
    for (int i = 0; i < file->pass_count; i++) {
        const struct hook_pass *pass = &file->passes[i];
        used |= pass->points;
        for (int n = 0; n < pass->bind_count; n++) {
            const int point = hook_find_point(pass->binds[n].text);
            used |= point < 0 ? 0 : 1u << point;
        }
    }
    return used & hook_points_here(file);
}

// What a pass reads; false where something is not there, so that it does not run.
static bool bind_inputs(const struct maker *maker, const struct hook_pass *pass,
                        struct hook_run *run)
{
    for (int i = 0; i < pass->bind_count; i++)
        if (!find_image(maker, pass->binds[i].text, &run->inputs[run->input_count++]))
            return false;
    return true;
}

static void place_result(struct maker *maker, const struct hook_pass *pass, int image)
{
    if (!takes_hooked(maker, pass)) {
        set_name(maker, pass->save.text, image);
        return;
    }
    maker->hooked = image;
    set_name(maker, hook_point_names[maker->point], image);
}

static bool add_pass(struct maker *maker, int number)
{
    const struct hook_pass *pass = &maker->file->passes[number];
    struct hook_run run = { .program = number, .point = maker->point };
    struct hook_image image = { 0 };
    float when = 1;
    enum hook_result result = hook_expr_evaluate(&pass->when, &maker->values, &when);
    if (result != HOOK_FINE || when == 0 || !bind_inputs(maker, pass, &run))
        return result != HOOK_WRONG;
    result = find_size(maker, pass, &image);
    if (result != HOOK_FINE)
        return result != HOOK_WRONG;
    if (maker->finisher == number)
        run.inputs[run.input_count++] = 0;
    for (int i = 0; i < 2 && takes_hooked(maker, pass); i++)
        image.offset[i] = maker->layout->images[maker->hooked].offset[i] + pass->offset[i];
    place_result(maker, pass, add_run(maker, &run, &image));
    return true;
}

// Runs the passes of a point, which carries that image. `result` gets what they make of it.
static bool add_passes(struct maker *maker, enum hook_point point, int hooked, int *result)
{
    maker->point = point;
    maker->hooked = hooked;
    set_name(maker, hook_point_names[point], hooked);
    for (int i = 0; i < maker->file->pass_count; i++)
        if (maker->file->passes[i].points >> point & 1 && !add_pass(maker, i))
            return false;
    *result = maker->hooked;
    return true;
}

static bool add_planes(struct maker *maker)
{
    int luma = add_helper(maker, HOOK_LUMA_PLANE, maker->current, -1);
    int chroma = add_helper(maker, HOOK_CHROMA_PLANES, maker->current, -1);
    set_name(maker, hook_point_names[HOOK_CHROMA], chroma);
    if (!add_passes(maker, HOOK_LUMA, luma, &luma) ||
        !add_passes(maker, HOOK_CHROMA, chroma, &chroma))
        return false;
    maker->current = add_helper(maker, HOOK_MERGE, luma, chroma);
    return true;
}

static bool add_light(struct maker *maker, enum hook_point point)
{
    if (hook_layout_is_linear(maker->file))
        return add_passes(maker, point, maker->current, &maker->current);
    int light = add_helper(maker, HOOK_LINEARIZE, maker->current, -1);
    if (!add_passes(maker, point, light, &light))
        return false;
    maker->current = add_helper(maker, HOOK_DELINEARIZE, light, -1);
    return true;
}

// Whether the picture has its size and lies where it should.
static bool is_in_place(const struct maker *maker, int image)
{
    const struct hook_image *at = &maker->layout->images[image];
    return at->width == maker->site->width && at->height == maker->site->height &&
           at->offset[0] == 0 && at->offset[1] == 0;
}

// From POSTKERNEL on the picture has its own size.
static bool add_point(struct maker *maker, enum hook_point point)
{
    const bool is_used = maker->used >> point & 1;
    if (point == HOOK_CHROMA) // comes with LUMA
        return true;
    if (point == HOOK_LUMA)
        return !(is_used || maker->used >> HOOK_CHROMA & 1) || add_planes(maker);
    if (point >= HOOK_POSTKERNEL && maker->used >> point && !is_in_place(maker, maker->current))
        maker->current = add_helper(maker, HOOK_FINISH, maker->current, 0);
    if (point == HOOK_LINEAR || point == HOOK_SCALED)
        return !is_used || add_light(maker, point);
    return add_passes(maker, point, maker->current, &maker->current);
}

// The last run puts the picture out, with its own size and alpha.
static void finish(struct maker *maker)
{
    const struct hook_file *file = maker->file;
    const int current = maker->current;
    const int by = current > 0 ? maker->layout->runs[current - 1].program : -1;
    const bool has_alpha =
        mixes_alpha(file) || by == maker->finisher || by == file->pass_count + HOOK_FINISH;
    if (by >= 0 && has_alpha && is_in_place(maker, current))
        return;
    maker->current = mixes_alpha(file) ? add_helper(maker, HOOK_RESIZE, current, -1)
                                       : add_helper(maker, HOOK_FINISH, current, 0);
}

static double bytes_of(const struct maker *maker, int image)
{
    const struct hook_image *at = &maker->layout->images[image];
    return image == maker->current ? 0 // the caller's
                                   : (double) at->width * at->height * maker->site->texel_bytes;
}

// Images last until their last reader has run. Run i makes image i + 1.
static bool check_memory(const struct maker *maker)
{
    const struct hook_layout *layout = maker->layout;
    const double most = 8.0 * (1 << 30);
    double bytes = 0;
    for (int i = 0; i < layout->run_count; i++) {
        const int program = layout->runs[i].program;
        bytes += bytes_of(maker, i + 1);
        if (bytes > most)
            return hook_refuse(
                maker->values.reader,
                &maker->file->passes[program < maker->file->pass_count ? program : 0].at,
                "with the image of this pass the file has %.1f GiB of images at once, and may have "
                "%.0f",
                bytes / (1 << 30), most / (1 << 30));
        for (int image = 1; image <= i + 1; image++)
            if (layout->images[image].last == i ||
                (layout->images[image].last < 0 && image == i + 1))
                bytes -= bytes_of(maker, image);
    }
    return true;
}

// A file that waits for SCALED alone does nothing to a picture of the size that it gets.
static bool check_scaled(const struct maker *maker)
{
    unsigned points = 0;
    for (int i = 0; i < maker->file->pass_count; i++)
        points |= maker->file->passes[i].points;
    return maker->site->reduced > 1 ||
           (points & hook_points_here(maker->file)) != 1u << HOOK_SCALED ||
           hook_refuse(maker->values.reader, &maker->file->passes[0].at,
                       "SCALED comes where the picture is larger than what the file gets, as by "
                       "--hook-size 2x");
}

bool hook_layout_make(struct hook_layout *layout, const struct hook_file *file,
                      const struct hook_site *site, char why[HOOK_WHY_SIZE])
{
    struct error error;
    const struct hook_reader reader = { .path = file_path_name(file->path), .error = &error };
    struct maker maker = { .layout = layout, .file = file, .site = site };
    maker.values = (struct hook_values){ size_of, value_of, &maker, &reader };
    maker.used = used_points(file) & ~(site->reduced > 1 ? 0 : 1u << HOOK_SCALED);
    maker.finisher = hook_layout_finisher(file);
    bool is_fine = check_scaled(&maker);
    layout->run_count = 0;
    layout->image_count = 1;
    layout->images[0] =
        (struct hook_image){ .width = site->width, .height = site->height, .last = -1 };
    if (site->reduced > 1)
        maker.entered = maker.current = add_helper(&maker, HOOK_REDUCE, 0, -1);
    for (int point = 0; point < HOOK_POINTS_HERE && is_fine; point++)
        is_fine = add_point(&maker, (enum hook_point) point);
    if (is_fine)
        finish(&maker);
    is_fine = is_fine && check_memory(&maker);
    if (!is_fine)
        snprintf(why, HOOK_WHY_SIZE, "%s", error.text);
    layout->result = maker.current;
    return is_fine;
}

bool hook_layout_is_linear(const struct hook_file *file)
{
    return (used_points(file) & ~(1u << HOOK_LINEAR)) == 0;
}

int hook_layout_finisher(const struct hook_file *file)
{
    int last = -1;
    for (int point = 0; point < HOOK_POINTS_HERE; point++)
        for (int i = 0; i < file->pass_count; i++) {
            const struct hook_pass *pass = &file->passes[i];
            const struct maker at = { .point = (enum hook_point) point };
            if (pass->points >> point & 1 && takes_hooked(&at, pass))
                last = i;
        }
    const struct hook_pass *pass = last < 0 ? NULL : &file->passes[last];
    const bool is_plane = pass && pass->points & (1u << HOOK_LUMA | 1u << HOOK_CHROMA);
    return !pass || is_plane || mixes_alpha(file) || pass->compute ||
                   pass->bind_count == HOOK_MAX_BINDS
               ? -1
               : last;
}
