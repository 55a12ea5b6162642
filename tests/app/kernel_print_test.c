// The numbers of --print kernel, read back from its JSON and summed here as their comments say,
// make what the reference in plain C makes.

#include "app/command/describe.h"
#include "effects/reference/dual.h"
#include "tests/fixtures/chain_fixture.h"

#include <jansson.h>

enum { SIDE = 64 };

// Returns the whole text in that language.
static const char *print(const char *chain_text, bool (*print_as)(const void *sheet, FILE *out))
{
    struct kernel_sheet sheet;
    assert_true(kernel_sheet_init(&sheet, chain_of(chain_text), SIDE, &error));
    assert_true(print_as(&sheet, begin_printing()));
    kernel_sheet_finish(&sheet);
    return end_printing();
}

static json_t *read_sheet(const char *chain)
{
    const char *text = print(chain, kernel_print_json);
    json_error_t place;
    json_t *json = json_loads(text, 0, &place);
    if (!json)
        fail_msg("%s, line %d: %s", chain, place.line, place.text);
    return json;
}

static json_t *rows_of(const json_t *json, const char *name)
{
    return json_object_get(json_object_get(json, name), "rows");
}

static int count_of(const json_t *json, const char *name)
{
    return (int) json_number_value(json_object_get(json_object_get(json, name), "value"));
}

static double number_at(const json_t *row, size_t column)
{
    return json_number_value(json_is_array(row) ? json_array_get(row, column) : row);
}

// Replaces an image by one whose texels are `step` of its own wide, with these taps.
static void apply(struct image *image, const json_t *rows, double step, double to_x, double to_y)
{
    size_t i;
    json_t *row;
    struct image to =
        new_image((int) (image->width / step), (int) (image->height / step), IMAGE_TYPE_F64);
    for_each_place(to_column, to_row, to.width, to.height)
        json_array_foreach(rows, i, row) {
            const bool is_line = json_array_size(row) == 2; // offset, weight
            const double x = (to_column + 0.5) * step + to_x * number_at(row, 0);
            const double y = (to_row + 0.5) * step + to_y * number_at(row, is_line ? 0 : 1);
            reference_add_tap(image, x, y, number_at(row, is_line ? 1 : 2), EDGE_CLAMP,
                              image_at(&to, to_column, to_row));
        }
    image_finish(image);
    *image = to;
}

// Rows of { offset, weight } out of the weights to one side.
static json_t *rows_of_weights(const json_t *weights)
{
    json_t *rows = json_array();
    const int radius = (int) json_array_size(weights) - 1;
    for (int i = -radius; i <= radius; i++)
        json_array_append_new(rows,
                              json_pack("[f, f]", (double) i,
                                        number_at(json_array_get(weights, (size_t) abs(i)), 0)));
    return rows;
}

static void mix(struct image *image, const struct image *other, double share)
{
    double *values = image->texels;
    const double *others = other->texels;
    for (int i = 0; i < 4 * image->width * image->height; i++)
        values[i] = share * values[i] + (1 - share) * others[i];
}

static struct image copy(const struct image *from)
{
    struct image to = new_image(from->width, from->height, IMAGE_TYPE_F64);
    memcpy(to.texels, from->texels, image_bytes(from));
    return to;
}

static void apply_levels(struct image *image, const json_t *json, int level)
{
    const int levels = count_of(json, "levels");
    if (level == levels)
        return;
    LOCAL_IMAGE before = copy(image);
    apply(image, rows_of(json, "down"), 2, 1, 1);
    apply_levels(image, json, level + 1);
    apply(image, rows_of(json, level == levels - 1 ? "up_deepest" : "up"), 0.5, 1, 1);
    mix(image, &before, number_at(json_array_get(rows_of(json, "shares"), (size_t) level), 0));
}

