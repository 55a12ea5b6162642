// Stands before a fragment shader, whose own main half_store_main.glsl calls.
#include "common/half_store.glsl"

#define HALF_STORE_FRAGMENT // for texts in which `main` has meant something else since
#define main make_out_color
