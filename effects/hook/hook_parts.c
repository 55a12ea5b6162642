#include "effects/hook/hook_parts.h"

#include <string.h>

#define HOOK_POINT_NAME(NAME) #NAME,
const char *const hook_point_names[] = { HOOK_POINTS(HOOK_POINT_NAME) NULL };
const char *const hook_type_names[] = { "float", "int", "uint", NULL };

int hook_find_point(const char *name)
{
    return strcmp(name, "MAINPRESUB") == 0 ? HOOK_MAIN : hook_index(hook_point_names, name);
}

int hook_find_resource(const struct hook_file *file, const char *name)
{
    for (int i = 0; i < file->resource_count; i++)
        if (strcmp(file->resources[i].name.text, name) == 0)
            return i;
    return -1;
}

const struct hook_param *hook_find_param(const struct hook_file *file, const char *name,
                                         int *choice)
{
    *choice = -1;
    for (int i = 0; i < file->param_count; i++)
        if (strcmp(file->params[i].name.text, name) == 0)
            return &file->params[i];
    for (int i = 0; i < file->param_count; i++)
        if (file->params[i].choice_count > 0 &&
            (*choice = hook_index((const char *const *) file->params[i].choices, name)) >= 0)
            return &file->params[i];
    return NULL;
}

bool hook_keeps(const struct hook_file *file)
{
    bool keeps = false;
    for (int i = 0; i < file->resource_count; i++)
        keeps |= file->resources[i].is_stored;
    return keeps;
}