static void apply_passes(struct image *image, const json_t *distances)
{
    size_t i;
    json_t *distance;
    json_array_foreach(distances, i, distance) {
        const double d = json_number_value(distance);
        json_t *corners = json_pack("[[f,f,f],[f,f,f],[f,f,f],[f,f,f]]", d, d, 0.25, -d, d, 0.25, d,
                                    -d, 0.25, -d, -d, 0.25);
        apply(image, corners, 1, 1, 1);
        json_decref(corners);
    }
}

static void apply_kawase(struct image *image, const json_t *json)
{
    const json_t *share = json_object_get(json_object_get(json, "share"), "value");
    const int halvings = count_of(json, "halvings");
    LOCAL_IMAGE finer = { 0 };
    for (int i = 0; i < halvings; i++) {
        if (share && i == halvings - 1)
            finer = copy(image);
        apply(image, rows_of(json, "down"), 2, 1, 1);
    }
    apply_passes(image, rows_of(json, "distances"));
    for (int i = halvings; i > 0; i--) {
        apply(image, rows_of(json, "up"), 0.5, 1, 1);
        if (share && i == halvings) {
            apply_passes(&finer, rows_of(json, "finer_distances"));
            mix(image, &finer, json_number_value(share));
        }
    }
}

// Runs what the sheet says; by bilinear pairs where it has them and they are asked for.
static void run_sheet(struct image *image, const json_t *json, int times, bool by_pairs)
{
    const json_t *weights = rows_of(json, "weights");
    const json_t *pairs = by_pairs ? rows_of(json, "pairs") : NULL;
    if (weights) {
        json_t *rows = rows_of_weights(weights);
        for (; times > 0; times--) {
            apply(image, pairs ? pairs : rows, 1, 1, 0);
            apply(image, pairs ? pairs : rows, 1, 0, 1);
        }
        json_decref(rows);
    } else if (rows_of(json, "taps")) {
        apply(image, pairs ? pairs : rows_of(json, "taps"), 1, -1, -1);
    } else if (rows_of(json, "distances")) {
        apply_kawase(image, json);
    } else {
        apply_levels(image, json, 0);
    }
}

TEST(what_is_printed_blurs_as_the_reference_does)
{
    static const char *const chains[] = {
        "gaussian:sigma=2",
        "gaussian:sigma=2.2:radius=7",
        "box:radius=4",
        "convolve:size=9",
        "convolve:kernel=star:size=12",
        "dual:sigma=3.3",
        "kawase:sigma=3",
        "dual:sigma=2:scatter=0.7",
        "kawase:sigma=6.1",
        "box:sigma=3.3:iterations=3",
    };
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_IMPULSE, SIDE, SIDE);
    for (size_t i = 0; i < 2 * COUNT_OF(chains); i++) {
        const char *text = chains[i / 2];
        json_t *json = read_sheet(text);
        LOCAL_IMAGE expected = run_reference(text, &source);
        LOCAL_IMAGE got = copy(&source);
        run_sheet(&got, json, strstr(text, "iterations=3") ? 3 : 1, i % 2);
        const struct difference off = compare_images(&got, &expected);
        if (!(off.most <= 1e-6))
            fail_msg("%s: %g off at %d, %d", text, off.most, off.x, off.y);
        json_decref(json);
    }
}

// Each text has the numbers of the JSON, in the syntax of the language.
TEST(source_has_the_numbers_of_json)
{
    static const struct {
        bool (*print_as)(const void *sheet, FILE *out);
        const char *says;
    } rows[] = {
        { kernel_print_glsl,
          "const vec2 gaussian_pairs[2] = vec2[2](\n    vec2(-0.638335526, 0.5),\n    "
          "vec2(0.638335526, 0.5)\n);\n" },
        { kernel_print_c,
          "static const float gaussian_pairs[2][2] = {\n    { -0.638335526f, 0.5f },\n    "
          "{ 0.638335526f, 0.5f }\n};\n" },
    };
    for (int i = 0; i < 2; i++) {
        const char *text = print("gaussian:sigma=2:radius=1", rows[i].print_as);
        assert_contains(text, rows[i].says);
    }
}
