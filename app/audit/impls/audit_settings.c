#include "app/audit/impls/audit_settings.h"

#include "effects/palette/palette.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// An encode that reaches no pixel, so that a chain may begin with display values.
#define FROM_DISPLAY "encode:roi=0/0/0.0001/0.0001"

enum { MIXES = 48, FORMATS = 4, LATER = 37 };

// Odd and even sides, and lines that are shorter than what blurs reach over.
static const int sizes[][2] = { { 129, 67 }, { 70, 46 }, { 3, 50 } };
enum { SIZES = sizeof(sizes) / sizeof(sizes[0]) };

static const enum texture_format formats[FORMATS] = { FORMAT_RGBA32F, FORMAT_RGBA16F,
                                                      FORMAT_R11F_G11F_B10F, FORMAT_RGBA8 };

// Where blurs on ever smaller images are even: as published.
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

// ---- the values of a row

enum { MOST_VALUES = 24 };

static bool is_tried(const struct param *row)
{
    return strcmp(row->key, "impl") != 0 && strcmp(row->key, "error") != 0 &&
           row->type != PARAM_TYPE_RECT;
}

static bool is_wide(const struct param *row)
{
    return row->curve == PARAM_CURVE_LOG || row->type == PARAM_TYPE_INT ||
           row->type == PARAM_TYPE_LENGTH;
}

// The ends of its range, and between them a few, each twice as large as the one before where the
// range is wide.
static int list_numbers(const struct param *row, float values[MOST_VALUES])
{
    static const float least = 0.3f; // of a width in pixels: the least that is one
    int count = 0;
    float low, high;
    param_slider(row, &low, &high);
    if (row->zero)
        values[count++] = 0;
    if (is_wide(row)) {
        for (float v = row->min > 0 ? row->min : least; v < high && count < MOST_VALUES - 1; v *= 2)
            values[count++] = row->type == PARAM_TYPE_INT ? floorf(v) : v;
    } else {
        values[count++] = row->min;
        for (int i = 1; i < 4; i++)
            values[count++] = low + (high - low) * (float) i / 4.1f;
    }
    values[count++] = row->max;
    return count;
}

static int count_palettes(void)
{
    int count = 0;
    while (palettes[count].name)
        count++;
    return count;
}

static int count_values(const struct param *row)
{
    float values[MOST_VALUES];
    if (!is_tried(row))
        return 0;
    if (row->type == PARAM_TYPE_CHOICE)
        return param_choice_count(row);
    if (row->type == PARAM_TYPE_TEXT)
        return 1 + count_palettes();
    return row->type == PARAM_TYPE_COLOUR ? 2 : list_numbers(row, values);
}

static void set_value(const struct param *row, void *params, int i)
{
    static const float colour[3] = { 1, 0.5f, 0.2f };
    float values[MOST_VALUES];
    struct error error;
    if (row->type == PARAM_TYPE_CHOICE)
        param_set(row, params, 0, (float) i);
    else if (row->type == PARAM_TYPE_TEXT && i > 0)
        param_parse(row, params, palettes[i - 1].name, strlen(palettes[i - 1].name), &error);
    else if (row->type == PARAM_TYPE_TEXT)
        param_set_default(row, params);
    else if (row->type == PARAM_TYPE_COLOUR)
        for (int c = 0; c < 3; c++)
            param_set(row, params, c, i > 0 ? row->max * colour[c] : row->def);
    else {
        list_numbers(row, values);
        param_set(row, params, 0, values[i]);
    }
}

int audit_setting_value(const struct audit_setting *setting, const struct param *row)
{
    const struct chain_step *step = &setting->chain.steps[setting->step];
    struct chain_step other = *step;
    for (int i = 0; i < count_values(row); i++) {
        set_value(row, other.params, i);
        if (param_equal(row, step->params, other.params))
            return i;
    }
    return -1;
}

// ---- the step

static void set_base(const struct effect *effect, struct chain_step *step)
{
    static const float narrow = 2.4f; // what nearly every implementation does fast
    chain_step_init(step, effect);
    const struct param *sigma = param_find(effect->params, "sigma", strlen("sigma"));
    if (sigma)
        param_set(sigma, step->params, 0, narrow);
}

// Changes one row; false, and `i` is less by as many as there are, past the last.
static bool set_one(struct chain_step *step, int *i)
{
    for (const struct param *row = step->effect->params; row && row->key; row++) {
        if (*i < count_values(row)) {
            set_value(row, step->params, *i);
            return true;
        }
        *i -= count_values(row);
    }
    return false;
}

static unsigned mixed(unsigned a, unsigned b)
{
    unsigned hash = (a * 2654435761u) ^ (b * 2246822519u + 374761393u);
    hash = (hash ^ hash >> 15) * 3266489917u;
    return hash ^ hash >> 13;
}

static void set_mix(struct chain_step *step, int mix)
{
    unsigned number = 0;
    for (const struct param *row = step->effect->params; row && row->key; row++, number++)
        if (count_values(row) > 0)
            set_value(row, step->params,
                      (int) (mixed((unsigned) mix, number) % (unsigned) count_values(row)));
}

