#pragma once

#include "render/text/param.h"

// Where a row's value lies, for the files that make up param. Every type but int, choice and text
// is one or several floats from the offset on.

static inline void *param_field(const struct param *param, void *values)
{
    return (unsigned char *) values + param->offset;
}

static inline const void *param_const_field(const struct param *param, const void *values)
{
    return (const unsigned char *) values + param->offset;
}
