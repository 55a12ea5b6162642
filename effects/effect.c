#include "effects/effect.h"

#include "effects/effect_impl.h"
#include "render/buffer.h"
#include "render/context/context.h"
#include "render/text/names.h"
#include "render/text/step_text.h"
#include "render/text/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

const char *const effect_edges[] = { "clamp", "mirror", "zero", NULL };

const struct effect *effect_find(const char *name, size_t length)
{
    const struct names names = { names_of_structs, effects };
    const int i = names_find(&names, name, length);
    return i >= 0 ? effects[i] : NULL;
}

enum colour_state effect_colour(const struct effect *effect, const void *params)
{
    const struct param *domain =
        effect->colour == COLOUR_ANY ? param_find(effect->params, "domain") : NULL;
    if (!domain)
        return effect->colour;
    return param_get(domain, params, 0) > 0 ? COLOUR_LINEAR : COLOUR_DISPLAY;
}

bool effect_makes_display(const struct effect *effect, const void *params)
{
    const enum colour_state colour = effect_colour(effect, params);
    return colour == COLOUR_ENCODES || colour == COLOUR_DISPLAY;
}

int effect_impl_count(const struct effect *effect)
{
    int count = 0;
    while (effect->impls && effect->impls[count])
        count++;
    return count;
}

const struct effect_impl *effect_named_impl(const struct effect *effect, const void *params)
{
    const int named = (int) param_value(effect->params, "impl", params);
    return named > 0 ? effect->impls[named - 1] : NULL;
}

bool effect_is_identity(const struct effect *effect, const void *params, int picture_height)
{
    return effect->blur ? effect->blur(params, picture_height).width == 0
                        : effect->is_identity && effect->is_identity(params, picture_height);
}

bool effect_uses_row(const struct effect *effect, const void *params, const struct param *row)
{
    if (row == param_find(effect->params, "error") && effect_named_impl(effect, params))
        return false;
    for (const struct param *own = effect->params; effect->about.uses_row && own && own->key; own++)
        if (own == row)
            return effect->about.uses_row(params, row);
    return true;
}

bool effect_check(const struct effect *effect, const void *params, int depth, const void **file,
                  struct error *error)
{
    *file = NULL;
    return (!effect->check || effect->check(params, depth, error)) &&
           (!effect->read || effect->read(params, file, error));
}

const char *effect_path(const struct param *row, const void *params)
{
    const char *text = param_const_field(row, params);
    if (row->type != PARAM_TYPE_TEXT)
        return NULL;
    if (text[0] == '@')
        return text + 1;
    return strpbrk(text, "./\\") ? text : NULL;
}

enum edge effect_edge(const struct effect_site *site)
{
    return (enum edge) param_value(site->effect->params, "edge", site->params);
}

enum texture_format effect_via(const struct effect_site *site)
{
    const struct param *row = param_find(site->effect->params, "via");
    const int via = row ? (int) param_get(row, site->params, 0) : 0;
    if (via > 0)
        return texture_format_find(param_choice(row, via));
    return row && site->format == FORMAT_R11F_G11F_B10F ? FORMAT_RGBA16F : site->format;
}

int effect_picture_height(const struct effect_site *site)
{
    return site->height - 2 * site->margin.y;
}

bool effect_impl_is_compute(const struct effect_impl *impl)
{
    return text_begins_with(impl->name, "cs_") || strcmp(impl->name, "cpu") == 0;
}

double effect_impl_error(const struct effect_impl *impl, const struct effect_site *site)
{
    return impl->error ? impl->error(site) : 0;
}

// Returns the error that the row `error` allows `auto` there, as a share of the brightest texel; 0
// if there is no such row.
static double allowed_error(const struct effect_site *site)
{
    const double per_cent = param_value(site->effect->params, "error", site->params);
    return per_cent < 0 ? site->invisible_error : per_cent / 100;
}

bool effect_may_differ(const struct effect *effect, const void *params)
{
    const struct effect_impl *named = effect_named_impl(effect, params);
    return named ? named->error != NULL : param_value(effect->params, "error", params) != 0;
}

bool effect_allows_impl(const struct effect_impl *impl, const struct effect_site *site)
{
    return effect_impl_error(impl, site) <= allowed_error(site);
}

const struct param *effect_cell_row(const struct effect *effect)
{
    return param_find(effect->params, "cell");
}

bool effect_makes_cells(const struct effect *effect)
{
    const struct param *row = effect_cell_row(effect);
    return row && !row->zero;
}

