// Stands before a compute shader.
#include "common/half_store.glsl"

#define imageStore(image, at, color) imageStore(image, at, to_half_store(color))
