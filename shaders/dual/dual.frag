#version 430 core
#ifdef DOWN
#include "dual/down.glsl"
#else
#include "dual/up.glsl"
#endif
#include "blur/mix.glsl"

// A step of the dual filter, one fragment a texel.

layout(location = 0) out vec4 out_color;

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    out_color = mixed(at, dual(at));
}