int effect_cell(const struct effect *effect, const void *params, int picture_height, int before)
{
    const struct param *row = effect_cell_row(effect);
    if (!row)
        return 1;
    const struct length *own = param_const_field(row, params);
    const int side = (int) lroundf(length_pixels(*own, picture_height));
    const int requested = own->value == 0 ? before : side;
    return requested < 1 ? 1 : requested;
}

bool effect_fits_storage(const struct effect_site *site, size_t bytes, struct error *why)
{
    const int64_t most = site->info->max_storage;
    return bytes <= (size_t) most ||
           error_set(why,
                     "it needs a storage buffer of %zu MiB, and this GPU takes %" PRId64 " MiB",
                     (bytes + 1048575) >> 20, most >> 20);
}

bool effect_fits_in_taps(const struct effect_site *site, double taps, struct error *why)
{
    const double most = 4e11, all = taps * site->width * site->height;
    return all <= most ||
           error_set(
               why,
               "it needs %.1e taps in one dispatch, and above %.0e drivers take it for hanging",
               all, most);
}

void effect_define_list(struct step_writer *defines, const char *name, const int values[],
                        int count)
{
    for (int i = 0; i < count; i++)
        step_writef(defines, i == 0 ? " %s=%d" : "%.0s,%d", name, values[i]);
}

// The GPU is unknown here, so an implementation that fits no GPU may count. The width is unknown
// too; 2:1 is assumed.
static void remark_error(const struct effect *effect, const void *params, int height,
                         struct step_writer *text)
{
    static const struct context_info any = { .max_storage = INT64_MAX };
    const struct effect_site site = {
        .info = &any,
        .effect = effect,
        .params = params,
        .width = 2 * height,
        .height = height,
        .cell = 1,
        .format = FORMAT_RGBA16F,
        .invisible_error = EFFECT_INVISIBLE_ERROR,
    };
    const struct effect_impl *named = effect_named_impl(effect, params);
    struct error why;
    double most = named ? effect_impl_error(named, &site) : 0; // of those that may be chosen
    for (int i = 0; i < effect_impl_count(effect) && !named; i++) {
        const struct effect_impl *impl = effect->impls[i];
        if (effect_allows_impl(impl, &site) && (!impl->fits || impl->fits(&site, &why)))
            most = fmax(most, effect_impl_error(impl, &site));
    }
    const char *comma = text->length > 0 ? ", " : "";
    if (most > 0)
        step_writef(text, "%s%soff by up to %.2g %% of the brightest texel", comma,
                    named ? "" : "may be ", 100 * most);
    else if (param_value(effect->params, "error", params) > 0 && !named)
        step_writef(text, "%sexact: none that is not is off by so little", comma);
}

void effect_remark(const struct effect *effect, const void *params, int picture_height,
                   char text[EFFECT_REMARK_SIZE])
{
    struct step_writer writer = { .out = text, .size = EFFECT_REMARK_SIZE };
    step_write(&writer, "");
    if (effect->blur) {
        const struct effect_blur blur = effect->blur(params, picture_height);
        if (blur.by_hand || fabs(blur.width - blur.requested) > 0.005 * blur.requested)
            step_writef(&writer, "sigma is %.2f px in effect%s", blur.width,
                        effect->is_average ? " on average" : "");
        if (blur.core > 0)
            step_writef(&writer, "%score %.2f px wide", writer.length > 0 ? ", " : "", blur.core);
    }
    if (effect->about.remark)
        effect->about.remark(params, picture_height, &writer);
    if (param_find(effect->params, "error"))
        remark_error(effect, params, picture_height, &writer);
}

void effect_state_finish(struct effect_state *state)
{
    for (int i = 0; i < state->count; i++) {
        texture_finish(&state->images[i]);
        buffer_finish(&state->buffers[i]);
    }
    free(state->images);
    free(state->buffers);
    *state = (struct effect_state){ 0 };
}

bool effect_is_same(const struct effect *a, const struct effect *b)
{
    return a == b || (a->file.path && b->file.path && strcmp(a->file.path, b->file.path) == 0);
}

static void join_steps(const struct effect_join *join, struct pass *pass)
{
    if (!join)
        return;
    if (join->program)
        pass->program = join->program;
    memcpy(&pass->inputs[EFFECT_JOIN_INPUT], join->inputs, sizeof(join->inputs));
    pass->more_uniforms = join->uniforms;
    pass->more_count = join->uniform_count;
}

void effect_join_before(const struct effect_call *call, struct pass *pass)
{
    if (pass->inputs[0].texture == call->input || pass->images[0].texture == call->input)
        join_steps(call->before, pass);
}

void effect_join_after(const struct effect_call *call, struct pass *pass)
{
    if (pass->output == call->output)
        join_steps(call->after, pass);
}
