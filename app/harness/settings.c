#include "app/harness/harness.h"
#include "effects/palette/palette.h"
#include "render/text/memory.h"

#include <math.h>
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

void harness_settings_add(struct harness_settings *settings, const struct chain_step *step,
                          struct harness_setting setting)
{
    static const char *const matrices[] = { "bayer8", "blue_noise", "ign", "white" };
    const struct effect *effect = step->effect;
    const int number = settings->count;
    char text[96];
    if (!setting.is_row) {
        setting.depth = number % 4 == 3 ? 16 : 8;
        setting.frame = number > 0 ? LATER : 0;
    }
    if (effect->pointwise) { // a pointwise effect has no image between steps
        setting.to_halves = setting.format == FORMAT_RGBA16F;
        setting.format = FORMAT_RGBA32F;
    }
    if (setting.around != HARNESS_ALONE && (effect->pointwise || effect->colour == COLOUR_DISPLAY))
        setting.around = HARNESS_PART;
    harness_setting_wrap(&setting, step);
    if (setting.around == HARNESS_PART) // a region's borders lie within tiles and cells
        setting.chain.steps[setting.step].roi = (struct rect){ 0.13f, 0.21f, 0.72f, 0.66f };
    if (setting.around == HARNESS_LIGHT)
        add_step(&setting.chain, "exposure:ev=-0.3:roi=0.2/0.1/0.9/0.7");
    if (setting.around == HARNESS_DISPLAY) {
        if (effect->colour != COLOUR_ANY)
            add_step(&setting.chain, "encode");
        snprintf(text, sizeof(text), "dither:bits=3:animate=on:matrix=%s", matrices[number % 4]);
        add_step(&setting.chain, text);
    }
    settings->all = memory_room(settings->all, number, sizeof(*settings->all));
    settings->all[settings->count++] = setting;
}

// Adds the step with every border at a size.
static void add_borders(struct harness_settings *settings, struct chain_step step,
                        struct harness_setting setting, const int size[2])
{
    memcpy(setting.size, size, sizeof(setting.size));
    for (int edge = 0; edge < EDGE_COUNT; edge++) {
        set_number(&step, "edge", (float) edge);
        harness_settings_add(settings, &step, setting);
    }
}

// Adds a step with several parameters at hashed values. Every second mix leaves numbers at their
// defaults, since their ends often hide choices, and is repeated in one of the other formats,
// except for blurs on smaller images, which hardly depend on the format.
static void add_mix(struct harness_settings *settings, int i, struct chain_step step,
                    struct harness_setting setting)
{
    const bool is_again = i >= MIXES;
    const int mix = is_again ? 2 * (i - MIXES) : i;
    unsigned number = 0;
    for (const struct param *row = step.effect->params; row && row->key; row++, number++)
        if (harness_values_count(row) > 0 &&
            (mix % 2 == 0 || row->type == PARAM_TYPE_CHOICE || row->type == PARAM_TYPE_TEXT)) {
            // The last steps of MurmurHash3 (A. Appleby, 2011).
            unsigned hash = (unsigned) mix * 2654435769u + number * 2246822519u;
            hash = (hash ^ hash >> 16) * 2246822507u;
            hash = (hash ^ hash >> 13) * 3266489909u;
            hash ^= hash >> 16;
            harness_values_set(row, step.params,
                               (int) (hash % (unsigned) harness_values_count(row)));
        }
    setting.hides = mix % 2 == 0;
    memcpy(setting.size, harness_sizes[mix / HARNESS_AROUND_COUNT % HARNESS_SIZES],
           sizeof(setting.size));
    if (is_again)
        setting.format = harness_formats[1 + i % (HARNESS_FORMATS - 1)];
    else
        setting.around = (enum harness_around)(mix % HARNESS_AROUND_COUNT);
    harness_settings_add(settings, &step, setting);
}

