#include "effects/lut/lut.h"
#include "effects/step_file.h"
#include "render/text/memory.h"
#include "render/text/names.h"
#include "render/text/number.h"
#include "render/text/text.h"
#include "render/text/text_lines.h"

#include <stdlib.h>
#include <string.h>

struct reader {
    struct text_lines lines;
    struct lut_file *file;
    unsigned seen; // keywords that were read, a bit for each
    int read;      // number of colours that were read
};

// ---- numbers

// Reads `count` numbers. Returns false if there are fewer, or if other text follows them.
static bool read_numbers(const char *text, int count, float *numbers)
{
    for (int i = 0; i < count; i++) {
        text += strspn(text, " \t");
        const size_t length = strcspn(text, " \t");
        if (number_parse(text, length, &numbers[i]) != NUMBER_FINE)
            return false;
        text += length;
    }
    return text[strspn(text, " \t")] == '\0';
}

// ---- keywords

enum keyword { TITLE, CURVE_SIZE, CUBE_SIZE, MIN, MAX, CURVE_RANGE, CUBE_RANGE, KEYWORDS };

static const char *const keywords[KEYWORDS + 1] = {
    "TITLE",      "LUT_1D_SIZE",        "LUT_3D_SIZE",        "DOMAIN_MIN",
    "DOMAIN_MAX", "LUT_1D_INPUT_RANGE", "LUT_3D_INPUT_RANGE",
};

// Checks the domains of both parts.
static bool check_domains(const struct lut_file *file, struct error *error)
{
    static const char *const channels[] = { "red", "green", "blue" };
    // Smallest size of a domain, so that its positions differ as floats.
    static const float least_width = 1e-6f;
    for (int i = 0; i < 6; i++) {
        const struct lut_part *part = i < 3 ? &file->curve : &file->cube;
        const float least = part->least[i % 3], most = part->most[i % 3];
        if (!(most - least >= least_width))
            return error_set(error,
                             "the domain of %s goes from %g to %g; its end must be larger than its "
                             "beginning",
                             channels[i % 3], least, most);
    }
    return true;
}

// Reads the ends of a domain. DOMAIN_MIN and DOMAIN_MAX apply to both parts, a range to one.
static bool read_ends(const struct reader *reader, const char *text, enum keyword keyword,
                      struct error *error)
{
    static const float far = 1e6f;
    struct lut_part *parts[] = { &reader->file->curve, &reader->file->cube };
    const bool is_range = keyword >= CURVE_RANGE;
    float ends[3];
    bool is_fine = read_numbers(text, is_range ? 2 : 3, ends);
    for (int i = 0; is_fine && i < (is_range ? 2 : 3); i++)
        is_fine = ends[i] >= -far && ends[i] <= far;
    if (!is_fine)
        return error_set(error, "expected %s, each -1e6 to 1e6, found '%.40s'",
                         is_range ? "the least and the largest value" : "red, green and blue",
                         text);
    for (int c = 0; c < 3; c++)
        for (unsigned part = 0; part < 2; part++) {
            if (keyword == MIN || keyword == CURVE_RANGE + part)
                parts[part]->least[c] = is_range ? ends[0] : ends[c];
            if (keyword == MAX || keyword == CURVE_RANGE + part)
                parts[part]->most[c] = is_range ? ends[1] : ends[c];
        }
    const unsigned both = 1u << MIN | 1u << MAX;
    return (!is_range && (reader->seen & both) != both) || check_domains(reader->file, error);
}

static bool read_keyword(struct reader *reader, enum keyword keyword, const char *text,
                         struct error *error)
{
    struct lut_file *file = reader->file;
    const int most = keyword == CURVE_SIZE ? LUT_MAX_CURVE : LUT_MAX_CUBE;
    float size;
    if (reader->seen >> keyword & 1)
        return error_set(error, "%s stands there twice", keywords[keyword]);
    reader->seen |= 1u << keyword;
    if (keyword == TITLE)
        return true;
    if (keyword != CURVE_SIZE && keyword != CUBE_SIZE)
        return read_ends(reader, text, keyword, error);
    if (!read_numbers(text, 1, &size) || !(size >= 2 && size <= (float) most) ||
        size != (float) (int) size)
        return error_set(error, "expected a size of 2 to %d, found '%.40s'", most, text);
    *(keyword == CURVE_SIZE ? &file->curve.size : &file->cube.size) = (int) size;
    return true;
}

