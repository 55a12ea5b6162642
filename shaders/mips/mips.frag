#version 430 core
#include "mips/mips.glsl"

// A step of the blur by mip maps, one fragment a texel.

layout(location = 0) out vec4 out_color;

void main()
{
    out_color = mips(ivec2(gl_FragCoord.xy));
}
