// Stands before a fragment shader, whose own main half_store_main.glsl calls.
#include "common/half_store.glsl"

#define main make_out_color
