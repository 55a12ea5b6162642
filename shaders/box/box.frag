#version 430 core
#include "box/tap.glsl"
#ifdef BOTH
#include "box/single.glsl"
#else
#include "box/double.glsl"
#endif

// A pass of the box by its taps, one fragment a texel.

layout(location = 0) out vec4 out_color;

void main()
{
    out_color = box(ivec2(gl_FragCoord.xy));
}