static const char *published_of(const struct effect *effect, int i)
{
    const size_t length = strlen(effect->name);
    for (const char *const *text = published; *text; text++)
        if (strncmp(*text, effect->name, length) == 0 && (*text)[length] == ':' && i-- == 0)
            return *text;
    return NULL;
}

static int count_published(const struct effect *effect)
{
    int count = 0;
    while (published_of(effect, count))
        count++;
    return count;
}

// ---- what stands around it

static void add_step(struct chain *chain, const char *text)
{
    struct chain one;
    struct error error;
    if (chain_parse(&one, text, NULL, &error))
        chain->steps[chain->count++] = one.steps[0];
}

// A part whose borders lie within tiles and cells.
static void work_in_part(struct chain_step *step)
{
    step->roi = (struct rect){ 0.13f, 0.21f, 0.72f, 0.66f };
}

static void add_before(struct audit_setting *setting, const struct effect *effect)
{
    struct chain *chain = &setting->chain;
    if (effect->reads_source)
        add_step(chain, "exposure:ev=-1");
    else if (setting->around == AUDIT_LIGHT)
        add_step(chain, "saturation:factor=0.4:roi=0.1/0.2/0.7/0.8");
    else if (setting->around == AUDIT_DISPLAY)
        add_step(chain, "encode:roi=0.1/0.2/0.7/0.8");
    else if (effect->colour == COLOUR_DISPLAY)
        add_step(chain, FROM_DISPLAY);
}

static void add_after(struct audit_setting *setting, int i)
{
    static const char *const matrices[] = { "bayer8", "blue_noise", "ign", "white" };
    char text[96];
    if (setting->around == AUDIT_LIGHT)
        add_step(&setting->chain, "exposure:ev=-0.3:roi=0.2/0.1/0.9/0.7");
    if (setting->around != AUDIT_DISPLAY)
        return;
    snprintf(text, sizeof(text), "dither:bits=3:animate=on:matrix=%s", matrices[i % 4]);
    add_step(&setting->chain, text);
}

static bool may_stand(const struct effect *effect, enum audit_around around)
{
    return around == AUDIT_ALONE || around == AUDIT_PART || effect->colour == COLOUR_KEPT;
}

void audit_setting_wrap(struct audit_setting *setting, const struct chain_step *step)
{
    add_before(setting, step->effect);
    setting->step = setting->chain.count;
    setting->chain.steps[setting->chain.count++] = *step;
}

static void put_around(struct audit_setting *setting, const struct chain_step *step, int i)
{
    audit_setting_wrap(setting, step);
    if (setting->around == AUDIT_PART)
        work_in_part(&setting->chain.steps[setting->step]);
    add_after(setting, i);
}

// ---- all of them

// The base alone in every format and size and what may stand around it; then rows one by one; then
// what was published; then mixes.
static bool make_step(const struct effect *effect, int i, struct chain_step *step,
                      struct audit_setting *setting)
{
    enum { OF_BASE = FORMATS + SIZES + AUDIT_AROUND_COUNT };
    set_base(effect, step);
    if (i < FORMATS)
        setting->format = formats[i];
    else if (i < FORMATS + SIZES)
        setting->size = sizes[i - FORMATS];
    else if (i < OF_BASE)
        setting->around = (enum audit_around)(i - FORMATS - SIZES);
    if (i < OF_BASE)
        return true;
    i -= OF_BASE;
    if (set_one(step, &i))
        return true;
    const int count = count_published(effect);
    struct chain chain;
    struct error error;
    if (i < AUDIT_AROUND_COUNT * count) {
        chain_parse(&chain, published_of(effect, i % count), NULL, &error);
        *step = chain.steps[0];
        setting->is_even = true;
        setting->around = (enum audit_around)(i / count);
        return true;
    }
    i -= AUDIT_AROUND_COUNT * count;
    set_mix(step, i);
    setting->around = (enum audit_around)(i % AUDIT_AROUND_COUNT);
    setting->size = sizes[i / AUDIT_AROUND_COUNT % SIZES];
    if (setting->around <= AUDIT_PART)
        setting->format = formats[i / AUDIT_AROUND_COUNT % FORMATS];
    return i < MIXES;
}

bool audit_setting_make(const struct effect *effect, int i, struct audit_setting *setting)
{
    struct chain_step step;
    *setting = (struct audit_setting){
        .is_even = !effect->margin,
        .size = sizes[0],
        .format = FORMAT_RGBA32F,
        .depth = i % 4 == 3 ? 16 : 8,
        .frame = i % 2 * LATER,
    };
    if (!make_step(effect, i, &step, setting))
        return false;
    if (effect->pointwise) { // which has no image between steps
        setting->to_halves = setting->format == FORMAT_RGBA16F;
        setting->format = FORMAT_RGBA32F;
    }
    if (!may_stand(effect, setting->around))
        setting->around = AUDIT_PART;
    put_around(setting, &step, i);
    return true;
}
