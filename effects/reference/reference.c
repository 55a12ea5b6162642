#include "effects/reference/reference.h"

#include "effects/blur/margin.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define ENTRY(NAME) { &effect_##NAME, reference_##NAME },
const struct reference references[] = {
    EFFECTS(ENTRY){ 0 },
};

void reference_pointwise(const struct reference_call *call,
                         void (*shade)(const struct reference_call *call,
                                       const struct reference_texel *texel))
{
    for (int y = 0; y < call->output->height; y++)
        for (int x = 0; x < call->output->width; x++) {
            const struct reference_texel texel = {
                .x = x,
                .y = y,
                .source = image_at(call->source, x, y),
                .in = image_at(call->input, x, y),
                .out = image_at(call->output, x, y),
            };
            texel.out[3] = texel.in[3];
            shade(call, &texel);
        }
}

static int mirrored(int i, int count)
{
    const int period = 2 * count;
    const int at = (i % period + period) % period;
    return at < count ? at : period - 1 - at;
}

const double *reference_texel_with_edge(const struct image *image, int x, int y, int edge)
{
    static const double nothing[4] = { 0, 0, 0, 0 };
    if (edge == EDGE_MIRROR)
        return image_at(image, mirrored(x, image->width), mirrored(y, image->height));
    return edge == EDGE_ZERO ? nothing : image_clamped(image, x, y);
}

static void blur_axis(const struct image *from, const struct reference_taps *taps, int edge,
                      bool down, struct image *to)
{
    assert(taps->n <= REFERENCE_MAX_TAPS / 2);
    for (int y = 0; y < to->height; y++)
        for (int x = 0; x < to->width; x++) {
            double color[4] = { 0 };
            for (int i = -taps->n; i <= taps->n; i++) {
                const double *texel =
                    reference_texel(from, down ? x : x + i, down ? y + i : y, edge);
                for (int c = 0; c < 4; c++)
                    color[c] += taps->weights[taps->n + i] * texel[c];
            }
            memcpy(image_at(to, x, y), color, sizeof(color));
        }
}

void reference_blur(const struct reference_call *call, const struct reference_taps *taps, int edge)
{
    struct image rows;
    image_init(&rows, call->input->width, call->input->height, IMAGE_TYPE_F64);
    blur_axis(call->input, taps, edge, false, &rows);
    blur_axis(&rows, taps, edge, true, call->output);
    image_finish(&rows);
}

void reference_mix(const struct image *from, double share, struct image *to)
{
    const double *own = from->texels;
    double *value = to->texels;
    for (int i = 0; i < 4 * to->width * to->height; i++)
        value[i] = (1 - share) * own[i] + share * value[i];
}

void reference_widen(const struct reference_call *call, const struct effect *effect, int edge,
                     struct reference_wide *wide)
{
    const struct image *from = call->input;
    const struct margin margin =
        margin_of_step(effect, call->params, from->width, from->height, NULL);
    const int width = from->width + 2 * margin.x, height = from->height + 2 * margin.y;
    wide->margin = margin;
    image_init(&wide->input, width, height, IMAGE_TYPE_F64);
    image_init(&wide->output, width, height, IMAGE_TYPE_F64);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            memcpy(image_at(&wide->input, x, y),
                   reference_texel(from, x - margin.x, y - margin.y, edge), 4 * sizeof(double));
}

void reference_cut(struct reference_wide *wide, struct image *output)
{
    for (int y = 0; y < output->height; y++)
        memcpy(image_at(output, 0, y), image_at(&wide->output, wide->margin.x, wide->margin.y + y),
               4 * sizeof(double) * (size_t) output->width);
    image_finish(&wide->input);
    image_finish(&wide->output);
}

double reference_srgb_encode(double linear)
{
    if (linear <= 0.0031308)
        return 12.92 * linear;
    return 1.055 * pow(linear, 1 / 2.4) - 0.055;
}

double reference_srgb_decode(double encoded)
{
    if (encoded <= 0.04045)
        return encoded / 12.92;
    return pow((encoded + 0.055) / 1.055, 2.4);
}

void reference_run_chain(const struct chain *chain, const struct image *source, int depth,
                         int frame, struct image *output)
{
    reference_run_from(chain, 0, source, source, depth, frame, output);
}

void reference_run_from(const struct chain *chain, int first, const struct image *source,
                        const struct image *input, int depth, int frame, struct image *output)
{
    struct image current, next;
    int cell = 1;
    bool is_display = false;
    image_convert(input, IMAGE_TYPE_F64, &current);
    image_init(&next, input->width, input->height, IMAGE_TYPE_F64);
    for (int i = first; i < chain->count; i++) {
        const struct chain_step *step = &chain->steps[i];
        const struct reference_call call = {
            .params = step->params,
            .source = source,
            .input = &current,
            .output = &next,
            .depth = depth,
            .frame = frame,
            .cell = cell,
            .is_display_input = is_display,
        };
        if (step->off)
            continue;
        const struct reference *reference = references;
        while (reference->effect && reference->effect != step->effect)
            reference++;
        assert(reference->effect && "every effect has a reference");
        reference->run(&call);
        // Outside of its region the step's output is its input. The pixel's centre decides. It is
        // computed in float, as in the shaders, since bounds such as 0.3 can lie on centres.
        for (int n = 0; chain_step_has_roi(step) && n < next.width * next.height; n++) {
            const int x = n % next.width, y = n / next.width;
            const float u = ((float) x + 0.5f) / (float) next.width;
            const float v = ((float) y + 0.5f) / (float) next.height;
            const struct rect *roi = &step->roi;
            if (!(u >= roi->x0 && u < roi->x1 && v >= roi->y0 && v < roi->y1))
                memcpy(image_at(&next, x, y), image_at(&current, x, y), 4 * sizeof(double));
        }
        is_display |= effect_makes_display(step->effect, step->params);
        if (effect_makes_cells(step->effect))
            cell = effect_cell(step->effect, step->params, source->height, cell);
        const struct image made = next;
        next = current;
        current = made;
    }
    image_finish(&next);
    *output = current;
}