struct harness_settings harness_settings_make(const struct effect *effect)
{
    // A width at which nearly every implementation is fast, and so few levels that each texel shows
    // errors.
    static const float narrow = 2.4f, few_bits = 2;
    const size_t length = strlen(effect->name);
    const struct harness_setting base = { .is_even = !effect->on_levels,
                                          .size = { harness_sizes[0][0], harness_sizes[0][1] },
                                          .format = FORMAT_RGBA32F };
    struct harness_setting setting = base;
    struct harness_settings settings = { 0 };
    struct chain_step usual, step;
    struct chain chain;
    struct error error;
    chain_step_init(&usual, effect);
    set_number(&usual, "sigma", narrow);
    set_number(&usual, "bits", few_bits);
    for (int i = 0; i < HARNESS_FORMATS; i++) {
        setting.format = harness_formats[i];
        harness_settings_add(&settings, &usual, setting);
    }
    for (int i = 0; i < HARNESS_SIZES; i++)
        add_borders(&settings, usual, base, harness_sizes[i]);
    setting = base;
    for (int around = 0; around < HARNESS_AROUND_COUNT; around++) {
        setting.around = (enum harness_around) around;
        harness_settings_add(&settings, &usual, setting);
    }
    param_for_each(row, effect->params)
        for (int i = 0; i < harness_values_count(row); i++) {
            step = usual;
            harness_values_set(row, step.params, i);
            harness_settings_add(&settings, &step, base);
        }
    setting.is_even = true;
    for (int around = 0; around < HARNESS_AROUND_COUNT; around++)
        for (const char *const *text = published; *text; text++) {
            if (strncmp(*text, effect->name, length) != 0 || (*text)[length] != ':')
                continue;
            setting.around = (enum harness_around) around;
            chain_parse(&chain, *text, NULL, &error);
            harness_settings_add(&settings, &chain.steps[0], setting);
        }
    if (effect->on_levels) {
        setting = base;
        setting.is_large = true;
        step = usual;
        set_number(&step, "sigma", 12); // as many halvings as go together
        add_borders(&settings, step, setting, large);
    }
    for (int i = 0; i < (effect->on_levels ? MIXES : MIXES + MIXES / 2); i++)
        add_mix(&settings, i, usual, base);
    harness_settings_add_rows(&settings, effect);
    return settings;
}

// ---- values of parameters

enum { MAX_VALUES = 24 };

// Lists the ends of a range and values between. In a wide range each is twice the one before.
static int list_numbers(const struct param *row, float values[MAX_VALUES])
{
    static const float least = 0.3f; // of a width in pixels: the least that is one
    const bool is_wide = row->curve == PARAM_CURVE_LOG || row->type == PARAM_TYPE_INT ||
                         row->type == PARAM_TYPE_LENGTH;
    int count = 0;
    float low, high;
    param_slider(row, &low, &high);
    if (row->zero)
        values[count++] = row->zero_value;
    if (is_wide) {
        for (float v = row->min > 0 ? row->min : least; v < high && count < MAX_VALUES - 1; v *= 2)
            values[count++] = row->type == PARAM_TYPE_INT ? floorf(v) : v;
    } else {
        values[count++] = row->min;
        for (int i = 1; i < 4; i++)
            values[count++] = low + (high - low) * (float) i / 4.1f;
    }
    values[count++] = row->max;
    return count;
}

// Returns the i-th test value of a text row that names no file; NULL past the last.
static const char *text_at(const struct param *row, int i)
{
    if (row->choices || i == 0)
        return row->choices ? row->choices[i] : row->def_text;
    return strcmp(row->key, "palette") == 0 ? palettes[i - 1].name : NULL;
}

int harness_values_count(const struct param *row)
{
    float values[MAX_VALUES];
    int texts = 0;
    if (strcmp(row->key, "impl") == 0 || strcmp(row->key, "error") == 0 ||
        row->type == PARAM_TYPE_RECT)
        return 0;
    if (row->type == PARAM_TYPE_CHOICE)
        return param_choice_count(row);
    if (row->type != PARAM_TYPE_TEXT)
        return row->type == PARAM_TYPE_COLOUR ? 2 : list_numbers(row, values);
    while (text_at(row, texts))
        texts++;
    return texts;
}

void harness_values_set(const struct param *row, void *params, int i)
{
    static const float colour[3] = { 1, 0.5f, 0.2f };
    float values[MAX_VALUES];
    struct error error;
    if (row->type == PARAM_TYPE_CHOICE)
        param_set(row, params, 0, (float) i);
    else if (row->type == PARAM_TYPE_TEXT)
        param_parse(row, params, text_at(row, i), strlen(text_at(row, i)), &error);
    else if (row->type == PARAM_TYPE_COLOUR)
        for (int c = 0; c < 3; c++)
            param_set(row, params, c, i > 0 ? row->max * colour[c] : row->def);
    else {
        list_numbers(row, values);
        param_set(row, params, 0, values[i]);
    }
}
