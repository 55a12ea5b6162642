#include "app/audit/report/footage.h"

#include "app/picture/frame.h"

#include <string.h>
#include <unistd.h>

static bool is_there(const char *path)
{
    return access(path, R_OK) == 0;
}

static const struct param *file_row(const struct scene_choice *scene)
{
    return scene->scene->params ? param_find(scene->scene->params, "file", strlen("file")) : NULL;
}

static const char *file_of(const struct scene_choice *scene)
{
    const struct param *row = file_row(scene);
    return row ? param_const_field(row, scene->params) : NULL;
}

static bool name_frame(const struct scene_choice *pattern, int number, char name[PARAM_TEXT_SIZE],
                       struct error *error)
{
    return frame_name(file_of(pattern), number, name, PARAM_TEXT_SIZE, error);
}

static bool has_frame(const struct scene_choice *pattern, int number)
{
    char name[PARAM_TEXT_SIZE];
    struct error error;
    return name_frame(pattern, number, name, &error) && is_there(name);
}

static void choose_frame(const struct scene_choice *pattern, int number, struct scene_choice *scene)
{
    struct error error;
    *scene = *pattern;
    name_frame(pattern, number, param_field(file_row(scene), scene->params), &error);
}

bool footage_find(struct footage *footage, struct scene_choice *scene, struct error *error)
{
    const char *file = file_of(scene);
    char name[PARAM_TEXT_SIZE];
    *footage = (struct footage){ .pattern = *scene };
    if (!file || !strchr(file, '%') || is_there(file))
        return true;
    if (!name_frame(scene, 0, name, error))
        return error_prefix(error, "--image: ");
    footage->first = has_frame(scene, 0) ? 0 : 1;
    while (has_frame(scene, footage->first + footage->count))
        footage->count++;
    if (footage->count == 0)
        return error_set(error, "--image: no file is called '%s', nor by its numbers from 0 or 1",
                         file);
    choose_frame(&footage->pattern, footage->first, scene);
    return true;
}

bool footage_show(const struct footage *footage, int i, struct lab *lab, struct error *error)
{
    struct scene_choice scene;
    choose_frame(&footage->pattern, footage->first + i, &scene);
    return lab_set_scene(lab, &scene, error);
}
