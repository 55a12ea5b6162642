#include "app/harness/harness.h"

#include <stdio.h>
#include <string.h>

// An encode whose region has no pixel, so that a chain may begin with display values.
#define FROM_DISPLAY "encode:roi=0/0/0.0001/0.0001"

enum { MIXES = 96, LATER = 37 };

// Sides that are odd, and sides that become odd when halved; lines shorter than the reach of blurs.
const int harness_sizes[HARNESS_SIZES][2] = { { 129, 67 }, { 70, 45 }, { 3, 50 } };

// The size for code that only large pictures reach.
static const int large[2] = { 1029, 1025 };

const enum texture_format harness_formats[HARNESS_FORMATS] = { FORMAT_RGBA32F, FORMAT_RGBA16F,
                                                               FORMAT_R11F_G11F_B10F,
                                                               FORMAT_RGBA8 };

// Settings at which blurs on smaller images are even, as published.
static const char *const published[] = {
    "dual:levels=5:offset=1",
    "dual:levels=4:offset=1:scatter=0.6",
    "dual:levels=2:offset=1",
    "kawase:passes=5:scale=half:factor=1",
    "kawase:passes=9:scale=full:factor=1",
    "pyramid:sigma=250:levels=3",
    "pyramid:sigma=250:levels=2:kernel=gauss5",
    "mips:level=2",
    NULL,
};

int harness_setting_value(const struct harness_setting *setting, const struct param *row)
{
    const struct chain_step *step = &setting->chain.steps[setting->step];
    struct chain_step other = *step;
    for (int i = 0; i < harness_values_count(row); i++) {
        harness_values_set(row, other.params, i);
        if (param_equal(row, step->params, other.params))
            return i;
    }
    return -1;
}

// ---- the step

static void set_number(struct chain_step *step, const char *key, float value)
{
    const struct param *row = param_find(step->effect->params, key);
    if (row)
        param_set(row, step->params, 0, value);
}

// ---- the steps around it

static void add_step(struct chain *chain, const char *text)
{
    struct chain one;
    struct error error;
    chain_parse(&one, text, NULL, &error);
    chain->steps[chain->count++] = one.steps[0];
}

void harness_setting_wrap(struct harness_setting *setting, const struct chain_step *step)
{
    const struct effect *effect = step->effect;
    const enum colour_state colour = effect_colour(effect, step->params);
    struct chain *chain = &setting->chain;
    if (effect->reads_source)
        add_step(chain, "exposure:ev=-1");
    else if (setting->around == HARNESS_DISPLAY && colour == COLOUR_ANY)
        add_step(chain, "encode:roi=0/0.2/0.7/1");
    else if (setting->around == HARNESS_LIGHT || setting->around == HARNESS_DISPLAY)
        add_step(chain, "saturation:factor=0.4:roi=0/0.2/0.7/1");
    else if (colour == COLOUR_DISPLAY)
        add_step(chain, FROM_DISPLAY);
    setting->step = chain->count;
    chain->steps[chain->count++] = *step;
}

// ---- all of them

static void set_size(struct harness_setting *setting, const int size[2])
{
    memcpy(setting->size, size, sizeof(setting->size));
}

static void set_border(struct chain_step *step, int edge, const int size[2],
                       struct harness_setting *setting)
{
    set_number(step, "edge", (float) edge);
    set_size(setting, size);
}

// The base setting in every format, at every size with every border, and with all steps around it.
enum {
    BORDERS = HARNESS_SIZES * EDGE_COUNT,
    OF_BASE = HARNESS_FORMATS + BORDERS + HARNESS_AROUND_COUNT
};

// Sets several parameters to hashed values. Every second mix leaves numbers at their defaults,
// since their ends often hide choices, and is repeated in one of the other formats, except for
// blurs on smaller images, which hardly depend on the format.
static void set_mixed(int i, struct chain_step *step, struct harness_setting *setting)
{
    const bool is_again = i >= MIXES;
    const int mix = is_again ? 2 * (i - MIXES) : i;
    unsigned number = 0;
    for (const struct param *row = step->effect->params; row && row->key; row++, number++)
        if (harness_values_count(row) > 0 &&
            (mix % 2 == 0 || row->type == PARAM_TYPE_CHOICE || row->type == PARAM_TYPE_TEXT)) {
            // The last steps of MurmurHash3 (A. Appleby, 2011).
            unsigned hash = (unsigned) mix * 2654435769u + number * 2246822519u;
            hash = (hash ^ hash >> 16) * 2246822507u;
            hash = (hash ^ hash >> 13) * 3266489909u;
            hash ^= hash >> 16;
            harness_values_set(row, step->params,
                               (int) (hash % (unsigned) harness_values_count(row)));
        }
    setting->hides = mix % 2 == 0;
    setting->around = (enum harness_around)(mix % HARNESS_AROUND_COUNT);
    set_size(setting, harness_sizes[mix / HARNESS_AROUND_COUNT % HARNESS_SIZES]);
    if (is_again) {
        setting->around = HARNESS_ALONE;
        setting->format = harness_formats[1 + i % (HARNESS_FORMATS - 1)];
    }
}

