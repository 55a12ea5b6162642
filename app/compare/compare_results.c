#include "app/compare/compare_results.h"

#include "app/results/json_file.h"

static json_t *describe_channels(const struct comparison *comparison)
{
    static const char *const names[4] = { "red", "green", "blue", "alpha" };
    json_t *json = json_object();
    for (int c = 0; c < 4; c++) {
        const struct comparison_channel *channel = &comparison->channels[c];
        json_object_set_new(json, names[c],
                            json_pack("{s:o, s:i, s:i}", "largest", json_file_number(channel->most),
                                      "x", channel->x, "y", channel->y));
    }
    return json;
}

static json_t *describe_percentiles(const struct comparison *comparison)
{
    json_t *json = json_array();
    for (int i = 0; i < COMPARISON_PERCENTILES; i++)
        json_array_append_new(json, json_pack("{s:f, s:o}", "percent", comparison_percentiles[i],
                                              "difference",
                                              json_file_number(comparison->percentiles[i])));
    return json;
}

static json_t *describe_limits(const struct tolerance *tolerance)
{
    json_t *json = json_object();
    for (int i = 0; i < TOLERANCE_LIMITS; i++)
        if (tolerance->given[i])
            json_object_set_new(json, tolerance_limit_name((enum tolerance_limit) i),
                                json_real(tolerance->limits[i]));
    return json;
}

static void describe_measures(const struct comparison *comparison, json_t *json)
{
    char names[64], why[COMPARISON_TEXT_SIZE];
    comparison_explain(comparison, why);
    if (comparison->is_beyond)
        json_object_set_new(json, "why", json_file_text(why, "a reason"));
    json_object_set_new(json, "values", json_string(comparison->is_light ? "light" : "display"));
    json_object_set_new(json, "width", json_integer(comparison->width));
    json_object_set_new(json, "height", json_integer(comparison->height));
    if (comparison->is_faulty)
        return;
    json_object_set_new(json, "broken",
                        json_string(comparison_broken_limits(comparison, names, sizeof(names))));
    for (int i = 0; i < TOLERANCE_LIMITS; i++)
        json_object_set_new(json, tolerance_limit_name((enum tolerance_limit) i),
                            json_file_number(comparison->values[i]));
    json_object_set_new(json, "limits", describe_limits(&comparison->tolerance));
    json_object_set_new(json, "beyond", json_integer((json_int_t) comparison->beyond));
    json_object_set_new(json, "channels", describe_channels(comparison));
    json_object_set_new(json, "percentiles", describe_percentiles(comparison));
}

static json_t *describe_case(const struct compare_case *one)
{
    static const char *const states[] = { "compared", "missing", "broken" };
    json_t *json = json_object();
    json_object_set_new(json, "name", json_file_text(one->name, "a picture's name"));
    json_object_set_new(json, "tolerance", json_string(one->tolerance));
    json_object_set_new(json, "state", json_string(states[one->state]));
    json_object_set_new(json, "within", json_boolean(compare_case_is_within(one)));
    if (one->state == CASE_COMPARED)
        describe_measures(&one->comparison, json);
    else
        json_object_set_new(json, "why", json_file_text(one->why.text, "a reason"));
    return json;
}

json_t *compare_results_describe(const struct compare_cases *cases)
{
    json_t *json = json_object(), *pictures = json_array();
    for (int i = 0; i < cases->count; i++)
        json_array_append_new(pictures, describe_case(&cases->all[i]));
    json_object_set_new(json, "format", json_integer(1)); // of this file
    json_object_set_new(json, "program", json_string("halation " HALATION_VERSION));
    json_object_set_new(json, "pictures", pictures);
    return json;
}

bool compare_results_write(const struct compare_cases *cases, const char *path, struct error *error)
{
    return json_file_write(compare_results_describe(cases), path, error);
}