static bool read_colour(struct reader *reader, struct error *error)
{
    struct lut_file *file = reader->file;
    const char *line = reader->lines.line;
    if (!file->colours) {
        const int side = file->cube.size;
        if (!check_domains(file, error))
            return false;
        file->count = file->curve.size + side * side * side;
        file->colours = memory_new((size_t) file->count, sizeof(file->colours[0]));
    }
    if (file->count == 0)
        return error_set(
            error, "expected LUT_1D_SIZE or LUT_3D_SIZE before the colours, found '%.40s'", line);
    if (reader->read == file->count)
        return error_set(error,
                         "expected the end, after the %d colours that the size asks for, found "
                         "'%.40s'",
                         file->count, line);
    return read_numbers(line, 3, file->colours[reader->read++]) ||
           error_set(error, "expected red, green and blue, three finite numbers, found '%.40s'",
                     line);
}

// Reads a line. Before the colours, a line that begins with a letter must be a keyword.
static bool read_line(struct reader *reader, struct error *error)
{
    const char *line = reader->lines.line;
    const size_t length = strcspn(line, " \t");
    if (length == 0 || line[0] == '#')
        return true;
    if (reader->read > 0 || strspn(line, "+-.0123456789") > 0)
        return read_colour(reader, error);
    const struct names names = { names_of_array, keywords };
    const int keyword = names_find(&names, line, length);
    if (keyword >= 0)
        return read_keyword(reader, (enum keyword) keyword,
                            line + length + strspn(line + length, " \t"), error);
    error_set(error, "expected colours, or one of the words ");
    names_list(error, &names);
    return error_append(error, ", found '%.40s'", line);
}

void *lut_file_parse(const char *path, const char *text, size_t length, struct error *error)
{
    static const struct lut_part whole = { .most = { 1, 1, 1 } };
    struct reader reader = { .file = memory_new(1, sizeof(struct lut_file)) };
    reader.file->curve = reader.file->cube = whole;
    text_lines_begin(&reader.lines, path, text, length);
    bool is_fine = true;
    while (is_fine && text_lines_next(&reader.lines))
        is_fine = read_line(&reader, error);
    if (is_fine && reader.read > 0 && reader.read == reader.file->count)
        return reader.file;
    if (is_fine && reader.read == 0)
        error_set(error, "the file ends, and has no colours");
    else if (is_fine)
        error_set(error, "the file ends after %d of %d colours", reader.read, reader.file->count);
    error_prefix(error, "%s:%d: ", path, reader.lines.number);
    lut_file_free(reader.file);
    return NULL;
}

void lut_file_free(void *made)
{
    struct lut_file *file = made;
    if (file)
        free(file->colours);
    free(file);
}

// ---- built-in tables

// These tables map display values, with as few colours as represent them exactly.
static const char negative[] = "LUT_1D_SIZE 2\n1 1 1\n0 0 0\n";

// The matrix is that of sepia in W3C, Filter Effects Module Level 1, 2018.
static const char sepia[] =
    "LUT_3D_SIZE 2\n0 0 0\n.393 .349 .272\n.769 .686 .534\n1.162 1.035 .806\n.189 .168 .131\n"
    ".582 .517 .403\n.958 .854 .665\n1.351 1.203 .937\n";

// The bleach bypass look of film: more contrast, and colours mixed half with grey by the weights of
// ITU-R BT.709.
static const char bleach[] =
    "LUT_1D_SIZE 5\nLUT_3D_SIZE 2\n0 0 0\n.15 .15 .15\n.5 .5 .5\n.85 .85 .85\n1 1 1\n"
    "0 0 0\n.6063 .1063 .1063\n.3576 .8576 .3576\n.9639 .9639 .4639\n.0361 .0361 .5361\n"
    ".6424 .1424 .6424\n.3937 .8937 .8937\n1 1 1\n";

const char *const lut_file_names[] = { "none", "negative", "sepia", "bleach", NULL };

// ---- files

bool lut_file_has_ending(const char *path)
{
    return text_ends_in(path, ".cube") || text_ends_in(path, ".CUBE");
}

const struct lut_file *lut_file_load(const char *name, struct error *error)
{
    static const struct step_file_kind kind = {
        .what = "table",
        .most = 16 << 20, // bytes; 60 for each colour of the largest cube
        .is_text = true,
        .make = lut_file_parse,
        .free = lut_file_free,
    };
    static const char *const texts[] = { "", negative, sepia, bleach };
    static const struct lut_file *made[ARRAY_COUNT(texts)];
    if (lut_file_has_ending(name))
        return step_file_read(&kind, name, error);
    for (int i = 1; lut_file_names[i]; i++)
        if (strcmp(lut_file_names[i], name) == 0) {
            made[i] = made[i] ? made[i] : lut_file_parse(name, texts[i], strlen(texts[i]), error);
            return made[i];
        }
    const struct names names = { names_of_array, lut_file_names };
    error_set(error, "no table '%.*s'; there are ", names_shown(strlen(name)), name);
    names_list(error, &names);
    error_append(error, ", or a file .cube");
    names_suggest(error, &names, name, strlen(name));
    return NULL;
}
