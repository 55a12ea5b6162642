#include "app/measure/environment.h"

#include "app/lab/text/processors.h"
#include "app/results/json_file.h"

#include <stdio.h>
#include <sys/utsname.h>
#include <time.h>

enum { SCENE_SIZE = 256 };

static void add_text(json_t *json, const char *key, const char *text)
{
    char what[64];
    snprintf(what, sizeof(what), "the %s in the results", key);
    json_object_set_new(json, key, json_file_text(text, what));
}

static void add_number(json_t *json, const char *key, int number)
{
    json_object_set_new(json, key, json_integer(number));
}

void environment_add_settings(json_t *json, const struct lab *lab, const struct draw_wish *draw)
{
    char scene[SCENE_SIZE];
    scene_print(&lab->scene, scene, sizeof(scene));
    add_text(json, "scene", scene);
    add_text(json, "fuse", plan_fuse_names[lab->plan_options.fuse]);
    add_text(json, "profile", lab_profile_names[draw->profile]);
    add_number(json, "msaa", lab->samples);
    json_object_set_new(json, "scene_scale", json_real((double) lab->scene_scale));
    json_object_set_new(json, "time", json_real(draw->time));
}

void environment_add_gpu(json_t *json, const struct context_info *info)
{
    add_text(json, "program", "halation " HALATION_VERSION);
    add_text(json, "renderer", info->renderer);
    add_text(json, "vendor", info->vendor);
    add_text(json, "driver", info->driver);
    add_text(json, "gl", info->version);
}

// ISO 8601, UTC.
static void add_date(json_t *json)
{
    const time_t now = time(NULL);
    struct tm utc;
    char date[32] = "";
    if (gmtime_r(&now, &utc))
        strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%SZ", &utc);
    add_text(json, "date", date);
}

static void add_host(json_t *json)
{
    struct utsname host;
    char name[192] = "";
    if (uname(&host) == 0)
        snprintf(name, sizeof(name), "%.48s %.64s %.32s", host.sysname, host.release, host.machine);
    add_text(json, "host", name);
}

void environment_add(json_t *json, const struct context_info *info, const char *commit)
{
    environment_add_gpu(json, info);
    add_text(json, "commit", commit ? commit : "unknown");
    add_date(json);
    add_host(json);
    add_text(json, "cpu", processor_name());
    add_number(json, "processors", processors_count());
    json_object_set_new(json, "software", json_boolean(info->software));
    json_object_set_new(json, "truncates_halves", json_boolean(info->truncates));
}