// Makes the setting with that number: first the base and the steps around it, then one parameter
// after the other, the published texts, large pictures, and mixes. Past the last, returns false and
// subtracts their number from *number.
static bool make_step(const struct effect *effect, int *number, struct chain_step *step,
                      struct harness_setting *setting)
{
    const size_t length = strlen(effect->name);
    const int mixes = effect->on_levels ? MIXES : MIXES + MIXES / 2;
    struct chain chain;
    struct error error;
    int i = *number;
    // A width at which nearly every implementation is fast, and so few levels that each texel shows
    // errors.
    static const float narrow = 2.4f, few_bits = 2;
    chain_step_init(step, effect);
    set_number(step, "sigma", narrow);
    set_number(step, "bits", few_bits);
    if (i < HARNESS_FORMATS)
        setting->format = harness_formats[i];
    else if (i < HARNESS_FORMATS + BORDERS)
        set_border(step, (i - HARNESS_FORMATS) / HARNESS_SIZES,
                   harness_sizes[(i - HARNESS_FORMATS) % HARNESS_SIZES], setting);
    else if (i < OF_BASE)
        setting->around = (enum harness_around)(i - HARNESS_FORMATS - BORDERS);
    if (i < OF_BASE)
        return true;
    i -= OF_BASE;
    for (const struct param *row = effect->params; row && row->key; row++) {
        if (i < harness_values_count(row)) {
            harness_values_set(row, step->params, i);
            return true;
        }
        i -= harness_values_count(row);
    }
    for (int around = 0; around < HARNESS_AROUND_COUNT; around++)
        for (const char *const *text = published; *text; text++) {
            if (strncmp(*text, effect->name, length) != 0 || (*text)[length] != ':' || i-- > 0)
                continue;
            chain_parse(&chain, *text, NULL, &error);
            *step = chain.steps[0];
            setting->is_even = true;
            setting->around = (enum harness_around) around;
            return true;
        }
    if (effect->on_levels && i < EDGE_COUNT) {
        set_number(step, "sigma", 12); // as many halvings as go together
        set_border(step, i, large, setting);
        setting->is_large = true;
        return true;
    }
    i -= effect->on_levels ? EDGE_COUNT : 0;
    if (i < mixes)
        set_mixed(i, step, setting);
    else
        *number = i - mixes;
    return i < mixes;
}

bool harness_setting_make(const struct effect *effect, int i, struct harness_setting *setting)
{
    static const char *const matrices[] = { "bayer8", "blue_noise", "ign", "white" };
    struct chain_step step;
    char text[96];
    *setting = (struct harness_setting){
        .is_even = !effect->on_levels,
        .size = { harness_sizes[0][0], harness_sizes[0][1] },
        .format = FORMAT_RGBA32F,
        .depth = i % 4 == 3 ? 16 : 8,
        .frame = i > 0 ? LATER : 0,
    };
    if (!make_step(effect, &i, &step, setting) && !harness_row_make(effect, i, &step, setting))
        return false;
    if (effect->pointwise) { // a pointwise effect has no image between steps
        setting->to_halves = setting->format == FORMAT_RGBA16F;
        setting->format = FORMAT_RGBA32F;
    }
    if (setting->around != HARNESS_ALONE && (effect->pointwise || effect->colour == COLOUR_DISPLAY))
        setting->around = HARNESS_PART;
    harness_setting_wrap(setting, &step);
    if (setting->around == HARNESS_PART) // a region's borders lie within tiles and cells
        setting->chain.steps[setting->step].roi = (struct rect){ 0.13f, 0.21f, 0.72f, 0.66f };
    if (setting->around == HARNESS_LIGHT)
        add_step(&setting->chain, "exposure:ev=-0.3:roi=0.2/0.1/0.9/0.7");
    if (setting->around == HARNESS_DISPLAY) {
        if (effect->colour != COLOUR_ANY)
            add_step(&setting->chain, "encode");
        snprintf(text, sizeof(text), "dither:bits=3:animate=on:matrix=%s", matrices[i % 4]);
        add_step(&setting->chain, text);
    }
    return true;
}
